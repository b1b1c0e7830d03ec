import { sql } from 'kysely'
import type { Environment, WebhookEvent } from '../../../../../contract/core/vocabulary'
import type { Reader, Tx } from '../../../../db/transaction'
import { ACTIVE } from '../../../../domain/reservations/status'

/** A receiver that is told of things. */
export interface Listener {
  id: string
  partner_id: string
  environment: Environment
  events: WebhookEvent[]
  allowed_route_ids: string[]
}

/** Receivers of partners that are worked with; one that is paused hears of it later. */
export async function listeners(reader: Reader): Promise<Listener[]> {
  const { rows } = await sql<Listener>`
    select e.id, e.partner_id, e.environment, e.events, p.contract->'allowed_route_ids' as allowed_route_ids
    from webhook_endpoints e join partners p on p.id = e.partner_id
    where e.status <> 'disabled' and p.status in ('draft', 'active')`.execute(reader)
  return rows
}

export interface OwnedTrip {
  id: string
  partner_id: string
  environment: Environment
  reference: string
  partner_reference: string | null
}

/** Which of these reservations are trips of these partners. */
export async function tripsAmong(
  reader: Reader,
  ids: readonly string[],
  partnerIds: readonly string[],
): Promise<OwnedTrip[]> {
  const { rows } = await sql<OwnedTrip>`
    select id, partner_id, environment, reference, partner_reference from reservations
    where id = any(${[...ids]}::uuid[]) and partner_id = any(${[...partnerIds]}::uuid[]) order by id`.execute(reader)
  return rows
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
  /** Trips of partners that are on it. */
  trips: OwnedTrip[]
}

/** Journeys as they are now, with the trips of these partners on them. */
export async function journeysWithTrips(
  reader: Reader,
  ids: readonly string[],
  partnerIds: readonly string[],
): Promise<AffectedJourney[]> {
  const { rows } = await sql<AffectedJourney>`
    select j.id, j.code, j.route_id, j.service_date, j.service_status, j.departs_at, j.delay_min,
      v.registration_plate as vehicle, coalesce((
        select json_agg(json_build_object('id', r.id, 'partner_id', r.partner_id, 'environment', r.environment,
          'reference', r.reference, 'partner_reference', r.partner_reference) order by r.id)
        from reservations r
        where r.partner_id = any(${[...partnerIds]}::uuid[]) and r.status = any(${[...ACTIVE]}::text[])
          and r.id in (select reservation_id from reservation_legs l where l.journey_id = j.id)), '[]') as trips
    from journeys j left join vehicles v on v.id = j.vehicle_id
    where j.id = any(${[...ids]}::uuid[]) order by j.id`.execute(reader)
  return rows
}

/** The journeys that a trip is on, in the order of travel. */
export async function journeysOf(reader: Reader, reservationId: string): Promise<string[]> {
  const { rows } = await sql<{ journey_id: string }>`
    select journey_id from reservation_legs where reservation_id = ${reservationId} order by position`.execute(reader)
  return rows.map((row) => row.journey_id)
}

/** The seats of a journey between its calls, as partners may know them. */
export async function seatsOf(reader: Reader, journeyId: string): Promise<{ seq: number; left: number }[]> {
  const { rows } = await sql<{ seq: number; left: number }>`
    select leg_seq as seq, greatest(0, capacity - confirmed - held) as left from journey_legs
    where journey_id = ${journeyId} order by leg_seq`.execute(reader)
  return rows
}

/** The number of the next message about something, for one partner and environment. */
export async function nextSequence(
  tx: Tx,
  { partnerId, environment, objectId }: { partnerId: string; environment: Environment; objectId: string },
): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    insert into webhook_sequences (partner_id, environment, object_id, last)
    values (${partnerId}, ${environment}, ${objectId}, 1)
    on conflict (partner_id, environment, object_id)
      do update set last = webhook_sequences.last + 1, updated_at = now()
    returning last`.execute(tx)
  return rows[0]?.last ?? 1
}

/** Puts what is known now into a message that nobody has begun to send. @returns whether there was one */
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

/** Keys that run out until then and that nobody was told of yet; they count as told. */
export async function takeExpiring(tx: Tx, at: Date, until: Date): Promise<ExpiringKey[]> {
  const { rows } = await sql<ExpiringKey>`
    update partner_credentials set expiry_told_at = ${at.toISOString()}
    where expiry_told_at is null and state in ('active', 'rotating')
      and expires_at > ${at.toISOString()} and expires_at <= ${until.toISOString()}
    returning id, partner_id, environment, name, prefix, last4, expires_at`.execute(tx)
  return rows
}
