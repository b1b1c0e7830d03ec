import type { ImportReport, ImportStage } from '../../../contract/gtfs'
import type { Db } from '../../db/database'
import type { Context } from '../../http/context'
import { Refusal } from '../../http/refusal'
import { importFeed } from './import-feed'
import { finishRun, insertRun, type RunRequest } from './repository/runs'

export interface RunSettings {
  id: string
  fileName: string
  request: RunRequest
  onProgress?: (stage: ImportStage, percent: number) => void
}

/** Puts a new import into the history. */
export async function recordRun(db: Db, context: Context, { id, fileName, request }: RunSettings): Promise<void> {
  await insertRun(db, { id, fileName, request, startedBy: context.actor.kind === 'user' ? context.actor.id : null })
}

/** Runs a recorded import to its end and records how it ended. @throws what went wrong, after recording it. */
export async function runImport(db: Db, context: Context, path: string, settings: RunSettings): Promise<ImportReport> {
  const { id, request, fileName, onProgress } = settings
  try {
    const report = await importFeed(db, context, path, {
      runId: id,
      fileName,
      from: request.from,
      to: request.to,
      dryRun: request.dry_run,
      skipRowsInError: request.skip_rows_in_error,
      vehicleType: request.vehicle_type,
      ...(onProgress && { onProgress }),
    })
    const state = report.outcome === 'refused' ? 'refused' : 'succeeded'
    await finishRun(db, { id, request, state, report, failure: null }, context.now())
    return report
  } catch (error) {
    await finishRun(
      db,
      { id, request, state: 'failed', report: null, failure: failureText(error, context) },
      context.now(),
    )
    throw error
  }
}

const failureText = (error: unknown, context: Context) =>
  error instanceof Refusal
    ? (error.detail ?? error.message)
    : `Something went wrong on our side; nothing was written. Quote ${context.requestId} when you report it.`
