import { TASK_SLICE_MAX_ROWS, TASK_SLICE_MS } from '../../../contract/core/limits/tasks'
import type { Resource, TaskOutcome } from '../../../contract/core/vocabulary'
import type { Store } from '../../crud/store'
import type { Db } from '../../db/database'
import { enqueue } from '../../db/jobs'
import { signalAfterCommit } from '../../db/after-commit'
import { attempt, type Tx } from '../../db/transaction'
import type { Context } from '../../kernel/context'
import { Refusal } from '../../http/refusal'
import { withLabels } from './labels'
import { contextOf, note, PERSON_GONE, problemOf, notifyOfEnd } from './completion'
import { nextRows, readActor, readTask, writeRows, type StoredRow, type StoredTask } from './repository/tasks'

export const RUN_TASK = 'task.run'

/** Result of a row, with the present record. */
export interface RowResult {
  outcome: TaskOutcome
  recordId: string | null
  label: string
}

/** Processes one row of a task. @throws Refusal */
export type RowHandler = (tx: Tx, row: StoredRow, context: Context) => Promise<RowResult>

export interface Deps {
  db: Db
  storeOf: (resource: Resource) => Store
  now: () => Date
}

/** Enqueues the next slice of a task, which exists only if the transaction commits. */
export const leaveTask = (tx: Tx, taskId: string): Promise<void> =>
  enqueue(tx, { kind: RUN_TASK, payload: { task_id: taskId }, key: taskId })

/**
 * Processes the next rows of a task in one transaction with its progress and the job for the following rows, so that a crash
 * neither loses nor repeats a row.
 */
export async function runSlice(
  deps: Deps,
  taskId: string,
  handlerOf: (tx: Tx, task: StoredTask, store: Store) => Promise<RowHandler>,
): Promise<void> {
  const known = await readTask(deps.db, taskId)
  if (!known) return
  if (known.resource === null) throw new Error(`The task ${known.id} has rows of no kind of records.`)
  const store = deps.storeOf(known.resource)
  await store.write(contextOf(known, deps.now), async (tx) => {
    const task = await readTask(tx, taskId, 'lock')
    if (!task || (task.state !== 'queued' && task.state !== 'running')) return
    const actor = await readActor(tx, task.user_id)
    if (!actor) return note(tx, task, { ...task, state: 'failed', failure: PERSON_GONE }, deps.now())
    const context = contextOf(task, deps.now, actor)
    const handle = await handlerOf(tx, task, store)
    const handled = await handleSome(tx, task, store, (row) => handle(tx, row, context))
    const rows = await withLabels(tx, store, handled)
    await writeRows(tx, taskId, rows)
    await goOn(tx, task, rows, context)
    if (!task.is_trial)
      signalAfterCommit(tx, {
        kind: 'change',
        resource: store.entity.resource,
        id: null,
        version: null,
        change: 'updated',
        by: actor.id,
      })
  })
}

/** Processes the next rows until the slice is full. */
async function handleSome(
  tx: Tx,
  task: StoredTask,
  store: Store,
  handle: (row: StoredRow) => Promise<RowResult>,
): Promise<StoredRow[]> {
  const waiting = await nextRows(tx, task, TASK_SLICE_MAX_ROWS)
  const done: StoredRow[] = []
  const until = performance.now() + TASK_SLICE_MS
  for (const row of waiting) {
    done.push(await handleOne(tx, row, store, task.is_trial, handle))
    if (performance.now() > until) break
  }
  return done
}

async function handleOne(
  tx: Tx,
  row: StoredRow,
  store: Store,
  dryRun: boolean,
  handle: (row: StoredRow) => Promise<RowResult>,
): Promise<StoredRow> {
  try {
    const result = await attempt(tx, async () => {
      const outcome = await handle(row)
      if (dryRun) throw new DryRunDone(outcome)
      return outcome
    }).catch((error: unknown) => {
      if (error instanceof DryRunDone) return error.result
      throw error
    })
    return {
      ...row,
      outcome: result.outcome,
      record_id: dryRun ? null : result.recordId,
      label: result.label,
      problem: null,
    }
  } catch (error) {
    const refusal = store.refused(error)
    if (!(refusal instanceof Refusal)) throw error
    return { ...row, outcome: 'refused', problem: problemOf(refusal) }
  }
}

/** Stores the progress of a task, and enqueues its next slice or audits its end. */
async function goOn(tx: Tx, task: StoredTask, rows: readonly StoredRow[], context: Context): Promise<void> {
  const counts = { ...task.counts }
  for (const { outcome } of rows) counts[outcome] = (counts[outcome] ?? 0) + 1
  const done = task.done + rows.length
  const isEnd = done >= task.total || rows.length === 0
  await note(tx, task, { state: isEnd ? 'succeeded' : 'running', done, counts }, context.now())
  if (!isEnd) return leaveTask(tx, task.id)
  await notifyOfEnd(tx, task, 'finished', counts, context)
}

/** Carries the result of a dry run out of its rolled back transaction. */
class DryRunDone extends Error {
  constructor(readonly result: RowResult) {
    super('A dry run is always rolled back.')
  }
}
