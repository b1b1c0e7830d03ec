import { sql, type RawBuilder } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { z } from 'zod'
import type { ExportRequest } from '../../../../contract/operations/exports'
import type { GenerationRequest } from '../../../../contract/operations/journeys'
import type { RowProblem, TaskFailure, TaskProgress } from '../../../../contract/operations/tasks'
import type { Resource, Role, TASK_KINDS, TaskOutcome, TaskState } from '../../../../contract/core/vocabulary'
import type { Db } from '../../../db/database'
import { publishSignals } from '../../../db/signals'
import type { Reader, Tx } from '../../../db/transaction'

/** Request that a task executes. */
export type TaskRequest =
  | { action: 'delete' }
  | { action: 'change'; changes: Record<string, unknown> }
  | { action: 'undo' }
  | {
      action: 'import'
      sheet_id: string
      columns: (string | null)[]
      mode: 'create' | 'update' | 'both'
      /** Fields whose dates begin with the month. Absent in tasks of earlier versions. */
      month_first?: string[]
    }
  | { action: 'generate'; wish: GenerationRequest }
  | { action: 'export'; wish: z.output<typeof ExportRequest> }
  /** A long task, whose request is stored elsewhere. */
  | { action: 'piece' }

export interface StoredTask {
  id: string
  kind: (typeof TASK_KINDS)[number]
  /** Null for tasks without a resource. */
  resource: Resource | null
  state: TaskState
  stage: string | null
  request: TaskRequest
  source: string | null
  is_trial: boolean
  total: number
  done: number
  counts: Partial<Record<TaskOutcome, number>>
  failure: TaskFailure | null
  undoes_id: string | null
  undone_by_id: string | null
  file_name: string | null
  file_bytes: number | null
  user_id: string | null
  user_name: string
  language: string
  created_at: string
  started_at: string | null
  finished_at: string | null
}

const COLUMNS = sql.raw(
  `t.id, t.kind, t.resource, t.state, t.stage, t.request, t.source, t.is_trial, t.total, t.done, t.counts, t.failure,
   t.undoes_id, t.user_id, t.user_name, t.language, t.created_at, t.started_at, t.finished_at,
   t.file_name, t.file_bytes,
   (select u.id from tasks u where u.undoes_id = t.id and u.state in ('queued', 'running', 'succeeded')) as undone_by_id`,
)

export interface NewTask extends Pick<
  StoredTask,
  'kind' | 'resource' | 'request' | 'user_name' | 'language' | 'total'
> {
  id?: string
  userId: string | null
  source?: string | null
  dryRun?: boolean
  undoesId?: string
}

/** Inserts a task. @returns its id */
export async function insertTask(tx: Tx, task: NewTask): Promise<string> {
  const id = task.id ?? uuidv7()
  await sql`
    insert into tasks (id, kind, resource, request, source, is_trial, total, undoes_id, user_id, user_name, language)
    values (${id}, ${task.kind}, ${task.resource}, ${JSON.stringify(task.request)}::jsonb, ${task.source ?? null},
      ${task.dryRun ?? false}, ${task.total}, ${task.undoesId ?? null}, ${task.userId}, ${task.user_name},
      ${task.language})`.execute(tx)
  return id
}

/** Inserts records as the targets of a task, in this order. */
export async function insertTargets(tx: Tx, taskId: string, ids: readonly string[]): Promise<void> {
  await sql`
    insert into task_rows (task_id, position, record_id)
    select ${taskId}, place - 1, id from unnest(${[...ids]}::uuid[]) with ordinality as chosen (id, place)`.execute(tx)
}

/** Inserts labels of records to create as the targets of a task, in this order. */
export async function insertLabels(tx: Tx, taskId: string, labels: readonly string[]): Promise<void> {
  await sql`
    insert into task_rows (task_id, position, label)
    select ${taskId}, place - 1, label from unnest(${[...labels]}::text[]) with ordinality as chosen (label, place)`.execute(
    tx,
  )
}

