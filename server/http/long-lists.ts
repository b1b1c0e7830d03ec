import { z } from 'zod'

/**
 * Truncates each list of a request that exceeds its schema's limit to one item above the limit.
 * The schema still refuses the list, but does not report an issue for each of half a million items.
 */
export function cutLongLists(schema: z.ZodType, value: unknown): void {
  if (typeof value !== 'object' || value === null || !hasList(schema)) return
  if (schema instanceof z.ZodObject) {
    for (const [name, field] of Object.entries(schema.shape))
      cutLongLists(field as z.ZodType, (value as Record<string, unknown>)[name])
  } else if (schema instanceof z.ZodArray) {
    if (!Array.isArray(value)) return
    const maximum = maximumOf(schema)
    if (value.length > maximum) value.length = maximum + 1
    for (const item of value) cutLongLists(schema.element as z.ZodType, item)
  } else if (!isChoice(schema)) for (const part of partsOf(schema)) cutLongLists(part, value)
}

/** Returns the limit of a list; `Infinity` without one. */
function maximumOf(list: z.ZodArray): number {
  const ends = (list.def.checks ?? []).flatMap(({ _zod: { def } }) =>
    def.check === 'max_length' && 'maximum' in def && typeof def.maximum === 'number' ? [def.maximum] : [],
  )
  return Math.min(...ends)
}

const known = new WeakMap<z.ZodType, boolean>()

function hasList(schema: z.ZodType): boolean {
  const before = known.get(schema)
  if (before !== undefined) return before
  known.set(schema, false)
  const within = schema instanceof z.ZodObject ? Object.values(schema.shape) : partsOf(schema)
  const found = schema instanceof z.ZodArray || within.some((part) => hasList(part as z.ZodType))
  known.set(schema, found)
  return found
}

/** Lists in unions are not truncated: each option has its own limit, and another option may accept the list. */
const isChoice = (schema: z.ZodType): boolean => schema instanceof z.ZodUnion

/** The schemas that describe the same value as this one. */
function partsOf(schema: z.ZodType): z.ZodType[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return [schema.unwrap() as z.ZodType]
  return schema instanceof z.ZodPipe ? [schema.in as z.ZodType, schema.out as z.ZodType] : []
}
