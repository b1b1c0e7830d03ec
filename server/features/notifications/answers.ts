import type { Notification } from '../../../contract/entities/notification'
import { LIVE_NOTIFICATIONS_MAX } from '../../../contract/limits'
import type { LiveClientMessage, LiveServerMessage } from '../../../contract/live'
import type { Db } from '../../db/database'
import * as notifications from './repository'
import { timeAgo } from './time-ago'

/** Does what a client's message asks. @returns what to say to that client, in this order. */
export async function answersTo(
  message: LiveClientMessage,
  { db, userId, now }: { db: Db; userId: string; now: Date },
): Promise<LiveServerMessage[]> {
  switch (message.type) {
    case 'get_notifications': {
      const rows = await notifications.newestNotifications(db, userId, LIVE_NOTIFICATIONS_MAX)
      return [{ type: 'notifications', data: rows.map((row) => notificationOf(row, now)) }]
    }
    case 'get_stats':
      return [{ type: 'notification_stats', data: await notifications.countNotifications(db, userId) }]
    case 'mark_read':
      await notifications.markRead(db, userId, message.notification_ids, now)
      return [
        { type: 'mark_read_response' },
        { type: 'notification_stats', data: await notifications.countNotifications(db, userId) },
      ]
  }
}

function notificationOf(row: notifications.NotificationRow, now: Date): Notification {
  const { locale, entity_type: type, entity_id: id, ...rest } = row
  return {
    ...rest,
    time_ago: timeAgo(row.created_at, now, locale),
    entity: type === null || id === null ? null : { type, id },
  }
}
