const PARTNER_PATHS = [
  '/partner/auth/',
  '/partner/dashboard/',
  '/partner/trips/',
  '/partner/journeys/',
  '/partner/credentials/',
  '/partner/mock-trips/',
  '/partner/api-logs/',
]

/** Calls that start or renew a session: they fail with a stale token, and their 401 is a result. */
const SESSION_PATHS = ['/auth/login/', '/token/refresh/', '/csrf/']
const PARTNER_REFRESH_PATH = '/partner/auth/refresh/'

export type SessionKind = 'staff' | 'partner'

export interface AuthScheme {
  session: SessionKind
  /** Whether the call carries the session's token. */
  authorized: boolean
  /** Whether a 401 renews the token and repeats the call. */
  renewable: boolean
}

/**
 * Returns the session that a call belongs to, by a literal, case-sensitive comparison of its path. A call to another origin
 * than the API's carries no token.
 */
export function authSchemeOf(url: URL, apiHost: string): AuthScheme {
  const path = url.pathname.endsWith('/') ? url.pathname : `${url.pathname}/`
  const session = PARTNER_PATHS.some((part) => path.includes(part)) ? 'partner' : 'staff'
  if (url.origin !== apiHost) return { session, authorized: false, renewable: false }
  if (SESSION_PATHS.some((part) => path.endsWith(part))) return { session, authorized: false, renewable: false }
  return { session, authorized: true, renewable: !path.endsWith(PARTNER_REFRESH_PATH) }
}
