import { isObject } from '../storage'

const HOME = '/'
/** Only used to read a path as the browser would. */
const HERE = 'http://here.invalid'

/** What a redirect to the sign-in page remembers of the page that was asked for. */
export interface Remembered {
  nextPathname: string
  nextSearch: string
  nextHash: string
  /** A session went on before and has ended. */
  ended: boolean
}

/**
 * Where to go after signing in: the page that was asked for before, else the dashboard.
 * Only paths of this site; `//host`, `/\host` and their like would leave it.
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
