import { z } from 'zod'
import { Notification, NotificationFilter, NotificationStats } from '../entities/notification'
import { NotificationPreferences } from '../entities/notification-preferences'
import { LIVE_MARK_READ_MAX_IDS } from '../core/limits'
import { ListQuery } from '../core/list'
import { operation } from '../core/operations'
import { Id } from '../core/scalars'
import { TaskProgress } from './tasks'
import { RESOURCES } from '../core/vocabulary'

/** A record that somebody has open. */
export const OpenRecord = z.object({
  resource: z.enum(RESOURCES),
  id: Id,
  /** In its form, not only on its page. */
  is_editing: z.boolean(),
})
export type OpenRecord = z.output<typeof OpenRecord>

/** The colleagues who have a record open beside the one who is told. */
export const RecordReaders = OpenRecord.omit({ is_editing: true }).extend({
  people: z.array(z.object({ id: Id, name: z.string(), is_editing: z.boolean() })),
})
export type RecordReaders = z.output<typeof RecordReaders>

/** What a console may say over the live connection. */
export const LiveClientMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('mark_read'),
    /** The user's notifications that were read; none means all of them. */
    notification_ids: z.array(Id).max(LIVE_MARK_READ_MAX_IDS),
  }),
  z.object({ type: z.literal('get_notifications') }),
  z.object({ type: z.literal('get_stats') }),
  /** The record that is open here from now on; null for none. It holds until the connection closes. */
  z.object({ type: z.literal('open_record'), record: OpenRecord.nullable() }),
])
export type LiveClientMessage = z.output<typeof LiveClientMessage>

/** A record that was written. */
export const RecordChange = z.object({
  resource: z.enum(RESOURCES),
  /** Null: any number of them may have changed, as after an import. */
  id: Id.nullable(),
  /** The version that it is at now; null where the writer did not say. */
  version: z.int().min(1).nullable(),
  /** Affected: the record itself is as it was, but what is counted on it, such as its free seats, is not. */
  change: z.enum(['created', 'updated', 'deleted', 'affected']),
  /** The colleague who did it; null for the system or a partner. */
  by: z.object({ id: Id, name: z.string() }).nullable(),
})
export type RecordChange = z.output<typeof RecordChange>

/** What the server says over the live connection. A client ignores types that it does not know. */
export const LiveServerMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('new_notification'), data: Notification }),
  z.object({ type: z.literal('notification_stats'), data: NotificationStats }),
  z.object({ type: z.literal('mark_read_response') }),
  /** The newest first, at most LIVE_NOTIFICATIONS_MAX of them. */
  z.object({ type: z.literal('notifications'), data: z.array(Notification) }),
  z.object({ type: z.literal('error'), message: z.string() }),
  /** Beyond the notifications: which of the records that this user may list were written. */
  z.object({ type: z.literal('records_changed'), data: z.array(RecordChange) }),
  /** How far a task is that this user may see. */
  z.object({ type: z.literal('task_progress'), data: TaskProgress }),
  /** Who else has the record open that was opened here; said whenever that changes. */
  z.object({ type: z.literal('record_readers'), data: RecordReaders }),
])
export type LiveServerMessage = z.output<typeof LiveServerMessage>

export const openLiveConnection = operation({
  id: 'openLiveConnection',
  method: 'GET',
  path: '/ws/notifications',
  root: 'host',
  tag: 'notifications',
  summary: "WebSocket with the user's notifications; JSON messages. The token is an access token, or a live ticket",
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
  summary: "The user's notifications, the newest first",
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
  summary: 'The notification preferences of the user',
  access: 'signed-in',
  ok: { status: 200, description: 'The preferences.', schema: NotificationPreferences },
  errors: [],
})

export const replaceNotificationPreferences = operation({
  id: 'replaceNotificationPreferences',
  method: 'PUT',
  path: '/notifications/preferences',
  tag: 'notifications',
  summary: 'Change the notification preferences',
  access: 'signed-in',
  body: NotificationPreferences,
  ok: { status: 200, description: 'The preferences as they are now.', schema: NotificationPreferences },
  errors: ['validation'],
})
