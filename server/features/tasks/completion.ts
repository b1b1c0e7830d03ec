import type { RowProblem, TaskFailure } from '../../../contract/operations/tasks'
import { audit } from '../../kernel/audit'
import type { Db } from '../../db/database'
import { signalAfterCommit } from '../../db/after-commit'
import { inTransaction, type Tx } from '../../db/transaction'
import type { Context } from '../../kernel/context'
import { Refusal } from '../../http/refusal'
import type { Attempt } from '../../jobs/worker'
import { readTask, writeProgress, type Progress, type StoredTask } from './repository/tasks'

export const PERSON_GONE: TaskFailure = { code: 'person_gone', quote: null, problem: null }

/** Returns the context of a task: its writes have its starter as the actor and its id as the request id. */
export const contextOf = (
  task: StoredTask,
  now: () => Date,
  actor?: { role: Context['actor']['role'] },
): Context & { isPartOfJob: true } => ({
  actor: {
    kind: 'user',
    id: task.user_id,
    name: task.user_name,
    role: actor?.role ?? null,
    sessionId: null,
  },
  requestId: task.id,
  ip: null,
  language: task.language,
  now,
  isPartOfJob: true,
})

/** Stores the progress of a task, and publishes it to the consoles after the commit. */
export async function note(tx: Tx, task: StoredTask, progress: Progress, at: Date): Promise<void> {
  await writeProgress(tx, task.id, progress, at)
  const { id, stage, total, user_id: userId } = task
  const { state, done, counts } = progress
  signalAfterCommit(tx, { kind: 'task', userId, progress: { id, state, stage, total, done, counts } })
}

/** Audits the end of a task, which notifies its starter. Dry runs are not audited. */
export async function notifyOfEnd(
  tx: Tx,
  task: StoredTask,
  verb: 'finished' | 'failed',
  counts: StoredTask['counts'],
  context: Context,
): Promise<void> {
  if (task.is_trial) return
  const { isPartOfJob: _, ...alone } = context
  await audit(tx, alone, {
    action: `task.${verb}`,
    entity: { type: 'tasks', id: task.id, label: task.source ?? task.resource ?? task.kind },
    changes: [
      { field: 'kind', old: null, new: task.kind },
      { field: 'resource', old: null, new: task.resource },
      { field: 'counts', old: null, new: counts },
    ],
  })
}

/** Returns the failure that a reader sees: the refusal, or the id of the error in the log. */
export const failureOf = (error: unknown, { jobId }: Attempt): TaskFailure =>
  error instanceof Refusal
    ? { code: 'refused', quote: null, problem: problemOf(error) }
    : { code: 'internal', quote: jobId, problem: null }

/** Returns what is stored of a refusal: its texts in English, since tasks have several readers. */
export const problemOf = ({ code, detail, details }: Refusal): RowProblem => ({
  code,
  ...(detail !== undefined && { detail: String(detail) }),
  ...(details.errors && { errors: details.errors.map((error) => ({ ...error, detail: String(error.detail) })) }),
  ...(details.blockers && { blockers: details.blockers }),
})

interface Deps {
  db: Db
  now: () => Date
}

/** Marks a task as failed. */
export async function failTask({ db, now }: Deps, taskId: string, failure: TaskFailure): Promise<void> {
  await inTransaction(db, async (tx) => {
    const task = await readTask(tx, taskId, 'lock')
    if (!task || task.finished_at !== null) return
    await note(tx, task, { ...task, state: 'failed', failure }, now())
    await notifyOfEnd(tx, task, 'failed', task.counts, contextOf(task, now))
  })
}
