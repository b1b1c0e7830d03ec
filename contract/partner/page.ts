import { z } from 'zod'
import { PARTNER_PAGE_DEFAULT_ROWS, PARTNER_PAGE_MAX_ROWS } from '../core/limits/partner-api'

/** Query parameters of a paginated list. */
export const CursorPage = {
  /** Value of `next` or `previous` of another page. */
  cursor: z.string().max(300).optional(),
  limit: z.coerce.number().int().min(1).max(PARTNER_PAGE_MAX_ROWS).default(PARTNER_PAGE_DEFAULT_ROWS),
}

/** Counting is optional because it costs a query. */
export const CountAsked = z.enum(['true', 'false']).optional()

/** Returns the schema of a page; `next` and `previous` are cursors, null at the end. */
const pageOf = <S extends z.ZodType>(row: S) =>
  z.object({
    results: z.array(row),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    /** Only with `count=true`; 10,001 = more than 10,000. */
    count: z.int().min(0).optional(),
  })

/** Returns the answer of a list operation. */
export const onePage = <S extends z.ZodType>(row: S, description = 'One page.') => ({
  status: 200 as const,
  description,
  schema: pageOf(row),
})
