import { z } from 'zod'
import { PARTNER_PAGE_DEFAULT_ROWS, PARTNER_PAGE_MAX_ROWS } from '../core/limits'

/** The part of a list that is asked for. */
export const CursorPage = {
  /** From `next` or `previous` of another page. */
  cursor: z.string().max(300).optional(),
  limit: z.coerce.number().int().min(1).max(PARTNER_PAGE_MAX_ROWS).default(PARTNER_PAGE_DEFAULT_ROWS),
}

/** Lists are counted only for who asks. */
export const CountAsked = z.enum(['true', 'false']).optional()

/** Lists of the partner API: `next` and `previous` are cursors, null at the end. */
const pageOf = <S extends z.ZodType>(row: S) =>
  z.object({
    results: z.array(row),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    /** Only where it is asked for with `count=true`; 10,001 stands for more than 10,000. */
    count: z.int().min(0).optional(),
  })

/** The answer of an operation that lists. */
export const onePage = <S extends z.ZodType>(row: S, description = 'One page.') => ({
  status: 200 as const,
  description,
  schema: pageOf(row),
})
