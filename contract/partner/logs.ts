import { z } from 'zod'
import { operation } from '../core/operations'
import { CursorPage, onePage } from './page'
import { several } from './sales'
import { INTEGER_MAX, Id, Instant } from '../core/scalars'
import { ENVIRONMENTS } from '../core/vocabulary'

/* Log of the API requests of a partner and their responses, without secrets. */

/** Operations with this tag read the log; they are not logged themselves. */
export const PARTNER_LOG_TAG = 'partner-logs'
const tag = PARTNER_LOG_TAG
const developers = { partner: ['owner', 'developer'] } as const
const staff = { action: 'show', resource: 'partners' } as const

/** Request in a list. */
export const ApiLogEntry = z.object({
  id: Id,
  /** Time of the response. */
  at: Instant,
  environment: z.enum(ENVIRONMENTS),
  direction: z.enum(['inbound', 'webhook']),
  /** API key of the request; null = a member in the portal. */
  credential: z.object({ id: Id, name: z.string(), prefix: z.string(), last4: z.string() }).nullable(),
  method: z.string(),
  path: z.string(),
  query: z.string(),
  status: z.int(),
  /** Error code of a refused request. */
  problem_code: z.string().nullable(),
  duration_ms: z.int().min(0),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  request_id: z.string(),
  idempotency_key: z.string().nullable(),
  /** Reference of the related booking; `partner_reference`: the partner's own. */
  trip_reference: z.string().nullable(),
  partner_reference: z.string().nullable(),
})
export type ApiLogEntry = z.output<typeof ApiLogEntry>

const Headers = z.record(z.string(), z.string())

/** Request with both bodies, up to 16 KB each, and the first 40 headers of each, up to 1 KB for one header. */
export const ApiLogDetail = ApiLogEntry.extend({
  request_headers: Headers,
  request_body: z.string().nullable(),
  response_headers: Headers,
  response_body: z.string().nullable(),
})
export type ApiLogDetail = z.output<typeof ApiLogDetail>

const filters = {
  /** Repeatable: `status_class=4xx&status_class=5xx`. */
  status_class: several(z.enum(['2xx', '3xx', '4xx', '5xx'])),
  /** Error code. */
  code: z.string().max(64).optional(),
  environment: z.enum(ENVIRONMENTS).optional(),
  credential_id: Id.optional(),
  /** Substring of the path. */
  path: z.string().max(200).optional(),
  /** Complete reference of a booking, the operator's or the partner's. */
  reference: z.string().max(64).optional(),
  request_id: z.string().max(64).optional(),
  /** Complete `reference` or `request_id`. */
  q: z.string().trim().max(64).optional(),
  from: Instant.optional(),
  /** End of the period, excluded. */
  to: Instant.optional(),
  min_duration_ms: z.coerce.number().int().min(0).max(INTEGER_MAX).optional(),
}
const LogQuery = z.object({ ...CursorPage, ...filters })
export type LogFilter = Omit<z.output<typeof LogQuery>, 'cursor' | 'limit'>

const page = onePage(ApiLogEntry, 'One page of requests, the latest first.')
const one = { status: 200, description: 'The request.', schema: ApiLogDetail }

export const listApiLogs = operation({
  id: 'listApiLogs',
  method: 'GET',
  path: '/partner/api-logs',
  tag,
  summary: 'List the requests of the partner’s API keys, and the changes of its members in the portal',
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
  summary: 'Get a logged request with its headers and bodies',
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
  summary: 'Export the latest 10,000 logged requests as CSV, without bodies',
  access: developers,
  query: z.object(filters),
  ok: { status: 200, description: 'CSV in UTF-8 with a header line.', type: 'text/csv' },
  errors: ['malformed'],
})

export const listPartnerApiLogs = operation({
  id: 'listPartnerApiLogs',
  method: 'GET',
  path: '/partners/:id/api-logs',
  tag,
  summary: 'List the API requests of a partner, for staff',
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
  summary: 'Get a logged request of a partner with its headers and bodies, for staff',
  access: staff,
  params: z.object({ id: Id, logId: Id }),
  ok: one,
  errors: ['not_found'],
})

const SummaryQuery = z.object({
  from: Instant,
  /** End of the period, excluded. */
  to: Instant,
  environment: z.enum(ENVIRONMENTS).optional(),
})
export type LogSummaryQuery = z.output<typeof SummaryQuery>

/** Statistics of a partner's requests, by hour or, for more than two days, by day (UTC). */
export const LogSummary = z.object({
  bucket: z.enum(['hour', 'day']),
  /** Hours or days with requests, the oldest first. */
  points: z.array(
    z.object({
      /** Start of the hour or day. */
      at: Instant,
      calls: z.int().min(1),
      /** Requests with a 4xx response (client errors). */
      refused: z.int().min(0),
      /** Requests with a 5xx response (server errors). */
      failed: z.int().min(0),
      /** Median duration. */
      p50_ms: z.int().min(0),
      /** 95th percentile of the duration. */
      p95_ms: z.int().min(0),
    }),
  ),
  /** Requests refused by the rate limit of a key, on the complete days of the period. They are counted but not logged. */
  throttled: z.int().min(0),
  /** Requests of these days that are not in the log because the log of the day was full (64 MiB). */
  unrecorded: z.int().min(0),
})
export type LogSummary = z.output<typeof LogSummary>

const summary = { status: 200, description: 'The hours or days of the period with requests.', schema: LogSummary }

export const summarizeApiLogs = operation({
  id: 'summarizeApiLogs',
  method: 'GET',
  path: '/partner/api-logs/summary',
  tag,
  summary: 'Get the numbers of requests and refusals and their durations over time',
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
  summary: 'Get the numbers of requests and refusals of a partner over time, for staff',
  access: staff,
  params: z.object({ id: Id }),
  query: SummaryQuery,
  ok: summary,
  errors: ['not_found', 'malformed'],
})
