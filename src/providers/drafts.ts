import { DRAFT_KEPT_H } from '../../contract/core/limits'
import { STORAGE_KEYS } from './config'
import { staffSession } from './auth/session'
import { isObject, storage } from './storage'

/** What somebody typed into a form and never saved. */
export interface Draft {
  values: Record<string, unknown>
  /** Version of the record that it was typed over; null for a new record. */
  version: number | null
  at: string
}

const PREFIX = STORAGE_KEYS.draftPrefix
const keyOf = (userId: string, form: string) => `${PREFIX}${userId}:${form}`

/**
 * Drafts of the reader, in this tab: they outlast a session that ends midway and a page that is loaded again, and go
 * with a sign-out, or after some hours. A counter has many readers; nobody is offered what another typed.
 */
export const drafts = {
  read(form: string): Draft | null {
    forget((_, at) => isOld(at))
    const userId = staffSession.user()?.id
    return userId === undefined ? null : parsed(tab(() => window.sessionStorage.getItem(keyOf(userId, form))))
  },
  /** @param userId whose it is: what is typed last is kept when the session has run out, not when it was ended */
  write(userId: string, form: string, draft: Draft): void {
    if (staffSession.user()?.id !== userId && userId === signedOut) return
    tab(() => window.sessionStorage.setItem(keyOf(userId, form), JSON.stringify(draft)))
  },
  /** Those whose form begins so, by form. */
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
  /** The reader signs out: here and in the other tabs of this browser. */
  forgetAllOf(userId: string): void {
    forgetOf(userId)
    // Written for the others to hear of it, not to be kept.
    storage.set(STORAGE_KEYS.signedOut, userId)
    storage.remove(STORAGE_KEYS.signedOut)
  },
}

window.addEventListener('storage', ({ key, newValue }) => {
  if (key === STORAGE_KEYS.signedOut && newValue) forgetOf(newValue)
})

/** Who has signed out last; forms that are still being left keep nothing of theirs any more. */
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

/** Of no time is old: nobody knows whose it is, or since when. */
const isOld = (at: string | undefined) => !(Date.now() - Date.parse(at ?? '') < DRAFT_KEPT_H * 3_600_000)

function parsed(text: string | null): Draft | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isObject(value) && isObject(value['values']) ? (value as unknown as Draft) : null
  } catch {
    return null
  }
}

/** A browser that keeps nothing keeps no drafts either. */
function tab<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}
