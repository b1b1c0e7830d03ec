import { sql, type RawBuilder } from 'kysely'
import { CONNECTION_JOURNEYS_MAX } from '../../../contract/core/limits/connections'
import { DEPARTURES_MAX_ROWS } from '../../../contract/core/limits/sales'
import type { JourneyCall, JourneyLeg } from '../../../contract/entities/journey'
import type { I18nText } from '../../../contract/core/scalars'
import type { ReservationLeg } from '../../../contract/entities/reservation-parts'
import type { BookingRule } from '../../../contract/entities/route'
import type { JourneyForSale } from '../../domain/reservations/sale'
import type { Reader } from '../../db/transaction'

export { customerTags, readPriceList, readPricedNetwork } from '../../kernel/prices'
export { setAsideFor } from '../../kernel/set-aside'

type Times = Pick<
  JourneyCall,
  'station_id' | 'planned_arrive' | 'planned_depart' | 'expected_arrive' | 'expected_depart'
> &
  Pick<JourneyCall, 'pickup_type' | 'drop_off_type'>

/** A journey from one of its calls to a later one. */
export interface StoredRide extends JourneyForSale {
  id: string
  route_id: string
  route_name: I18nText
  service_date: string
  delay_min: number
  vehicle_type_id: string
  board_seq: number
  alight_seq: number
  board: Times
  alight: Times
}

/** Returns a station with its child stations, and its own time zone; no ids if it does not exist. */
export async function stationsAt(reader: Reader, id: string): Promise<{ ids: string[]; timezone: string }> {
  const { rows } = await sql<{ id: string; timezone: string }>`
    select id, timezone from stations where id = ${id} or parent_station_id = ${id}`.execute(reader)
  const own = rows.find((row) => row.id === id)
  return { ids: own ? rows.map((row) => row.id) : [], timezone: own?.timezone ?? 'UTC' }
}

/** Columns of a ride from the rows j, r, v, o and d: journey, route, vehicle, and the calls at both ends. */
const RIDE = sql`j.id, j.code, j.kind, j.sales_status, j.service_status, j.service_date, j.delay_min,
  j.route_id, r.name as route_name, r.booking_rule, coalesce(v.vehicle_type_id, j.vehicle_type_id) as vehicle_type_id,
  o.seq as board_seq, d.seq as alight_seq, o.planned_depart as leaves, ${callOf('o')} as board, ${callOf('d')} as alight`

function callOf(name: string) {
  return sql`json_build_object(
    'station_id', ${sql.ref(`${name}.station_id`)}, 'pickup_type', ${sql.ref(`${name}.pickup_type`)},
    'drop_off_type', ${sql.ref(`${name}.drop_off_type`)},
    'planned_arrive', ${sql.ref(`${name}.planned_arrive`)}, 'planned_depart', ${sql.ref(`${name}.planned_depart`)},
    'expected_arrive', ${sql.ref(`${name}.expected_arrive`)}, 'expected_depart', ${sql.ref(`${name}.expected_depart`)})`
}

/** Returns passenger journeys that leave one of `from` within a span and later call at one of `to`. */
export async function readRides(
  reader: Reader,
  between: { from: readonly string[]; to: readonly string[]; after: string; before: string },
): Promise<StoredRide[]> {
  const { rows } = await sql<StoredRide>`
    select * from (
      select distinct on (j.id) ${RIDE}
      from journey_calls o
      join journey_calls d on d.journey_id = o.journey_id and d.seq > o.seq and d.station_id = any(${between.to}::uuid[])
      join journeys j on j.id = o.journey_id
      join routes r on r.id = j.route_id
      left join vehicles v on v.id = j.vehicle_id
      where o.station_id = any(${between.from}::uuid[])
        and o.planned_depart >= ${between.after} and o.planned_depart < ${between.before}
        and j.kind = 'passenger' and j.service_status not in ('draft', 'cancelled')
      order by j.id, d.seq - o.seq, o.seq
    ) ride
    order by leaves, id limit ${DEPARTURES_MAX_ROWS}`.execute(reader)
  return rows
}

