import { z } from 'zod'
import { operation } from '../core/operations'
import { ListQuery } from '../core/list'
import { BULK_MAX_RECORDS, DELETION_PREVIEW_MAX_RECORDS } from '../core/limits/tasks'
import { Problem } from '../core/problem'
import { Id, Instant } from '../core/scalars'
import { RESOURCES, TASK_FAILURES, TASK_KINDS, TASK_OUTCOMES, TASK_STATES, type Role } from '../core/vocabulary'
import { schemaMessage } from '../core/sentence'

const Count = z.int().min(0)

/** Why a row was refused: code and texts of the error catalogue. */
export const RowProblem = Problem.pick({ code: true, detail: true, errors: true, blockers: true })
export type RowProblem = z.output<typeof RowProblem>

/** Why a task failed; the client words it in the reader's language. */
export const TaskFailure = z.object({
  code: z.enum(TASK_FAILURES),
  /** Reference of the entry in the server log; null without one. */
  quote: z.string().nullable(),
  /** The refusal; null unless the code is `refused`. */
  problem: RowProblem.nullable(),
})
export type TaskFailure = z.output<typeof TaskFailure>

const Progress = {
  id: Id,
  state: z.enum(TASK_STATES),
  /** Current stage, in the values of the task kind; null if it has no stages. */
  stage: z.string().nullable(),
  /** Number of rows, or 100 percent for tasks without rows. */
  total: Count,
  done: Count,
  /** Number of rows by outcome. */
  counts: z.partialRecord(z.enum(TASK_OUTCOMES), Count),
}

export const TaskProgress = z.object(Progress)
export type TaskProgress = z.output<typeof TaskProgress>

/** Background task of a user, with its progress and result. */
export const Task = z.object({
  ...Progress,
  kind: z.enum(TASK_KINDS),
  /** Null if the task concerns no resource. */
  resource: z.enum(RESOURCES).nullable(),
  /** Action on each record; null if it differs between records. */
  action: z.enum(['delete', 'change']).nullable(),
  /** New values of the records. */
  changes: z.record(z.string(), z.unknown()).nullable(),
  /** Name of the imported file. */
  source: z.string().nullable(),
  /** Id of the uploaded rows, while they can still be imported. */
  sheet_id: Id.nullable(),
  /** Whether the task is a dry run. */
  is_trial: z.boolean(),
  /** Null unless the task failed. */
  failure: TaskFailure.nullable(),
  /** Task that this one undoes. */
  undoes_id: Id.nullable(),
  /** Task that undoes this one. */
  undone_by_id: Id.nullable(),
  /** The task can be undone until then; null if it cannot. */
  undo_until: Instant.nullable(),
  /** File that the task created; null without one. It is stored until `until`. */
  file: z.object({ name: z.string(), bytes: Count, until: Instant }).nullable(),
  started_by: z.string(),
  created_at: Instant,
  started_at: Instant.nullable(),
  finished_at: Instant.nullable(),
})
export type Task = z.output<typeof Task>

export const TaskRow = z.object({
  position: Count,
  outcome: z.enum(TASK_OUTCOMES),
  record_id: Id.nullable(),
  /** Name of the record when the row was processed. */
  label: z.string(),
  /** Line of the file, from 1. */
  line: z.int().nullable(),
  problem: RowProblem.nullable(),
})
export type TaskRow = z.output<typeof TaskRow>

const OVERSEERS: readonly Role[] = ['admin', 'manager']
/** Returns whether a role sees the tasks of all users. */
export const seesAllTasks = (role: Role): boolean => OVERSEERS.includes(role)

/** Records that match a list filter, without the deselected ones. */
const Matching = {
  filter: z.record(z.string(), z.unknown()),
  except_ids: z.array(Id).max(BULK_MAX_RECORDS).optional(),
}

export const BulkPreviewRequest = z.strictObject(Matching)

/** Number and identity of the records that match, to be confirmed by `startBulk`. */
export const BulkPreview = z.object({
  /** Number of records, at most one more than an operation may change. */
  count: Count,
  /** Digest of their ids; null if an operation may not change that many records. */
  digest: z.string().nullable(),
})
export type BulkPreview = z.output<typeof BulkPreview>

export const BulkRequest = z
  .strictObject({
    filter: Matching.filter.optional(),
    except_ids: Matching.except_ids,
    /** Selected records. Each is changed in its current state; a deleted record is refused without affecting the others. */
    ids: z.array(Id).min(1).max(BULK_MAX_RECORDS).optional(),
    action: z.enum(['delete', 'change']),
    /** Fields and their new values, as in an update of one record. */
    changes: z.record(z.string(), z.unknown()).optional(),
    /** Number of records that the caller has seen; any other number is refused. */
    expected: Count.optional(),
    /** Digest of a preview; any other set of records is refused, also one of the same size. */
    digest: z.string().max(100).optional(),
  })
  .refine(
    ({ filter, ids }) => (filter === undefined) !== (ids === undefined),
    schemaMessage`Give either a filter or ids.`,
  )
  .refine(({ filter, except_ids, digest }) => filter !== undefined || (except_ids ?? digest) === undefined, {
    path: ['ids'],
    message: schemaMessage`Give except_ids and digest only with a filter.`,
  })
  .refine(({ action, changes }) => (action === 'change') === (changes !== undefined), {
    path: ['changes'],
    message: schemaMessage`Give changes for the action "change", and only for it.`,
  })
