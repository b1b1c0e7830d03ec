import { z } from 'zod'
import { operation } from '../core/operations'
import { ListQuery } from '../core/list'
import { BULK_MAX_RECORDS, DELETION_PREVIEW_MAX_RECORDS } from '../core/limits'
import { Problem } from '../core/problem'
import { Id, Instant } from '../core/scalars'
import { RESOURCES, TASK_FAILURES, TASK_KINDS, TASK_OUTCOMES, TASK_STATES, type Role } from '../core/vocabulary'

const Count = z.int().min(0)

/** Why a row was refused, in the words of the catalogue of errors. */
export const RowProblem = Problem.pick({ code: true, detail: true, errors: true, blockers: true })
export type RowProblem = z.output<typeof RowProblem>

/** Why a task failed, for the reader's own language to word. */
export const TaskFailure = z.object({
  code: z.enum(TASK_FAILURES),
  /** What the server wrote down under this number; null where there is nothing to look up. */
  quote: z.string().nullable(),
  /** What was refused; null unless the code is `refused`. */
  problem: RowProblem.nullable(),
})
export type TaskFailure = z.output<typeof TaskFailure>

const Progress = {
  id: Id,
  state: z.enum(TASK_STATES),
  /** The part of it that is being worked on, in the words of its kind; null where it has no parts. */
  stage: z.string().nullable(),
  /** Rows, or the percent of work that is not made of rows. */
  total: Count,
  done: Count,
  /** How many rows had each outcome. */
  counts: z.partialRecord(z.enum(TASK_OUTCOMES), Count),
}

/** How far a task is. */
export const TaskProgress = z.object(Progress)
export type TaskProgress = z.output<typeof TaskProgress>

/** Long work that a person asked for: how far it is and what came of it. */
export const Task = z.object({
  ...Progress,
  kind: z.enum(TASK_KINDS),
  /** Null for what is about no kind of records. */
  resource: z.enum(RESOURCES).nullable(),
  /** What is done to each record; null where it is not the same for all. */
  action: z.enum(['delete', 'change']).nullable(),
  /** The values that the records get. */
  changes: z.record(z.string(), z.unknown()).nullable(),
  /** The file that an import reads. */
  source: z.string().nullable(),
  /** The file's rows, while they can still be imported. */
  sheet_id: Id.nullable(),
  /** It only says what would happen. */
  is_trial: z.boolean(),
  /** Why it failed; null unless it did. */
  failure: TaskFailure.nullable(),
  /** The task that this one takes back. */
  undoes_id: Id.nullable(),
  /** The task that takes this one back. */
  undone_by_id: Id.nullable(),
  /** Until when it can be taken back; null where it cannot. */
  undo_until: Instant.nullable(),
  /** The file it has made; null where there is none. Its bytes are kept until then. */
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
  /** The record by name, as it was then. */
  label: z.string(),
  /** Of the file, from 1. */
  line: z.int().nullable(),
  problem: RowProblem.nullable(),
})
export type TaskRow = z.output<typeof TaskRow>

const OVERSEERS: readonly Role[] = ['admin', 'manager']
/** Whether somebody sees everybody's tasks, and not only their own. */
export const seesAllTasks = (role: Role): boolean => OVERSEERS.includes(role)

/** The records that match a filter of their list, without those that were deselected one by one. */
const Matching = {
  filter: z.record(z.string(), z.unknown()),
  except_ids: z.array(Id).max(BULK_MAX_RECORDS).optional(),
}

export const BulkPreviewRequest = z.strictObject(Matching)

/** Number and identity of the records that match, to be confirmed by `startBulk`. */
export const BulkPreview = z.object({
  /** At most one more than one operation may change. */
  count: Count,
  /** Digest of their ids; null when more match than one operation may change. */
  digest: z.string().nullable(),
})
export type BulkPreview = z.output<typeof BulkPreview>

export const BulkRequest = z
  .strictObject({
    filter: Matching.filter.optional(),
    except_ids: Matching.except_ids,
    /** Records chosen one by one. Each is changed as it is by then; a deleted one is refused by itself. */
    ids: z.array(Id).min(1).max(BULK_MAX_RECORDS).optional(),
    action: z.enum(['delete', 'change']),
    /** Fields and their new values, as a change of one record has them. */
    changes: z.record(z.string(), z.unknown()).optional(),
    /** Number of records that the caller has seen; any other number is refused. */
    expected: Count.optional(),
    /** Digest of a preview; any other set of records is refused, also one of the same size. */
    digest: z.string().max(100).optional(),
  })
  .refine(({ filter, ids }) => (filter === undefined) !== (ids === undefined), 'Give either a filter or ids.')
  .refine(({ filter, except_ids, digest }) => filter !== undefined || (except_ids ?? digest) === undefined, {
    path: ['ids'],
    message: 'Give except_ids and digest only with a filter.',
  })
  .refine(({ action, changes }) => (action === 'change') === (changes !== undefined), {
    path: ['changes'],
    message: 'Give what to change, and only where something is changed.',
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
  /** An entry of the record's history; the latest one, which must be the caller's own, unless said. */
  event_id: Id.optional(),
})

const tag = 'tasks'
const OfResource = z.object({ resource: z.enum(RESOURCES) })
const OfTask = z.object({ id: Id })
const taken = { status: 202, description: 'The task; read it again to follow it.', schema: Task }

export const listTasks = operation({
  id: 'listTasks',
  method: 'GET',
  path: '/tasks',
  tag,
  summary: 'Long work, the newest first: one’s own, or everybody’s for administrators and managers',
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
  summary: 'One task with its progress',
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
  summary: 'The file that a task has made',
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
  summary: 'What became of each row, in order',
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
  summary: 'Stop a task; what is done stays done',
  access: 'signed-in',
  params: OfTask,
  ok: { status: 200, description: 'The task as it was stopped.', schema: Task },
  errors: ['not_found', 'invalid_state'],
})

export const undoTask = operation({
  id: 'undoTask',
  method: 'POST',
  path: '/tasks/:id/undo',
  tag,
  summary: 'Take back what a task did, where nothing has happened to it since',
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
  summary: 'Change or delete the records that match a filter, or chosen ones',
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
  tag,
  summary: 'Which records could be deleted, and what stands in the way of the others; nothing is deleted',
  access: 'signed-in',
  params: OfResource,
  body: z.strictObject({ ids: z.array(Id).min(1).max(DELETION_PREVIEW_MAX_RECORDS) }),
  ok: { status: 200, description: 'What a deletion would meet.', schema: DeletionPreview },
  errors: ['not_found', 'validation', 'forbidden'],
})

export const undoChange = operation({
  id: 'undoChange',
  method: 'POST',
  path: '/undo',
  tag,
  summary: 'Take back a creation, a change or a deletion of the last 24 hours',
  access: 'signed-in',
  body: UndoRequest,
  ok: {
    status: 200,
    description: 'The record as it is now; null where its creation was undone.',
    schema: z.object({ record: z.record(z.string(), z.unknown()).nullable() }),
  },
  errors: ['not_found', 'validation', 'invalid_state', 'still_referenced', 'already_exists', 'forbidden'],
})
