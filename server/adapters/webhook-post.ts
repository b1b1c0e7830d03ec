import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import { WEBHOOK_ANSWER_MAX_BYTES, WEBHOOK_TIMEOUT_MS } from '../../contract/core/limits/webhooks'
import { sentence, type Sentence } from '../../contract/core/sentence'
import { postPinned } from './pinned-request'
import { isLoopbackAddress, isPublicAddress } from './public-addresses'
import { describeRequestFailure } from './request-failure'

/** Allowed targets of webhooks: `public` is https to public addresses, `loopback` this machine only. */
export type WebhookTargets = 'public' | 'loopback' | 'any'

export interface WebhookAnswer {
  /** 0 without a complete answer. */
  status: number
  /** The start of the answer, or the reason for status 0. */
  text: string
  /** Seconds of the header `retry-after`; null without one. */
  retryAfterS: number | null
  durationMs: number
}

/** Returns the addresses of a name. */
export type Resolve = (name: string) => Promise<LookupAddress[]>

export interface PostSettings {
  targets: WebhookTargets
  timeoutMs?: number
  resolve?: Resolve
}

/** Posts a body once. Never throws: the result says what went wrong. */
export type PostWebhook = (url: string, headers: Record<string, string>, body: string) => Promise<WebhookAnswer>

/** Returns why webhooks must not go to an address, or null. Every attempt resolves names and checks them again. */
export function targetIssue(text: string, targets: WebhookTargets): Sentence | null {
  if (!URL.canParse(text)) return sentence`Must be an address such as https://example.com/webhooks.`
  const url = new URL(text)
  const host = hostOf(url)
  if (url.username !== '' || url.password !== '')
    return sentence`The address must not contain a user name or a password. Remove them.`
  const isLocal = host === 'localhost' || isLoopbackAddress(host)
  if (isLocal && targets !== 'public' && /^https?:$/.test(url.protocol)) return null
  if (targets === 'loopback')
    return sentence`This server sends webhooks to its own machine only. Use an address such as http://127.0.0.1:9000/.`
  if (url.protocol !== 'https:') return sentence`Use an address that begins with https.`
  if (
    isIP(host) > 0 ? !isPublicAddress(host) : !/\.[a-z]/i.test(host) || /\.(localhost|local|internal)\.?$/i.test(host)
  )
    return sentence`Use an address that can be reached from the internet.`
  return null
}

/**
 * Posts to an address that it has checked itself. Every attempt ends within `timeoutMs`, from the lookup of the name to
 * the last byte, and leaves no connection open.
 */
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
    if (issue !== null) return failed(String(issue))
    const ending = new AbortController()
    const { signal } = ending
    const limit = setTimeout(() => ending.abort(), timeoutMs)
    const post = async (): Promise<WebhookAnswer> => {
      const url = new URL(text)
      const address = await pinned(hostOf(url), targets, resolve)
      const answer = await postPinned({ url, address, headers, body, answerMaxBytes: WEBHOOK_ANSWER_MAX_BYTES, signal })
      return {
        status: answer.status,
        text: answer.text,
        retryAfterS: secondsOf(answer.headers['retry-after']),
        durationMs: since(),
      }
    }
    try {
      return await Promise.race([post(), aborted(signal)])
    } catch (error) {
      return failed(signal.aborted ? `No answer within ${timeoutMs / 1000} s.` : describeRequestFailure(error))
    } finally {
      clearTimeout(limit)
      ending.abort()
    }
  }
}

/** Returns the first address of a host. @throws when any of its addresses is not allowed */
async function pinned(host: string, targets: WebhookTargets, resolve: Resolve): Promise<LookupAddress> {
  const family = isIP(host)
  const found = family > 0 ? [{ address: host, family }] : await resolve(host)
  const [first] = found
  if (!first) throw new Error('The host name of the receiver could not be resolved.')
  for (const { address } of found) {
    const isFit =
      (targets !== 'loopback' && isPublicAddress(address)) || (targets !== 'public' && isLoopbackAddress(address))
    if (!isFit) throw new Error('The host name of the receiver resolves to an address of a private network.')
  }
  return first
}

const systemAddresses: Resolve = (name) =>
  new Promise((resolve, reject) =>
    systemLookup(name, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses))),
  )

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true }))

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')

const secondsOf = (header: string | string[] | undefined): number | null =>
  typeof header === 'string' && /^\d{1,9}$/.test(header) ? Number(header) : null
