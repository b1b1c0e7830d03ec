import { API_ROOT } from '../../providers/config'
import { httpClient } from '../../providers/http/httpClient'
import { toNotification, type LiveNotification } from '../../providers/live/messages'

export interface NotificationsQuery {
  is_read?: boolean
  notification_type?: string
}

export interface NotificationsPage {
  items: LiveNotification[]
  total: number
}

/** One page of the user's notifications, the newest first. @param page from 0 */
export async function fetchNotifications(
  filter: NotificationsQuery,
  page: number,
  rows: number,
): Promise<NotificationsPage> {
  const range = [page * rows, (page + 1) * rows - 1]
  const query = new URLSearchParams({ filter: JSON.stringify(filter), range: JSON.stringify(range) })
  const { json, headers } = await httpClient(`${API_ROOT}/notifications/?${query}`)
  const items = (Array.isArray(json) ? json : []).map(toNotification).filter((item) => item !== null)
  return { items, total: Number(headers.get('content-range')?.split('/')[1] ?? items.length) }
}
