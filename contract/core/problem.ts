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

/** What stands in the way of a deletion or a change: one row per kind of record. */
export const Blocker = z.object({
  resource: z.string(),
  count: z.int(),
  /** Some of them, by name, so that a person can find them. */
  examples: z.array(z.object({ id: z.string(), label: z.string() })),
})
export type Blocker = z.output<typeof Blocker>

/** RFC 9457 body of every error answer, `application/problem+json`. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
  /** The fact and the remedy, in English, for a person. */
  detail: z.string().optional(),
  instance: z.string().optional(),
  request_id: z.string(),
  errors: z.array(FieldError).optional(),
  blockers: z.array(Blocker).optional(),
  /** On resource_conflict: who is free and fits instead, the nearest first. */
  suggestions: z.array(z.object({ id: z.string(), label: z.string() })).optional(),
  /** On version_mismatch: the record as it is now. */
  current: z.record(z.string(), z.unknown()).optional(),
  /** On price_changed: what was told, as far as it is known, and what it costs now. */
  price: z.object({ quoted: PriceBreakdown.nullable(), current: PriceBreakdown }).optional(),
  /** The same request may succeed later, as it is. */
  retryable: z.boolean(),
  /** Seconds to wait, on 429 and 503. */
  retry_after_s: z.int().optional(),
})
export type Problem = z.output<typeof Problem>
