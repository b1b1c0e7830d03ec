import { LIVE_NOTIFICATIONS_MAX } from '../../../contract/core/limits/live'
import type { LiveNotification, NotificationStats, ServerMessage } from './messages'

export interface Notifications {
  /** Newest first; as many as the server lists at once. */
  items: readonly LiveNotification[]
  stats: NotificationStats
}

export type NotificationAction =
  | Extract<ServerMessage, { type: 'new_notification' | 'notification_stats' | 'notifications' }>
  /** Marked as read here, whether or not the server has confirmed it; no ids means all. */
  | { type: 'marked_read'; ids: readonly LiveNotification['id'][]; at: string }
  | { type: 'signed_out' }

export const NO_NOTIFICATIONS: Notifications = { items: [], stats: { total: 0, unread: 0, read: 0 } }

export function reduceNotifications(state: Notifications, action: NotificationAction): Notifications {
  switch (action.type) {
    case 'new_notification':
      return received(state, action.data)
    case 'notification_stats':
      return { ...state, stats: action.data }
    case 'notifications':
      return { ...state, items: unique(action.data).slice(0, LIVE_NOTIFICATIONS_MAX) }
    case 'marked_read':
      return marked(state, action.ids, action.at)
    case 'signed_out':
      return NO_NOTIFICATIONS
  }
}

function received({ items, stats }: Notifications, item: LiveNotification): Notifications {
  if (items.some(({ id }) => id === item.id)) return { items, stats }
  const earlier = items.find((known) => isEarlierSelf(known, item))
  if (earlier) return { items: [item, ...items.filter((known) => known !== earlier)], stats }
  const total = stats.total + 1
  const unread = stats.unread + (item.is_read ? 0 : 1)
  return { items: [item, ...items].slice(0, LIVE_NOTIFICATIONS_MAX), stats: { total, unread, read: total - unread } }
}

/** Whether a notification replaces an unread earlier one of its group. */
export const isEarlierSelf = (known: LiveNotification, item: LiveNotification): boolean =>
  item.group !== null && known.group === item.group && !known.is_read

/** The list is one page, so the total stays and the unread count falls by the newly read items. */
function marked({ items, stats }: Notifications, ids: readonly LiveNotification['id'][], at: string): Notifications {
  const isIncluded = ids.length === 0 ? () => true : (id: LiveNotification['id']) => ids.includes(id)
  const newly = items.filter((item) => !item.is_read && isIncluded(item.id))
  const unread = ids.length === 0 ? 0 : Math.max(0, stats.unread - newly.length)
  return {
    items: items.map((item) => (newly.includes(item) ? { ...item, is_read: true, read_at: at } : item)),
    stats: { total: stats.total, unread, read: stats.total - unread },
  }
}

function unique(items: readonly LiveNotification[]): LiveNotification[] {
  return [...new Map(items.map((item) => [item.id, item])).values()]
}
