import { PARTNER_TOKEN_LENGTH_CHARS } from '../../../contract/core/limits'
import { ROLES, type Role } from '../../../contract/core/vocabulary'
import { STORAGE_KEYS } from '../config'
import { isObject, storage } from '../storage'

export interface StaffUser {
  id: string
  username: string
  first_name: string
  last_name: string
  email: string
  is_staff: boolean
  role: Role
}

export interface Tokens {
  access: string
  refresh: string | null
}

export interface StaffSession {
  tokens: Tokens
  user: StaffUser
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** The fields of a user that the browser keeps; null where it is no user. */
export function toStaffUser(value: unknown): StaffUser | null {
  if (!isObject(value)) return null
  const role = ROLES.find((known) => known === value['role'])
  if (!role) return null
  return {
    id: text(value['id']),
    username: text(value['username']),
    first_name: text(value['first_name']),
    last_name: text(value['last_name']),
    email: text(value['email']),
    is_staff: value['is_staff'] === true,
    role,
  }
}

/** Full name, else user name, else the word for a user. */
export function displayName(user: Pick<StaffUser, 'first_name' | 'last_name' | 'username'>, fallback: string): string {
  const name = [user.first_name, user.last_name].map((part) => part.trim()).filter(Boolean)
  return name.join(' ') || user.username.trim() || fallback
}

/** Told of every sign-in and sign-out; `elsewhere`: it happened in another tab. */
type Listener = (elsewhere: boolean) => void
const listeners = new Set<Listener>()
let cachedUser: StaffUser | null | undefined
let life = new AbortController()

function end(): void {
  life.abort()
  life = new AbortController()
}

function changed(elsewhere = false): void {
  cachedUser = undefined
  for (const listener of listeners) listener(elsewhere)
}

// Another tab signed in or out.
window.addEventListener('storage', (event) => {
  if (event.key !== null && event.key !== STORAGE_KEYS.tokens && event.key !== STORAGE_KEYS.user) return
  const before = cachedUser?.id
  cachedUser = undefined
  const after = staffSession.tokens() && staffSession.user()?.id
  if (before !== undefined && after !== before) end()
  changed(true)
})

/** The session of a member of staff, as this browser keeps it. */
export const staffSession = {
  tokens(): Tokens | null {
    const value = storage.json(STORAGE_KEYS.tokens)
    if (!isObject(value) || typeof value['access'] !== 'string') return null
    return { access: value['access'], refresh: text(value['refresh']) || null }
  },
  user(): StaffUser | null {
    if (cachedUser === undefined) cachedUser = toStaffUser(storage.json(STORAGE_KEYS.user))
    return cachedUser
  },
  start({ tokens, user }: StaffSession): void {
    storage.set(STORAGE_KEYS.tokens, JSON.stringify(tokens))
    storage.set(STORAGE_KEYS.user, JSON.stringify(user))
    changed()
  },
  setTokens(tokens: Tokens): void {
    storage.set(STORAGE_KEYS.tokens, JSON.stringify(tokens))
  },
  setUser(user: StaffUser): void {
    storage.set(STORAGE_KEYS.user, JSON.stringify(user))
    changed()
  },
  clear(): void {
    storage.remove(STORAGE_KEYS.tokens)
    storage.remove(STORAGE_KEYS.user)
    end()
    changed()
  },
  /** Fires when the session that goes on now has ended, here or in another tab: its calls are of no use any more. */
  ended(): AbortSignal {
    return life.signal
  },
  /** Calls back when somebody signs in or out, in this tab or in another. */
  subscribe(listener: Listener): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

const HEADER_SAFE = /^[\x21-\x7e]+$/

/** The session of a partner; a token of the wrong length discards it as a whole. */
export const partnerSession = {
  token(): string | null {
    const token = storage.get(STORAGE_KEYS.partnerToken)
    if (token === null) return null
    if (isPartnerToken(token)) return token
    partnerSession.clear()
    return null
  },
  setToken(token: string): void {
    storage.set(STORAGE_KEYS.partnerToken, token)
  },
  clear(): void {
    for (const key of [STORAGE_KEYS.partnerUser, STORAGE_KEYS.partner, STORAGE_KEYS.partnerToken]) storage.remove(key)
  },
}

export function isPartnerToken(token: unknown): token is string {
  return typeof token === 'string' && token.length === PARTNER_TOKEN_LENGTH_CHARS && HEADER_SAFE.test(token)
}
