import { ENVIRONMENTS } from '../../../contract/core/vocabulary'
import { call, type Answer, type Request } from '../../providers/http/call'
import { saveCsv } from '../../providers/http/files'

const HOUR_MS = 3_600_000
const HOURS = { '24h': 24, '7d': 7 * 24, '30d': 30 * 24 } as const
type CallRange = keyof typeof HOURS
export const CALL_RANGES = Object.keys(HOURS) as CallRange[]

/** Filter of a log as in the page address; '' does not filter. */
export interface CallFilter {
  range: string
  status_class: string
  environment: string
  path: string
  min_duration_ms: string
  /** Reference of a trip, or id of a request. */
  q: string
  cursor: string
  /** Id of the open call. */
  call: string
}
export const CALL_FILTER_NAMES = [
  'range',
  'status_class',
  'environment',
  'path',
  'min_duration_ms',
  'q',
  'cursor',
  'call',
] as const satisfies (keyof CallFilter)[]

export const rangeOf = ({ range }: Pick<CallFilter, 'range'>): CallRange =>
  CALL_RANGES.find((name) => name === range) ?? '24h'

export const hoursOf = (range: CallRange): number => HOURS[range]

/** Valid filter values; others are ignored. */
const READABLE: Readonly<Record<string, RegExp>> = {
  status_class: /^[1-5]xx$/,
  environment: /^(live|test)$/,
  min_duration_ms: /^\d{1,6}$/,
}

const PAGE_ROWS = 25

const since = (filter: CallFilter, now: number) => new Date(now - hoursOf(rangeOf(filter)) * HOUR_MS).toISOString()

function narrowed({ status_class, environment, path, min_duration_ms, q }: CallFilter) {
  const said = Object.entries({ status_class, environment, path, min_duration_ms, q })
  return Object.fromEntries(said.filter(([name, value]) => READABLE[name]?.test(value) ?? true))
}

/** Log of calls: the partner's own, or a partner's as staff see it. */
export interface CallSource {
  list: (filter: CallFilter, now: number) => Promise<Answer<'GET /partner/api-logs'>>
  one: (id: string) => Promise<Answer<'GET /partner/api-logs/:id'>>
  summary: (filter: CallFilter, now: number) => Promise<Answer<'GET /partner/api-logs/summary'>>
}

export const pageQuery = (filter: CallFilter, now: number): Request<'GET /partner/api-logs'>['query'] => ({
  ...narrowed(filter),
  from: since(filter, now),
  limit: PAGE_ROWS,
  cursor: filter.cursor,
})

export const summaryQuery = (filter: CallFilter, now: number): Request<'GET /partner/api-logs/summary'>['query'] => ({
  from: since(filter, now),
  to: new Date(now).toISOString(),
  environment: ENVIRONMENTS.find((name) => name === filter.environment),
})

/** Log of the signed-in partner. */
export const OWN_CALLS: CallSource = {
  list: (filter, now) => call('GET /partner/api-logs', { query: pageQuery(filter, now) }),
  one: (id) => call('GET /partner/api-logs/:id', { params: { id } }),
  summary: (filter, now) => call('GET /partner/api-logs/summary', { query: summaryQuery(filter, now) }),
}

export const saveOwnCalls = (filter: CallFilter, now: number) =>
  saveCsv('GET /partner/api-logs/export', { query: { ...narrowed(filter), from: since(filter, now) } }, 'api-logs.csv')
