import { useNotify } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { useLive } from '../../providers/live/LiveProvider'
import type { LiveNotification } from '../../providers/live/messages'
import { isConsolePath } from '../../providers/consolePaths'

/** Reads notifications: shows them as read, tells the server, and says so where the server could not be told. */
export function useMarkRead(): (ids: LiveNotification['id'][]) => void {
  const { markRead } = useLive()
  const notify = useNotify()
  return (ids) => {
    if (!markRead(ids)) notify('app.live.notSent', { type: 'warning' })
  }
}

/** Marks a notification as read and goes where it leads, where that is a page of this console. */
export function useOpenNotification(): (item: LiveNotification) => void {
  const markRead = useMarkRead()
  const navigate = useNavigate()
  return (item) => {
    if (!item.is_read) markRead([item.id])
    const path = actionPath(item.action_url)
    if (path !== null) void navigate(path)
  }
}

/** Where a notification leads: a page of this console, else null, whatever its address says. */
export function actionPath(url: string | null): string | null {
  if (url === null || !/^\/(?![/\\])/.test(url) || !URL.canParse(url, window.location.origin)) return null
  const { origin, pathname, search, hash } = new URL(url, window.location.origin)
  return origin === window.location.origin && isConsolePath(pathname) ? pathname + search + hash : null
}
