const PARTNER_PATHS = [
  '/partner/auth/',
  '/partner/dashboard/',
  '/partner/trips/',
  '/partner/journeys/',
  '/partner/credentials/',
  '/partner/mock-trips/',
  '/partner/api-logs/',
]

/** Calls that start or renew a session: a stale token must not spoil them, and a 401 there is an answer. */
const SESSION_PATHS = ['/auth/login/', '/token/refresh/', '/csrf/']
const PARTNER_REFRESH_PATH = '/partner/auth/refresh/'

export type SessionKind = 'staff' | 'partner'

export interface AuthScheme {
  session: SessionKind
  /** Whether the call carries the session's token. */
  authorized: boolean
  /** Whether a 401 means "renew the token and try again". */
  renewable: boolean
}

/**
 * Which session a call belongs to. Only the path decides, literally and case-sensitively; a call to another
 * origin than the API's carries no token at all.
 */
export function authSchemeOf(url: URL, apiHost: string): AuthScheme {
  const path = url.pathname.endsWith('/') ? url.pathname : `${url.pathname}/`
  const session = PARTNER_PATHS.some((part) => path.includes(part)) ? 'partner' : 'staff'
  if (url.origin !== apiHost) return { session, authorized: false, renewable: false }
  if (SESSION_PATHS.some((part) => path.endsWith(part))) return { session, authorized: false, renewable: false }
  return { session, authorized: true, renewable: !path.endsWith(PARTNER_REFRESH_PATH) }
}
