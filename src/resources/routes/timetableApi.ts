import type { ImportRun } from '../../../contract/operations/timetable-report'
import { call } from '../../providers/http/call'
import type { SourceDecision } from './sourceDecision'

/** Long, because feeds can be large and connections slow. */
export const TRANSFER_TIMEOUT_MS = 180_000

export interface ImportOrder {
  file: File
  /** First and last service date, inclusive. */
  from: string
  to: string
  skipRowsInError: boolean
  stopSalesOfGone: boolean
  source: SourceDecision
  /** Reports the result without changes. */
  dryRun: boolean
}

/** Uploads a feed; the server imports it in the background. `GET /gtfs/imports/:id` returns the progress. */
export function startImport({
  file,
  from,
  to,
  skipRowsInError,
  stopSalesOfGone,
  source: { sourceId, newName, acceptMoves },
  dryRun,
}: ImportOrder): Promise<ImportRun> {
  const body = new FormData()
  body.set('from', from)
  body.set('to', to)
  body.set('skip_rows_in_error', String(skipRowsInError))
  body.set('stop_sales_of_gone', String(stopSalesOfGone))
  if (sourceId !== null) body.set('source_id', sourceId)
  if (newName !== null) body.set('new_source_name', newName.trim())
  body.set('accept_moves', String(acceptMoves))
  body.set('dry_run', String(dryRun))
  body.set('file', file)
  return call('POST /gtfs/imports', { body, timeoutMs: TRANSFER_TIMEOUT_MS })
}
