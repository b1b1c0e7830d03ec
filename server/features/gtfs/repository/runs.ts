import { createReadStream } from 'node:fs'
import { sql, type RawBuilder } from 'kysely'
import {
  NO_GONE_JOURNEYS,
  type FeedIssue,
  type ImportReport,
  type ImportStage,
} from '../../../../contract/operations/timetable-report'
import type { TaskState } from '../../../../contract/core/vocabulary'
import type { Db } from '../../../db/database'
import type { Reader, Tx } from '../../../db/transaction'

const KIND = 'gtfs'

export type RunState = 'running' | 'succeeded' | 'refused' | 'failed' | 'cancelled'

/** Parameters and initiator of a run, stored with it. */
export interface RunRequest {
  from: string
  to: string
  skip_rows_in_error: boolean
  stop_sales_of_gone: boolean
  dry_run: boolean
  vehicle_type: string | null
  source_id: string | null
  new_source_name: string | null
  accept_moves: boolean
  started_by: string
}

export interface StoredRun {
  id: string
  file_name: string
  request: RunRequest
  state: RunState
  report: ImportReport | null
  /** Reason of the failure; null otherwise. */
  failure: string | null
  created_at: string
  finished_at: string | null
  /** Task of the run; null for a command-line import. */
  task: { state: TaskState; stage: ImportStage | null; done: number } | null
}

interface Progress {
  request: RunRequest
  failure: string | null
}

export async function insertRun(
  db: Reader,
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

export async function readRun(db: Reader, id: string): Promise<StoredRun | undefined> {
  return (await runs(db, sql`where r.kind = ${KIND} and r.id = ${id}`))[0]
}

/** Returns the recent runs, latest first. */
export async function readRecentRuns(db: Db, limit: number): Promise<StoredRun[]> {
  return runs(db, sql`where r.kind = ${KIND} order by r.started_at desc, r.id desc limit ${limit}`)
}

/** Size of a stored part of a feed, in bytes. */
const CHUNK_BYTES = 256 * 1024

/** Stores the feed of a run until it has been imported. */
export async function keepFeed(tx: Tx, runId: string, path: string): Promise<void> {
  let position = 0
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
    await sql`insert into timetable_files (run_id, position, bytes) values (${runId}, ${position}, ${chunk as Buffer})`.execute(
      tx,
    )
    position += 1
  }
}

/** Returns the stored feed of a run; empty when it has been deleted. */
export async function readFeedFile(db: Db, runId: string): Promise<Buffer> {
  const { rows } = await sql<{ bytes: Uint8Array }>`
    select bytes from timetable_files where run_id = ${runId} order by position`.execute(db)
  return Buffer.concat(rows.map(({ bytes }) => bytes))
}

/** Deletes stored feeds without an unfinished task. */
export async function forgetFeeds(db: Db): Promise<void> {
  await sql`
    delete from timetable_files f
    where not exists (select 1 from tasks t where t.id = f.run_id and t.finished_at is null)`.execute(db)
}

interface Row {
  id: string
  source: string
  state: RunState
  progress: Progress
  report: ImportReport | null
  started_at: string
  finished_at: string | null
  task: StoredRun['task']
}

/** Reports of earlier versions lack `values`, `gone` and `source`. */
const inFull = (report: ImportReport): ImportReport => ({
  ...report,
  source: report.source ?? null,
  gone: report.gone ?? NO_GONE_JOURNEYS,
  warnings: report.warnings.map(withValues),
  errors: report.errors.map(withValues),
})
const withValues = (issue: FeedIssue): FeedIssue => ({ ...issue, values: issue.values ?? {} })

/** Fields that requests of earlier versions lack. */
const LATER_FIELDS = { stop_sales_of_gone: false, source_id: null, new_source_name: null, accept_moves: false }

async function runs(db: Reader, condition: RawBuilder<unknown>): Promise<StoredRun[]> {
  const { rows } = await sql<Row>`
    select r.id, r.source, r.state, r.progress, r.report, r.started_at, r.finished_at,
      case when t.id is not null then jsonb_build_object('state', t.state, 'stage', t.stage, 'done', t.done) end as task
    from import_runs r left join tasks t on t.id = r.id ${condition}`.execute(db)
  return rows.map(({ source, progress: { request, failure }, started_at, report, ...row }) => ({
    ...row,
    report: report && inFull(report),
    file_name: source,
    request: { ...LATER_FIELDS, ...request },
    failure,
    created_at: started_at,
  }))
}
