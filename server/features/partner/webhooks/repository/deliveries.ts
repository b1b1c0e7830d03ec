import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { SWEEP_SLICE_ROWS } from '../../../../../contract/core/limits/retention'
import type { DeliveryFilter, WebhookDelivery, WebhookDeliveryDetail } from '../../../../../contract/partner/webhooks'
import type { Db } from '../../../../db/database'
import { enqueue } from '../../../../db/jobs'
import type { Reader, Tx } from '../../../../db/transaction'
import type { Cursor } from '../../../../crud/cursor'

const DELIVERY = sql`d.id, d.created_at, d.endpoint_id, d.environment, d.type, d.state, d.trip_reference,
  d.partner_reference, d.attempts, d.next_attempt_at, d.delivered_at, d.last_status, d.last_error, d.last_duration_ms`

/** Returns up to `limit` deliveries after the cursor, latest first, or the nearest ones before it. */
export async function listDeliveries(
  reader: Reader,
  partnerId: string,
  filter: DeliveryFilter,
  cursor: Cursor | null,
  limit: number,
): Promise<WebhookDelivery[]> {
  const [side, at, id] = cursor ?? ['after', null, null]
  const isDown = side === 'after'
  const parts = matching(partnerId, filter)
  if (at !== null)
    parts.push(sql`(d.created_at, d.id) ${sql.raw(isDown ? '<' : '>')} (${at}::timestamptz, ${id}::uuid)`)
  const direction = sql.raw(isDown ? 'desc' : 'asc')
  const { rows } = await sql<WebhookDelivery>`
    select ${DELIVERY} from webhook_deliveries d where ${sql.join(parts, sql` and `)}
    order by d.created_at ${direction}, d.id ${direction} limit ${limit}`.execute(reader)
  return isDown ? rows : rows.reverse()
}

function matching(partnerId: string, filter: DeliveryFilter): RawBuilder<SqlBool>[] {
  const { endpoint_id, state, type, environment, reference, from, to } = filter
  const parts = [sql<SqlBool>`d.partner_id = ${partnerId}`]
  if (endpoint_id) parts.push(sql`d.endpoint_id = ${endpoint_id}`)
  if (state) parts.push(sql`d.state = any(${state}::text[])`)
  if (type) parts.push(sql`d.type = any(${type}::text[])`)
  if (environment) parts.push(sql`d.environment = ${environment}`)
  if (reference)
    parts.push(
      sql`(d.trip_reference = ${reference} or d.partner_reference = ${reference} or d.id::text = ${reference})`,
    )
  if (from) parts.push(sql`d.created_at >= ${from}`)
  if (to) parts.push(sql`d.created_at < ${to}`)
  return parts
}

/** Returns a delivery with its attempts from the API log; undefined for another partner's. */
export async function getDelivery(
  reader: Reader,
  partnerId: string,
  id: string,
): Promise<WebhookDeliveryDetail | undefined> {
  const { rows } = await sql<WebhookDeliveryDetail>`
    select ${DELIVERY}, e.url, d.payload, coalesce((
      select json_agg(json_build_object('at', to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'status', l.status, 'duration_ms', l.duration_ms, 'answer', l.response_body) order by l.at desc, l.id desc)
      from partner_api_logs l
      where l.request_id = d.id::text and l.partner_id = d.partner_id and l.direction = 'webhook'), '[]') as tries
    from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
    where d.id = ${id} and d.partner_id = ${partnerId}`.execute(reader)
  return rows[0]
}

export type NewDelivery = Pick<
  WebhookDelivery,
  'id' | 'created_at' | 'endpoint_id' | 'environment' | 'type' | 'trip_reference' | 'partner_reference'
> & { partner_id: string; object_id: string | null; payload: string }

/** Kind of the job that sends pending deliveries to one endpoint. */
export const SEND = 'webhooks.send'

/** Enqueues the job that sends to an endpoint. @param runAt by default before all other jobs */
export const sendTo = (tx: Tx, endpointId: string, runAt?: Date) =>
  enqueue(tx, { kind: SEND, payload: { endpoint_id: endpointId }, key: endpointId, ...(runAt && { runAt }) })

