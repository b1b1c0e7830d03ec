import { z } from 'zod'
import { SEARCH_MAX_CHARS } from './limits/search'
import { INTEGER_MAX, Id } from './scalars'

/**
 * The operators of a list filter, as suffixes of the field's name (`departs_at_gte`).
 * No suffix: equal; on a list field: contains.
 */
export const FILTER_OPERATORS = ['neq', 'in', 'gte', 'gt', 'lte', 'lt', 'like', 'isnull'] as const
export type FilterOperator = (typeof FILTER_OPERATORS)[number] | 'eq'

export type FilterSchema = z.ZodObject<z.ZodRawShape>

const MAX_VALUES = 500
/** Maximum length of a filter value for a text field without a maximum of its own. */
const TEXT_MAX_CHARS = 1_000

/** Returns the filter schema of a resource. It is strict, so that a misspelt filter is an error and never matches all. */
export function filterSchema(shape: z.ZodRawShape, names: readonly string[], extra: z.ZodRawShape = {}): FilterSchema {
  const filters: Record<string, z.ZodType> = {
    q: z.string().trim().max(SEARCH_MAX_CHARS).optional(),
    id: z.union([Id, z.array(Id).max(MAX_VALUES)]).optional(),
    id_in: z.array(Id).max(MAX_VALUES).optional(),
  }
  for (const name of names) {
    const { inner, nullable } = bare(shape[name] as z.ZodType)
    const value = asStored(inner instanceof z.ZodArray ? (inner.element as z.ZodType) : inner)
    filters[name] = z.union([value, z.array(value).max(MAX_VALUES)]).optional()
    filters[`${name}_in`] = z.array(value).max(MAX_VALUES).optional()
    if (nullable) filters[`${name}_isnull`] = z.boolean().optional()
    if (inner instanceof z.ZodArray) continue
    filters[`${name}_neq`] = value.optional()
    if (isOrdered(value)) for (const op of ['gte', 'gt', 'lte', 'lt']) filters[`${name}_${op}`] = value.optional()
    if (isText(value)) filters[`${name}_like`] = z.string().max(SEARCH_MAX_CHARS).optional()
  }
  return z.strictObject({ ...filters, ...extra })
}

/** Splits `departs_at_gte` into its field and operator. */
export function parseFilterKey(key: string): { field: string; operator: FilterOperator } {
  for (const operator of FILTER_OPERATORS)
    if (key.endsWith(`_${operator}`)) return { field: key.slice(0, -operator.length - 1), operator }
  return { field: key, operator: 'eq' }
}

function bare(schema: z.ZodType): { inner: z.ZodType; nullable: boolean } {
  let inner = schema
  let nullable = false
  while (inner instanceof z.ZodNullable || inner instanceof z.ZodOptional || inner instanceof z.ZodDefault) {
    nullable ||= inner instanceof z.ZodNullable
    inner = inner.unwrap() as z.ZodType
  }
  return { inner, nullable }
}

/** Limits an unbounded number to the range of its column, and an unbounded text to `TEXT_MAX_CHARS`. */
function asStored(value: z.ZodType): z.ZodType {
  if (value instanceof z.ZodNumber && (value.maxValue ?? Infinity) >= Number.MAX_SAFE_INTEGER)
    return value.min(-INTEGER_MAX).max(INTEGER_MAX)
  return value instanceof z.ZodString && value.maxLength === null ? value.max(TEXT_MAX_CHARS) : value
}

const isOrdered = (schema: z.ZodType) =>
  schema instanceof z.ZodNumber || schema instanceof z.ZodISODate || schema instanceof z.ZodISODateTime

/** Whether the value is free text, not a key of a fixed form like an id. */
const isText = (schema: z.ZodType) =>
  schema instanceof z.ZodRecord ||
  schema instanceof z.ZodEmail ||
  (schema instanceof z.ZodString && !(schema instanceof z.ZodStringFormat))
