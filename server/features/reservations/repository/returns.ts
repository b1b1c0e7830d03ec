import { sql } from 'kysely'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { ReservationPassenger } from '../../../../contract/entities/reservation-parts'
import type { Reader, Tx } from '../../../db/transaction'
import type { Direction, Endpoint } from '../../../domain/reservations/returns'
import { ACTIVE, SEATED } from '../../../domain/reservations/status'
import { PARTS } from './records'

/** Fields that decide the direction of a reservation. */
export type Ends = Pick<Reservation, 'origin_station_id' | 'destination_station_id' | 'hire'>

type Linked = Ends & Pick<Reservation, 'id' | 'reference' | 'status' | 'customer_id' | 'partner_id'>

/** An outbound reservation, seen from its return. */
export interface OutboundReservation extends Linked, Pick<Reservation, 'environment' | 'return_of_id' | 'way_back'> {
  /** Passengers who have not cancelled. */
  passengers: Pick<ReservationPassenger, 'category'>[]
  /** Whether another return of it is sold, requested or on hold. */
  has_return: boolean
}

/** SQL for the categories of passengers who have not cancelled, of the reservation with the alias `row`. */
const travellingOf = (row: string) => sql`(
  select coalesce(json_agg(json_build_object('category', p.category) order by p.position), '[]')
  from reservation_passengers p where p.reservation_id = ${sql.ref(`${row}.id`)} and p.status <> 'cancelled')`

/** SQL condition: reservation `b` is sold, requested, or on an unexpired hold. */
const isStanding = (now: Date) => sql<boolean>`b.status = any(${[...new Set([...ACTIVE, ...SEATED])]}::text[])
  and (b.status <> 'on_hold' or b.hold_expires_at > ${now.toISOString()}::timestamptz)`

/**
 * Locks an outbound reservation until the transaction ends, so that two returns of it see each other.
 * @param ownId id of the return; null for a new one
 */
export async function lockOutbound(
  tx: Tx,
  id: string,
  { ownId, now }: { ownId: string | null; now: Date },
): Promise<OutboundReservation | null> {
  await sql`select id from reservations where id = ${id} for no key update`.execute(tx)
  // A separate statement sees the writes of the previous holder of the lock.
  const { rows } = await sql<OutboundReservation>`
    select r.id, r.reference, r.status, r.environment, r.customer_id, r.partner_id, r.return_of_id, r.way_back, r.hire,
      r.origin_station_id, r.destination_station_id,
      ${travellingOf('r')} as passengers,
      exists (select from reservations b
        where b.return_of_id = r.id and b.id is distinct from ${ownId}::uuid and ${isStanding(now)}) as has_return
    from reservations r where r.id = ${id}`.execute(tx)
  return rows[0] ?? null
}

/** Returns the active returns of a reservation. */
export async function standingReturns(reader: Reader, id: string, now: Date): Promise<Linked[]> {
  const { rows } = await sql<Linked>`
    select b.id, b.reference, b.status, b.customer_id, b.partner_id, b.hire, b.origin_station_id,
      b.destination_station_id
    from reservations b where b.return_of_id = ${id} and ${isStanding(now)} order by b.id`.execute(reader)
  return rows
}

/** A sold return with the fields that its price depends on. */
export interface SoldReturn extends Pick<Reservation, 'id' | 'addons' | 'hire' | 'legs' | 'total_minor'> {
  /** Passengers who have not cancelled. */
  passengers: Pick<ReservationPassenger, 'category'>[]
}

/** Returns the sold returns of a reservation in its currency. */
export async function soldReturns(
  reader: Reader,
  { id, currency }: Pick<Reservation, 'id' | 'currency'>,
): Promise<SoldReturn[]> {
  const { rows } = await sql<SoldReturn>`
    select t.id, t.addons, t.hire, t.total_minor, (${sql.raw(PARTS.legs)}) as legs, ${travellingOf('t')} as passengers
    from reservations t
    where t.return_of_id = ${id} and t.currency = ${currency} and t.status = any(${[...SEATED]}::text[])
    order by t.id`.execute(reader)
  return rows
}

/** Returns the directions of trips, in their order. */
export async function directionsOf(reader: Reader, trips: readonly Ends[]): Promise<Direction[]> {
  const ids = trips.flatMap((trip) => [trip.origin_station_id, trip.destination_station_id])
  const { rows } = await sql<Pick<Endpoint, 'station' | 'city'> & { id: string }>`
    select s.id, coalesce(p.id, s.id) as station,
      lower(coalesce(s.country, p.country, '') || ' ' || trim(coalesce(s.city, p.city))) as city
    from stations s left join stations p on p.id = s.parent_station_id
    where s.id = any(${ids.filter((id) => id !== null)}::uuid[])`.execute(reader)
  const endpoint = (id: string | null, address: string | null): Endpoint => {
    const { station = null, city = null } = rows.find((row) => row.id === id?.toLowerCase()) ?? {}
    return { station, city, address: station === null && address !== null ? address.trim().toLowerCase() : null }
  }
  return trips.map(({ origin_station_id, destination_station_id, hire }) => ({
    from: endpoint(origin_station_id, hire?.pickup.address ?? null),
    to: endpoint(destination_station_id, hire?.dropoff.address ?? null),
  }))
}
