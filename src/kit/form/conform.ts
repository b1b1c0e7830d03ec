import { z } from 'zod'

type Values = Record<string, unknown>

/**
 * Converts the values of a form to those of its schema: an emptied input is null or, where null is not allowed, an
 * absent field (so that its default applies), an empty text or an empty list.
 */
export function conform(schema: z.ZodType, value: unknown): unknown {
  const inner = unwrapped(schema)
  if (isBlank(value)) return blankFor(schema, inner, value)
  if (inner instanceof z.ZodObject && isObject(value)) return conformObject(inner, value)
  if (inner instanceof z.ZodArray && Array.isArray(value))
    return value.map((item: unknown) => conform(inner.element as z.ZodType, item))
  if (inner instanceof z.ZodRecord && isObject(value)) {
    const entries = Object.entries(value).filter(([, text]) => !isBlank(text) && text !== '')
    return entries.length === 0 ? blankFor(schema, inner, null) : Object.fromEntries(entries)
  }
  return value
}

function conformObject(schema: z.ZodObject, value: Values): Values {
  const result: Values = {}
  for (const [key, field] of Object.entries(schema.shape)) {
    const conformed = conform(field as z.ZodType, value[key])
    if (conformed !== undefined) result[key] = conformed
  }
  return result
}

const isBlank = (value: unknown): value is null | undefined => value === null || value === undefined
const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function blankFor(schema: z.ZodType, inner: z.ZodType, value: null | undefined): unknown {
  if (value === undefined && schema.safeParse(undefined).success) return undefined
  if (schema.safeParse(null).success) return null
  if (schema.safeParse(undefined).success) return undefined
  if (inner instanceof z.ZodString && schema.safeParse('').success) return ''
  if (inner instanceof z.ZodArray) return []
  return undefined
}

/** Returns the schema inside its optional, nullable and default wrappers. */
function unwrapped(schema: z.ZodType): z.ZodType {
  let inner = schema
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable || inner instanceof z.ZodDefault)
    inner = inner.unwrap() as z.ZodType
  return inner
}

/** Returns the schema at a path like `contract.valid_from` or `stops.2.station_id` of an object's schema. */
export function schemaAt(schema: z.ZodType, path: string): z.ZodType | undefined {
  let current: z.ZodType | undefined = schema
  for (const step of path.split('.')) {
    const inner: z.ZodType | undefined = current && unwrapped(current)
    if (inner instanceof z.ZodObject) current = inner.shape[step] as z.ZodType | undefined
    else if (inner instanceof z.ZodArray) current = inner.element as z.ZodType
    else return undefined
  }
  return current
}

/** Returns the initial values of a new record: the defaults of its schema. */
export function startingValues(schema: z.ZodObject): Values {
  return Object.fromEntries(
    Object.entries(schema.shape).map(([key, field]) => {
      const parsed = (field as z.ZodType).safeParse(undefined)
      return [key, parsed.success ? (parsed.data ?? null) : null]
    }),
  )
}
