import type { ImportRun } from '../../../contract/operations/timetable-report'
import { call } from '../../providers/http/call'

/** A feed may be large and the line slow. */
export const TRANSFER_TIMEOUT_MS = 180_000

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

/** Hands a feed to the server, which works on it by itself; `GET /gtfs/imports/:id` says how far it is. */
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
  return call('POST /gtfs/imports', { body, timeoutMs: TRANSFER_TIMEOUT_MS })
}
