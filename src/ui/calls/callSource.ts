import type { LogSummary } from '../../../contract/partner/log-summary'
import type { ApiLogDetail, ApiLogEntry } from '../../../contract/partner/logs'
import { api } from '../../providers/http/api'
import { saveCsv } from '../../providers/http/files'

const HOUR_MS = 3_600_000
const HOURS = { '24h': 24, '7d': 7 * 24, '30d': 30 * 24 } as const
type CallRange = keyof typeof HOURS
export const CALL_RANGES = Object.keys(HOURS) as CallRange[]

/** What of a log is looked at, as it stands in the page's address; '' = not narrowed. */
export interface CallFilter {
  range: string
  status_class: string
  environment: string
  path: string
  min_duration_ms: string
  /** Reference of a trip or id of a request. */
  q: string
  cursor: string
  /** The call that is open. */
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

export interface CallPage {
  results: ApiLogEntry[]
  next: string | null
  previous: string | null
}

export const rangeOf = ({ range }: Pick<CallFilter, 'range'>): CallRange =>
  CALL_RANGES.find((name) => name === range) ?? '24h'

/** Length of a range in hours. */
export const hoursOf = (range: CallRange): number => HOURS[range]

/** What an address can mean by a filter; by anything else it narrows nothing. */
const READABLE: Readonly<Record<string, RegExp>> = {
  status_class: /^[1-5]xx$/,
  environment: /^(live|test)$/,
  min_duration_ms: /^\d{1,6}$/,
}

const PAGE_ROWS = '25'

/** The log of calls at a path: the partner's own, or a partner's as staff see it. */
export function callSource(root: string) {
  const since = (filter: CallFilter, now: number) => new Date(now - hoursOf(rangeOf(filter)) * HOUR_MS).toISOString()
  const narrowed = ({ status_class, environment, path, min_duration_ms, q }: CallFilter) =>
    Object.entries({ status_class, environment, path, min_duration_ms, q }).filter(
      ([name, value]) => value !== '' && (READABLE[name]?.test(value) ?? true),
    )
  const query = (entries: readonly (readonly [string, string])[]) =>
    new URLSearchParams(entries.map(([...pair]) => pair))
  return {
    list: (filter: CallFilter, now: number) => {
      const cursor = filter.cursor === '' ? [] : [['cursor', filter.cursor] as const]
      const part = [
        ...narrowed(filter),
        ['from', since(filter, now)] as const,
        ['limit', PAGE_ROWS] as const,
        ...cursor,
      ]
      return api<CallPage>(`${root}?${query(part).toString()}`)
    },
    one: (id: string) => api<ApiLogDetail>(`${root}${encodeURIComponent(id)}/`),
    summary: (filter: CallFilter, now: number) => {
      const environment = filter.environment === '' ? [] : [['environment', filter.environment] as const]
      const part = [['from', since(filter, now)] as const, ['to', new Date(now).toISOString()] as const, ...environment]
      return api<LogSummary>(`${root}summary/?${query(part).toString()}`)
    },
    save: (filter: CallFilter, now: number) =>
      saveCsv(
        `${root}export/?${query([...narrowed(filter), ['from', since(filter, now)]]).toString()}`,
        'api-logs.csv',
      ),
  }
}
export type CallSource = ReturnType<typeof callSource>
