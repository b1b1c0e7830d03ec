import { z } from 'zod'
import { PAGE_DEFAULT_ROWS, PAGE_MAX_ROWS } from './limits/requests'
import type { Role } from './vocabulary'
import { schemaMessage } from './sentence'

const SORT = schemaMessage`Must be a field and "ASC" or "DESC" as JSON: sort=["name","ASC"].`
const RANGE = schemaMessage`Must be the numbers of the first and the last row, counted from 0, as JSON: range=[0,24].`
const FILTER = schemaMessage`Must be an object of fields and values as JSON: filter={"status":"active"}.`

const row = z.int(RANGE).min(0, RANGE).max(10_000_000, RANGE)

/**
 * The query of a list in the dialect of ra-data-simple-rest: `sort=["name","ASC"]`, `range=[0,24]`, `filter={"q":"abc"}`.
 * Each part is JSON in the query string.
 */
export const ListQuery = z.object({
  sort: json(z.tuple([z.string(SORT).max(64, SORT), z.enum(['ASC', 'DESC'], SORT)], SORT), SORT).optional(),
  range: json(z.tuple([row, row], RANGE), RANGE)
    .refine(
      ([from, to]) => to >= from,
      schemaMessage`The last row is before the first. Send the smaller number first: range=[0,24].`,
    )
    .refine(
      ([from, to]) => to - from < PAGE_MAX_ROWS,
      schemaMessage`A page has at most ${PAGE_MAX_ROWS} rows. Ask for fewer: range=[0,${PAGE_MAX_ROWS - 1}].`,
    )
    .default([0, PAGE_DEFAULT_ROWS - 1]),
  filter: json(z.record(z.string(), z.unknown(), FILTER), FILTER).default({}),
})
export type ListQuery = z.output<typeof ListQuery>

/** Query of a resource list. Without a range: the first page, or all records requested by id (`getMany`). @see rangeOf */
export const ResourceListQuery = ListQuery.extend({ range: ListQuery.shape.range.unwrap().optional() })

/** Returns the first and last row of the requested page, counted from 0. */
export function rangeOf({ range, filter }: z.output<typeof ResourceListQuery>): readonly [from: number, to: number] {
  if (range) return range
  const ids = filter['id']
  const rows = Array.isArray(ids) ? Math.min(Math.max(ids.length, 1), PAGE_MAX_ROWS) : PAGE_DEFAULT_ROWS
  return [0, rows - 1]
}

export interface ListRequest {
  sort: { field: string; order: 'ASC' | 'DESC' }
  offset: number
  limit: number
  filter: Record<string, unknown>
  /** Role of the caller, which may hide records and fields. */
  role: Role
  /** Language by which texts in several languages are sorted. */
  language: string
}

/** Number of matching records: exact, or "more than" where further counting would cost too much. */
export interface Total {
  count: number
  exact: boolean
}

export interface Page<R> {
  rows: R[]
  total: Total
}

/** Response header `X-Total-More: true`, sent with a `Content-Range` with a total that is not exact. */
export const MORE_THAN_TOTAL_HEADER = 'x-total-more'

/** Returns the value of `Content-Range`: `stations 0-24/319`, or `stations *\/319` for a page without rows. */
export function contentRange(resource: string, offset: number, rows: number, total: Total): string {
  const range = rows === 0 ? '*' : `${offset}-${offset + rows - 1}`
  return `${resource} ${range}/${total.count}`
}

/** @param expected the message for a text that is not JSON */
function json<S extends z.ZodType>(schema: S, expected: string) {
  return z
    .string(expected)
    .max(16_384)
    .transform((text, ctx): unknown => {
      const value = parseJson(text)
      if (value !== undefined && !hasPrototype(value)) return value
      ctx.addIssue({ code: 'custom', message: value === undefined ? expected : RESERVED_NAME })
      return z.NEVER
    })
    .pipe(schema)
}

const RESERVED_NAME = schemaMessage`Must not contain the name "__proto__". Leave it out.`

/** Whether a value has the name `__proto__`, which a schema drops: the filter without it would match all records. */
const hasPrototype = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, '__proto__')

/** Returns undefined for a text that is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
