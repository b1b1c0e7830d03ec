import {
  WEBHOOK_CLAIM_S,
  WEBHOOK_RETRY_AFTER_MAX_S,
  WEBHOOK_RETRY_S,
  WEBHOOK_SLOTS_PER_PARTNER,
  WEBHOOK_TIMEOUT_MS,
} from '../../../../contract/core/webhook-limits'
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
  /** Writes tries into the log of the partners' calls. */
  log: (calls: readonly SentCall[]) => Promise<void>
  onError: (error: unknown) => void
  /** Seconds to wait before a try; undefined gives the delivery up. */
  waitS?: (tries: number) => number | undefined
}

/** A job that could not be read from the database is tried again for as long as anything can wait. */
const RETRY_S = Array.from({ length: 1_000 }, () => 60)

/**
 * Sends deliveries, each at least once, as long as their endpoint takes them within days. Each endpoint has one job, and
 * any number of processes may run jobs at once. A partner gets a few slots of a process, and an endpoint gives its slot
 * back after a turn, so that no partner stops the deliveries of others.
 */
export function webhookJobs({ db, key, post, now, log, onError, waitS = usualWaitS }: Settings): JobHandlers {
  const slots = createPartnerSlots(WEBHOOK_SLOTS_PER_PARTNER)
  return {
    [SEND]: {
      isRemote: true,
      retryAfterS: RETRY_S,
      run: ({ endpoint_id: endpointId }, { signal }) => takeTurn(String(endpointId), signal),
    },
  }

  /** @returns when the endpoint is due again */
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
    // A message that came during the turn may have passed the job on to another run, which found no room.
    if (next && next <= at) await inTransaction(db, (tx) => sendTo(tx, endpointId, at))
    return next
  }

  /** Sends what is due to an endpoint. Claims nothing more once its turn has taken as long as one attempt may take. */
  async function sendDue(endpointId: string, signal: AbortSignal): Promise<void> {
    const endsAt = now().getTime() + WEBHOOK_TIMEOUT_MS
    const underWay = new Set<Promise<unknown>>()
    let sent: SentCall[] = []
    for (;;) {
      // Answers are noted together: each alone would wait for a connection and for the disk.
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

  /** Notes what came of tries; where one cannot be noted, the others are. */
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
  text: 'Mock trip: this try was failed on purpose and never sent.',
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
