import { z } from 'zod'
import { PriceBreakdown } from './price-line'
import { ERRORS, type ErrorCode } from './errors'

export const FieldError = z.object({
  /** JSON pointer into the request body: `/route_stops/2/station_id`. */
  pointer: z.string(),
  code: z.string(),
  detail: z.string(),
})
export type FieldError = z.output<typeof FieldError>

/** Records that prevent a deletion or a change: one row for each kind of record. */
export const Blocker = z.object({
  resource: z.string(),
  count: z.int(),
  /** Some of the records with their labels, so that a user can find them. */
  examples: z.array(z.object({ id: z.string(), label: z.string() })),
})
export type Blocker = z.output<typeof Blocker>

/** RFC 9457 body of every error response, `application/problem+json`. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
  /** The fact and the remedy for a human reader: in the language of the header `Content-Language`, otherwise in English. */
  detail: z.string().optional(),
  instance: z.string().optional(),
  request_id: z.string(),
  errors: z.array(FieldError).optional(),
  blockers: z.array(Blocker).optional(),
  /** On resource_conflict: suitable alternatives that are free, the nearest first. */
  suggestions: z.array(z.object({ id: z.string(), label: z.string() })).optional(),
  /** On version_mismatch: the current record. */
  current: z.record(z.string(), z.unknown()).optional(),
  /** On price_changed: the quoted price if it is known, and the current price. */
  price: z.object({ quoted: PriceBreakdown.nullable(), current: PriceBreakdown }).optional(),
  /** The same request may succeed later without changes. */
  retryable: z.boolean(),
  /** Seconds to wait, on 429 and 503. */
  retry_after_s: z.int().optional(),
})
export type Problem = z.output<typeof Problem>
