import { z } from 'zod'
import { operation } from '../core/operations'
import { CursorPage, onePage } from './page'
import { several } from './sales'
import { INTEGER_MAX, Id, Instant } from '../core/scalars'
import { ENVIRONMENTS } from '../core/vocabulary'

/* What a partner's programs called, and what they were answered. Secrets are never among it. */

/** Calls are told apart by people's tools with this tag; reading the log is not itself logged. */
export const PARTNER_LOG_TAG = 'partner-logs'
const tag = PARTNER_LOG_TAG
const developers = { partner: ['owner', 'developer'] } as const
const staff = { action: 'show', resource: 'partners' } as const

/** A call in a list. */
export const ApiLogEntry = z.object({
  id: Id,
  /** When it was answered. */
  at: Instant,
  environment: z.enum(ENVIRONMENTS),
  direction: z.enum(['inbound', 'webhook']),
  /** The key that called; null = a person through the portal. */
  credential: z.object({ id: Id, name: z.string(), prefix: z.string(), last4: z.string() }).nullable(),
  method: z.string(),
  path: z.string(),
  query: z.string(),
  status: z.int(),
  /** Of a refusal. */
  problem_code: z.string().nullable(),
  duration_ms: z.int().min(0),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  request_id: z.string(),
  idempotency_key: z.string().nullable(),
  /** Of the trip that it was about: ours, and the partner's own. */
  trip_reference: z.string().nullable(),
  partner_reference: z.string().nullable(),
})
export type ApiLogEntry = z.output<typeof ApiLogEntry>

const Headers = z.record(z.string(), z.string())

/** A call with its bodies, up to 16 KB each, and its first headers, up to 1 KB each. */
export const ApiLogDetail = ApiLogEntry.extend({
  request_headers: Headers,
  request_body: z.string().nullable(),
  response_headers: Headers,
  response_body: z.string().nullable(),
})
export type ApiLogDetail = z.output<typeof ApiLogDetail>

const filters = {
  /** Several: `status_class=4xx&status_class=5xx`. */
  status_class: several(z.enum(['2xx', '3xx', '4xx', '5xx'])),
  /** Code of a refusal. */
  code: z.string().max(64).optional(),
  environment: z.enum(ENVIRONMENTS).optional(),
  credential_id: Id.optional(),
  /** Any part of it. */
  path: z.string().max(200).optional(),
  /** Of a trip, ours or the partner's own, whole. */
  reference: z.string().max(64).optional(),
  request_id: z.string().max(64).optional(),
  /** Either of them, whole. */
  q: z.string().trim().max(64).optional(),
  from: Instant.optional(),
  /** Not included. */
  to: Instant.optional(),
  min_duration_ms: z.coerce.number().int().min(0).max(INTEGER_MAX).optional(),
}
const LogQuery = z.object({ ...CursorPage, ...filters })
export type LogFilter = Omit<z.output<typeof LogQuery>, 'cursor' | 'limit'>

const page = onePage(ApiLogEntry, 'One page, the latest first.')
const one = { status: 200, description: 'The call.', schema: ApiLogDetail }

export const listApiLogs = operation({
  id: 'listApiLogs',
  method: 'GET',
  path: '/partner/api-logs',
  tag,
  summary: 'What the partner’s keys called, and what its people changed through the portal',
  access: developers,
  query: LogQuery,
  ok: page,
  errors: ['malformed'],
})

export const getApiLog = operation({
  id: 'getApiLog',
  method: 'GET',
  path: '/partner/api-logs/:id',
  tag,
  summary: 'One call with its headers and bodies',
  access: developers,
  params: z.object({ id: Id }),
  ok: one,
  errors: ['not_found'],
})

export const exportApiLogs = operation({
  id: 'exportApiLogs',
  method: 'GET',
  path: '/partner/api-logs/export',
  tag,
  summary: 'The calls as CSV, without bodies: the latest 10,000',
  access: developers,
  query: z.object(filters),
  ok: { status: 200, description: 'Comma-separated values, UTF-8, with a line of names.', type: 'text/csv' },
  errors: ['malformed'],
})

export const listPartnerApiLogs = operation({
  id: 'listPartnerApiLogs',
  method: 'GET',
  path: '/partners/:id/api-logs',
  tag,
  summary: 'What a partner called, for staff',
  access: staff,
  params: z.object({ id: Id }),
  query: LogQuery,
  ok: page,
  errors: ['not_found', 'malformed'],
})

export const getPartnerApiLog = operation({
  id: 'getPartnerApiLog',
  method: 'GET',
  path: '/partners/:id/api-logs/:logId',
  tag,
  summary: 'One call of a partner with its headers and bodies, for staff',
  access: staff,
  params: z.object({ id: Id, logId: Id }),
  ok: one,
  errors: ['not_found'],
})

const SummaryQuery = z.object({
  from: Instant,
  /** Not included. */
  to: Instant,
  environment: z.enum(ENVIRONMENTS).optional(),
})
export type LogSummaryQuery = z.output<typeof SummaryQuery>

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
  /** Calls of the whole days of the period that were refused because a key had called too often; they are only counted. */
  throttled: z.int().min(0),
  /** Calls of these days that are not in the log because the log of the day was full, 64 MiB. */
  unrecorded: z.int().min(0),
})
export type LogSummary = z.output<typeof LogSummary>

const summary = { status: 200, description: 'The hours or days of the period with calls.', schema: LogSummary }

export const summarizeApiLogs = operation({
  id: 'summarizeApiLogs',
  method: 'GET',
  path: '/partner/api-logs/summary',
  tag,
  summary: 'How many calls there were, how many were refused and how long they took',
  access: developers,
  query: SummaryQuery,
  ok: summary,
  errors: ['malformed'],
})

export const summarizePartnerApiLogs = operation({
  id: 'summarizePartnerApiLogs',
  method: 'GET',
  path: '/partners/:id/api-logs/summary',
  tag,
  summary: 'The same of one partner, for staff',
  access: staff,
  params: z.object({ id: Id }),
  query: SummaryQuery,
  ok: summary,
  errors: ['not_found', 'malformed'],
})
