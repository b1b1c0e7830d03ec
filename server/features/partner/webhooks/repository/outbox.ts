import { sql, type RawBuilder } from 'kysely'
import type { Environment } from '../../../../../contract/core/vocabulary'
import type { WebhookEvent } from '../../../../../contract/partner/webhook-events'
import type { Reader, Tx } from '../../../../db/transaction'
import { ACTIVE } from '../../../../domain/reservations/status'

/** An endpoint that receives notifications. */
export interface Listener {
  id: string
  partner_id: string
  environment: Environment
  events: WebhookEvent[]
  allowed_route_ids: string[]
}

/**
 * Returns endpoints of draft and active partners, including paused ones, which are sent to later.
 * @param event only subscribers of this event
 */
export async function listeners(reader: Reader, event: WebhookEvent | null = null): Promise<Listener[]> {
  const { rows } = await sql<Listener>`
    select e.id, e.partner_id, e.environment, e.events, p.contract->'allowed_route_ids' as allowed_route_ids
    from webhook_endpoints e join partners p on p.id = e.partner_id
    where e.status <> 'disabled' and p.status in ('draft', 'active')
      and (${event}::text is null or ${event} = any(e.events))
    order by e.id`.execute(reader)
  return rows
}

export interface OwnedTrip {
  id: string
  partner_id: string
  environment: Environment
  reference: string
  partner_reference: string | null
}

export interface AffectedJourney {
  id: string
  code: string
  route_id: string
  service_date: string
  service_status: string
  departs_at: string
  delay_min: number
  vehicle: string | null
  /** Partners' trips on the journey. */
  trips: OwnedTrip[]
}

/** A journey for notifications to partners that may sell it. */
export type OpenJourney = Omit<AffectedJourney, 'trips'>

const JOURNEY = sql`j.id, j.code, j.route_id, j.service_date, j.service_status, j.departs_at, j.delay_min,
  v.registration_plate as vehicle`

/** Partners' active trips on the journey `j`. */
const TRIPS = sql`(
  select json_agg(json_build_object('id', r.id, 'partner_id', r.partner_id, 'environment', r.environment,
    'reference', r.reference, 'partner_reference', r.partner_reference) order by r.id)
  from reservations r
  where r.partner_id is not null and r.status = any(${[...ACTIVE]}::text[])
    and r.id in (select reservation_id from reservation_legs l where l.journey_id = j.id))`

/** Returns SQL for a snapshot of a journey with the partners' trips on it; null when there are none. */
export const journeySnapshot = (id: RawBuilder<string>): RawBuilder<unknown> => sql`(
  select to_jsonb(kept) || jsonb_build_object(
    'departs_at', to_char(kept.departs_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
  from (
    select ${JOURNEY}, ${TRIPS} as trips from journeys j left join vehicles v on v.id = j.vehicle_id
    where j.id = ${id}) as kept
  where kept.trips is not null)`

/** Returns journeys in their current state. */
export async function journeysBy(reader: Reader, ids: readonly string[]): Promise<OpenJourney[]> {
  const { rows } = await sql<OpenJourney>`
    select ${JOURNEY} from journeys j left join vehicles v on v.id = j.vehicle_id
    where j.id = any(${[...ids]}::uuid[]) order by j.id`.execute(reader)
  return rows
}

/** Returns the first journey of a trip by id, with all partners' trips on it. */
export async function journeyOf(reader: Reader, reservationId: string): Promise<AffectedJourney | undefined> {
  const { rows } = await sql<AffectedJourney>`
    select ${JOURNEY}, coalesce(${TRIPS}, '[]') as trips from journeys j left join vehicles v on v.id = j.vehicle_id
    where j.id in (select journey_id from reservation_legs where reservation_id = ${reservationId})
    order by j.id limit 1`.execute(reader)
  return rows[0]
}

/** Returns the seats left on each leg of a journey, as visible to partners. */
export async function seatsOf(reader: Reader, journeyId: string): Promise<{ seq: number; left: number }[]> {
  const { rows } = await sql<{ seq: number; left: number }>`
    select leg_seq as seq, greatest(0, capacity - confirmed - held) as left from journey_legs
    where journey_id = ${journeyId} order by leg_seq`.execute(reader)
  return rows
}

/** Returns the sequence number of the next message about an object, for one partner and environment. */
export async function nextSequence(
  tx: Tx,
  { objectId, ...owner }: { partnerId: string; environment: Environment; objectId: string },
): Promise<number> {
  return (await nextSequences(tx, owner, [objectId])).get(objectId) ?? 1
}

/** Returns sequence numbers for several objects, each named once. */
export async function nextSequences(
  tx: Tx,
  { partnerId, environment }: { partnerId: string; environment: Environment },
  objectIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ object_id: string; last: number }>`
    insert into webhook_sequences (partner_id, environment, object_id, last)
    select ${partnerId}, ${environment}, object_id, 1 from unnest(${[...objectIds].sort()}::uuid[]) as object_id
    on conflict (partner_id, environment, object_id)
      do update set last = webhook_sequences.last + 1, updated_at = now()
    returning object_id, last`.execute(tx)
  return new Map(rows.map(({ object_id, last }) => [object_id, last]))
}

/** Updates a message that has not been attempted yet. @returns whether there was one */
export async function renewWaiting(
  tx: Tx,
  {
    endpointId,
    type,
    objectId,
    payload,
  }: { endpointId: string; type: WebhookEvent; objectId: string; payload: string },
): Promise<boolean> {
  const { rows } = await sql`
    update webhook_deliveries set payload = ${payload}
    where id = (
      select id from webhook_deliveries
      where endpoint_id = ${endpointId} and type = ${type} and object_id = ${objectId}
        and state = 'pending' and attempts = 0 limit 1 for update skip locked)
      and attempts = 0
    returning id`.execute(tx)
  return rows.length > 0
}

interface ExpiringKey {
  id: string
  partner_id: string
  environment: Environment
  name: string
  prefix: string
  last4: string
  expires_at: string
}

/** Returns keys that expire before a moment without a notification so far, and marks them as notified. */
export async function takeExpiring(tx: Tx, at: Date, until: Date): Promise<ExpiringKey[]> {
  const { rows } = await sql<ExpiringKey>`
    update partner_credentials set expiry_told_at = ${at.toISOString()}
    where expiry_told_at is null and state in ('active', 'rotating')
      and expires_at > ${at.toISOString()} and expires_at <= ${until.toISOString()}
    returning id, partner_id, environment, name, prefix, last4, expires_at`.execute(tx)
  return rows
}
