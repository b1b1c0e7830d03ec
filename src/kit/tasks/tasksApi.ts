import type { ExportRequest } from '../../../contract/operations/exports'
import type { BulkRequest, DeletionPreview, Task, TaskRow } from '../../../contract/operations/tasks'
import type { TaskOutcome } from '../../../contract/core/vocabulary'
import { API_ROOT } from '../../providers/config'
import { api, postJson } from '../../providers/http/api'
import { saveBytes } from '../../providers/http/files'
import { httpClient } from '../../providers/http/httpClient'

export interface Page<T> {
  rows: T[]
  total: number
}

export async function readPage<T>(path: string, filter: object, page: number, perPage: number): Promise<Page<T>> {
  const range = JSON.stringify([(page - 1) * perPage, page * perPage - 1])
  const query = new URLSearchParams({ filter: JSON.stringify(filter), range })
  const { json, headers } = await httpClient(`${API_ROOT}${path}?${query}`)
  return { rows: json as T[], total: Number(headers.get('content-range')?.split('/')[1] ?? 0) }
}

const pathOf = (id: string) => `/tasks/${encodeURIComponent(id)}/`

export const readTasks = (filter: object, page: number, perPage: number) =>
  readPage<Task>('/tasks/', filter, page, perPage)

export const readTask = (id: string) => api<Task>(pathOf(id))

export const readRows = (id: string, outcome: TaskOutcome | null, page: number, perPage: number) =>
  readPage<TaskRow>(`${pathOf(id)}rows/`, outcome === null ? {} : { outcome }, page, perPage)

export const cancelTask = (id: string) => postJson<Task>(`${pathOf(id)}cancel/`, {})

export const undoTask = (id: string) => postJson<Task>(`${pathOf(id)}undo/`, {})

export const startBulk = (resource: string, request: BulkRequest) => postJson<Task>(`/bulk/${resource}/`, request)

export const startExport = (resource: string, request: ExportRequest) =>
  postJson<Task>(`/exports/${resource}/tasks/`, request)

export const saveTaskFile = (id: string, name: string) => saveBytes(`${pathOf(id)}file/`, name)

export const previewDeletion = (resource: string, ids: readonly string[]) =>
  postJson<DeletionPreview>(`/deletions/${resource}/preview/`, { ids })

/** Takes back a change of a record: the latest one, which must be one's own, unless an entry of its history is named. */
export const undoChange = (resource: string, id: string, eventId?: string) =>
  postJson('/undo/', { resource, record_id: id, ...(eventId !== undefined && { event_id: eventId }) })
