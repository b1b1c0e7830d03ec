import { EXPORT_FILE_RETENTION_H } from '../../../contract/core/limits/files'
import { UNDO_LIFE_H } from '../../../contract/core/limits/tasks'
import type { Task } from '../../../contract/operations/tasks'
import { RESTORABLE_RESOURCES } from '../../../contract/core/vocabulary'
import type { StoredTask } from './repository/tasks'

const HOUR_MS = 3_600_000

/** Returns a task as the API shows it. */
export function viewOf(task: StoredTask): Task {
  const { request, user_id: _, user_name, language: __, file_name: ___, file_bytes: ____, ...known } = task
  return {
    ...known,
    action: request.action === 'delete' || request.action === 'change' ? request.action : null,
    changes: request.action === 'change' ? request.changes : null,
    sheet_id: request.action === 'import' ? request.sheet_id : null,
    undo_until: undoUntil(task),
    file: storedFile(task),
    started_by: user_name,
  }
}

const WITHOUT_WAY_BACK: readonly StoredTask['kind'][] = ['undo', 'timetable', 'backup', 'export']

/** Returns the time until which a task can be undone, or null where it cannot. */
export function undoUntil({ kind, resource, is_trial, counts, finished_at, undone_by_id }: StoredTask): string | null {
  if (WITHOUT_WAY_BACK.includes(kind) || is_trial || finished_at === null || undone_by_id !== null) return null
  const { created = 0, updated = 0, deleted = 0 } = counts
  if (created + updated + (resource !== null && RESTORABLE_RESOURCES.includes(resource) ? deleted : 0) === 0)
    return null
  return new Date(Date.parse(finished_at) + UNDO_LIFE_H * HOUR_MS).toISOString()
}

/** Returns the file of a task and the time of its deletion, or null without one. */
export function storedFile({ file_name: name, file_bytes: bytes, finished_at }: StoredTask): Task['file'] {
  if (name === null || bytes === null || finished_at === null) return null
  return { name, bytes, until: new Date(Date.parse(finished_at) + EXPORT_FILE_RETENTION_H * HOUR_MS).toISOString() }
}
