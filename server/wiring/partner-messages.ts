import { uuidv7 } from 'uuidv7'
import { webhookPoster, type WebhookTargets } from '../adapters/webhook-post'
import type { Db } from '../db/database'
import { redactBody } from '../domain/partner-logs/redact'
import { writeEntries } from '../features/partner/logs/repository'
import { getTripDetail } from '../features/partner/sales/repository/trips'
import { createOutbox } from '../features/partner/webhooks/outbox'
import { createWebhookSender, type SentCall, type WebhookSender } from '../features/partner/webhooks/sender'

/** What partners are told of their trips is what the partner API answers. */
export const webhookOutbox = (now: () => Date) =>
  createOutbox({
    now,
    readTrip: async (reader, owner, id) => {
      const trip = await getTripDetail(reader, owner, id)
      return trip && { ...trip, price_lines: trip.price_lines.map(withoutRule) }
    },
  })

interface Settings {
  db: Db
  /** Opens the secrets of receivers. */
  key: Uint8Array
  targets: WebhookTargets
  now: () => Date
  onError: (error: unknown) => void
}

/** Sends what the outbox holds, and writes each try into the log of the partner's calls. */
export const webhookSender = ({ db, targets, ...settings }: Settings): WebhookSender =>
  createWebhookSender({
    ...settings,
    db,
    post: webhookPoster({ targets }),
    log: (call) => writeEntries(db, [entryOf(call)]),
  })

/** Which rule of the operator made a line is the operator's own. */
const withoutRule = (line: object) =>
  Object.fromEntries(Object.entries(line).filter(([name]) => name !== 'rule_id' && name !== 'rule_version'))

function entryOf({ delivery, at, answer, headers }: SentCall): Parameters<typeof writeEntries>[1][number] {
  const { partner_id, environment, trip_reference, partner_reference } = delivery
  const url = new URL(delivery.url)
  return {
    id: uuidv7(),
    at: at.toISOString(),
    partner_id,
    credential_id: null,
    environment,
    direction: 'webhook',
    method: 'POST',
    path: `${url.origin}${url.pathname}`,
    query: '',
    status: answer.status,
    problem_code: null,
    duration_ms: answer.durationMs,
    ip: null,
    user_agent: null,
    request_id: delivery.id,
    idempotency_key: null,
    trip_reference,
    partner_reference,
    request_headers: headers,
    request_body: redactBody(JSON.parse(delivery.payload)),
    response_headers: {},
    response_body: redactBody(answer.text),
  }
}
