import type { ImportReport, ImportStage } from '../../../contract/operations/timetable-report'
import { announce } from '../../kernel/audit'
import type { Db } from '../../db/database'
import { inTransaction, type Reader } from '../../db/transaction'
import type { Context } from '../../kernel/context'
import { Refusal } from '../../http/refusal'
import { Interrupted, Stopped } from '../../jobs/stopped'
import { importFeed } from './import-feed'
import type { ArchiveSource } from './read/archive'
import { finishRun, insertRun, type RunRequest } from './repository/runs'
import type { SourceRequest } from './write/source'

export interface RunSettings {
  id: string
  fileName: string
  request: RunRequest
  onProgress?: (stage: ImportStage, percent: number) => void
}

/** Inserts a run for a new import. */
export async function recordRun(db: Reader, context: Context, { id, fileName, request }: RunSettings): Promise<void> {
  await insertRun(db, { id, fileName, request, startedBy: context.actor.kind === 'user' ? context.actor.id : null })
}

/** Runs a recorded import and records its result. @throws the error of the import, after recording it */
export async function runImport(
  db: Db,
  context: Context,
  feed: ArchiveSource,
  settings: RunSettings,
): Promise<ImportReport> {
  const { id, request, fileName, onProgress } = settings
  try {
    const report = await importFeed(db, context, feed, {
      runId: id,
      fileName,
      from: request.from,
      to: request.to,
      dryRun: request.dry_run,
      skipRowsInError: request.skip_rows_in_error,
      stopSalesOfGone: request.stop_sales_of_gone,
      vehicleType: request.vehicle_type,
      source: sourceRequest(request),
      ...(onProgress && { onProgress }),
    })
    const state = report.outcome === 'refused' ? 'refused' : 'succeeded'
    await finishRun(db, { id, request, state, report, failure: null }, context.now())
    if (state === 'refused') await notifyOfFailure(db, context, settings)
    return report
  } catch (error) {
    if (error instanceof Interrupted) throw error
    if (error instanceof Stopped) {
      await finishRun(db, { id, request, state: 'cancelled', report: null, failure: null }, context.now())
      throw error
    }
    await finishRun(
      db,
      { id, request, state: 'failed', report: null, failure: failureText(error, context) },
      context.now(),
    )
    await notifyOfFailure(db, context, settings)
    throw error
  }
}

/** Returns what the request of a run says about the source of its feed. */
export const sourceRequest = (request: RunRequest): SourceRequest => ({
  sourceId: request.source_id,
  newSourceName: request.new_source_name,
  acceptMoves: request.accept_moves,
})

/** Failed dry runs are not announced: the user who started one sees its result. */
async function notifyOfFailure(db: Db, context: Context, { id, fileName, request }: RunSettings): Promise<void> {
  if (request.dry_run) return
  const entity = { type: 'import-runs', id, label: fileName }
  await inTransaction(db, async (tx) => announce(tx, context.actor, { action: 'gtfs.failed', entity }))
}

const failureText = (error: unknown, context: Context) =>
  error instanceof Refusal
    ? String(error.detail ?? error.message)
    : `Something went wrong on our side; nothing was written. Quote ${context.requestId} when you report it.`
