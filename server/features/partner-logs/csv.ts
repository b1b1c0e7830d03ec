import type { ApiLogEntry } from '../../../contract/partner-logs'

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
/** A spreadsheet takes what begins so for a formula. */
const FORMULA = /^[=+\-@\t\r]/

/** Calls as comma-separated values, with a line of names; what came from outside is never a formula. */
export function csvOf(entries: readonly ApiLogEntry[]): string {
  const lines = entries.map((entry) => [...COLUMNS.map((name) => entry[name]), entry.credential?.last4 ?? null])
  return [[...COLUMNS, 'credential_last4'], ...lines].map((cells) => `${cells.map(cell).join(',')}\r\n`).join('')
}

function cell(value: string | number | null): string {
  if (value === null || typeof value === 'number') return String(value ?? '')
  const text = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