/** Enqueues missing jobs of endpoints with pending deliveries. */
export const sendForgotten = (db: Db) =>
  sql`
    insert into jobs (id, kind, payload, key)
    select gen_random_uuid(), ${SEND}, jsonb_build_object('endpoint_id', e.id), e.id::text from webhook_endpoints e
    where e.status = 'active'
      and exists (select 1 from webhook_deliveries d where d.endpoint_id = e.id and d.state = 'pending')
    on conflict (kind, key) where failed_at is null and key is not null do nothing`.execute(db)

/** Inserts a message for immediate sending. A message about a mock trip with a webhook fault fails once. */
export async function insertDelivery(tx: Tx, row: NewDelivery): Promise<WebhookDelivery> {
  const [delivery] = await insertDeliveries(tx, [row])
  if (!delivery) throw new Error('The delivery was not stored.')
  return delivery
}

export async function insertDeliveries(tx: Tx, rows: readonly NewDelivery[]): Promise<WebhookDelivery[]> {
  if (rows.length === 0) return []
  const { rows: stored } = await sql<WebhookDelivery>`
    insert into webhook_deliveries as d (id, created_at, endpoint_id, partner_id, environment, type, object_id,
      trip_reference, partner_reference, payload, next_attempt_at, fail_first)
    select n.id, n.created_at, n.endpoint_id, n.partner_id, n.environment, n.type, n.object_id, n.trip_reference,
      n.partner_reference, n.payload, n.created_at,
      (select count(*) from mock_trips m where n.environment = 'test' and m.reservation_id = n.object_id
        and m.trap = 'fail_webhook_once')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id uuid, created_at timestamptz, endpoint_id uuid,
      partner_id uuid, environment text, type text, object_id uuid, trip_reference text, partner_reference text,
      payload text)
    returning ${DELIVERY}`.execute(tx)
  // Sorted, so that concurrent transactions for the same endpoints do not deadlock.
  for (const endpointId of [...new Set(rows.map(({ endpoint_id }) => endpoint_id))].sort()) await sendTo(tx, endpointId)
  return stored
}

/**
 * Returns the creation time of the `count`-th newest test message of a partner; undefined when it has fewer since then.
 */
export async function newestTest(
  reader: Reader,
  partnerId: string,
  { count, since, until }: { count: number; since: Date; until: Date },
): Promise<Date | undefined> {
  const { rows } = await sql<{ created_at: string }>`
    select created_at from webhook_deliveries
    where partner_id = ${partnerId} and type = 'webhook.test'
      and created_at > ${since.toISOString()} and created_at <= ${until.toISOString()}
    order by created_at desc, id desc offset ${count - 1} limit 1`.execute(reader)
  return rows[0] && new Date(rows[0].created_at)
}

/** Sends a delivery again; undefined when there is none, or its endpoint is disabled. */
export async function replayDelivery(
  tx: Tx,
  partnerId: string,
  id: string,
  at: Date,
): Promise<WebhookDelivery | undefined> {
  const { rows } = await sql<WebhookDelivery>`
    update webhook_deliveries d set state = 'pending', tries = 0, next_attempt_at = ${at.toISOString()},
      claimed_until = null
    from webhook_endpoints e
    where d.id = ${id} and d.partner_id = ${partnerId} and e.id = d.endpoint_id and e.status <> 'disabled'
    returning ${DELIVERY}`.execute(tx)
  if (rows[0]) await sendTo(tx, rows[0].endpoint_id)
  return rows[0]
}

/** Marks all pending deliveries to an endpoint as failed. */
export const failWaiting = (tx: Tx, endpointId: string) =>
  sql`
    update webhook_deliveries set state = 'failed', next_attempt_at = null, claimed_until = null
    where endpoint_id = ${endpointId} and state = 'pending'`.execute(tx)

/** Deletes a batch of older deliveries and unused sequences, so that other statements do not wait. */
export async function sweepDeliveries(db: Db, before: Date): Promise<void> {
  await sql`delete from webhook_deliveries where id in (
    select id from webhook_deliveries where created_at < ${before.toISOString()} limit ${SWEEP_SLICE_ROWS})`.execute(db)
  await sql`delete from webhook_sequences where (partner_id, environment, object_id) in (
    select partner_id, environment, object_id from webhook_sequences s
    where updated_at < ${before.toISOString()} and not exists (
      select 1 from reservations r where r.id = s.object_id and r.travel_at >= ${before.toISOString()}) and not exists (
      select 1 from journeys j where j.id = s.object_id and j.arrives_at >= ${before.toISOString()})
    limit 1000)`.execute(db)
}
