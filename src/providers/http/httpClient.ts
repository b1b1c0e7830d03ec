import { HTTP_TIMEOUT_MS, READ_RETRIES, READ_RETRY_DELAY_MS } from '../../../contract/limits'
import { API_HOST } from '../../config'
import { authSchemeOf, type AuthScheme } from './authScheme'
import { HttpError, statusOf, toHttpError } from './problem'
import { renewToken, STRATEGIES } from './refresh'

export interface HttpOptions {
  method?: string
  headers?: HeadersInit
  body?: BodyInit | null
  signal?: AbortSignal | null
  credentials?: RequestCredentials
  /** Milliseconds until the call fails; uploads may take longer than the usual 10 s. */
  timeoutMs?: number
  /** The answer is a file: `file` holds it and nothing is read as JSON. */
  binary?: boolean
}

export interface HttpAnswer {
  status: number
  headers: Headers
  body: string
  json: unknown
  file?: Blob
}

/** What the console adds to every call, set once at the start (the reader's language). */
let defaultHeaders: () => Record<string, string> = () => ({})
export function setDefaultHeaders(headers: () => Record<string, string>): void {
  defaultHeaders = headers
}

/** Called when a session can no longer be renewed and has been cleared. */
let onSessionLost: (loginPath: string) => void = () => undefined
export function setSessionLostHandler(handler: (loginPath: string) => void): void {
  onSessionLost = handler
}

const RETRIED_STATUSES = new Set([408, 429])
const isWorthRetrying = (error: unknown) =>
  statusOf(error) === 0 || statusOf(error) >= 500 || RETRIED_STATUSES.has(statusOf(error))

/**
 * One call of the API: JSON, 10 s, the token that its path asks for. A 401 renews the token once and repeats the call;
 * a GET that fails for a reason that may pass is repeated three times, after 1, 2 and 4 s.
 * @throws HttpError with the problem as `body`; status 0 where no answer arrived.
 */
export async function httpClient(url: string | URL, options: HttpOptions = {}): Promise<HttpAnswer> {
  const target = new URL(url, window.location.origin)
  const tries = (options.method ?? 'GET') === 'GET' ? 1 + READ_RETRIES : 1
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await callWithSession(target, options)
    } catch (error) {
      if (attempt >= tries || options.signal?.aborted || !isWorthRetrying(error)) throw error
      await pause(READ_RETRY_DELAY_MS * 2 ** (attempt - 1), options.signal)
    }
  }
}

async function callWithSession(target: URL, options: HttpOptions): Promise<HttpAnswer> {
  const scheme = authSchemeOf(target, API_HOST)
  const token = scheme.authorized ? STRATEGIES[scheme.session].current() : null
  const answer = await send(target, options, scheme, token)
  if (answer.status !== 401 || !scheme.renewable) return accepted(answer)
  try {
    const renewed = await renewToken(scheme.session, token)
    return accepted(await send(target, options, scheme, renewed))
  } catch (error) {
    if (error instanceof HttpError && error.status !== 401) throw error
    STRATEGIES[scheme.session].clear()
    onSessionLost(STRATEGIES[scheme.session].loginPath)
    throw error instanceof HttpError ? error : toHttpError(401, answer.json, answer.statusText)
  }
}

type RawAnswer = HttpAnswer & { statusText: string }

async function send(target: URL, options: HttpOptions, scheme: AuthScheme, token: string | null): Promise<RawAnswer> {
  const headers = new Headers({ Accept: 'application/json', ...defaultHeaders() })
  new Headers(options.headers).forEach((value, name) => headers.set(name, value))
  if (typeof options.body === 'string') headers.set('Content-Type', 'application/json')
  if (token) headers.set('Authorization', `${scheme.session === 'partner' ? 'Token' : 'Bearer'} ${token}`)
  const timeout = AbortSignal.timeout(options.timeoutMs ?? HTTP_TIMEOUT_MS)
  try {
    const response = await fetch(target, {
      method: options.method ?? 'GET',
      headers,
      body: options.body ?? null,
      credentials: options.credentials ?? 'same-origin',
      signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
    })
    const { status, statusText } = response
    if (options.binary && response.ok)
      return { status, statusText, headers: response.headers, body: '', json: null, file: await response.blob() }
    const body = await response.text()
    return { status, statusText, headers: response.headers, body, json: parsed(body) }
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw new HttpError(timeout.aborted ? 'app.problem.timeout' : 'app.problem.offline', 0, null)
  }
}

function accepted(answer: RawAnswer): HttpAnswer {
  if (answer.status < 200 || answer.status >= 300) throw toHttpError(answer.status, answer.json, answer.statusText)
  return answer
}

function parsed(body: string): unknown {
  try {
    return body === '' ? null : (JSON.parse(body) as unknown)
  } catch {
    return null
  }
}

function pause(milliseconds: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
}
