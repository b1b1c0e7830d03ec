import type { BulkRequest, DeletionPreview, Task, TaskRow } from '../../../contract/tasks'
import type { TaskOutcome } from '../../../contract/vocabulary'
import { API_ROOT } from '../../config'
import { api, postJson } from '../../providers/http/api'
import { httpClient } from '../../providers/http/httpClient'

export interface Page<T> {
  rows: T[]
  total: number
}

async function readPage<T>(path: string, filter: object, page: number, perPage: number): Promise<Page<T>> {
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

export const previewDeletion = (resource: string, ids: readonly string[]) =>
  postJson<DeletionPreview>(`/deletions/${resource}/preview/`, { ids })

/** Takes back the latest change of a record, which must be one's own. */
export const undoLatest = (resource: string, id: string) => postJson('/undo/', { resource, record_id: id })

/** Takes back what an entry of a record's history tells, whoever did it. */
export const undoEvent = (resource: string, id: string, eventId: string) =>
  postJson('/undo/', { resource, record_id: id, event_id: eventId })
