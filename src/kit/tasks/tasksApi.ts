import type { z } from 'zod'
import type { ExportRequest } from '../../../contract/operations/exports'
import type { BulkPreviewRequest, BulkRequest } from '../../../contract/operations/tasks'
import type { Resource, TaskOutcome } from '../../../contract/core/vocabulary'
import { call, callPage } from '../../providers/http/call'

export const readTasks = (filter: object, page: number, perPage: number) =>
  callPage('GET /tasks', { filter, page, perPage })

export const readRows = (id: string, outcome: TaskOutcome | null, page: number, perPage: number) =>
  callPage('GET /tasks/:id/rows', { filter: outcome === null ? {} : { outcome }, page, perPage }, { params: { id } })

export const startBulk = (resource: Resource, request: BulkRequest) =>
  call('POST /bulk/:resource', { params: { resource }, body: request })

export const previewBulk = (resource: Resource, matching: z.input<typeof BulkPreviewRequest>, signal: AbortSignal) =>
  call('POST /bulk/:resource/preview', { params: { resource }, body: matching, signal })

export const startExport = (resource: Resource, request: ExportRequest) =>
  call('POST /exports/:resource/tasks', { params: { resource }, body: request })

/** Undoes a change of a record: that of `eventId`, or the user's own latest one. */
export const undoChange = (resource: string, id: string, eventId?: string) =>
  call('POST /undo', { body: { resource: resource as Resource, record_id: id, event_id: eventId } })
