import { DRAFT_RETENTION_H } from '../../contract/core/limits/console'
import { STORAGE_KEYS } from './config'
import { staffSession } from './auth/session'
import { isObject, storage } from './storage'

/** Unsaved input of a form. */
export interface Draft {
  values: Record<string, unknown>
  /** Version of the record that the input is based on; null for a new record. */
  version: number | null
  at: string
}

const PREFIX = STORAGE_KEYS.draftPrefix
const keyOf = (userId: string, form: string) => `${PREFIX}${userId}:${form}`

/**
 * Drafts of the signed-in user in this tab. They survive an expired session and a reload, and are deleted at sign-out or
 * after some hours. Several users share a counter, so each is offered only their own drafts.
 */
export const drafts = {
  read(form: string): Draft | null {
    forget((_, at) => isOld(at))
    const userId = staffSession.user()?.id
    return userId === undefined ? null : parsed(tab(() => window.sessionStorage.getItem(keyOf(userId, form))))
  },
  /** @param userId owner of the draft: the last input is stored after the session has expired, but not after a sign-out */
  write(userId: string, form: string, draft: Draft): void {
    if (staffSession.user()?.id !== userId && userId === signedOut) return
    tab(() => window.sessionStorage.setItem(keyOf(userId, form), JSON.stringify(draft)))
  },
  /** Returns the drafts of forms that begin with `prefix`, by form. */
  readAll(prefix: string): ReadonlyMap<string, Draft> {
    forget((_, at) => isOld(at))
    const userId = staffSession.user()?.id
    const found = new Map<string, Draft>()
    if (userId === undefined) return found
    const start = keyOf(userId, '')
    for (const key of tab(() => Object.keys(window.sessionStorage)) ?? []) {
      const draft = key.startsWith(start + prefix) ? parsed(tab(() => window.sessionStorage.getItem(key))) : null
      if (draft) found.set(key.slice(start.length), draft)
    }
    return found
  },
  forget(form: string): void {
    const userId = staffSession.user()?.id
    if (userId !== undefined) tab(() => window.sessionStorage.removeItem(keyOf(userId, form)))
  },
  /** Deletes the drafts of a user who signs out, in all tabs of this browser. */
  forgetAllOf(userId: string): void {
    forgetOf(userId)
    // Writing the key notifies the other tabs; its value is not needed afterwards.
    storage.set(STORAGE_KEYS.signedOut, userId)
    storage.remove(STORAGE_KEYS.signedOut)
  },
}

window.addEventListener('storage', ({ key, newValue }) => {
  if (key === STORAGE_KEYS.signedOut && newValue) forgetOf(newValue)
})

/** User who signed out last; forms that unmount afterwards must not store drafts of this user. */
let signedOut: string | null = null

function forgetOf(userId: string): void {
  signedOut = userId
  forget((key) => key.startsWith(keyOf(userId, '')))
}

function forget(isOver: (key: string, at: string | undefined) => boolean): void {
  tab(() => {
    for (const key of Object.keys(window.sessionStorage))
      if (key.startsWith(PREFIX) && isOver(key, parsed(window.sessionStorage.getItem(key))?.at))
        window.sessionStorage.removeItem(key)
  })
}

/** A draft without a valid time counts as old, since its owner and age are unknown. */
const isOld = (at: string | undefined) => !(Date.now() - Date.parse(at ?? '') < DRAFT_RETENTION_H * 3_600_000)

function parsed(text: string | null): Draft | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isObject(value) && isObject(value['values']) ? (value as unknown as Draft) : null
  } catch {
    return null
  }
}

/** Runs `work` on sessionStorage; returns null when the browser refuses storage. */
function tab<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}
