import { sql } from 'kysely'
import { HOLD_EXTENSIONS_MAX } from '../../../../../contract/core/limits'
import type { PartnerTripDetail, TripEvent } from '../../../../../contract/partner/trips'
import type { Environment } from '../../../../../contract/core/vocabulary'
import type { Reader, Tx } from '../../../../db/transaction'
import { getTrip, type Owner } from '../repository'

/** Keeps a trip from others until the transaction ends, and says in which environment it is; undefined for a foreign one. */
export async function lockTrip(
  tx: Tx,
  { partnerId }: Owner,
  id: string,
): Promise<{ environment: Environment; version: number } | undefined> {
  const { rows } = await sql<{ environment: Environment; version: number }>`
    select environment, version from reservations where id = ${id} and partner_id = ${partnerId}
    for no key update`.execute(tx)
  return rows[0]
}

/** In which environment a trip of the partner is; undefined for a foreign one. */
export async function environmentOf(
  reader: Reader,
  { partnerId }: Owner,
  id: string,
): Promise<Environment | undefined> {
  const row = await reader
    .selectFrom('reservations')
    .select('environment')
    .where('id', '=', id)
    .where('partner_id', '=', partnerId)
    .executeTakeFirst()
  return row?.environment
}

export async function idWithReference(
  reader: Reader,
  { partnerId, environment }: Owner,
  partnerReference: string,
): Promise<string | undefined> {
  const row = await reader
    .selectFrom('reservations')
    .select('id')
    .where('partner_id', '=', partnerId)
    .where('environment', '=', environment)
    .where('partner_reference', '=', partnerReference)
    .executeTakeFirst()
  return row?.id
}

type More = Omit<PartnerTripDetail, keyof NonNullable<Awaited<ReturnType<typeof getTrip>>>>

/** A trip with its legs and passengers; undefined for a foreign one. */
export async function getTripDetail(reader: Reader, owner: Owner, id: string): Promise<PartnerTripDetail | undefined> {
  const trip = await getTrip(reader, owner, id)
  if (!trip) return undefined
  const { rows } = await sql<Omit<More, 'legs' | 'passengers'>>`
    select lead_phone, lead_email, locale, flight, customer_notes, return_of_id, addons, price_lines, price_hash,
      greatest(0, ${HOLD_EXTENSIONS_MAX} - hold_extensions) as hold_extensions_left,
      cancelled_at, cancel_reason, cancellation_fee_minor
    from reservations where id = ${id}`.execute(reader)
  const [more] = rows
  return more && { ...trip, ...more, legs: await legsOf(reader, id), passengers: await passengersOf(reader, id) }
}

async function legsOf(reader: Reader, id: string): Promise<PartnerTripDetail['legs']> {
  const place = (call: string, station: string) =>
    sql.raw(`json_build_object('id', ${call}.station_id, 'name', ${station}.name, 'timezone', ${station}.timezone)`)
  const { rows } = await sql<PartnerTripDetail['legs'][number]>`
    select l.journey_id, l.board_seq, l.alight_seq, j.code as journey_code, r.name as route_name, j.service_status,
      ${place('b', 'bs')} as origin, ${place('a', 'as_')} as destination,
      b.planned_depart as departs_at, a.planned_arrive as arrives_at, b.expected_depart as expected_departs_at, b.platform
    from reservation_legs l
    join journeys j on j.id = l.journey_id
    join routes r on r.id = j.route_id
    join journey_calls b on b.journey_id = l.journey_id and b.seq = l.board_seq
    join journey_calls a on a.journey_id = l.journey_id and a.seq = l.alight_seq
    join stations bs on bs.id = b.station_id
    join stations as_ on as_.id = a.station_id
    where l.reservation_id = ${id} order by l.position`.execute(reader)
  return rows
}

async function passengersOf(reader: Reader, id: string): Promise<PartnerTripDetail['passengers']> {
  return reader
    .selectFrom('reservation_passengers')
    .select(['position', 'category', 'name', 'needs', 'status'])
    .where('reservation_id', '=', id)
    .orderBy('position')
    .execute()
}

interface StoredEvent extends Pick<TripEvent, 'at' | 'reason' | 'changes'> {
  action: string
  actor_kind: 'user' | 'partner' | 'system'
}

/** What happened to a reservation, as it was written down, the oldest first. */
export async function historyOf(reader: Reader, id: string): Promise<StoredEvent[]> {
  return reader
    .selectFrom('audit_events')
    .select(['at', 'action', 'actor_kind', 'reason', 'changes'])
    .where('entity_type', '=', 'reservations')
    .where('entity_id', '=', id)
    .orderBy('at')
    .orderBy('id')
    .execute()
}
