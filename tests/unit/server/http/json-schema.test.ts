import { describe, expect, it } from 'vitest'
import fastJsonStringify from 'fast-json-stringify'
import { z } from 'zod'
import { I18nText } from '../../../../contract/core/scalars'
import { ENTITIES } from '../../../../contract/entities'
import { RESOURCES } from '../../../../contract/core/vocabulary'
import { serializerSchema } from '../../../../server/http/json-schema'

describe('the serializer schema', () => {
  it('converts "X or null" into a nullable X', () => {
    expect(serializerSchema(z.object({ city: z.string().nullable() }))).toMatchObject({
      properties: { city: { type: 'string', nullable: true } },
    })
  })

  it('keeps fields that are named like keywords of the schema language', () => {
    expect(serializerSchema(z.object({ pattern: z.string(), required: z.boolean() }))).toMatchObject({
      properties: { pattern: { type: 'string' }, required: { type: 'boolean' } },
    })
  })

  it('leaves texts in several languages to JSON.stringify', () => {
    const schema = serializerSchema(z.object({ name: I18nText, city: I18nText.nullable() }))
    expect(schema['properties']).toEqual({ name: {}, city: {} })
    const record = { name: { en: 'Larnaca', ae: 'لارنكا' }, city: null }
    const serialize: (given: unknown) => string = fastJsonStringify(schema)
    expect(JSON.parse(serialize({ ...record, secret: 'kept back' }))).toEqual(record)
  })

  it.each(RESOURCES)('%s: uses the fast path everywhere, without a choice of types', (resource) => {
    expect(JSON.stringify(serializerSchema(ENTITIES[resource].record))).not.toContain('anyOf')
  })
})
