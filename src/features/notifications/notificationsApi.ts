import { callPage, call } from '../../providers/http/call'
import { toNotification, type LiveNotification } from '../../providers/live/messages'
import { NotificationPreferences } from '../../../contract/entities/notification-preferences'

export interface NotificationsQuery {
  is_read?: boolean
  notification_type?: string
}

export interface NotificationsPage {
  items: LiveNotification[]
  total: number
}

/** Returns one page of the user's notifications, the newest first. @param page from 0 */
export async function fetchNotifications(
  filter: NotificationsQuery,
  page: number,
  perPage: number,
): Promise<NotificationsPage> {
  const { rows, total } = await callPage('GET /notifications', { filter, page: page + 1, perPage })
  return { items: rows.map(toNotification).filter((item) => item !== null), total }
}

/** Query of the user's notification preferences. */
export const PREFERENCES_QUERY = {
  queryKey: ['notification-preferences'],
  queryFn: async () => NotificationPreferences.parse(await call('GET /notifications/preferences')),
}

export async function savePreferences(preferences: NotificationPreferences): Promise<NotificationPreferences> {
  return NotificationPreferences.parse(await call('PUT /notifications/preferences', { body: preferences }))
}
