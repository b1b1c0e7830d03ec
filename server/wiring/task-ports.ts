import type { Ports as TaskPorts } from '../features/tasks/jobs'
import type { Tasks as BackupTasks } from '../features/backups/routes'
import { makeBackup, type Maker } from '../features/backups/make'
import { importStoredFile, type Tasks } from '../features/gtfs/import-runs'
import { generating } from '../features/journeys/steps/generate'
import { stepTo as journeyTo } from '../features/journeys/steps/take-step'
import { stepAndOffer } from '../features/reservations/steps/waiting'
import { stepTo as reservationTo } from '../features/reservations/steps/step-to'
import type { GenerationRequest } from '../../contract/operations/journeys'
import { EXPORT_FILE_MAX_BYTES } from '../../contract/core/limits/files'
import type { Task } from '../../contract/operations/tasks'
import type { Db } from '../db/database'
import type { Tasks as ExportTasks } from '../features/exports/routes'
import { FileTooLarge, runExport } from '../features/exports/run'
import type { Deps as ExportDeps } from '../features/exports/file'
import type { Tx } from '../db/transaction'
import type { Context } from '../kernel/context'
import { ownerOf, readOwn } from '../features/tasks/access'
import { enqueueLongTask, LONG_TASK_TOTAL, type LongTask } from '../features/tasks/long-task'
import { dropFile, keepFile } from '../features/tasks/repository/files'
import { countOpen, insertLabels, insertTask, readTask } from '../features/tasks/repository/tasks'
import { leaveTask } from '../features/tasks/slice'
import { viewOf } from '../features/tasks/view'
import type { Stores } from './stores'

/** Tasks of timetable imports. */
export const timetableTasks: Tasks = {
  start: async (tx, context, { id, source, dryRun }) => {
    await insertTask(tx, {
      ...ownerOf(context),
      id,
      kind: 'timetable',
      resource: 'routes',
      request: { action: 'piece' },
      source,
      dryRun,
      total: LONG_TASK_TOTAL,
    })
    await enqueueLongTask(tx, id)
  },
  countOpen: (reader) => countOpen(reader, 'timetable'),
}

/** Starts a task that generates journeys, with one row for each. */
export async function startGeneration(
  tx: Tx,
  context: Context,
  requested: GenerationRequest,
  codes: readonly string[],
): Promise<Task> {
  const id = await insertTask(tx, {
    ...ownerOf(context),
    kind: 'generation',
    resource: 'journeys',
    request: { action: 'generate', wish: requested },
    total: codes.length,
  })
  await insertLabels(tx, id, codes)
  await leaveTask(tx, id)
  return viewOf(await readOwn(tx, id, context))
}

/** Returns what tasks of many rows use: generation of journeys, and the steps of reservations and journeys. */
export const taskPortsOf = (storeOf: Stores['storeOf']): TaskPorts => ({
  stepping: (resource) => {
    if (resource === 'reservations')
      return (tx, id, status, values, context) =>
        stepAndOffer(tx, storeOf(resource), id, null, context, reservationTo(status, values, context))
    if (resource !== 'journeys') return undefined
    return (tx, id, status, { cancel_reason: reason }, context) => {
      const step = journeyTo(status, typeof reason === 'string' ? reason : undefined, context)
      return storeOf(resource).actIn(tx, id, null, context, step)
    }
  },
  generating: async (tx, requested) => {
    const make = await generating(tx, requested)
    return async (inner, row, context) => {
      const { id, isNew } = await make(inner, row.label, context)
      return { outcome: isNew ? 'created' : 'unchanged', recordId: id, label: row.label }
    }
  },
})

/** Imports a timetable as a long task; the import sends its own notification of the result. */
export const timetableTask =
  (db: Db, onWritten: () => void): LongTask =>
  async (id, context, report) => {
    const isInOrder = await importStoredFile({ db, onWritten }, id, context, report)
    return isInOrder
      ? { isAudited: true }
      : { isAudited: true, failure: { code: 'feed_in_error', quote: null, problem: null } }
  }

/** Tasks of backups. */
export const backupTasks: BackupTasks = {
  start: async (tx, context, id) => {
    await insertTask(tx, {
      ...ownerOf(context),
      id,
      kind: 'backup',
      resource: null,
      request: { action: 'piece' },
      total: LONG_TASK_TOTAL,
    })
    await enqueueLongTask(tx, id)
    return viewOf(await readOwn(tx, id, context))
  },
}

/** Makes a backup as a long task, which sends its own notification of the result. */
export const backupTask =
  (maker: Maker, onError: (error: unknown, id: string) => void): LongTask =>
  async (id, context, report, signal) => {
    const isMade = await makeBackup(maker, id, context, { report, signal, onError: (error) => onError(error, id) })
    return isMade
      ? { isAudited: true }
      : { isAudited: true, failure: { code: 'backup_failed', quote: null, problem: null } }
  }

/** Tasks of exports. */
export const exportTasks: ExportTasks = {
  start: async (tx, context, resource, requested) => {
    const id = await insertTask(tx, {
      ...ownerOf(context),
      kind: 'export',
      resource,
      request: { action: 'export', wish: requested },
      total: LONG_TASK_TOTAL,
    })
    await enqueueLongTask(tx, id)
    return viewOf(await readOwn(tx, id, context))
  },
}

/** Exports a list as a long task, with its file stored for the user who started it. */
export const exportTask =
  (deps: ExportDeps, maxBytes = EXPORT_FILE_MAX_BYTES): LongTask =>
  async (id, context, report) => {
    const task = await readTask(deps.db, id)
    if (task?.request.action !== 'export' || task.resource === null) throw new Error(`The task ${id} is no export.`)
    const keep = (content: AsyncIterable<Uint8Array>) => keepFile(deps.db, id, content)
    try {
      const exported = { resource: task.resource, request: task.request.wish }
      const { rows, file } = await runExport(deps, exported, context, { keep, report, maxBytes })
      return { counts: { exported: rows }, file }
    } catch (error) {
      await dropFile(deps.db, id)
      if (error instanceof FileTooLarge) return { failure: { code: 'file_too_large', quote: null, problem: null } }
      throw error
    }
  }
