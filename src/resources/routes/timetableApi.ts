import type { ImportRun } from '../../../contract/operations/timetable-report'
import { API_ROOT } from '../../providers/config'
import { api } from '../../providers/http/api'
import { httpClient } from '../../providers/http/httpClient'

/** A feed may be large and the line slow. */
const TRANSFER_TIMEOUT_MS = 180_000

export interface ImportOrder {
  file: File
  /** First and last service date, both included. */
  from: string
  to: string
  skipRowsInError: boolean
  stopSalesOfGone: boolean
  /** Only say what would happen. */
  dryRun: boolean
}

/** Hands a feed to the server, which works on it by itself; ask `readImport` how far it is. */
export function startImport({
  file,
  from,
  to,
  skipRowsInError,
  stopSalesOfGone,
  dryRun,
}: ImportOrder): Promise<ImportRun> {
  const body = new FormData()
  body.set('from', from)
  body.set('to', to)
  body.set('skip_rows_in_error', String(skipRowsInError))
  body.set('stop_sales_of_gone', String(stopSalesOfGone))
  body.set('dry_run', String(dryRun))
  body.set('file', file)
  return api<ImportRun>('/gtfs/imports/', { method: 'POST', body, timeoutMs: TRANSFER_TIMEOUT_MS })
}

export function readImport(id: string): Promise<ImportRun> {
  return api<ImportRun>(`/gtfs/imports/${encodeURIComponent(id)}/`)
}

/** The journeys of these service dates as a GTFS feed. */
export async function exportTimetable(from: string, to: string): Promise<Blob> {
  const query = new URLSearchParams({ from, to }).toString()
  const headers = { Accept: 'application/zip, application/problem+json' }
  const { file } = await httpClient(`${API_ROOT}/gtfs/export/?${query}`, {
    binary: true,
    headers,
    timeoutMs: TRANSFER_TIMEOUT_MS,
  })
  return file ?? new Blob()
}
