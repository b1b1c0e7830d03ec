import { API_ROOT } from '../config'
import { HTTP_TIMEOUT_MS } from '../../../contract/core/limits/console'
import { learnClock } from '../auth/jwt'
import { isPartnerToken, partnerSession } from '../auth/partnerSession'
import { staffSession, toStaffUser } from '../auth/session'
import { isObject } from '../storage'
import { deadline } from './deadline'
import type { SessionKind } from './authScheme'

export const STAFF_LOGIN_PATH = '/login'

/** Milliseconds until other tabs see a write to storage. */
const STORED_EVERYWHERE_MS = 250

/** Token renewal of one kind of session. */
interface Strategy {
  current(): string | null
  /** Renews and stores the token; throws if that is not possible. */
  renew(): Promise<string>
  clear(): void
  /** Returns a signal that aborts when the present session ends; null if unknown. */
  ended(): AbortSignal | null
  loginPath: string
}

async function post(
  path: string,
  payload: unknown,
  headers: Record<string, string> = {},
): Promise<Record<string, unknown>> {
  const limit = deadline(HTTP_TIMEOUT_MS)
  try {
    const response = await fetch(`${API_ROOT}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json', ...headers },
      body: JSON.stringify(payload),
      signal: limit.signal,
    })
    if (!response.ok) throw new Error(`Refresh answered ${response.status}`)
    const body: unknown = await response.json()
    if (!isObject(body)) throw new Error('Refresh answered no object')
    return body
  } finally {
    limit.release()
  }
}

const staff: Strategy = {
  current: () => staffSession.tokens()?.access ?? null,
  async renew() {
    const tokens = staffSession.tokens()
    if (!tokens?.refresh) throw new Error('No refresh token available')
    const body = await post('/token/refresh/', { refresh: tokens.refresh })
    const access = body['access']
    if (typeof access !== 'string' || access === '') throw new Error('Refresh answered no access token')
    const refresh = typeof body['refresh'] === 'string' ? body['refresh'] : tokens.refresh
    // A session that ended during the request stays ended; one that began since is left unchanged.
    const present = staffSession.tokens()
    if (!present) throw new Error('Signed out during the request')
    if (present.refresh !== tokens.refresh) return present.access
    learnClock(access)
    staffSession.setTokens({ access, refresh })
    const user = toStaffUser(body['user'])
    if (user) staffSession.setUser(user)
    return access
  },
  clear: staffSession.clear,
  ended: staffSession.ended,
  loginPath: STAFF_LOGIN_PATH,
}

const partner: Strategy = {
  current: partnerSession.token,
  async renew() {
    const old = partnerSession.token()
    if (!old) throw new Error('No partner token available')
    const { token } = await post('/partner/auth/refresh/', { token: old }, { Authorization: `Token ${old}` })
    if (!isPartnerToken(token)) throw new Error('Refresh answered no partner token')
    if (partnerSession.token() !== old) throw new Error('Signed out during the request')
    partnerSession.setToken(token)
    return token
  },
  clear: partnerSession.clear,
  ended: () => null,
  loginPath: '/partner-login',
}

export const STRATEGIES: Record<SessionKind, Strategy> = { staff, partner }

/** A page that is being left loses its pending calls, which says nothing about the session. */
let isLeft = false
// Capture runs before other listeners, because failed calls are reported between two listeners.
window.addEventListener('pagehide', () => (isLeft = true), { capture: true })
window.addEventListener('pageshow', () => (isLeft = false))
const pageShown = () => new Promise((resolve) => window.addEventListener('pageshow', resolve, { once: true }))

const underWay = new Map<SessionKind, Promise<string>>()

/** Waits for a pending renewal, successful or not; `current()` returns the result. */
export async function renewalSettled(kind: SessionKind): Promise<void> {
  await underWay.get(kind)?.catch(() => undefined)
}

/**
 * Renews the token of a session with one call for any number of callers, in this tab and, where the browser has locks,
 * across tabs. `stale` is the refused token: if another one has been stored since, that one is returned.
 * @throws Error if the session cannot be renewed; the caller decides what to clear.
 */
export function renewToken(kind: SessionKind, stale?: string | null): Promise<string> {
  const running = underWay.get(kind)
  if (running) return running
  const seen = stale === undefined ? STRATEGIES[kind].current() : stale
  const renewal = renewOnce(kind, seen)
    .catch((error: unknown) => {
      if (isLeft) return pageShown().then(() => renewOnce(kind, seen))
      throw error
    })
    .finally(() => underWay.delete(kind))
  underWay.set(kind, renewal)
  return renewal
}

const replacing = new Map<SessionKind, Promise<unknown>>()

/**
 * Lets a call other than a renewal store the next token. A renewal of the present token, which that call may end, waits and
 * uses its result. `replace` must not trigger a renewal.
 */
export async function replaceToken(kind: SessionKind, replace: (token: string) => Promise<void>): Promise<void> {
  await renewalSettled(kind)
  const done = alone(
    kind,
    () => null,
    () => replace(STRATEGIES[kind].current() ?? ''),
  ).finally(() => replacing.delete(kind))
  replacing.set(kind, done)
  await done
}

/** Renews unless another token than `seen` is stored. */
async function renewOnce(kind: SessionKind, seen: string | null): Promise<string> {
  await replacing.get(kind)?.catch(() => undefined)
  const strategy = STRATEGIES[kind]
  const renewedElsewhere = () => {
    const current = strategy.current()
    return current === seen ? null : current
  }
  return alone(kind, renewedElsewhere, strategy.renew)
}

/**
 * Runs `work`, which stores a token, in one tab at a time where the browser has locks, unless the token is already there.
 * The lock outlasts the work, because the next tab may acquire it before it sees what this one has stored.
 */
async function alone<T>(kind: SessionKind, known: () => T | null, work: () => Promise<T>): Promise<T> {
  const locks = (navigator as { locks?: LockManager }).locks
  if (!locks) return known() ?? work()
  return new Promise((resolve, reject) => {
    const task = async () => {
      const there = known()
      if (there !== null) return resolve(there)
      await work().then(resolve, reject)
      await new Promise((free) => setTimeout(free, STORED_EVERYWHERE_MS))
    }
    locks.request(`wayline-refresh-${kind}`, task).catch(reject)
  })
}