/** Inserts the audit entries of another task as targets, the last one first. @returns their number */
export async function insertAuditEntriesOf(tx: Tx, taskId: string, undone: string): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into task_rows (task_id, position, record_id, label, line)
    select ${taskId}, row_number() over (order by position desc) - 1, record_id, label, line from task_rows
    where task_id = ${undone} and outcome in ('created', 'updated', 'deleted')`.execute(tx)
  const total = Number(numAffectedRows ?? 0n)
  await sql`update tasks set total = ${total} where id = ${taskId}`.execute(tx)
  return total
}

export async function readTask(reader: Reader, id: string, lock?: 'lock'): Promise<StoredTask | undefined> {
  const { rows } = await sql<StoredTask>`
    select ${COLUMNS} from tasks t where t.id = ${id} ${lock ? sql`for update` : sql``}`.execute(reader)
  return rows[0]
}

interface Asked {
  /** Null for the tasks of all users. */
  userId: string | null
  /** Resources of the tasks, in addition to tasks without one. */
  resources: readonly Resource[]
  kind?: string | undefined
  state?: string | undefined
  offset: number
  limit: number
}

export async function pageOfTasks(db: Db, asked: Asked): Promise<{ rows: StoredTask[]; total: number }> {
  const conditions: RawBuilder<boolean>[] = [
    sql<boolean>`(t.resource is null or t.resource = any(${[...asked.resources]}::text[]))`,
  ]
  if (asked.userId !== null) conditions.push(sql<boolean>`t.user_id = ${asked.userId}`)
  if (asked.kind !== undefined) conditions.push(sql<boolean>`t.kind = ${asked.kind}`)
  if (asked.state !== undefined) conditions.push(sql<boolean>`t.state = ${asked.state}`)
  const where = sql.join(conditions, sql` and `)
  const { rows } = await sql<StoredTask>`
    select ${COLUMNS} from tasks t where ${where}
    order by t.created_at desc, t.id desc limit ${asked.limit} offset ${asked.offset}`.execute(db)
  const counted = await sql<{ total: number }>`select count(*) as total from tasks t where ${where}`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

export interface StoredRow {
  position: number
  outcome: TaskOutcome
  record_id: string | null
  label: string
  line: number | null
  problem: RowProblem | null
}

const ROW = sql.raw('position, outcome, record_id, label, line, problem')

interface AskedRows {
  outcome?: TaskOutcome | undefined
  offset: number
  limit: number
}

export async function pageOfRows(db: Db, taskId: string, asked: AskedRows): Promise<StoredRow[]> {
  const only = asked.outcome === undefined ? sql`` : sql`and outcome = ${asked.outcome}`
  const { rows } = await sql<StoredRow>`
    select ${ROW} from task_rows where task_id = ${taskId} ${only}
    order by position limit ${asked.limit} offset ${asked.offset}`.execute(db)
  return rows
}

/** Returns the next pending rows of a task. */
export async function nextRows(
  tx: Tx,
  { id, done }: Pick<StoredTask, 'id' | 'done'>,
  limit: number,
): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`
    select ${ROW} from task_rows where task_id = ${id} and position >= ${done} order by position limit ${limit}`.execute(
    tx,
  )
  return rows
}

/** Stores the results of rows. */
export async function writeRows(tx: Tx, taskId: string, rows: readonly StoredRow[]): Promise<void> {
  if (rows.length === 0) return
  const changed = JSON.stringify(rows)
  await sql`
    insert into task_rows (task_id, position, outcome, record_id, label, line, problem)
    select ${taskId}, r.position, r.outcome, r.record_id, r.label, r.line, nullif(r.problem, 'null'::jsonb)
    from jsonb_to_recordset(${changed}::jsonb)
      as r (position int, outcome text, record_id uuid, label text, line int, problem jsonb)
    on conflict (task_id, position) do update set
      outcome = excluded.outcome, record_id = excluded.record_id, label = excluded.label, problem = excluded.problem`.execute(
    tx,
  )
}

export interface Progress {
  state: TaskState
  done: number
  counts: Partial<Record<TaskOutcome, number>>
  failure?: TaskFailure | null
}

export async function writeProgress(
  tx: Tx,
  id: string,
  { state, done, counts, failure }: Progress,
  at: Date,
): Promise<void> {
  const ended = state === 'queued' || state === 'running' ? null : at.toISOString()
  await sql`
    update tasks set state = ${state}, done = ${done}, counts = ${JSON.stringify(counts)}::jsonb,
      failure = ${failure ? JSON.stringify(failure) : null}::jsonb, started_at = coalesce(started_at, ${at.toISOString()}::timestamptz),
      finished_at = ${ended}::timestamptz
    where id = ${id}`.execute(tx)
}

/** Publishes the progress of a long task without a query, because the database may be busy with the task. */
export const publishStage = (db: Db, userId: string | null, progress: TaskProgress): void =>
  publishSignals(db, [{ kind: 'task', userId, progress }])

/** Stores the progress of a long task. @returns whether it should continue */
export async function writeStage(
  db: Db,
  id: string,
  { stage, percent }: { stage: string | null; percent: number },
): Promise<boolean> {
  const { rows } = await sql`
    update tasks set stage = ${stage}, done = ${percent} where id = ${id} and state = 'running' returning id`.execute(
    db,
  )
  return rows.length > 0
}

/** Counts the unfinished long tasks of a kind. */
export async function countOpen(reader: Reader, kind: StoredTask['kind']): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from tasks where kind = ${kind} and finished_at is null`.execute(reader)
  return Number(rows[0]?.count ?? 0)
}

/** Returns the present state of a task's starter, or undefined where the account is no longer active. */
export async function readActor(tx: Tx, userId: string | null): Promise<{ id: string; role: Role } | undefined> {
  if (userId === null) return undefined
  const { rows } = await sql<{ id: string; role: Role }>`
    select id, role from users where id = ${userId} and status = 'active'`.execute(tx)
  return rows[0]
}

/** Deletes tasks that ended before a time. */
export async function forgetTasks(db: Db, before: Date): Promise<void> {
  await sql`delete from tasks where finished_at < ${before.toISOString()}`.execute(db)
}
