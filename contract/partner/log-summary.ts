import { z } from 'zod'
import { operation } from '../core/operations'
import { PARTNER_LOG_TAG } from './logs'
import { Id, Instant } from '../core/scalars'
import { ENVIRONMENTS } from '../core/vocabulary'

const Query = z.object({
  from: Instant,
  /** Not included. */
  to: Instant,
  environment: z.enum(ENVIRONMENTS).optional(),
})
export type LogSummaryQuery = z.output<typeof Query>

/** How a partner's calls went, hour by hour or, beyond two days, day by day (UTC). */
export const LogSummary = z.object({
  bucket: z.enum(['hour', 'day']),
  /** Those in which something was called, the oldest first. */
  points: z.array(
    z.object({
      /** When the hour or day begins. */
      at: Instant,
      calls: z.int().min(1),
      /** Answered with 4xx: the caller's to mend. */
      refused: z.int().min(0),
      /** Answered with 5xx: ours to mend. */
      failed: z.int().min(0),
      /** Half of the calls were quicker. */
      p50_ms: z.int().min(0),
      /** Nineteen of twenty were quicker. */
      p95_ms: z.int().min(0),
    }),
  ),
})
export type LogSummary = z.output<typeof LogSummary>

const ok = { status: 200, description: 'The hours or days of the period with calls.', schema: LogSummary }

export const summarizeApiLogs = operation({
  id: 'summarizeApiLogs',
  method: 'GET',
  path: '/partner/api-logs/summary',
  tag: PARTNER_LOG_TAG,
  summary: 'How many calls there were, how many were refused and how long they took',
  access: { partner: ['owner', 'developer'] },
  query: Query,
  ok,
  errors: ['malformed'],
})

export const summarizePartnerApiLogs = operation({
  id: 'summarizePartnerApiLogs',
  method: 'GET',
  path: '/partners/:id/api-logs/summary',
  tag: PARTNER_LOG_TAG,
  summary: 'The same of one partner, for staff',
  access: { action: 'show', resource: 'partners' },
  params: z.object({ id: Id }),
  query: Query,
  ok,
  errors: ['not_found', 'malformed'],
})

export const PARTNER_LOG_SUMMARY_OPERATIONS = [summarizeApiLogs, summarizePartnerApiLogs]
