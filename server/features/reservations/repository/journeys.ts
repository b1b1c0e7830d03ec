import { sql } from 'kysely'
import type { Fare } from '../../../../contract/entities/fare'
import type { Journey, JourneyCall, LoadedLeg } from '../../../../contract/entities/journey'
import type { BookingRule, Route } from '../../../../contract/entities/route'
import type { ReservationLeg } from '../../../../contract/entities/reservation-parts'
import type { Station } from '../../../../contract/entities/station'
import { SELLING_COMPANY, type SellingCompany } from '../../../kernel/prices'
import { lockedSeats } from '../../../kernel/seats'
import type { SetAside } from '../../../kernel/set-aside'
import type { Tx } from '../../../db/transaction'
import { instant } from '../../../db/type-parsers'
import { unplanned } from '../../../db/unplanned'
import type { Places, Space } from '../../../domain/availability/space'

export type BookedCall = JourneyCall & Pick<Station, 'name' | 'timezone' | 'zone_code'> & { station_name: string }

/** A journey with the data that selling its seats requires. */
export interface BookedJourney extends Pick<
  Journey,
  | 'id'
  | 'code'
  | 'kind'
  | 'route_id'
  | 'service_date'
  | 'sales_status'
  | 'service_status'
  | 'vehicle_type_id'
  | 'departs_at'
> {
  route_code: string
  service_kind: Route['service_kind']
  booking_rule: BookingRule | null
  calls: ReadonlyMap<number, BookedCall>
  /** Seat counters, locked until the transaction ends. */
  seats: LoadedLeg[]
  /** Space for wheelchairs, child seats and luggage when the counters were locked. */
  space: Space
  /** Seats set aside for partners other than the booking one, by `leg_seq`. */
  setAside: SetAside
  /** Fares of its route for the requested stops, and those for any stops. */
  fares: Fare[]
  company: SellingCompany
}

/** A leg of a reservation with its journey, and its first and last call where they exist. */
export interface BookedLeg {
  leg: ReservationLeg
  journey: BookedJourney
  board: BookedCall | undefined
  alight: BookedCall | undefined
}

/** A leg whose calls both exist. */
export type SoldLeg = BookedLeg & { board: BookedCall; alight: BookedCall }

/** A locked journey with the other data of its sale. */
type LockedJourney = Omit<BookedJourney, 'calls' | 'space' | 'setAside'> &
  Places & {
    calls: BookedCall[]
    has_allotment: boolean
    /** Whether it changed while this waited for its lock, so that rows of other tables may be older than its own. */
    is_stale: boolean
  }

/** Converts a call from JSON, which writes instants in another form than columns. */
const withInstants = (call: BookedCall): BookedCall => ({
  ...call,
  planned_arrive: instant(call.planned_arrive),
  planned_depart: instant(call.planned_depart),
  expected_arrive: call.expected_arrive && instant(call.expected_arrive),
  expected_depart: call.expected_depart && instant(call.expected_depart),
  actual_arrive: call.actual_arrive && instant(call.actual_arrive),
  actual_depart: call.actual_depart && instant(call.actual_depart),
})

/**
 * Locks the seats of the journeys of legs until the transaction ends, and reads the data of their sale. Counters are those of
 * the locked rows. Prices and terms are those at the start of the statement, regardless of the wait for locks.
 * @param heldUntil returns no journey and locks none where a hold on one of them has expired by then
 */
export async function lockJourneys(
  tx: Tx,
  legs: readonly ReservationLeg[],
  heldUntil: Date | null,
): Promise<LockedJourney[]> {
  const ends = unplanned(
    legs.flatMap((leg) => [leg.board_seq, leg.alight_seq]),
    'int[]',
  )
  const { rows } = await sql<LockedJourney>`
    with ${lockedSeats([...new Set(legs.map((leg) => leg.journey_id))], heldUntil)}
    select j.id, j.code, j.kind, j.route_id, j.service_date, j.sales_status, j.service_status, j.departs_at,
      j.wheelchair_spaces, j.child_seats, j.luggage_units, j.version <> before.version as is_stale,
      coalesce(v.vehicle_type_id, j.vehicle_type_id) as vehicle_type_id,
      r.code as route_code, r.service_kind, r.booking_rule,
      exists (select 1 from allotments a where a.journey_id = j.id or a.route_id = j.route_id) as has_allotment,
      (select json_agg(c) from (
        select c.*, s.name, s.name->>'en' as station_name, s.timezone, s.zone_code
        from journey_calls c join stations s on s.id = c.station_id where c.journey_id = j.id
      ) c) as calls,
      (select coalesce(json_agg(l order by l.leg_seq), '[]') from (
        select leg_seq, capacity, overbooking_allowance, confirmed, held, wheelchairs, child_seats, luggage_units
        from leg where leg.journey_id = j.id
      ) l) as seats,
      (select coalesce(json_agg(f), '[]') from fares f where f.route_id = j.route_id and (
        f.origin_station_id is null or (f.origin_station_id = any(ends.ids) and f.destination_station_id = any(ends.ids)
      ))) as fares,
      ${SELLING_COMPANY} as company
    from journey j join journeys before on before.id = j.id join routes r on r.id = j.route_id
    left join vehicles v on v.id = j.vehicle_id
    cross join lateral (
      select array(
        select c.station_id from journey_calls c
        where c.journey_id = j.id and c.seq = any(${ends})
      ) as ids
    ) ends`.execute(tx)
  return rows.map((row) => ({ ...row, calls: row.calls.map(withInstants) }))
}

export const codeOf = async (tx: Tx, journeyId: string): Promise<string | undefined> =>
  (await tx.selectFrom('journeys').select('code').where('id', '=', journeyId).executeTakeFirst())?.code

interface Span {
  reference: string
  starts_at: string | null
  ends_at: string | null
}

/** Returns the planned start and end of active reservations. */
export async function plannedSpans(tx: Tx, column: 'id' | 'return_of_id', id: string): Promise<Span[]> {
  const { rows } = await sql<Span>`
    select r.reference, r.travel_at as starts_at, coalesce((r.hire->>'ends_at')::timestamptz, (
      select max(c.planned_arrive) from reservation_legs l
      join journey_calls c on c.journey_id = l.journey_id and c.seq = l.alight_seq
      where l.reservation_id = r.id)) as ends_at
    from reservations r
    where r.${sql.ref(column)} = ${id} and r.status not in ('cancelled', 'expired', 'rejected')`.execute(tx)
  return rows
}
