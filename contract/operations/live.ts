import { z } from 'zod'
import { Notification, NotificationFilter, NotificationStats } from '../entities/notification'
import { NotificationPreferences } from '../entities/notification-preferences'
import { LIVE_MARK_READ_MAX_IDS } from '../core/limits/live'
import { ListQuery } from '../core/list'
import { operation } from '../core/operations'
import { Id } from '../core/scalars'
import { TaskProgress } from './tasks'
import { RESOURCES } from '../core/vocabulary'

/** Record that is open in a console. */
export const OpenRecord = z.object({
  resource: z.enum(RESOURCES),
  id: Id,
  /** Whether its form is open, not only its page. */
  is_editing: z.boolean(),
})
export type OpenRecord = z.output<typeof OpenRecord>

/** Colleagues of the recipient who have the same record open. */
export const RecordReaders = OpenRecord.omit({ is_editing: true }).extend({
  people: z.array(z.object({ id: Id, name: z.string(), is_editing: z.boolean() })),
})
export type RecordReaders = z.output<typeof RecordReaders>

/** Messages of a client on the live connection. */
export const LiveClientMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('mark_read'),
    /** Notifications of the user to mark as read; empty means all of them. */
    notification_ids: z.array(Id).max(LIVE_MARK_READ_MAX_IDS),
  }),
  z.object({ type: z.literal('get_notifications') }),
  z.object({ type: z.literal('get_stats') }),
  /** Record that is open in this client; null for none. It applies until the connection closes. */
  z.object({ type: z.literal('open_record'), record: OpenRecord.nullable() }),
])
export type LiveClientMessage = z.output<typeof LiveClientMessage>

/** A written record. */
export const RecordChange = z.object({
  resource: z.enum(RESOURCES),
  /** Null: any number of records may have changed, for example after an import. */
  id: Id.nullable(),
  /** Current version; null if the writer did not provide it. */
  version: z.int().min(1).nullable(),
  /** `affected`: the record itself is unchanged, but a computed value such as its free seats has changed. */
  change: z.enum(['created', 'updated', 'deleted', 'affected']),
  /** User who made the change; null for the system or a partner. */
  by: z.object({ id: Id, name: z.string() }).nullable(),
})
export type RecordChange = z.output<typeof RecordChange>

/** Messages of the server on the live connection. Clients ignore unknown types. */
export const LiveServerMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('new_notification'), data: Notification }),
  z.object({ type: z.literal('notification_stats'), data: NotificationStats }),
  z.object({ type: z.literal('mark_read_response') }),
  /** The newest first, at most `LIVE_NOTIFICATIONS_MAX`. */
  z.object({ type: z.literal('notifications'), data: z.array(Notification) }),
  z.object({ type: z.literal('error'), message: z.string() }),
  /** Changed records of the resources that this user may list. */
  z.object({ type: z.literal('records_changed'), data: z.array(RecordChange) }),
  /** Progress of a task that this user may see. */
  z.object({ type: z.literal('task_progress'), data: TaskProgress }),
  /** Other users who have the open record of this client open; sent on every change. */
  z.object({ type: z.literal('record_readers'), data: RecordReaders }),
])
export type LiveServerMessage = z.output<typeof LiveServerMessage>

export const openLiveConnection = operation({
  id: 'openLiveConnection',
  method: 'GET',
  path: '/ws/notifications',
  root: 'host',
  tag: 'notifications',
  summary: 'Open the WebSocket of the signed-in user with an access token or a live ticket; messages are JSON',
  access: 'signed-in',
  tokenIn: 'query',
  ok: { status: 101, description: 'The connection is open.' },
  errors: ['malformed', 'origin_not_allowed', 'unavailable'],
})

export const listNotifications = operation({
  id: 'listNotifications',
  method: 'GET',
  path: '/notifications',
  tag: 'notifications',
  summary: 'List the notifications of the signed-in user, the newest first',
  access: 'signed-in',
  query: ListQuery.omit({ sort: true }).extend({ filter: ListQuery.shape.filter.pipe(NotificationFilter) }),
  ok: { status: 200, description: 'One page; the header Content-Range has the total.', schema: z.array(Notification) },
  errors: ['malformed', 'validation'],
})

export const getNotificationPreferences = operation({
  id: 'getNotificationPreferences',
  method: 'GET',
  path: '/notifications/preferences',
  tag: 'notifications',
  summary: 'Get the notification preferences of the signed-in user',
  access: 'signed-in',
  ok: { status: 200, description: 'The preferences.', schema: NotificationPreferences },
  errors: [],
})

export const replaceNotificationPreferences = operation({
  id: 'replaceNotificationPreferences',
  method: 'PUT',
  path: '/notifications/preferences',
  tag: 'notifications',
  summary: 'Replace the notification preferences of the signed-in user',
  access: 'signed-in',
  body: NotificationPreferences,
  ok: { status: 200, description: 'The preferences as they are now.', schema: NotificationPreferences },
  errors: ['validation'],
})
