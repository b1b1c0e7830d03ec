import { isObject } from '../../providers/storage'

const HOME = '/'

/**
 * Where to go after signing in: the page that was asked for before, else the dashboard.
 * Only paths of this site; `//host` and `/\host` would leave it.
 */
export function nextLocation(state: unknown): string {
  if (!isObject(state)) return HOME
  const { nextPathname: path, nextSearch: search } = state
  if (typeof path !== 'string' || !/^\/(?![/\\])/.test(path) || path.startsWith('/login')) return HOME
  return path + (typeof search === 'string' && search.startsWith('?') ? search : '')
}