/** Returns the rides on segments of journeys, in no order. Segments that no longer exist are left out. */
export async function readRidesOn(
  reader: Reader,
  legs: readonly Omit<ReservationLeg, 'direction'>[],
): Promise<StoredRide[]> {
  const { rows } = await sql<StoredRide>`
    select ${RIDE}
    from unnest(${legs.map((leg) => leg.journey_id)}::uuid[], ${legs.map((leg) => leg.board_seq)}::int[],
      ${legs.map((leg) => leg.alight_seq)}::int[]) as leg (journey_id, board_seq, alight_seq)
    join journeys j on j.id = leg.journey_id
    join journey_calls o on o.journey_id = j.id and o.seq = leg.board_seq
    join journey_calls d on d.journey_id = j.id and d.seq = leg.alight_seq
    join routes r on r.id = j.route_id
    left join vehicles v on v.id = j.vehicle_id`.execute(reader)
  return rows
}

export type CountedLeg = JourneyLeg & { journey_id: string }

/** Returns the seat counters of journeys without locking them. */
export async function readSeats(reader: Reader, journeyIds: readonly string[]): Promise<CountedLeg[]> {
  const { rows } = await sql<CountedLeg>`
    select journey_id, leg_seq, capacity, overbooking_allowance, confirmed, held from journey_legs
    where journey_id = any(${journeyIds}::uuid[]) order by leg_seq`.execute(reader)
  return rows
}

interface Stop {
  journey_id: string
  seq: number
  name: I18nText
  timezone: string
}

/** Returns the stops of journeys, with their names and time zones. */
export async function readStops(reader: Reader, journeyIds: readonly string[]): Promise<Stop[]> {
  const { rows } = await sql<Stop>`
    select c.journey_id, c.seq, s.name, s.timezone from journey_calls c join stations s on s.id = c.station_id
    where c.journey_id = any(${journeyIds}::uuid[])`.execute(reader)
  return rows
}

/** A call of a journey on sale. Its times are milliseconds since 1970. */
type StoredCall = [
  station: string,
  /** The later of the planned and the expected time: early vehicles wait, and delays are trusted. */
  arrives: number,
  /** The earlier of the planned and the expected time: a delay may be made up. */
  departs: number,
  planned: number,
  foreseen: number,
  boards: boolean,
  alights: boolean,
]

export interface StoredRun {
  id: string
  booking_rule: BookingRule | null
  calls: StoredCall[]
  /** Seats left from each call to the next, including those set aside. */
  left: number[]
}

/** Returns passenger journeys on sale that are under way within a span, earliest first. */
export async function readRuns(
  reader: Reader,
  { after, until }: { after: string; until: string },
): Promise<StoredRun[]> {
  const ms = (instant: RawBuilder<unknown>) => sql`(extract(epoch from ${instant}) * 1000)::bigint`
  const { rows } = await sql<StoredRun>`
    with run as materialized (
      select j.id, j.departs_at, r.booking_rule from journeys j join routes r on r.id = j.route_id
      where j.kind = 'passenger' and j.sales_status = 'open' and j.service_status in ('scheduled', 'boarding')
        and j.departs_at < ${until} and j.arrives_at >= ${after}
      order by j.departs_at, j.id limit ${CONNECTION_JOURNEYS_MAX}
    ),
    called as (
      select c.journey_id, json_agg(json_build_array(c.station_id,
        ${ms(sql`greatest(c.planned_arrive, c.expected_arrive)`)}, ${ms(sql`least(c.planned_depart, c.expected_depart)`)},
        ${ms(sql`c.planned_depart`)}, ${ms(sql`coalesce(c.expected_depart, c.planned_depart)`)},
        c.pickup_type <> 'none', c.drop_off_type <> 'none') order by c.seq) as calls
      from run join journey_calls c on c.journey_id = run.id group by c.journey_id
    ),
    counted as (
      select l.journey_id, json_agg(l.capacity - l.confirmed - l.held order by l.leg_seq) as "left"
      from run join journey_legs l on l.journey_id = run.id group by l.journey_id
    )
    select run.id, run.booking_rule, called.calls, counted."left"
    from run join called on called.journey_id = run.id join counted on counted.journey_id = run.id
    order by run.departs_at, run.id`.execute(reader)
  return rows
}

/** A station for changes. The place of a platform is its station. */
export interface ChangePlace {
  id: string
  place: string
  name: I18nText
  connection_min: number
}

/** Returns stations and their parent stations, by id. */
export async function readChangePlaces(reader: Reader, ids: readonly string[]): Promise<Map<string, ChangePlace>> {
  const { rows } = await sql<ChangePlace>`
    with called as (select id, parent_station_id from stations where id = any(${ids}::uuid[]))
    select id, coalesce(parent_station_id, id) as place, name, connection_min from stations
    where id in (select id from called union select parent_station_id from called)`.execute(reader)
  return new Map(rows.map((row) => [row.id, row]))
}
