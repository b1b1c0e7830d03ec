import { z } from 'zod'
import type { AnyEntity } from './entity'
import { ListQuery } from './list'

/* How many records a list has of each value of a field, so that a filter says beforehand what it would find. */

export const FacetCount = z.object({
  value: z.union([z.string(), z.boolean()]),
  /** Exact, unless there are more than that. */
  count: z.int().min(0),
  more: z.boolean(),
})
export type FacetCount = z.output<typeof FacetCount>

/** The closed list of values that a field can have; null where any value may come. */
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

/** The fields of a list whose values can be counted. */
const countedFields = ({ filterable, record }: AnyEntity): string[] =>
  filterable.filter((name) => valuesOf(record.shape[name] as z.ZodType) !== null)

/** The query: a field with a closed list of values, and the filter of the list, whose own word on the field is left out. */
export const facetQuery = (entity: AnyEntity) =>
  z.object({ field: z.enum(countedFields(entity)), filter: ListQuery.shape.filter })
