import { isConsolePath } from '../providers/consolePaths'
import { partnerSession } from '../providers/auth/partnerSession'
import { staffSession } from '../providers/auth/session'
import { isObject } from '../providers/storage'
import { type SignInMethod, PORTAL_PATH, staffMethod, partnerMethod } from '../signin/method'
import { nextLocation, type Remembered } from '../providers/auth/nextLocation'

const STAFF_LOGIN = /^\/login\/?$/
const PARTNER_PATHS = /^\/partner-(login|dashboard)\/?$/

/** Sign-in method of a visitor, and the page that follows. */
export interface SignInEntry {
  method: SignInMethod
  /** Address of the sign-in page. */
  path: string
  /** State of its entry in the browser's history. */
  state: unknown
  /** Path to open after signing in. */
  next: string
  /** Whether a session existed before and has ended. */
  ended: boolean
  /** Whether the session that the visitor needs has started. */
  isOpen: () => boolean
  /** Subscribes to changes of that session, also by another tab. */
  subscribe: (listener: () => void) => () => void
}

const isStaffIn = () => staffSession.tokens() !== null && staffSession.user() !== null

function isPartnerIn(): boolean {
  partnerSession.restore()
  return partnerSession.state().status === 'authenticated'
}

/**
 * Returns the sign-in page for an address; null if none is needed or the path is unknown. Clears an invalid session.
 * @param state state of the entry in the browser's history
 */
export function signInEntryAt({ pathname, search, hash }: Location, state: unknown): SignInEntry | null {
  if (PARTNER_PATHS.test(pathname)) return isPartnerIn() ? null : partnerEntry()
  if (!isConsolePath(pathname) || isStaffIn()) return null
  staffSession.clear()
  const asked: Remembered = { nextPathname: pathname, nextSearch: search, nextHash: hash, ended: false }
  return staffEntry(STAFF_LOGIN.test(pathname) ? state : asked)
}

const staffEntry = (state: unknown): SignInEntry => ({
  method: staffMethod,
  path: '/login',
  state,
  next: nextLocation(state),
  ended: isObject(state) && state['ended'] === true,
  isOpen: isStaffIn,
  subscribe: staffSession.subscribe,
})

const partnerEntry = (): SignInEntry => ({
  method: partnerMethod,
  path: '/partner-login',
  state: null,
  next: PORTAL_PATH,
  ended: false,
  isOpen: () => partnerSession.state().status === 'authenticated',
  subscribe: partnerSession.subscribe,
})
