import type { ApiLogEntry } from '../../../../contract/partner/logs'
import { csvText } from '../../../documents/csv'

const COLUMNS = [
  'at',
  'environment',
  'direction',
  'method',
  'path',
  'query',
  'status',
  'problem_code',
  'duration_ms',
  'ip',
  'user_agent',
  'request_id',
  'idempotency_key',
  'trip_reference',
  'partner_reference',
] as const satisfies (keyof ApiLogEntry)[]

/** Returns calls as CSV. */
export const csvOf = (entries: readonly ApiLogEntry[]): string =>
  csvText(
    [...COLUMNS, 'credential_last4'],
    entries.map((entry) => [...COLUMNS.map((name) => entry[name]), entry.credential?.last4 ?? null]),
  )
