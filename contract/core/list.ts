import { z } from 'zod'
import { PAGE_DEFAULT_ROWS, PAGE_MAX_ROWS } from './limits'
import type { Role } from './vocabulary'

/**
 * The query of a list in the dialect of ra-data-simple-rest: `sort=["name","ASC"]`, `range=[0,24]`, `filter={"q":"abc"}`.
 * Each part is JSON in the query string.
 */
export const ListQuery = z.object({
  sort: json(z.tuple([z.string().max(64), z.enum(['ASC', 'DESC'])])).optional(),
  range: json(z.tuple([z.int().min(0).max(10_000_000), z.int().min(0).max(10_000_000)]))
    .refine(([from, to]) => to >= from && to - from < PAGE_MAX_ROWS, `A page has 1 to ${PAGE_MAX_ROWS} rows.`)
    .default([0, PAGE_DEFAULT_ROWS - 1]),
  filter: json(z.record(z.string(), z.unknown())).default({}),
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

function json<S extends z.ZodType>(schema: S) {
  return z
    .string()
    .max(16_384)
    .transform((text, ctx) => {
      try {
        return refusePrototype(JSON.parse(text))
      } catch {
        ctx.addIssue({ code: 'custom', message: 'Must be JSON without a name "__proto__".' })
        return z.NEVER
      }
    })
    .pipe(schema)
}

/** Rejects `__proto__`: a schema drops the name, and the filter without it would match all records. @throws SyntaxError */
function refusePrototype(value: unknown): unknown {
  if (typeof value === 'object' && value !== null && Object.hasOwn(value, '__proto__'))
    throw new SyntaxError('The name is reserved.')
  return value
}
