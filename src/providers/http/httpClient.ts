import { HTTP_TIMEOUT_MS, READ_RETRIES, READ_RETRY_DELAY_MS } from '../../../contract/core/limits/console'
import { API_HOST } from '../config'
import { compareVersion } from '../version'
import { authSchemeOf, type AuthScheme } from './authScheme'
import { deadline, pause } from './deadline'
import { HttpError, statusOf, toHttpError } from './problem'
import { renewalSettled, renewToken, STRATEGIES } from './refresh'

export interface HttpOptions {
  method?: string
  headers?: HeadersInit
  body?: BodyInit | null
  signal?: AbortSignal | null
  credentials?: RequestCredentials
  /** Timeout in milliseconds; uploads may need more than the default of 10 s. */
  timeoutMs?: number
  /** Whether to read the answer as a file into `file` instead of JSON. */
  binary?: boolean
  /** Whether the call continues when the page is left. */
  keepalive?: boolean
}

export interface HttpAnswer {
  status: number
  headers: Headers
  body: string
  json: unknown
  file?: Blob
}

/** Headers of every call, set once at startup (the reader's language). */
let defaultHeaders: () => Record<string, string> = () => ({})
export function setDefaultHeaders(headers: () => Record<string, string>): void {
  defaultHeaders = headers
}

/** Called after a session could not be renewed and was cleared. */
let onSessionLost: (loginPath: string) => void = () => undefined
export function setSessionLostHandler(handler: (loginPath: string) => void): void {
  onSessionLost = handler
}
export const sessionLost = (loginPath: string): void => onSessionLost(loginPath)

const RETRIED_STATUSES = new Set([408, 429])
const isWorthRetrying = (error: unknown) =>
  statusOf(error) === 0 || statusOf(error) >= 500 || RETRIED_STATUSES.has(statusOf(error))

/**
 * Calls the API with JSON, a timeout of 10 s and the token that the path requires. A 401 renews the token once and repeats
 * the call. A GET that fails for a transient reason is retried three times, after 1, 2 and 4 s. A call is aborted when its
 * session ends.
 * @throws HttpError with the problem as `body`; status 0 without an answer.
 */
export async function httpClient(url: string | URL, options: HttpOptions = {}): Promise<HttpAnswer> {
  const target = new URL(url, window.location.origin)
  const scheme = schemeOf(target, options)
  const strategy = STRATEGIES[scheme.session]
  const ended = scheme.authorized && strategy.current() !== null ? strategy.ended() : null
  const call: Call = { target, options, scheme, ended }
  const tries = (options.method ?? 'GET') === 'GET' ? 1 + READ_RETRIES : 1
  let settled: () => void = () => undefined
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await callWithSession(call)
      } catch (error) {
        if (attempt >= tries || options.signal?.aborted || ended?.aborted || !isWorthRetrying(error)) throw error
        if (attempt === 1) settled = beginRetrying()
        await pause(READ_RETRY_DELAY_MS * 2 ** (attempt - 1), [options.signal, ended])
        options.signal?.throwIfAborted()
      }
    }
  } finally {
    settled()
  }
}

interface Call {
  target: URL
  options: HttpOptions
  scheme: AuthScheme
  /** Aborts when the session of the call ends; null for a call without a session. */
  ended: AbortSignal | null
}

/** A call with its own `Authorization` header belongs to no stored session. */
function schemeOf(target: URL, options: HttpOptions): AuthScheme {
  const scheme = authSchemeOf(target, API_HOST)
  return new Headers(options.headers).has('Authorization') ? { ...scheme, authorized: false, renewable: false } : scheme
}

async function callWithSession(call: Call): Promise<HttpAnswer> {
  const { scheme } = call
  const strategy = STRATEGIES[scheme.session]
  if (scheme.renewable) await renewalSettled(scheme.session)
  const token = scheme.authorized ? strategy.current() : null
  const answer = await send(call, token)
  if (answer.status !== 401 || !scheme.renewable) return accepted(answer)
  let renewed: string
  try {
    renewed = await renewToken(scheme.session, token)
  } catch {
    // Only the first of several failed calls ends the session; a session that began since must stay.
    if (!call.ended?.aborted && strategy.current() === token) {
      strategy.clear()
      onSessionLost(strategy.loginPath)
    }
    return accepted(answer)
  }
  return accepted(await send(call, renewed))
}

type RawAnswer = HttpAnswer & { statusText: string }

async function send({ target, options, scheme, ended }: Call, token: string | null): Promise<RawAnswer> {
  const headers = new Headers({ Accept: 'application/json', ...defaultHeaders() })
  new Headers(options.headers).forEach((value, name) => headers.set(name, value))
  if (typeof options.body === 'string') headers.set('Content-Type', 'application/json')
  if (token) headers.set('Authorization', `${scheme.session === 'partner' ? 'Token' : 'Bearer'} ${token}`)
  const limit = deadline(options.timeoutMs ?? HTTP_TIMEOUT_MS, [options.signal, ended])
  try {
    if (ended?.aborted) throw new Error('The session has ended')
    const response = await fetch(target, {
      method: options.method ?? 'GET',
      headers,
      body: options.body ?? null,
      credentials: options.credentials ?? 'same-origin',
      keepalive: options.keepalive ?? false,
      signal: limit.signal,
    })
    compareVersion(response.headers)
    const { status, statusText } = response
    if (options.binary && response.ok)
      return { status, statusText, headers: response.headers, body: '', json: null, file: await response.blob() }
    const body = await response.text()
    return { status, statusText, headers: response.headers, body, json: parsed(body) }
  } catch (error) {
    if (options.signal?.aborted) throw error
    if (ended?.aborted) throw new HttpError('app.login.ended', 401, null)
    throw new HttpError(limit.isOver() ? 'app.problem.timeout' : 'app.problem.offline', 0, null)
  } finally {
    limit.release()
  }
}

function accepted(answer: RawAnswer): HttpAnswer {
  if (answer.status < 200 || answer.status >= 300)
    throw toHttpError(answer.status, answer.json, answer.statusText, answer.headers.get('content-language'))
  return answer
}

function parsed(body: string): unknown {
  try {
    return body === '' ? null : (JSON.parse(body) as unknown)
  } catch {
    return null
  }
}

const listeners = new Set<() => void>()
let waiting = 0

function add(difference: number): void {
  waiting += difference
  for (const listener of listeners) listener()
}

/** Marks a failed read as being retried. Returns the function to call once it has settled. */
function beginRetrying(): () => void {
  add(1)
  return () => add(-1)
}

/** Whether failed reads are currently being retried. */
export const retrying = {
  any: (): boolean => waiting > 0,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
