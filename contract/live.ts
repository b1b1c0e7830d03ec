import { z } from 'zod'
import { Notification, NotificationStats } from './entities/notification'
import { LIVE_MARK_READ_MAX_IDS } from './limits'
import { operation } from './operations'
import { Id } from './scalars'

/** What a console may say over the live connection. */
export const LiveClientMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('mark_read'),
    /** The user's notifications that were read; none means all of them. */
    notification_ids: z.array(Id).max(LIVE_MARK_READ_MAX_IDS),
  }),
  z.object({ type: z.literal('get_notifications') }),
  z.object({ type: z.literal('get_stats') }),
])
export type LiveClientMessage = z.output<typeof LiveClientMessage>

/** What the server says over the live connection. */
export const LiveServerMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('new_notification'), data: Notification }),
  z.object({ type: z.literal('notification_stats'), data: NotificationStats }),
  z.object({ type: z.literal('mark_read_response') }),
  /** The newest first, at most LIVE_NOTIFICATIONS_MAX of them. */
  z.object({ type: z.literal('notifications'), data: z.array(Notification) }),
  z.object({ type: z.literal('error'), message: z.string() }),
])
export type LiveServerMessage = z.output<typeof LiveServerMessage>

export const openLiveConnection = operation({
  id: 'openLiveConnection',
  method: 'GET',
  path: '/ws/notifications',
  root: 'host',
  tag: 'notifications',
  summary: "WebSocket with the user's notifications; JSON messages",
  access: 'signed-in',
  tokenIn: 'query',
  ok: { status: 101, description: 'The connection is open.' },
  errors: ['malformed', 'origin_not_allowed'],
})
