import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { request as plainRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { isIP } from 'node:net'
import { WEBHOOK_ANSWER_MAX_BYTES, WEBHOOK_TIMEOUT_MS } from '../../contract/core/limits'
import { isLoopbackAddress, isPublicAddress } from './public-addresses'

/** Where webhooks may go: `public` is https to public addresses, `loopback` this machine alone. */
export type WebhookTargets = 'public' | 'loopback' | 'any'

export interface WebhookAnswer {
  /** 0 where nobody answered. */
  status: number
  /** The start of the answer, or why there is none. */
  text: string
  /** What the receiver asks to wait, in seconds; null where it says nothing. */
  retryAfterS: number | null
  durationMs: number
}

/** Finds the addresses of a name. */
export type Resolve = (name: string) => Promise<LookupAddress[]>

export interface PostSettings {
  targets: WebhookTargets
  timeoutMs?: number
  resolve?: Resolve
}

/** Sends a body to an address, once; whatever goes wrong is told in the answer. */
export type PostWebhook = (url: string, headers: Record<string, string>, body: string) => Promise<WebhookAnswer>

/**
 * Why an address is none that webhooks go to; null when it may be one. Names are looked up, and looked at, anew with each
 * message.
 */
export function targetIssue(text: string, targets: WebhookTargets): string | null {
  if (!URL.canParse(text)) return 'This is no address. Write it as https://example.com/webhooks.'
  const url = new URL(text)
  const host = hostOf(url)
  if (url.username !== '' || url.password !== '') return 'Leave user and password out of the address.'
  const isLocal = host === 'localhost' || isLoopbackAddress(host)
  if (isLocal && targets !== 'public' && /^https?:$/.test(url.protocol)) return null
  if (targets === 'loopback') return 'This server tells receivers on its own machine only.'
  if (url.protocol !== 'https:') return 'Take an address that begins with https.'
  if (
    isIP(host) > 0 ? !isPublicAddress(host) : !/\.[a-z]/i.test(host) || /\.(localhost|local|internal)\.?$/i.test(host)
  )
    return 'Take an address that can be reached from the internet.'
  return null
}

/** Posts to addresses that it has looked at itself: the connection goes to the very address that was found public. */
export function webhookPoster({
  targets,
  timeoutMs = WEBHOOK_TIMEOUT_MS,
  resolve = systemAddresses,
}: PostSettings): PostWebhook {
  return async (text, headers, body) => {
    const startedAt = performance.now()
    const since = () => Math.round(performance.now() - startedAt)
    const failed = (reason: string) => ({ status: 0, text: reason, retryAfterS: null, durationMs: since() })
    const issue = targetIssue(text, targets)
    if (issue !== null) return failed(issue)
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      const url = new URL(text)
      const address = await Promise.race([pinned(hostOf(url), targets, resolve), aborted(signal)])
      const answer = await send(url, address, headers, body, signal)
      return { ...answer, durationMs: since() }
    } catch (error) {
      return failed(signal.aborted ? `No answer within ${timeoutMs / 1000} s.` : messageOf(error))
    }
  }
}

/** One address of a host, all of which have to be fit. @throws where one is not */
async function pinned(host: string, targets: WebhookTargets, resolve: Resolve): Promise<LookupAddress> {
  const family = isIP(host)
  const found = family > 0 ? [{ address: host, family }] : await resolve(host)
  const [first] = found
  if (!first) throw new Error('The name of the receiver leads nowhere.')
  for (const { address } of found) {
    const isFit =
      (targets !== 'loopback' && isPublicAddress(address)) || (targets !== 'public' && isLoopbackAddress(address))
    if (!isFit) throw new Error('The name of the receiver leads into a private network.')
  }
  return first
}

function send(
  url: URL,
  { address, family }: LookupAddress,
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal,
): Promise<Omit<WebhookAnswer, 'durationMs'>> {
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    signal,
    agent: false,
    lookup: (_, { all }, done) => (all ? done(null, [{ address, family }]) : done(null, address, family)),
  }
  return new Promise((resolve, reject) => {
    const start = url.protocol === 'https:' ? tlsRequest : plainRequest
    const request = start(url, options, (response) => {
      readStart(response).then((text) => {
        request.destroy()
        resolve({
          status: response.statusCode ?? 0,
          text,
          retryAfterS: secondsOf(response.headers['retry-after']),
        })
      }, reject)
    })
    request.on('error', reject)
    request.end(body)
  })
}

/** The first part of an answer; the rest is not waited for. */
async function readStart(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= WEBHOOK_ANSWER_MAX_BYTES) break
  }
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, WEBHOOK_ANSWER_MAX_BYTES))
}

const systemAddresses: Resolve = (name) =>
  new Promise((resolve, reject) =>
    systemLookup(name, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses))),
  )

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true }))

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')

const secondsOf = (header: string | undefined): number | null =>
  header !== undefined && /^\d{1,9}$/.test(header) ? Number(header) : null

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'The receiver was not reached.')
