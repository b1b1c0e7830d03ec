import {
  WEBHOOK_CLAIM_S,
  WEBHOOK_RETRY_AFTER_MAX_S,
  WEBHOOK_RETRY_S,
  WEBHOOK_SLOTS_PER_PARTNER,
  WEBHOOK_TIMEOUT_MS,
} from '../../../../contract/core/limits/webhooks'
import { unseal } from '../../../adapters/sealed-secrets'
import type { PostWebhook, WebhookAnswer } from '../../../adapters/webhook-post'
import { signWebhook } from '../../../adapters/webhook-signing'
import { announce } from '../../../kernel/audit'
import type { Db } from '../../../db/database'
import { inTransaction, type Tx } from '../../../db/transaction'
import type { JobHandlers } from '../../../jobs/worker'
import { redactHeaders } from '../../../domain/partner-logs/redact'
import { createPartnerSlots } from './partner-slots'
import * as claims from './repository/claims'
import type { Claimed, Tried } from './repository/claims'
import { SEND, failWaiting, sendTo } from './repository/deliveries'

const GONE = 410
const ERROR_MAX_CHARS = 300

/** An attempt for the log of a partner's calls. */
export interface SentCall {
  delivery: Claimed
  at: Date
  answer: WebhookAnswer
  headers: Record<string, string>
}

interface Deps {
  db: Db
  /** Decrypts secrets. */
  key: Uint8Array
  post: PostWebhook
  now: () => Date
  /** Writes attempts to the log of the partners' calls. */
  log: (calls: readonly SentCall[]) => Promise<void>
  onError: (error: unknown) => void
  /** Returns the seconds to wait before the next attempt; undefined gives the delivery up. */
  waitS?: (tries: number) => number | undefined
}

/** Retries a job that failed to read the database for as long as a delivery can be pending. */
const RETRY_S = Array.from({ length: 1_000 }, () => 60)

/**
 * Returns the job that sends deliveries, each at least once, with retries over days. Each endpoint has one job, and any
 * number of processes may run jobs concurrently. A partner has few slots per process, and an endpoint releases its slot
 * after each turn, so that no partner blocks the deliveries of others.
 */
export function webhookJobs({ db, key, post, now, log, onError, waitS = usualWaitS }: Deps): JobHandlers {
  const slots = createPartnerSlots(WEBHOOK_SLOTS_PER_PARTNER)
  return {
    [SEND]: {
      isRemote: true,
      retryAfterS: RETRY_S,
      run: ({ endpoint_id: endpointId }, { signal }) => takeTurn(String(endpointId), signal),
    },
  }

  /** Runs one turn of an endpoint. @returns when the endpoint is due again */
  async function takeTurn(endpointId: string, signal: AbortSignal): Promise<Date | undefined> {
    const partnerId = await claims.partnerOf(db, endpointId)
    if (partnerId === undefined) return undefined
    if (!slots.take(partnerId, endpointId)) return new Date(now().getTime() + WEBHOOK_CLAIM_S * 1000)
    try {
      await sendDue(endpointId, signal)
    } finally {
      const waiting = slots.release(partnerId)
      if (waiting !== undefined) await inTransaction(db, (tx) => sendTo(tx, waiting)).catch(onError)
    }
    const at = now()
    const next = await claims.nextDue(db, endpointId, at)
    // A message created during the turn may have started another run of the job, which found no free slot.
    if (next && next <= at) await inTransaction(db, (tx) => sendTo(tx, endpointId, at))
    return next
  }

  /** Sends due deliveries to an endpoint. Claims no more once its turn has lasted as long as one attempt may last. */
  async function sendDue(endpointId: string, signal: AbortSignal): Promise<void> {
    const endsAt = now().getTime() + WEBHOOK_TIMEOUT_MS
    const underWay = new Set<Promise<unknown>>()
    let sent: SentCall[] = []
    for (;;) {
      // Results are stored in batches: each alone would wait for a connection and for the disk.
      const noted = sent
      sent = []
      if (noted.length > 0) await note(noted).catch(onError)
      const isOver = signal.aborted || now().getTime() >= endsAt
      for (const delivery of isOver ? [] : await claims.claimDue(db, endpointId, now())) {
        const sending = send(delivery)
          .then((call) => sent.push(call), onError)
          .finally(() => underWay.delete(sending))
        underWay.add(sending)
      }
      if (sent.length > 0) continue
      if (underWay.size === 0) return
      await Promise.race(underWay)
    }
  }

  async function send(delivery: Claimed): Promise<SentCall> {
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
    const answer = delivery.is_failed_on_purpose ? failedOnPurpose : await post(delivery.url, headers, delivery.payload)
    return { delivery, at, answer, headers: redactHeaders(headers) }
  }

  /** Stores results of attempts; when one cannot be stored, the others still are. */
  async function note(calls: readonly SentCall[]): Promise<void> {
    try {
      await inTransaction(db, (tx) => settle(tx, calls))
      await log(calls)
    } catch (error) {
      if (calls.length === 1) throw error
      for (const call of calls) await note([call]).catch(onError)
    }
  }

  async function settle(tx: Tx, calls: readonly SentCall[]): Promise<void> {
    const all = calls.map((call) => ({ ...call, tried: triedOf(call, now()) }))
    const arrived = all.filter(({ tried }) => tried.error === null).map(({ tried }) => tried)
    await claims.markDelivered(tx, arrived)
    for (const { delivery, answer, tried } of all) {
      if (tried.error === null) continue
      const wait = waitS(delivery.tries)
      const asked = Math.min(answer.retryAfterS ?? 0, WEBHOOK_RETRY_AFTER_MAX_S)
      const next = wait === undefined ? null : new Date(tried.at.getTime() + Math.max(wait, asked) * 1000)
      await claims.markFailed(tx, tried, next)
      if (delivery.is_failed_on_purpose) continue
      const isFailingLong = await claims.noteFailure(tx, tried)
      if (answer.status === GONE) await disable(tx, tried, 'gone')
      else if (isFailingLong) await disable(tx, tried, 'failing')
    }
  }

  async function disable(tx: Tx, tried: Tried, reason: 'gone' | 'failing'): Promise<void> {
    const disabled = await claims.disable(tx, tried, reason)
    if (!disabled) return
    await failWaiting(tx, tried.endpointId)
    const label = `${disabled.partner}: ${new URL(disabled.url).host}`
    announce(
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
}

function triedOf({ delivery, answer }: SentCall, at: Date): Tried {
  const isDone = answer.status >= 200 && answer.status < 300
  return {
    id: delivery.id,
    endpointId: delivery.endpoint_id,
    attempts: delivery.attempts,
    at,
    status: answer.status,
    error: isDone ? null : (answer.status === 0 ? answer.text : `Answered ${answer.status}.`).slice(0, ERROR_MAX_CHARS),
    durationMs: answer.durationMs,
  }
}

const failedOnPurpose: WebhookAnswer = {
  status: 500,
  text: 'Mock trip: this attempt failed on purpose and was not sent.',
  retryAfterS: null,
  durationMs: 0,
}

/** Waits between attempts with up to 10 % jitter, so that deliveries that failed together are not retried together. */
function usualWaitS(tries: number): number | undefined {
  const wait = WEBHOOK_RETRY_S[tries]
  return wait === undefined ? undefined : wait * (1 + Math.random() / 10)
}

const previousOf = ({ previous_secret, previous_secret_until }: Claimed, at: Date): string[] =>
  previous_secret !== null && previous_secret_until !== null && new Date(previous_secret_until) > at
    ? [previous_secret]
    : []
