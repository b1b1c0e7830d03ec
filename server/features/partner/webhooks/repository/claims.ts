import { sql } from 'kysely'
import {
  WEBHOOK_CLAIM_S,
  WEBHOOK_FAILING_MAX_H,
  WEBHOOK_SENDS_PER_ENDPOINT,
  WEBHOOK_SENDS_PER_FAILING_ENDPOINT,
} from '../../../../../contract/core/limits/webhooks'
import type { WEBHOOK_MESSAGE_TYPES } from '../../../../../contract/partner/webhook-events'
import type { Environment, WEBHOOK_DISABLED_REASONS } from '../../../../../contract/core/vocabulary'
import type { Db } from '../../../../db/database'
import { storableText } from '../../../../db/storable'
import { inTransaction, type Tx } from '../../../../db/transaction'

/** A delivery claimed by this process for sending. */
export interface Claimed {
  id: string
  endpoint_id: string
  partner_id: string
  environment: Environment
  type: (typeof WEBHOOK_MESSAGE_TYPES)[number]
  trip_reference: string | null
  partner_reference: string | null
  payload: string
  /** Attempts including this one. */
  attempts: number
  /** Attempts since it was created or last replayed, including this one. */
  tries: number
  /** Whether it must fail without being sent. */
  is_failed_on_purpose: boolean
  url: string
  /** Encrypted. */
  secret: string
  previous_secret: string | null
  previous_secret_until: string | null
}

/** Maximum of concurrent deliveries to the endpoint `e` over all processes. */
const SENDS_MAX = sql`
  case when e.failing_since is null then ${WEBHOOK_SENDS_PER_ENDPOINT}::int
    else ${WEBHOOK_SENDS_PER_FAILING_ENDPOINT}::int end`

/**
 * Claims due deliveries to one endpoint, the longest waiting first, up to its limit of concurrent deliveries. A claim
 * expires after `WEBHOOK_CLAIM_S`, in case its process stops.
 */
export async function claimDue(db: Db, endpointId: string, at: Date): Promise<Claimed[]> {
  const [now, until] = [at.toISOString(), new Date(at.getTime() + WEBHOOK_CLAIM_S * 1000).toISOString()]
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<Claimed>`
      with under_way as (
        select count(*) as number from webhook_deliveries
        where endpoint_id = ${endpointId} and state = 'pending' and claimed_until > ${now}
      ), chosen as (
        select d.id from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
        where d.endpoint_id = ${endpointId} and e.status = 'active' and d.state = 'pending'
          and d.next_attempt_at <= ${now} and (d.claimed_until is null or d.claimed_until <= ${now})
        order by d.next_attempt_at, d.id
        limit (
          select greatest(0, ${SENDS_MAX} - number) from under_way, webhook_endpoints e where e.id = ${endpointId})
        for update of d skip locked
      )
      update webhook_deliveries d set claimed_until = ${until}, attempts = d.attempts + 1, tries = d.tries + 1,
        fail_first = greatest(0, d.fail_first - 1)
      from chosen, webhook_endpoints e, webhook_deliveries was
      where d.id = chosen.id and e.id = d.endpoint_id and was.id = d.id
      returning d.id, d.endpoint_id, d.partner_id, d.environment, d.type, d.trip_reference, d.partner_reference,
        d.payload, d.attempts, d.tries, was.fail_first > 0 as is_failed_on_purpose, e.url, e.secret, e.previous_secret,
        e.previous_secret_until`.execute(tx)
    return rows
  })
}

/** Returns when an endpoint may be sent to next; undefined when nothing waits for it or it is not active. */
export async function nextDue(db: Db, endpointId: string, at: Date): Promise<Date | undefined> {
  const isUnderWay = sql`d.claimed_until > ${at.toISOString()}`
  const { rows } = await sql<{ next: string }>`
    select case when count(*) filter (where ${isUnderWay}) < ${SENDS_MAX}
      then min(greatest(d.next_attempt_at, d.claimed_until))
      else min(d.claimed_until) filter (where ${isUnderWay}) end as next
    from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
    where d.endpoint_id = ${endpointId} and d.state = 'pending' and e.status = 'active'
    group by e.id`.execute(db)
  return rows[0] && new Date(rows[0].next)
}

/** Returns the partner of an endpoint; undefined when the endpoint was deleted. */
export async function partnerOf(db: Db, endpointId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('webhook_endpoints')
    .select('partner_id')
    .where('id', '=', endpointId)
    .executeTakeFirst()
  return row?.partner_id
}

export interface Tried {
  id: string
  endpointId: string
  /** Number of the attempt; results of earlier attempts are ignored. */
  attempts: number
  at: Date
  status: number
  error: string | null
  durationMs: number
}

/** Marks deliveries to one endpoint as delivered. */
export async function markDelivered(tx: Tx, all: readonly Tried[]): Promise<void> {
  const last = all.at(-1)
  if (!last) return
  const rows = all.map(({ id, attempts, at, status, durationMs }) => ({ id, attempts, at, status, ms: durationMs }))
  await sql`
    with arrived as (
      update webhook_deliveries d set state = 'delivered', delivered_at = a.at, next_attempt_at = null,
        claimed_until = null, last_status = a.status, last_error = null, last_duration_ms = a.ms
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as a(id uuid, attempts int, at timestamptz, status int, ms int)
      where d.id = a.id and d.attempts = a.attempts and d.state = 'pending'
    )
    update webhook_endpoints set last_success_at = ${last.at.toISOString()}, failing_since = null
    where id = ${last.endpointId}`.execute(tx)
}

/** Marks an attempt as failed. @param next time of the next attempt; null gives the delivery up */
export const markFailed = (tx: Tx, { id, attempts, status, error, durationMs }: Tried, next: Date | null) =>
  sql`
    update webhook_deliveries set state = ${next === null ? 'failed' : 'pending'},
      next_attempt_at = ${next?.toISOString() ?? null}, claimed_until = null,
      last_status = ${status === 0 ? null : status}, last_error = ${error && storableText(error)}, last_duration_ms = ${durationMs}
    where id = ${id} and attempts = ${attempts} and state = 'pending'`.execute(tx)

/** Records a failure. @returns whether the endpoint has been failing for too long */
export async function noteFailure(tx: Tx, { endpointId, at }: Tried): Promise<boolean> {
  const { rows } = await sql<{ failing_since: string }>`
    update webhook_endpoints set last_failure_at = ${at.toISOString()},
      failing_since = coalesce(failing_since, ${at.toISOString()})
    where id = ${endpointId} returning failing_since`.execute(tx)
  const since = rows[0]?.failing_since
  return since !== undefined && at.getTime() - Date.parse(since) >= WEBHOOK_FAILING_MAX_H * 3_600_000
}

/** Disables an endpoint. @returns its partner and URL; undefined when it was already disabled */
export async function disable(
  tx: Tx,
  { endpointId, at }: Tried,
  reason: (typeof WEBHOOK_DISABLED_REASONS)[number],
): Promise<{ partner: string; url: string } | undefined> {
  const { rows } = await sql<{ partner: string; url: string }>`
    update webhook_endpoints e set status = 'disabled', disabled_reason = ${reason},
      disabled_at = ${at.toISOString()}, version = e.version + 1, updated_at = now()
    from partners p where e.id = ${endpointId} and e.status <> 'disabled' and p.id = e.partner_id
    returning coalesce(p.trading_name, p.legal_name) as partner, e.url`.execute(tx)
  return rows[0]
}
