import type { Notification } from '../../../contract/entities/notification'
import { LIVE_NOTIFICATIONS_MAX } from '../../../contract/core/limits/live'
import type { LiveClientMessage, LiveServerMessage } from '../../../contract/operations/live'
import { INTL_LOCALES } from '../../../contract/core/languages'
import { isNotificationKind } from '../../../contract/core/notifications'
import { timeAgo } from '../../../contract/core/notification-words'
import type { Db } from '../../db/database'
import { wordNotification } from '../../kernel/notifications/wording'
import * as notifications from './repository/notifications'
import type { NotificationRow } from './repository/subjects'

interface Asker {
  db: Db
  userId: string
  now: Date
}

interface Client extends Asker {
  connectionId: string
}

/** Messages answered from the database. */
export type Question = Exclude<LiveClientMessage, { type: 'open_record' }>

/** Executes a client's message. @returns the replies to that client, in order */
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

/** Returns the newest notifications of a user as a live message. */
export async function listAnswer({ db, userId, now }: Asker): Promise<LiveServerMessage> {
  const rows = await notifications.newestNotifications(db, userId, LIVE_NOTIFICATIONS_MAX)
  return { type: 'notifications', data: rows.map((row) => notificationOf(row, now)) }
}

/** Returns the notification counts of a user as a live message. */
export async function statsAnswer({ db, userId }: Omit<Asker, 'now'>): Promise<LiveServerMessage> {
  const counts = await notifications.countNotifications(db, [userId])
  return { type: 'notification_stats', data: counts.get(userId) ?? { total: 0, unread: 0, read: 0 } }
}

/** Returns a notification in the language of the recipient's account, with the current values of its records. */
export function notificationOf(row: NotificationRow, now: Date): Notification {
  const { locale, entity_type: type, entity_id: id, kind, wording, event_id: _, ...rest } = row
  const { title, message, group_id: group, is_open: _open, record_ids: _records, facts, ...plain } = rest
  const ids = facts?.ids ?? []
  const values = { ...wording, ...facts?.subject, ...(ids.length > 1 && { group: ids.length }) }
  const words = kind !== null && isNotificationKind(kind) ? wordNotification(kind, values, locale, now) : null
  return {
    ...plain,
    title: words?.title ?? title ?? '',
    message: words?.message ?? message ?? '',
    action_url: type !== null && facts !== null ? placeOf(type, ids) : row.action_url,
    time_ago: timeAgo(row.created_at, now, INTL_LOCALES[locale]),
    entity: type === null || id === null ? null : { type, id },
    wording: kind === null ? null : { kind, values },
    group,
  }
}

/** Returns the path of the record, or of the list of these records; null when none is left. */
function placeOf(resource: string, ids: readonly string[]): string | null {
  const [first, ...others] = ids
  if (first === undefined) return null
  return others.length === 0
    ? `/${resource}/${first}/show`
    : `/${resource}?filter=${encodeURIComponent(JSON.stringify({ id: ids }))}`
}
