import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { contentRange } from '../../../contract/core/list'
import {
  cancelTask,
  downloadTaskFile,
  getTask,
  listTaskRows,
  listTasks,
  previewBulk,
  previewDeletion,
  seesAllTasks,
  startBulk,
  undoChange,
  undoTask,
} from '../../../contract/operations/tasks'
import { EXPORT_FILE_RETENTION_H, IMPORT_SHEET_RETENTION_DAYS } from '../../../contract/core/limits/files'
import { TASK_RETENTION_DAYS } from '../../../contract/core/limits/tasks'
import { sentence } from '../../../contract/core/sentence'
import { audit } from '../../kernel/audit'
import { inTransaction } from '../../db/transaction'
import { admit, admitFields, roleOf } from '../../http/admit'
import { Refusal } from '../../http/refusal'
import { serve } from '../../http/serve'
import { changeOnce } from '../../http/idempotency'
import type { Feature } from '../feature'
import { startBulkTask } from './bulk'
import { note } from './completion'
import { previewDeletionOf } from './deletion-preview'
import { ownerOf, readOwn, visibleResources } from './access'
import { readAuditEntry } from './repository/audit-entries'
import { forgetFiles, readFile } from './repository/files'
import { forgetTasks, insertAuditEntriesOf, insertTask, pageOfRows, pageOfTasks } from './repository/tasks'
import { previewSelection } from './selection'
import { leaveTask, type Deps } from './slice'
import { takeBack } from './undo'
import { storedFile, undoUntil, viewOf } from './view'
import { importRoutes } from './import/routes'
import { taskJobs, type Ports } from './jobs'
import { longTaskJobs, type LongTask } from './long-task'
import { forgetSheets } from './repository/sheets'

interface TaskRouteDeps extends Deps {
  ports: Ports
  /** Long tasks by kind. */
  longTasks: Record<'timetable' | 'backup' | 'export', LongTask>
}

const HOUR_MS = 3_600_000

export const taskFeature: Feature<TaskRouteDeps> = {
  routes: async (app, deps) => {
    taskRoutes(app, deps)
    await importRoutes(app, deps)
  },
  jobs: ({ ports, longTasks, ...deps }) => ({ ...taskJobs(deps, ports), ...longTaskJobs({ ...deps, longTasks }) }),
  sweeps: ({ db }) => ({
    export_files: ({ now }) => forgetFiles(db, new Date(now.getTime() - EXPORT_FILE_RETENTION_H * HOUR_MS)),
    import_sheets: ({ before }) => forgetSheets(db, before(IMPORT_SHEET_RETENTION_DAYS)),
    tasks: ({ before }) => forgetTasks(db, before(TASK_RETENTION_DAYS)),
  }),
}

/** Routes that start, follow, stop and undo tasks. */
function taskRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, storeOf } = deps

  serve(app, listTasks, async ({ query, context, reply }) => {
    const [from, to] = query.range
    const userId = seesAllTasks(roleOf(context.actor)) ? null : context.actor.id
    const resources = visibleResources(roleOf(context.actor))
    const asked = { ...query.filter, userId, resources, offset: from, limit: to - from + 1 }
    const { rows, total } = await pageOfTasks(db, asked)
    reply.header('content-range', contentRange('tasks', from, rows.length, { count: total, exact: true }))
    return rows.map(viewOf)
  })

  serve(app, getTask, async ({ params, context }) => viewOf(await readOwn(db, params.id, context)))

  serve(app, listTaskRows, async ({ params, query, context, reply }) => {
    const task = await readOwn(db, params.id, context)
    const [from, to] = query.range
    const { outcome } = query.filter
    const rows = await pageOfRows(db, task.id, { outcome, offset: from, limit: to - from + 1 })
    const count =
      outcome === undefined ? task.total : outcome === 'waiting' ? task.total - task.done : (task.counts[outcome] ?? 0)
    reply.header('content-range', contentRange('task-rows', from, rows.length, { count, exact: true }))
    return rows
  })

  serve(app, downloadTaskFile, async ({ params, context, reply }) => {
    const task = await readOwn(db, params.id, context)
    const file = storedFile(task)
    if (!file || Date.parse(file.until) < context.now().getTime())
      throw new Refusal('not_found', sentence`The file of this task is no longer stored. Start the task again.`)
    if (task.resource !== null) admit(context.actor, 'export', task.resource)
    if (task.resource !== null && task.request.action === 'export')
      admitFields(
        context.actor,
        task.resource,
        (task.request.wish.columns ?? []).map(({ field }) => field),
      )
    await inTransaction(db, (tx) =>
      audit(tx, context, { action: 'task.downloaded', entity: { type: 'tasks', id: task.id, label: file.name } }),
    )
    reply
      .type('application/octet-stream')
      .header('content-disposition', `attachment; filename="${file.name}"`)
      .header('content-length', file.bytes)
    return Readable.from(readFile(db, task.id), { objectMode: false })
  })

  serve(app, cancelTask, ({ params, context }) =>
    changeOnce(db, context, async (tx) => {
      const task = await readOwn(tx, params.id, context, 'lock')
      if (task.finished_at !== null)
        throw new Refusal('invalid_state', sentence`The task has already ended. Undo it instead.`)
      await note(tx, task, { ...task, state: 'cancelled' }, context.now())
      return viewOf(await readOwn(tx, task.id, context))
    }),
  )

  serve(app, undoTask, ({ params, context }) =>
    changeOnce(db, context, async (tx) => {
      const undone = await readOwn(tx, params.id, context, 'lock')
      const until = undoUntil(undone)
      if (until === null || Date.parse(until) < context.now().getTime())
        throw new Refusal('invalid_state', sentence`This can no longer be undone. Change the records by hand.`)
      const id = await insertTask(tx, {
        ...ownerOf(context),
        kind: 'undo',
        resource: undone.resource,
        request: { action: 'undo' },
        source: undone.source,
        total: 0,
        undoesId: undone.id,
      })
      await insertAuditEntriesOf(tx, id, undone.id)
      await leaveTask(tx, id)
      return viewOf(await readOwn(tx, id, context))
    }),
  )

  serve(app, startBulk, ({ params, body, context }) => startBulkTask(db, storeOf(params.resource), body, context))

  serve(app, previewBulk, ({ params, body, context }) => {
    admit(context.actor, 'list', params.resource)
    return previewSelection(db, storeOf(params.resource), body, roleOf(context.actor))
  })

  serve(app, previewDeletion, ({ params, body, context }) => {
    admit(context.actor, 'delete', params.resource)
    return previewDeletionOf(storeOf(params.resource), body.ids, context)
  })

  serve(app, undoChange, ({ body, context }) => {
    const { resource, record_id: recordId, event_id: eventId } = body
    admit(context.actor, 'edit', resource)
    const store = storeOf(resource)
    return store.write(context, async (tx) => {
      const entry = await readAuditEntry(tx, { resource, recordId, eventId })
      if (!entry) throw new Refusal('not_found', sentence`The history has no such entry.`)
      if (eventId === undefined && entry.actor_id !== context.actor.id)
        throw new Refusal('invalid_state', sentence`Another user has changed the record since. Look at its history.`)
      return { record: await takeBack(tx, store, recordId, entry, context) }
    })
  })
}
