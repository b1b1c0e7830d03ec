import type { Notification } from '../../../contract/entities/notification'
import { LIVE_NOTIFICATIONS_MAX } from '../../../contract/core/limits'
import type { LiveClientMessage, LiveServerMessage } from '../../../contract/operations/live'
import { timeAgo } from '../../../contract/core/time-ago'
import type { Db } from '../../db/database'
import * as notifications from './repository'

interface Asker {
  db: Db
  userId: string
  now: Date
}

interface Client extends Asker {
  connectionId: string
}

/** Messages that are answered from what is stored. */
export type Question = Exclude<LiveClientMessage, { type: 'open_record' }>

/** Does what a client's message asks. @returns what to say to that client, in this order. */
export async function answersTo(message: Question, asker: Client): Promise<LiveServerMessage[]> {
  const { db, userId, now: at, connectionId } = asker
  switch (message.type) {
    case 'get_notifications':
      return [await listAnswer(asker)]
    case 'get_stats':
      return [await statsAnswer(asker)]
    case 'mark_read':
      await notifications.markRead(db, { userId, ids: message.notification_ids, at, connectionId })
      return [{ type: 'mark_read_response' }, await statsAnswer(asker)]
  }
}

/** The newest notifications of a user. */
export async function listAnswer({ db, userId, now }: Asker): Promise<LiveServerMessage> {
  const rows = await notifications.newestNotifications(db, userId, LIVE_NOTIFICATIONS_MAX)
  return { type: 'notifications', data: rows.map((row) => notificationOf(row, now)) }
}

/** How many notifications a user has. */
export async function statsAnswer({ db, userId }: Omit<Asker, 'now'>): Promise<LiveServerMessage> {
  const counts = await notifications.countNotifications(db, [userId])
  return { type: 'notification_stats', data: counts.get(userId) ?? { total: 0, unread: 0, read: 0 } }
}

export function notificationOf(row: notifications.NotificationRow, now: Date): Notification {
  const { locale, entity_type: type, entity_id: id, kind, wording, event_id: _, ...rest } = row
  return {
    ...rest,
    time_ago: timeAgo(row.created_at, now, locale === 'ae' ? 'ar' : locale),
    entity: type === null || id === null ? null : { type, id },
    wording: kind === null ? null : { kind, values: wording },
  }
}
