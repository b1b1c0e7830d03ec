import { vi } from 'vitest'
import type { StaffUser } from '../../../src/providers/auth/session'
import { statusOf } from '../../../src/providers/http/problem'

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Returns a token with these claims that the console accepts, since it never checks the signature. */
export const jwt = (claims: unknown): string => `${encode({ alg: 'HS256' })}.${encode(claims)}.c2lnbmF0dXJl`

/** Returns an access token as the server issues it at `nowMs`. */
export const accessToken = (lifeS: number, nowMs = Date.now()): string => {
  const iat = Math.floor(nowMs / 1000)
  return jwt({ iat, exp: iat + lifeS, jti: Math.random() })
}

export const ANA: StaffUser = {
  id: '1',
  username: 'ana',
  first_name: 'Ana',
  last_name: 'Ruiz',
  email: 'ana@example.com',
  is_staff: true,
  role: 'admin',
}

export interface Call {
  method: string
  /** Path below the API root, with its trailing slash. */
  path: string
  query: URLSearchParams
  headers: Headers
  body: unknown
  signal: AbortSignal | null
}

type Script = (call: Call) => Response | Promise<Response>

export const answer = (body: unknown, status = 200): Response =>
  new Response(body === null ? null : JSON.stringify(body), { status })

/** Never responds, but can be aborted like a browser's fetch. */
export const silence = ({ signal }: Call): Promise<Response> =>
  new Promise((_, reject) => {
    const abort = () => reject(new DOMException('Aborted', 'AbortError'))
    if (signal?.aborted) abort()
    signal?.addEventListener('abort', abort)
  })

/** Creates a fetch that returns scripted responses immediately; unscripted calls find nothing, which is not retried. */
export function scriptedFetch(scripts: Record<string, Script>) {
  const calls: Call[] = []
  const fetch = async (input: URL | string, init: RequestInit = {}): Promise<Response> => {
    const { pathname, searchParams } = new URL(input, window.location.origin)
    const call: Call = {
      method: init.method ?? 'GET',
      path: pathname.replace(/^\/api/, ''),
      query: searchParams,
      headers: new Headers(init.headers),
      body: init.body ?? null,
      signal: init.signal ?? null,
    }
    calls.push(call)
    const script = scripts[`${call.method} ${call.path}`]
    return script ? script(call) : answer({ status: 404, title: 'Not scripted', detail: call.path }, 404)
  }
  return { fetch, calls, count: (path: string) => calls.filter((call) => call.path === path).length }
}

/** Replaces the browser's fetch with a scripted one; `vi.unstubAllGlobals` restores it. */
export function script(scripts: Parameters<typeof scriptedFetch>[0]) {
  const scripted = scriptedFetch(scripts)
  vi.stubGlobal('fetch', scripted.fetch)
  return scripted
}

export const credential = (call: Call | undefined): string | null => call?.headers.get('authorization') ?? null

/** Accepts the given credential only. */
export const guarded = (good: string) => (call: Call) =>
  credential(call) === good ? answer({ ok: true }) : answer({}, 401)

/** Returns the status that a call fails with, 0 without a response, or `answered` when it succeeds. */
export const failure = (call: Promise<unknown>) =>
  call.then(
    () => 'answered' as const,
    (error: unknown) => statusOf(error),
  )

/** Formats the calls in order, each with its credential. */
export const order = (calls: Call[]) => calls.map((call) => `${call.method} ${call.path} ${credential(call) ?? '-'}`)
