import { uuidv7 } from 'uuidv7'
import type { ImportRequest, ImportRun, ImportStage } from '../../../contract/operations/timetable-report'
import { TIMETABLES_WAITING_MAX } from '../../../contract/core/limits/tasks'
import { sentence } from '../../../contract/core/sentence'
import type { Db } from '../../db/database'
import { inTransaction, type Reader, type Tx } from '../../db/transaction'
import { admit } from '../../http/admit'
import type { Context } from '../../kernel/context'
import { Refusal } from '../../http/refusal'
import { keepFeed, readFeedFile, readRecentRuns, readRun, type RunRequest, type StoredRun } from './repository/runs'
import { findVehicleType } from './repository/vehicle-types'
import { recordRun, runImport, sourceRequest } from './run-import'
import { noVehicleType } from './write/import'
import { checkSource } from './write/source'

/** A feed in a local file. */
export interface UploadedFeed {
  path: string
  fileName: string
}

/** Access to tasks. */
export interface Tasks {
  start: (tx: Tx, context: Context, task: { id: string; source: string; dryRun: boolean }) => Promise<void>
  countOpen: (reader: Reader) => Promise<number>
}

interface Deps {
  db: Db
  now: () => Date
  tasks: Tasks
}

const RECENT_RUNS = 50
/** A command-line import that takes longer counts as interrupted. */
const LONGEST_RUN_MS = 3_600_000

/**
 * Stores a feed and starts its import as a task, without waiting for it.
 * @throws Refusal validation for an unknown vehicle type or source; already_exists for a source's name; too_many_requests when too many imports are waiting
 */
export async function startImport(
  { db, now, tasks }: Deps,
  { path, fileName }: UploadedFeed,
  request: ImportRequest,
  context: Context,
): Promise<ImportRun> {
  const vehicleType = request.vehicle_type ?? null
  const id = uuidv7()
  const asked: RunRequest = {
    from: request.from,
    to: request.to,
    skip_rows_in_error: request.skip_rows_in_error,
    stop_sales_of_gone: request.stop_sales_of_gone,
    dry_run: request.dry_run,
    vehicle_type: vehicleType,
    source_id: request.source_id ?? null,
    new_source_name: request.new_source_name ?? null,
    accept_moves: request.accept_moves,
    started_by: context.actor.name,
  }
  return inTransaction(db, async (tx) => {
    if (vehicleType !== null && !(await findVehicleType(tx, vehicleType))) throw noVehicleType(vehicleType)
    await checkSource(tx, sourceRequest(asked))
    if ((await tasks.countOpen(tx)) >= TIMETABLES_WAITING_MAX)
      throw new Refusal(
        'too_many_requests',
        sentence`Other imports are waiting already. Try again when they have ended.`,
        {
          retryAfterS: 30,
        },
      )
    await recordRun(tx, context, { id, fileName, request: asked })
    await keepFeed(tx, id, path)
    await tasks.start(tx, context, { id, source: fileName, dryRun: request.dry_run })
    return readImport(tx, id, now())
  })
}

/** Returns an import. @throws Refusal not_found */
export async function readImport(reader: Reader, id: string, at: Date): Promise<ImportRun> {
  const run = await readRun(reader, id)
  if (!run) throw new Refusal('not_found', sentence`There is no import with this id.`)
  return show(run, at)
}

/** Returns the recent imports, newest first. */
export async function recentImports(db: Db, at: Date): Promise<ImportRun[]> {
  return (await readRecentRuns(db, RECENT_RUNS)).map((run) => show(run, at))
}

interface WorkDeps {
  db: Db
  /** Called after each import that wrote something. */
  onWritten: () => void
}

/** Imports the stored feed of a run. @returns whether it was accepted */
export async function importStoredFile(
  { db, onWritten }: WorkDeps,
  id: string,
  context: Context,
  onProgress: (stage: ImportStage, percent: number) => void,
): Promise<boolean> {
  admit(context.actor, 'import', 'routes')
  const run = await readRun(db, id)
  if (!run) throw new Refusal('not_found', sentence`There is no import with this id.`)
  const feed = await readFeedFile(db, id)
  const report = await runImport(db, context, feed, { id, fileName: run.file_name, request: run.request, onProgress })
  if (report.outcome === 'imported') onWritten()
  return report.outcome !== 'refused'
}

function show(run: StoredRun, at: Date): ImportRun {
  const status = statusOf(run, at)
  const isRunning = status === 'running'
  return {
    id: run.id,
    file_name: run.file_name,
    from: run.request.from,
    to: run.request.to,
    skip_rows_in_error: run.request.skip_rows_in_error,
    stop_sales_of_gone: run.request.stop_sales_of_gone,
    dry_run: run.request.dry_run,
    vehicle_type: run.request.vehicle_type,
    source_id: run.request.source_id,
    new_source_name: run.request.new_source_name,
    accept_moves: run.request.accept_moves,
    status,
    stage: isRunning ? (run.task?.stage ?? 'waiting') : 'finished',
    progress_pct: isRunning ? (run.task?.done ?? 0) : 100,
    report: run.report,
    failure: status === 'failed' ? (run.failure ?? CUT_OFF) : run.failure,
    started_by: run.request.started_by,
    created_at: run.created_at,
    finished_at: run.finished_at,
  }
}

/** The task's state applies when an import could not record its own end. */
function statusOf({ state, task, created_at }: StoredRun, at: Date): ImportRun['status'] {
  if (state !== 'running') return state
  if (task) return task.state === 'cancelled' || task.state === 'failed' ? task.state : 'running'
  return at.getTime() - Date.parse(created_at) > LONGEST_RUN_MS ? 'failed' : 'running'
}

const CUT_OFF = 'The server stopped during the import, so nothing was written. Start it again.'
