import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ALL_OPERATIONS } from '../../../../contract/all-operations'
import { ENTITIES } from '../../../../contract/entities'

/** Keywords of JSON Schema that the inputs of the contract use. */
interface Schema {
  type?: string | string[]
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  maxLength?: number
  maxItems?: number
  items?: Schema | boolean
  prefixItems?: Schema[]
  properties?: Record<string, Schema>
  propertyNames?: Schema
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}

/** Formats of a limited length. */
const BOUNDED_FORMATS = ['uuid', 'date', 'date-time', 'ipv4', 'ipv6', 'cidrv4', 'cidrv6']
const CHARACTER_CLASS = /\[(?:\\.|[^\]\\])*\]/g
/** A repetition without an upper bound. */
const ENDLESS = /(?<!\\)[*+]|\{\d+,\}/

/** Inputs without a maximum in their schema, by the end of their path, with what bounds them instead. */
const BOUNDED_ELSEWHERE: readonly (readonly [RegExp, string])[] = [
  [/phone$/, 'the form of a stored number has at most 31 characters'],
  [
    /\.(is_return|is_closed|is_own|unassigned|dry_run|skip_rows_in_error|stop_sales_of_gone|accept_moves)$/,
    'one of twelve words',
  ],
  [/^(uploadSheet|startGtfsImport)\.file$/, 'the size of the file is limited as it arrives'],
  [/^(exportRecords|startExport|previewBulk|startBulk|createSavedView|updateSavedView)\.filter names$/, 'filters'],
  [/^startBulk\.changes names$/, 'fields of the resource'],
]

const isOf = ({ type }: Schema, name: string): boolean => [type].flat().includes(name)

const isBounded = ({ maxLength, enum: words, const: word, format = '', pattern }: Schema): boolean =>
  maxLength !== undefined ||
  words !== undefined ||
  word !== undefined ||
  BOUNDED_FORMATS.includes(format) ||
  (pattern !== undefined && !ENDLESS.test(pattern.replace(CHARACTER_CLASS, 'x')))

/** Returns paths of the texts and lists in a schema that have no maximum. */
function unboundedIn(schema: Schema, path: string): string[] {
  const { items, properties = {}, propertyNames, additionalProperties } = schema
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  const found = [...choices, ...(schema.prefixItems ?? [])].flatMap((choice) => unboundedIn(choice, path))
  if (isOf(schema, 'string') && !isBounded(schema)) found.push(path)
  if (isOf(schema, 'array') && schema.maxItems === undefined && schema.prefixItems === undefined) found.push(path)
  if (typeof items === 'object') found.push(...unboundedIn(items, `${path}[]`))
  for (const [name, inner] of Object.entries(properties)) found.push(...unboundedIn(inner, `${path}.${name}`))
  if (propertyNames && !isBounded(propertyNames)) found.push(`${path} names`)
  if (typeof additionalProperties === 'object') found.push(...unboundedIn(additionalProperties, `${path}{}`))
  return found
}

const INPUTS = [
  ...ALL_OPERATIONS.flatMap(({ id, params, query, body }) =>
    [params, query, body].flatMap((schema) => (schema ? [[id, schema] as const] : [])),
  ),
  ...Object.entries(ENTITIES).map(([resource, { filter }]) => [`filter of ${resource}`, filter] as const),
]

const jsonSchemaOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
const isBoundedElsewhere = (path: string) => BOUNDED_ELSEWHERE.some(([end]) => end.test(path))

describe('inputs of the contract', () => {
  it('have a maximum for each text and list', () => {
    const found = INPUTS.flatMap(([id, schema]) => unboundedIn(jsonSchemaOf(schema), id))
    expect(found.filter((path) => !isBoundedElsewhere(path))).toEqual([])
    const unused = BOUNDED_ELSEWHERE.filter(([end]) => !found.some((path) => end.test(path)))
    expect(unused).toEqual([])
  })

  it('are found without a maximum at any depth', () => {
    const schema = z.object({
      text: z.string(),
      list: z.array(z.string().max(5)),
      inner: z.object({ texts: z.array(z.string().nullable()).max(3) }).nullable(),
      endless: z.string().regex(/^a+$/),
      words: z.record(z.string(), z.string().max(5)),
      fine: z.string().regex(/^[a-z+*]{1,5}$/),
    })
    expect(unboundedIn(jsonSchemaOf(schema), 'body')).toEqual([
      'body.text',
      'body.list',
      'body.inner.texts[]',
      'body.endless',
      'body.words names',
    ])
  })
})