export type BulkRequest = z.input<typeof BulkRequest>

/** Result that the deletion of some records would have. */
export const DeletionPreview = z.object({
  /** Number of records that can be deleted. */
  free: Count,
  /** The other records, each with the reason. */
  refused: z.array(z.object({ id: Id, label: z.string(), problem: RowProblem })),
})
export type DeletionPreview = z.output<typeof DeletionPreview>

export const UndoRequest = z.strictObject({
  resource: z.enum(RESOURCES),
  record_id: Id,
  /** Entry of the record's history. Defaults to the latest one, which must be the caller's own. */
  event_id: Id.optional(),
})

const tag = 'tasks'
const OfResource = z.object({ resource: z.enum(RESOURCES) })
const OfTask = z.object({ id: Id })
const taken = { status: 202, description: 'The task. Poll it for its progress.', schema: Task }

export const listTasks = operation({
  id: 'listTasks',
  method: 'GET',
  path: '/tasks',
  tag,
  summary: 'List tasks, the newest first: the own ones, or all for administrators and managers',
  access: 'signed-in',
  query: ListQuery.omit({ sort: true }).extend({
    filter: ListQuery.shape.filter.pipe(
      z.strictObject({ kind: z.enum(TASK_KINDS).optional(), state: z.enum(TASK_STATES).optional() }),
    ),
  }),
  ok: { status: 200, description: 'One page; the header Content-Range has the total.', schema: z.array(Task) },
  errors: ['malformed', 'validation'],
})

export const getTask = operation({
  id: 'getTask',
  method: 'GET',
  path: '/tasks/:id',
  tag,
  summary: 'Get a task with its progress',
  access: 'signed-in',
  params: OfTask,
  ok: { status: 200, description: 'The task.', schema: Task },
  errors: ['not_found'],
})

export const downloadTaskFile = operation({
  id: 'downloadTaskFile',
  method: 'GET',
  path: '/tasks/:id/file',
  tag,
  summary: 'Download the file of a task',
  access: 'signed-in',
  params: OfTask,
  ok: { status: 200, description: 'The file.', type: 'application/octet-stream' },
  errors: ['not_found', 'forbidden'],
})

export const listTaskRows = operation({
  id: 'listTaskRows',
  method: 'GET',
  path: '/tasks/:id/rows',
  tag,
  summary: 'List the rows of a task with their outcomes, in order',
  access: 'signed-in',
  params: OfTask,
  query: ListQuery.omit({ sort: true }).extend({
    filter: ListQuery.shape.filter.pipe(z.strictObject({ outcome: z.enum(TASK_OUTCOMES).optional() })),
  }),
  ok: { status: 200, description: 'One page; the header Content-Range has the total.', schema: z.array(TaskRow) },
  errors: ['not_found', 'malformed', 'validation'],
})

export const cancelTask = operation({
  id: 'cancelTask',
  method: 'POST',
  path: '/tasks/:id/cancel',
  tag,
  summary: 'Cancel a task; finished rows are not undone',
  access: 'signed-in',
  params: OfTask,
  ok: { status: 200, description: 'The cancelled task.', schema: Task },
  errors: ['not_found', 'invalid_state'],
})

export const undoTask = operation({
  id: 'undoTask',
  method: 'POST',
  path: '/tasks/:id/undo',
  tag,
  summary: 'Undo a task for the records that have not changed since',
  access: 'signed-in',
  params: OfTask,
  ok: taken,
  errors: ['not_found', 'invalid_state', 'forbidden'],
})

export const startBulk = operation({
  id: 'startBulk',
  method: 'POST',
  path: '/bulk/:resource',
  tag,
  summary: 'Change or delete the records that match a filter, or selected ones',
  access: 'signed-in',
  params: OfResource,
  body: BulkRequest,
  ok: taken,
  errors: ['not_found', 'validation', 'selection_changed', 'forbidden'],
})

export const previewBulk = operation({
  id: 'previewBulk',
  method: 'POST',
  path: '/bulk/:resource/preview',
  isRepeatable: true,
  tag,
  summary: 'Count the records that a bulk operation would act on',
  access: 'signed-in',
  params: OfResource,
  body: BulkPreviewRequest,
  ok: { status: 200, description: 'Number and digest of the records; nothing is changed.', schema: BulkPreview },
  errors: ['not_found', 'validation', 'forbidden'],
})

export const previewDeletion = operation({
  id: 'previewDeletion',
  method: 'POST',
  path: '/deletions/:resource/preview',
  isRepeatable: true,
  tag,
  summary: 'Preview a deletion: records that can be deleted, and why the others cannot',
  access: 'signed-in',
  params: OfResource,
  body: z.strictObject({ ids: z.array(Id).min(1).max(DELETION_PREVIEW_MAX_RECORDS) }),
  ok: { status: 200, description: 'The result that a deletion would have.', schema: DeletionPreview },
  errors: ['not_found', 'validation', 'forbidden'],
})

export const undoChange = operation({
  id: 'undoChange',
  method: 'POST',
  path: '/undo',
  tag,
  summary: 'Undo a creation, a change or a deletion of the last 24 hours',
  access: 'signed-in',
  body: UndoRequest,
  ok: {
    status: 200,
    description: 'The record as it is now; null if its creation was undone.',
    schema: z.object({ record: z.record(z.string(), z.unknown()).nullable() }),
  },
  errors: ['not_found', 'validation', 'invalid_state', 'still_referenced', 'already_exists', 'forbidden'],
})
