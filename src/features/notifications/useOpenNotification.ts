import { useNotify } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { useLive } from '../../providers/live/LiveProvider'
import type { LiveNotification } from '../../providers/live/messages'
import { isConsolePath } from '../../providers/consolePaths'

/** Returns a function that marks notifications as read, and warns the user if the server could not be reached. */
export function useMarkRead(): (ids: LiveNotification['id'][]) => void {
  const { markRead } = useLive()
  const notify = useNotify()
  return (ids) => {
    if (!markRead(ids)) notify('app.live.notSent', { type: 'warning' })
  }
}

/** Returns a function that marks a notification as read and opens its page, if it has one in this console. */
export function useOpenNotification(): (item: LiveNotification) => void {
  const markRead = useMarkRead()
  const navigate = useNavigate()
  return (item) => {
    if (!item.is_read) markRead([item.id])
    const path = actionPath(item.action_url)
    if (path !== null) void navigate(path)
  }
}

/** Returns the page of this console that a notification links to; null for any other address. */
export function actionPath(url: string | null): string | null {
  if (url === null || !/^\/(?![/\\])/.test(url) || !URL.canParse(url, window.location.origin)) return null
  const { origin, pathname, search, hash } = new URL(url, window.location.origin)
  return origin === window.location.origin && isConsolePath(pathname) ? pathname + search + hash : null
}
