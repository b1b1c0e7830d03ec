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

export const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** Returns the stored fields of a staff user; null for a value without a known role. */
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

/** Returns first and last name, or `otherwise` when both are empty. */
export const fullName = ({ first_name, last_name }: Pick<StaffUser, 'first_name' | 'last_name'>, otherwise: string) =>
  [first_name, last_name]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ') || otherwise

/** Returns the full name, else the user name, else `fallback`. */
export const displayName = (user: Pick<StaffUser, 'first_name' | 'last_name' | 'username'>, fallback: string): string =>
  fullName(user, user.username.trim() || fallback)

/** Called on every sign-in and sign-out; `elsewhere` is true when it happened in another tab. */
type Listener = (elsewhere: boolean) => void

/**
 * Creates the storage and the subscriptions of a session under some storage keys.
 * @param onElsewhere called when another tab has changed one of the keys
 */
export function storedSession(keys: readonly string[], onElsewhere: () => void) {
  const listeners = new Set<Listener>()
  window.addEventListener('storage', ({ key }) => {
    if (key === null || keys.includes(key)) onElsewhere()
  })
  return {
    changed: (elsewhere = false) => {
      for (const listener of listeners) listener(elsewhere)
    },
    remove: () => {
      for (const key of keys) storage.remove(key)
    },
    /** Subscribes to sign-ins and sign-outs in this tab and in others. */
    subscribe: (listener: Listener): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

let cachedUser: StaffUser | null | undefined
let life = new AbortController()

function end(): void {
  life.abort()
  life = new AbortController()
}

const stored = storedSession([STORAGE_KEYS.tokens, STORAGE_KEYS.user], () => {
  const before = cachedUser?.id
  cachedUser = undefined
  const after = staffSession.tokens() && staffSession.user()?.id
  if (before !== undefined && after !== before) end()
  changed(true)
})

function changed(elsewhere = false): void {
  cachedUser = undefined
  stored.changed(elsewhere)
}

/** Session of a staff user in this browser. */
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
  /** Stores the fields of the user; does nothing if they are as before, because a change renders the console again. */
  setUser(user: StaffUser): void {
    const stringified = JSON.stringify(user)
    if (stringified === storage.get(STORAGE_KEYS.user)) return
    storage.set(STORAGE_KEYS.user, stringified)
    changed()
  },
  clear(): void {
    stored.remove()
    end()
    changed()
  },
  /** Returns a signal that aborts the calls of the present session when it ends, here or in another tab. */
  ended(): AbortSignal {
    return life.signal
  },
  subscribe: stored.subscribe,
}
