import { TASK_PROGRESS_EVERY_MS, TASK_ATTEMPTS_MAX } from '../../../contract/core/limits/tasks'
import type { TaskFailure } from '../../../contract/operations/tasks'
import type { Db } from '../../db/database'
import { enqueue } from '../../db/jobs'
import { inTransaction, type Tx } from '../../db/transaction'
import type { Context } from '../../kernel/context'
import { Interrupted, Stopped } from '../../jobs/stopped'
import type { Attempt, JobHandlers } from '../../jobs/worker'
import { contextOf, failTask, failureOf, note, PERSON_GONE, notifyOfEnd } from './completion'
import { dropFile, noteFile } from './repository/files'
import { readActor, readTask, publishStage, writeStage, type StoredTask } from './repository/tasks'

/** Progress of a completed long task, percent. */
export const LONG_TASK_TOTAL = 100

/** Name of the job. Jobs queued by earlier versions have the same name. */
const RUN_LONG_TASK = 'task.piece'

interface LongTaskEnd {
  counts?: StoredTask['counts']
  /** Failure that ended it without an error. */
  failure?: TaskFailure
  /** File that it stored for its starter. */
  file?: { name: string; bytes: number }
  /** Whether its end is audited already. */
  isAudited?: boolean
}

/** Reports progress. @throws Stopped where a user stopped the task, or Interrupted; the task must then undo its work */
type ReportProgress = (stage: string, percent: number) => void

/**
 * Work that is not divided into rows: one process does all of it or none.
 * The signal is aborted with Interrupted, for tasks that wait for long without reporting progress.
 */
export type LongTask = (
  taskId: string,
  context: Context,
  report: ReportProgress,
  signal: AbortSignal,
) => Promise<LongTaskEnd>

interface Deps {
  db: Db
  now: () => Date
  longTasks: Partial<Record<StoredTask['kind'], LongTask>>
}

/** Enqueues the job of a long task, which exists only if the transaction commits. */
export const enqueueLongTask = (tx: Tx, taskId: string): Promise<void> =>
  enqueue(tx, { kind: RUN_LONG_TASK, payload: { task_id: taskId }, key: taskId })

/** Job handlers for long tasks. */
export const longTaskJobs = (deps: Deps): JobHandlers => ({
  [RUN_LONG_TASK]: {
    takesMinutes: true,
    retryAfterS: [],
    run: async (payload, attempt) => {
      const id = String(payload['task_id'])
      const begun = await begin(deps, id, attempt)
      if (!begun) return
      try {
        await runLongTask(deps, begun.task, begun.context, attempt.signal)
      } catch (error) {
        if (error instanceof Interrupted) throw error
        const failure = failureOf(error, attempt)
        await failTask(deps, id, failure)
        if (failure.code === 'internal') throw error
      }
    },
  },
})

/** Marks a task as running. @returns undefined where it has ended */
async function begin(
  { db, now }: Deps,
  id: string,
  attempt: Attempt,
): Promise<{ task: StoredTask; context: Context } | undefined> {
  return inTransaction(db, async (tx) => {
    const task = await readTask(tx, id, 'lock')
    if (!task || task.finished_at !== null) return
    const fail = (failure: TaskFailure) => note(tx, task, { ...task, state: 'failed', failure }, now())
    const actor = await readActor(tx, task.user_id)
    if (!actor) return void (await fail(PERSON_GONE))
    // A task that crashes the process must not be retried forever.
    if (attempt.attempt > TASK_ATTEMPTS_MAX) return void (await fail(failureOf(null, attempt)))
    await note(tx, task, { ...task, state: 'running' }, now())
    const { isPartOfJob: _, ...context } = contextOf(task, now, actor)
    return { task, context }
  })
}

async function runLongTask(deps: Deps, task: StoredTask, context: Context, signal: AbortSignal): Promise<void> {
  const { db, now } = deps
  const longTask = deps.longTasks[task.kind]
  if (!longTask) throw new Error(`Nothing does work of the kind ${task.kind}.`)
  const progress = progressOf(db, task, signal)
  let end: LongTaskEnd
  try {
    end = await longTask(task.id, context, progress.report, signal)
  } catch (error) {
    if (error instanceof Stopped) return
    throw error
  } finally {
    await progress.settled()
  }
  const { counts = {}, failure = null, file, isAudited = false } = end
  await inTransaction(db, async (tx) => {
    // Completed work stays, even where a user stopped the task at the last moment.
    const last = await readTask(tx, task.id, 'lock')
    if (!last) return
    // The file of a stopped task is deleted.
    if (file && last.finished_at !== null) return dropFile(tx, task.id)
    const state = failure ? 'failed' : 'succeeded'
    if (file) await noteFile(tx, task.id, file)
    await note(tx, { ...last, stage: null }, { state, done: LONG_TASK_TOTAL, counts, failure }, now())
    if (!isAudited) await notifyOfEnd(tx, last, failure ? 'failed' : 'finished', counts, context)
  })
}

/**
 * Stores progress outside of the transaction of the work, without waiting for it: on the embedded database other writes run
 * only after the work. Consoles get the progress without a query.
 */
function progressOf(
  db: Db,
  { id, user_id: userId, total }: StoredTask,
  signal: AbortSignal,
): { report: ReportProgress; settled: () => Promise<void> } {
  let isStopped = false
  let reportedAt = -Infinity
  let writing: Promise<void> | undefined
  return {
    report: (stage, percent) => {
      signal.throwIfAborted()
      if (isStopped) throw new Stopped('A user has stopped this task.')
      if (performance.now() - reportedAt < TASK_PROGRESS_EVERY_MS) return
      reportedAt = performance.now()
      const progress = { id, state: 'running', stage, total, done: percent, counts: {} } as const
      publishStage(db, userId, progress)
      writing ??= writeStage(db, id, { stage, percent }).then(
        (isWanted) => {
          isStopped = !isWanted
          writing = undefined
        },
        () => (writing = undefined),
      )
    },
    settled: async () => writing,
  }
}
