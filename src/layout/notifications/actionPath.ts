import { isConsolePath } from '../../providers/consolePaths'

/** Where a notification leads: a page of this console, else null, whatever its address says. */
export function actionPath(url: string | null): string | null {
  if (url === null || !/^\/(?![/\\])/.test(url) || !URL.canParse(url, window.location.origin)) return null
  const { origin, pathname, search, hash } = new URL(url, window.location.origin)
  return origin === window.location.origin && isConsolePath(pathname) ? pathname + search + hash : null
}
