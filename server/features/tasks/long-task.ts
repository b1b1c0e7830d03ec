import { TASK_PROGRESS_EVERY_MS, TASK_ATTEMPTS_MAX } from '../../../contract/core/limits'
import type { TaskFailure } from '../../../contract/operations/tasks'
import type { Db } from '../../db/database'
import { enqueue } from '../../db/jobs'
import { inTransaction, type Tx } from '../../db/transaction'
import type { Context } from '../../http/context'
import { Interrupted, Stopped } from '../../jobs/stopped'
import type { Attempt, JobHandlers } from '../../jobs/worker'
import { contextOf, failTask, failureOf, note, PERSON_GONE, tellEnd } from './completion'
import { dropFile, noteFile } from './repository/files'
import { readActor, readTask, tellStage, writeStage, type StoredTask } from './repository/tasks'

/** Percent of a long task when it is done. */
export const LONG_TASK_TOTAL = 100

/** As jobs are called that wait since an earlier version, too. */
const RUN_LONG_TASK = 'task.piece'

interface LongTaskEnd {
  counts?: StoredTask['counts']
  /** It ended, but not as was wished. */
  failure?: TaskFailure
  /** What it has kept for its reader. */
  file?: { name: string; bytes: number }
  /** People have been told of it already. */
  isTold?: boolean
}

/** Tells how far a long task is. @throws Stopped when a person has stopped it, or Interrupted; nothing may be left of it then. */
type Tell = (stage: string, percent: number) => void

/**
 * Work that is not made of rows: one process does it from its start to its end, or not at all.
 * The signal is aborted with Interrupted, for what waits for long without having anything to tell.
 */
export type LongTask = (taskId: string, context: Context, tell: Tell, signal: AbortSignal) => Promise<LongTaskEnd>

interface Deps {
  db: Db
  now: () => Date
  longTasks: Partial<Record<StoredTask['kind'], LongTask>>
}

/** Has a long task done; it exists if and only if the transaction commits. */
export const enqueueLongTask = (tx: Tx, taskId: string): Promise<void> =>
  enqueue(tx, { kind: RUN_LONG_TASK, payload: { task_id: taskId }, key: taskId })

/** Does what is no list of rows. */
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

/** @returns undefined where there is nothing to do any more */
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
    // Whatever takes the process down with it must not do so for ever.
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
    end = await longTask(task.id, context, progress.tell, signal)
  } catch (error) {
    if (error instanceof Stopped) return
    throw error
  } finally {
    await progress.settled()
  }
  const { counts = {}, failure = null, file, isTold = false } = end
  await inTransaction(db, async (tx) => {
    // What is done stays done, also where somebody wished to stop it at the last moment.
    const last = await readTask(tx, task.id, 'lock')
    if (!last) return
    // A file is another matter: nobody waits for it any more.
    if (file && last.finished_at !== null) return dropFile(tx, task.id)
    const state = failure ? 'failed' : 'succeeded'
    if (file) await noteFile(tx, task.id, file)
    await note(tx, { ...last, stage: null }, { state, done: LONG_TASK_TOTAL, counts, failure }, now())
    if (!isTold) await tellEnd(tx, last, failure ? 'failed' : 'finished', counts, context)
  })
}

/**
 * Writes how far the work is, apart from the work's own transaction and never waited for: on the embedded database a
 * write of others has its turn only afterwards. The consoles are told without asking the database.
 */
function progressOf(
  db: Db,
  { id, user_id: userId, total }: StoredTask,
  signal: AbortSignal,
): { tell: Tell; settled: () => Promise<void> } {
  let isStopped = false
  let toldAt = -Infinity
  let writing: Promise<void> | undefined
  return {
    tell: (stage, percent) => {
      signal.throwIfAborted()
      if (isStopped) throw new Stopped('Somebody has stopped this task.')
      if (performance.now() - toldAt < TASK_PROGRESS_EVERY_MS) return
      toldAt = performance.now()
      const progress = { id, state: 'running', stage, total, done: percent, counts: {} } as const
      tellStage(db, userId, progress)
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
