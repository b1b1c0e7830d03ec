import type { ImportSheet, ImportStart } from '../../../contract/operations/imports'
import type { Task } from '../../../contract/operations/tasks'
import { api, postJson } from '../../providers/http/api'
import { saveCsv } from '../../providers/http/files'

/** A file may be large and the line slow. */
const TRANSFER_TIMEOUT_MS = 180_000

/** Sends a file to be looked at; nothing is imported yet. */
export function uploadSheet(resource: string, file: File): Promise<ImportSheet> {
  const body = new FormData()
  body.set('file', file)
  return api<ImportSheet>(`/imports/${resource}/`, { method: 'POST', body, timeoutMs: TRANSFER_TIMEOUT_MS })
}

export const startImport = (
  { resource, id }: Pick<ImportSheet, 'resource' | 'id'>,
  start: ImportStart,
): Promise<Task> => postJson<Task>(`/imports/${resource}/${encodeURIComponent(id)}/start/`, start)

/** Saves the rows that were refused, each with what is wrong. */
export const saveRejected = (taskId: string, name: string): Promise<void> =>
  saveCsv(`/tasks/${encodeURIComponent(taskId)}/rejected/`, name)
