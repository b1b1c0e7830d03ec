import { isConsolePath } from '../providers/consolePaths'
import { partnerSession } from '../providers/auth/partnerSession'
import { staffSession } from '../providers/auth/session'
import { isObject } from '../providers/storage'
import { type SignInMethod, PORTAL_PATH, staffMethod, partnerMethod } from '../signin/method'
import { nextLocation, type Remembered } from '../providers/auth/nextLocation'

const STAFF_LOGIN = /^\/login\/?$/
const PARTNER_PATHS = /^\/partner-(login|dashboard)\/?$/

/** How a visitor has to sign in, and where that leads. */
export interface SignInPlace {
  method: SignInMethod
  /** Address of the sign-in page. */
  path: string
  /** What its entry in the browser's history remembers. */
  state: unknown
  /** Where to go once signed in. */
  next: string
  /** A session went on before and has ended. */
  ended: boolean
  /** Whether the session that the visitor needs has begun. */
  isOpen: () => boolean
  /** Calls back when that may have changed, also by another tab. */
  subscribe: (listener: () => void) => () => void
}

const isStaffIn = () => staffSession.tokens() !== null && staffSession.user() !== null

function isPartnerIn(): boolean {
  partnerSession.restore()
  return partnerSession.state().status === 'authenticated'
}

/**
 * The sign-in page in front of an address; null where none is needed or none can tell. What is stored and is no session goes.
 * @param state what the entry of the browser's history remembers
 */
export function signInPlaceAt({ pathname, search, hash }: Location, state: unknown): SignInPlace | null {
  if (PARTNER_PATHS.test(pathname)) return isPartnerIn() ? null : partnerPlace()
  if (!isConsolePath(pathname) || isStaffIn()) return null
  staffSession.clear()
  const asked: Remembered = { nextPathname: pathname, nextSearch: search, nextHash: hash, ended: false }
  return staffPlace(STAFF_LOGIN.test(pathname) ? state : asked)
}

const staffPlace = (state: unknown): SignInPlace => ({
  method: staffMethod,
  path: '/login',
  state,
  next: nextLocation(state),
  ended: isObject(state) && state['ended'] === true,
  isOpen: isStaffIn,
  subscribe: staffSession.subscribe,
})

const partnerPlace = (): SignInPlace => ({
  method: partnerMethod,
  path: '/partner-login',
  state: null,
  next: PORTAL_PATH,
  ended: false,
  isOpen: () => partnerSession.state().status === 'authenticated',
  subscribe: partnerSession.subscribe,
})
