import type { Page, Request, Route } from '@playwright/test'
import { aDashboard } from '../console/dashboard'
import { STORAGE_KEYS } from './storage'

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Returns an access token that only the console accepts. @param secondsLeft relative to `nowMs` */
export const accessToken = (secondsLeft: number, nowMs = Date.now()): string => {
  const now = Math.floor(nowMs / 1000)
  return `${encode({ alg: 'HS256' })}.${encode({ exp: now + secondsLeft, iat: now, jti: `${Math.random()}` })}.c2ln`
}

export const SOMEBODY = {
  id: '0190a000-0000-7000-8000-000000000001',
  username: 'ana',
  first_name: 'Ana',
  last_name: 'Ruiz',
  email: 'ana@example.com',
  is_staff: true,
  role: 'admin',
}

type Answer = (route: Route, request: Request) => Promise<void>

export interface ScriptedApi {
  /** `METHOD /path` of every API call, in order; the path is relative to the API root. */
  calls: string[]
  /** Calls that read or change data, without those that maintain the session. */
  data: () => string[]
  count: (call: string) => number
  /** Changes the response to a call from here on; the path has its trailing slash. */
  on: (call: string, answer: Answer) => void
}

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}) => ({
  status,
  contentType: 'application/json',
  headers,
  body: JSON.stringify(body),
})

const EMPTY_LIST = json([], 200, { 'Content-Range': 'items */0' })
const SESSION_CALLS = /\/(auth|token|demo|csrf)\//

/** Replaces the API: empty lists, and the responses that a test sets. */
export async function scriptApi(page: Page): Promise<ScriptedApi> {
  const calls: string[] = []
  const answers = new Map<string, Answer>([
    ['GET /auth/user/', (route) => route.fulfill(json(SOMEBODY))],
    ['GET /demo/', (route) => route.fulfill(json({ people: [] }))],
    ['GET /dashboard/', (route) => route.fulfill(json(aDashboard()))],
    ['POST /auth/logout/', (route) => route.fulfill(json({}))],
    ['GET /csrf/', (route) => route.fulfill(json({ csrftoken: 'x' }))],
  ])
  const answered = async (route: Route, request: Request) => {
    const call = `${request.method()} ${new URL(request.url()).pathname.replace(/^\/api/, '')}`
    calls.push(call)
    const answer = answers.get(call)
    await (answer ? answer(route, request) : route.fulfill(EMPTY_LIST))
  }
  await page.route(/\/api\/|\/csrf\//, answered)
  await page.routeWebSocket(/\/ws\//, () => undefined)
  return {
    calls,
    data: () => calls.filter((call) => !SESSION_CALLS.test(call)),
    count: (call) => calls.filter((made) => made === call).length,
    on: (call, answer) => void answers.set(call, answer),
  }
}

/** Writes to the browser's storage once, before the console starts: a reload finds what the console wrote. */
export async function store(page: Page, entries: Record<string, unknown>): Promise<void> {
  await page.goto('/favicon.svg')
  await page.evaluate(
    (all) => {
      for (const [key, value] of Object.entries(all))
        window.localStorage.setItem(key, typeof value === 'string' ? value : JSON.stringify(value))
    },
    { [STORAGE_KEYS.language]: 'en', ...entries },
  )
}

/** Returns the storage entries of a session, as a sign-in leaves them. */
export const stored = (access: string, refresh: string | null = 'refresh-1', user: unknown = SOMEBODY) => ({
  [STORAGE_KEYS.tokens]: { access, refresh },
  [STORAGE_KEYS.user]: user,
})

/** Returns the staff session stored in the browser, or null. */
export const storedSession = (page: Page) =>
  page.evaluate(
    ([tokens, user]) => ({ tokens: localStorage.getItem(tokens ?? ''), user: localStorage.getItem(user ?? '') }),
    [STORAGE_KEYS.tokens, STORAGE_KEYS.user],
  )
export const NOTHING_STORED = { tokens: null, user: null }
