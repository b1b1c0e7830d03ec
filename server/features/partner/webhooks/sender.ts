import {
  WEBHOOK_POLL_MS,
  WEBHOOK_RETRY_AFTER_MAX_S,
  WEBHOOK_RETRY_S,
  WEBHOOK_SENDS_AT_ONCE,
} from '../../../../contract/core/limits'
import { unseal } from '../../../adapters/sealed-secrets'
import type { PostWebhook, WebhookAnswer } from '../../../adapters/webhook-post'
import { signWebhook } from '../../../adapters/webhook-signing'
import { announce } from '../../../kernel/audit'
import type { Db } from '../../../db/database'
import { inTransaction, type Tx } from '../../../db/transaction'
import { redactHeaders } from '../../../domain/partner-logs/redact'
import * as claims from './repository/claims'
import type { Claimed, Tried } from './repository/claims'
import { failWaiting } from './repository/deliveries'

const GONE = 410
const ERROR_MAX_CHARS = 300

/** A try, as the log of a partner's calls keeps it. */
export interface SentCall {
  delivery: Claimed
  at: Date
  answer: WebhookAnswer
  headers: Record<string, string>
}

interface Settings {
  db: Db
  /** Opens secrets. */
  key: Uint8Array
  post: PostWebhook
  now: () => Date
  /** Writes a try into the log of the partner's calls. */
  log: (call: SentCall) => Promise<void>
  onError: (error: unknown) => void
  /** Seconds to wait before a try; undefined gives the delivery up. */
  waitS?: (tries: number) => number | undefined
}

export type WebhookSender = ReturnType<typeof createWebhookSender>

/**
 * Sends what waits in the outbox: each message at least once, as long as its receiver takes it within days. Any number
 * of processes may do it at once.
 */
export function createWebhookSender({ db, key, post, now, log, onError, waitS = usualWaitS }: Settings) {
  const inHand = new Map<string, number>()
  const sending = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | null = null
  let isStopped = false

  /** Takes what is due and begins to send it. @returns how many */
  async function poll(): Promise<number> {
    const room = WEBHOOK_SENDS_AT_ONCE - sending.size
    if (room <= 0) return 0
    const due = await claims.claimDue(db, { at: now(), room, inHand })
    for (const delivery of due) {
      count(delivery.endpoint_id, 1)
      const sent = send(delivery)
        .catch(onError)
        .finally(() => {
          count(delivery.endpoint_id, -1)
          sending.delete(sent)
        })
      sending.add(sent)
    }
    return due.length
  }

  async function send(delivery: Claimed): Promise<void> {
    const at = now()
    const timestamp = Math.floor(at.getTime() / 1000)
    const secrets = [delivery.secret, ...previousOf(delivery, at)].map((sealed) => unseal(sealed, key))
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Wayline-Webhooks/1',
      'webhook-id': delivery.id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signWebhook({ id: delivery.id, timestamp, body: delivery.payload }, secrets),
    }
    const answer = delivery.is_rehearsal ? rehearsed : await post(delivery.url, headers, delivery.payload)
    await settle(delivery, answer)
    await log({ delivery, at, answer, headers: redactHeaders(headers) })
  }

  async function settle(delivery: Claimed, answer: WebhookAnswer): Promise<void> {
    const isDone = answer.status >= 200 && answer.status < 300
    const tried: Tried = {
      id: delivery.id,
      endpointId: delivery.endpoint_id,
      attempts: delivery.attempts,
      at: now(),
      status: answer.status,
      error: isDone
        ? null
        : (answer.status === 0 ? answer.text : `Answered ${answer.status}.`).slice(0, ERROR_MAX_CHARS),
      durationMs: answer.durationMs,
    }
    await inTransaction(db, async (tx) => {
      if (isDone) {
        await claims.markDelivered(tx, tried)
        return void (await claims.noteSuccess(tx, tried))
      }
      const wait = waitS(delivery.tries)
      const asked = Math.min(answer.retryAfterS ?? 0, WEBHOOK_RETRY_AFTER_MAX_S)
      const next = wait === undefined ? null : new Date(tried.at.getTime() + Math.max(wait, asked) * 1000)
      await claims.markFailed(tx, tried, next)
      if (delivery.is_rehearsal) return
      const isFailingLong = await claims.noteFailure(tx, tried)
      if (answer.status === GONE) await disable(tx, tried, 'gone')
      else if (isFailingLong) await disable(tx, tried, 'failing')
    })
  }

  async function disable(tx: Tx, tried: Tried, reason: 'gone' | 'failing'): Promise<void> {
    const disabled = await claims.disable(tx, tried, reason)
    if (!disabled) return
    await failWaiting(tx, tried.endpointId)
    const label = `${disabled.partner}: ${new URL(disabled.url).host}`
    await announce(
      tx,
      { kind: 'system', id: null, name: 'webhooks' },
      {
        action: 'partner_webhook.disabled',
        entity: { type: 'webhook_endpoints', id: tried.endpointId, label },
        changes: [{ field: 'status', old: 'active', new: 'disabled' }],
        reason,
      },
    )
  }

  const count = (endpointId: string, by: number) => inHand.set(endpointId, (inHand.get(endpointId) ?? 0) + by)

  /** Sends on and on, until it is stopped. */
  function start(everyMs = WEBHOOK_POLL_MS): void {
    const turn = async () => {
      const taken = await poll().catch((error: unknown) => {
        onError(error)
        return 0
      })
      // What is full is waited for, what is empty looked at again in a while.
      if (taken > 0 && sending.size < WEBHOOK_SENDS_AT_ONCE) await Promise.race(sending)
      if (!isStopped) timer = setTimeout(() => void turn(), taken > 0 ? 0 : everyMs)
    }
    timer = setTimeout(() => void turn(), 0)
  }

  /** Resolves once nothing is under way any more. */
  async function stop(): Promise<void> {
    isStopped = true
    if (timer) clearTimeout(timer)
    await Promise.all(sending)
  }

  return { poll, start, stop, idle: async () => void (await Promise.all(sending)) }
}

const rehearsed: WebhookAnswer = {
  status: 500,
  text: 'Rehearsed: this try was failed on purpose and never sent.',
  retryAfterS: null,
  durationMs: 0,
}

/** The waits between tries, with a little chance, so that what failed together does not come back together. */
function usualWaitS(tries: number): number | undefined {
  const wait = WEBHOOK_RETRY_S[tries]
  return wait === undefined ? undefined : wait * (1 + Math.random() / 10)
}

const previousOf = ({ previous_secret, previous_secret_until }: Claimed, at: Date): string[] =>
  previous_secret !== null && previous_secret_until !== null && new Date(previous_secret_until) > at
    ? [previous_secret]
    : []
