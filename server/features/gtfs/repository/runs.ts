import type { ImportReport } from '../../../../contract/gtfs'
import type { Db } from '../../../db/database'

const KIND = 'gtfs'

export type RunState = 'running' | 'succeeded' | 'refused' | 'failed'

/** What was asked for, and by whom; kept with the run. */
export interface RunRequest {
  from: string
  to: string
  skip_rows_in_error: boolean
  dry_run: boolean
  vehicle_type: string | null
  started_by: string
}

export interface StoredRun {
  id: string
  file_name: string
  request: RunRequest
  state: RunState
  report: ImportReport | null
  /** Why it failed; null unless it did. */
  failure: string | null
  created_at: string
  finished_at: string | null
}

interface Progress {
  request: RunRequest
  failure: string | null
}

export async function insertRun(
  db: Db,
  run: { id: string; fileName: string; request: RunRequest; startedBy: string | null },
): Promise<void> {
  const progress: Progress = { request: run.request, failure: null }
  await db
    .insertInto('import_runs')
    .values({
      id: run.id,
      kind: KIND,
      source: run.fileName,
      started_by: run.startedBy,
      state: 'running',
      progress: JSON.stringify(progress),
    })
    .execute()
}

export async function finishRun(
  db: Db,
  run: Pick<StoredRun, 'id' | 'request' | 'state' | 'report' | 'failure'>,
  at: Date,
): Promise<void> {
  const progress: Progress = { request: run.request, failure: run.failure }
  await db
    .updateTable('import_runs')
    .set({
      state: run.state,
      report: run.report && JSON.stringify(run.report),
      progress: JSON.stringify(progress),
      finished_at: at.toISOString(),
    })
    .where('id', '=', run.id)
    .execute()
}

export async function readRun(db: Db, id: string): Promise<StoredRun | undefined> {
  const row = await runs(db).where('id', '=', id).executeTakeFirst()
  return row && toRun(row)
}

/** Latest first. */
export async function readRecentRuns(db: Db, limit: number): Promise<StoredRun[]> {
  return (await runs(db).orderBy('started_at', 'desc').orderBy('id', 'desc').limit(limit).execute()).map(toRun)
}

const runs = (db: Db) =>
  db
    .selectFrom('import_runs')
    .select(['id', 'source', 'state', 'progress', 'report', 'started_at', 'finished_at'])
    .where('kind', '=', KIND)

function toRun(row: {
  id: string
  source: string
  state: string
  progress: unknown
  report: unknown
  started_at: string
  finished_at: string | null
}): StoredRun {
  const { request, failure } = row.progress as Progress
  return {
    id: row.id,
    file_name: row.source,
    request,
    state: row.state as RunState,
    report: row.report as ImportReport | null,
    failure,
    created_at: row.started_at,
    finished_at: row.finished_at,
  }
}
