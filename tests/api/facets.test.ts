import { beforeEach, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { ENTITIES } from '../../contract/entities'
import { valuesOf } from '../../contract/core/facets'
import { CONSOLE_RESOURCES } from '../../contract/core/vocabulary'
import { useApi, type Answer, type Client, type Json } from '../support/api'
import { bodies, make } from '../support/factories'

const api = useApi()
beforeEach(api.reset)

const facets = (client: Client, resource: string, field: string, filter: Json = {}): Promise<Answer> =>
  client.get(`/${resource}/facets?${new URLSearchParams({ field, filter: JSON.stringify(filter) })}`)

describe('Counts beside the values of a filter', () => {
  it('are what the list finds for each value, on every resource', async () => {
    const admin = await api.as('admin')
    for (const resource of CONSOLE_RESOURCES) {
      if (resource in bodies) await make(admin, resource)
      const { record, filterable } = ENTITIES[resource]
      const shape: z.ZodRawShape = record.shape
      const fields = filterable.filter((name) => valuesOf(shape[name] as z.ZodType) !== null)
      expect(fields.length, resource).toBeGreaterThan(0)
      for (const field of fields) {
        const { status, rows } = await facets(admin, resource, field)
        expect(status, `${resource}.${field}`).toBe(200)
        for (const { value, count, more } of rows) {
          if (count === 0) continue
          const listed = await admin.list(resource, { filter: { [field]: value }, range: [0, 0] })
          expect(more).toBe(false)
          expect(listed.headers['content-range'], `${resource}.${field}`).toMatch(new RegExp(`/${String(count)}$`))
        }
      }
    }
  })

  it('depend on the other filters and not on the one of the field itself', async () => {
    const admin = await api.as('admin')
    for (const [kind, city] of [
      ['airport', 'Paphos'],
      ['airport', 'Larnaca'],
      ['port', 'Paphos'],
    ])
      await make(admin, 'stations', { kind, city })
    const { rows } = await facets(admin, 'stations', 'kind', { kind_in: ['port'], city: 'Paphos' })
    expect(rows.filter(({ count }) => count !== 0)).toEqual([
      { value: 'airport', count: 1, more: false },
      { value: 'port', count: 1, more: false },
    ])
  })

  it('are for roles that may see the list, and for fields with a closed list of values', async () => {
    expect((await facets(await api.as('agent'), 'users', 'role')).status).toBe(403)
    const admin = await api.as('admin')
    expect((await facets(admin, 'stations', 'city')).status).toBe(400)
    expect((await facets(admin, 'stations', 'kind', { nonsense: 1 })).body['code']).toBe('validation')
  })
})
