import { isObject } from '../storage'

const HOME = '/'
/** Placeholder origin for parsing a path as the browser does. */
const HERE = 'http://here.invalid'

/** Router state of a redirect to the sign-in page: the requested page. */
export interface Remembered {
  nextPathname: string
  nextSearch: string
  nextHash: string
  /** Whether a session existed before and has ended. */
  ended: boolean
}

/**
 * Returns the path to open after signing in: the requested page, else the dashboard. Rejects URLs that would leave this
 * site, for example `//host` and `/\host`.
 */
export function nextLocation(state: unknown): string {
  if (!isObject(state)) return HOME
  const { nextPathname: path, nextSearch: search, nextHash: hash } = state
  if (typeof path !== 'string' || !path.startsWith('/')) return HOME
  const target = readPath(path)
  if (!target || target.pathname.startsWith('//') || /^\/login(\/|$)/.test(target.pathname)) return HOME
  target.search = typeof search === 'string' && search.startsWith('?') ? search : ''
  target.hash = typeof hash === 'string' && hash.startsWith('#') ? hash : ''
  return target.pathname + target.search + target.hash
}

function readPath(path: string): URL | null {
  try {
    const url = new URL(path, HERE)
    return url.origin === HERE ? url : null
  } catch {
    return null
  }
}
