import { PARTNER_TOKEN_LENGTH_CHARS } from '../../../contract/core/limits/token-lifetimes'
import { PARTNER_ROLES, type PartnerRole } from '../../../contract/core/vocabulary'
import { STORAGE_KEYS } from '../config'
import { isObject, storage } from '../storage'
import { fullName, storedSession, text } from './session'

export interface PartnerUser {
  id: string
  email: string
  first_name: string
  last_name: string
  role: PartnerRole
}

export interface Partner {
  id: string
  code: string
  legal_name: string
  trading_name: string
  currency: string
  timezone: string
}

/** Returns the stored fields of a partner user; null for a value that is no object. */
function toPartnerUser(value: unknown): PartnerUser | null {
  if (!isObject(value)) return null
  return {
    id: text(value['id']),
    email: text(value['email']),
    first_name: text(value['first_name']),
    last_name: text(value['last_name']),
    role: PARTNER_ROLES.find((role) => role === value['role']) ?? 'viewer',
  }
}

/** Returns the stored fields of a partner; null for a value that is no object. */
function toPartner(value: unknown): Partner | null {
  if (!isObject(value)) return null
  return {
    id: text(value['id']),
    code: text(value['code']),
    legal_name: text(value['legal_name']),
    trading_name: text(value['trading_name']),
    currency: text(value['currency']),
    timezone: text(value['timezone']) || 'UTC',
  }
}

export const partnerName = ({ trading_name, legal_name, code }: Partner): string => trading_name || legal_name || code

export const personName = (user: PartnerUser): string => fullName(user, user.email)

export type PartnerState =
  | { status: 'loading' }
  | { status: 'unauthenticated' }
  | { status: 'authenticated'; user: PartnerUser; partner: Partner }

const HEADER_SAFE = /^[\x21-\x7e]+$/

export function isPartnerToken(token: unknown): token is string {
  return typeof token === 'string' && token.length === PARTNER_TOKEN_LENGTH_CHARS && HEADER_SAFE.test(token)
}

const KEYS = [STORAGE_KEYS.partnerUser, STORAGE_KEYS.partner, STORAGE_KEYS.partnerToken]
const stored = storedSession(KEYS, () => partnerSession.restore())
let state: PartnerState = { status: 'loading' }

function become(next: PartnerState): void {
  state = next
  stored.changed()
}

/** Session of a partner user in this browser: user, partner and token, stored together or not at all. */
export const partnerSession = {
  /** Returns the stored token; one of the wrong length or with unsafe characters discards the whole session. */
  token(): string | null {
    const token = storage.get(STORAGE_KEYS.partnerToken)
    if (token === null || isPartnerToken(token)) return token
    stored.remove()
    return null
  },
  setToken(token: string): void {
    storage.set(STORAGE_KEYS.partnerToken, token)
  },
  /** Removes the stored session without notifying subscribers; `end` does both. */
  clear: stored.remove,
  state: (): PartnerState => state,
  /** Reads the stored session; a missing or corrupt value, or a token of the wrong length, discards all of it. */
  restore(): void {
    const token = storage.get(STORAGE_KEYS.partnerToken)
    const user = toPartnerUser(storage.json(STORAGE_KEYS.partnerUser))
    const partner = toPartner(storage.json(STORAGE_KEYS.partner))
    if (isPartnerToken(token) && user && partner) return become({ status: 'authenticated', user, partner })
    if (KEYS.some((key) => storage.get(key) !== null)) stored.remove()
    become({ status: 'unauthenticated' })
  },
  /** Stores and starts a session. @throws Error when the sign-in answer is incomplete; then nothing is stored */
  start(answer: unknown): void {
    const { token, user, partner } = isObject(answer) ? answer : {}
    const [person, company] = [toPartnerUser(user), toPartner(partner)]
    if (!isPartnerToken(token) || !person || !company) throw new Error('app.partner.login.incomplete')
    storage.set(STORAGE_KEYS.partnerUser, JSON.stringify(person))
    storage.set(STORAGE_KEYS.partner, JSON.stringify(company))
    partnerSession.setToken(token)
    become({ status: 'authenticated', user: person, partner: company })
  },
  end(): void {
    stored.remove()
    become({ status: 'unauthenticated' })
  },
  /** Resets the state on unmount, so that the next mount loads it from storage again. */
  forget(): void {
    state = { status: 'loading' }
  },
  subscribe: stored.subscribe,
}
