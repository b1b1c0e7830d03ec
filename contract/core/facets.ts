import { z } from 'zod'
import type { AnyEntity } from './entity'
import { ListQuery } from './list'

/* Number of records for each value of a field, shown in a filter before it is applied. */

export const FacetCount = z.object({
  value: z.union([z.string(), z.boolean()]),
  /** Exact, unless `more` is true: then there are more records. */
  count: z.int().min(0),
  more: z.boolean(),
})
export type FacetCount = z.output<typeof FacetCount>

/** Returns the closed list of values of a field, or null if any value is allowed. */
export function valuesOf(schema: z.ZodType): readonly (string | boolean)[] | null {
  let inner = schema
  while (
    inner instanceof z.ZodNullable ||
    inner instanceof z.ZodOptional ||
    inner instanceof z.ZodDefault ||
    inner instanceof z.ZodArray
  )
    inner = (inner instanceof z.ZodArray ? inner.element : inner.unwrap()) as z.ZodType
  if (inner instanceof z.ZodBoolean) return [true, false]
  return inner instanceof z.ZodEnum ? inner.options.filter((value) => typeof value === 'string') : null
}

/** Returns the fields of a list that have a closed list of values. */
const countedFields = ({ filterable, record }: AnyEntity): string[] =>
  filterable.filter((name) => valuesOf(record.shape[name] as z.ZodType) !== null)

/** Returns whether a list has a field with a closed list of values. */
export const hasFacets = (entity: AnyEntity): boolean => countedFields(entity).length > 0

/** Query: a field with a closed list of values, and the filter of the list. Conditions on the field itself are ignored. */
export const facetQuery = (entity: AnyEntity) =>
  z.object({ field: z.enum(countedFields(entity)), filter: ListQuery.shape.filter })
