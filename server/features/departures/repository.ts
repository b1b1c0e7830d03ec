import { sql } from 'kysely'
import { DEPARTURES_MAX_ROWS } from '../../../contract/core/limits'
import type { JourneyCall, JourneyLeg } from '../../../contract/entities/journey'
import type { I18nText } from '../../../contract/core/scalars'
import type { JourneyForSale } from '../../domain/reservations/sale'
import type { Reader } from '../../db/transaction'

export { customerTags, readPriceList, readPricedNetwork } from '../../kernel/prices'
export { setAsideFor } from '../../kernel/set-aside'

type Times = Pick<
  JourneyCall,
  'station_id' | 'planned_arrive' | 'planned_depart' | 'expected_arrive' | 'expected_depart'
> &
  Pick<JourneyCall, 'pickup_type' | 'drop_off_type'>

/** A ride as it is stored: a journey from one of its calls to a later one. */
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

/** The station and those below it, with the time zone of the station itself; no ids where there is no such station. */
export async function stationsAt(reader: Reader, id: string): Promise<{ ids: string[]; timezone: string }> {
  const { rows } = await sql<{ id: string; timezone: string }>`
    select id, timezone from stations where id = ${id} or parent_station_id = ${id}`.execute(reader)
  const own = rows.find((row) => row.id === id)
  return { ids: own ? rows.map((row) => row.id) : [], timezone: own?.timezone ?? 'UTC' }
}

/** Passenger journeys that leave one of some stations within a span and call at one of others later on. */
export async function readRides(
  reader: Reader,
  between: { from: readonly string[]; to: readonly string[]; after: string; before: string },
): Promise<StoredRide[]> {
  const call = (name: string) => sql`json_build_object(
    'station_id', ${sql.ref(`${name}.station_id`)}, 'pickup_type', ${sql.ref(`${name}.pickup_type`)},
    'drop_off_type', ${sql.ref(`${name}.drop_off_type`)},
    'planned_arrive', ${sql.ref(`${name}.planned_arrive`)}, 'planned_depart', ${sql.ref(`${name}.planned_depart`)},
    'expected_arrive', ${sql.ref(`${name}.expected_arrive`)}, 'expected_depart', ${sql.ref(`${name}.expected_depart`)})`
  const { rows } = await sql<StoredRide>`
    select * from (
      select distinct on (j.id) j.id, j.code, j.kind, j.sales_status, j.service_status, j.service_date, j.delay_min,
        j.route_id, r.name as route_name, r.booking_rule,
        coalesce(v.vehicle_type_id, j.vehicle_type_id) as vehicle_type_id,
        o.seq as board_seq, d.seq as alight_seq, o.planned_depart as leaves, ${call('o')} as board, ${call('d')} as alight
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

type CountedLeg = JourneyLeg & { journey_id: string }

/** The seat counters of journeys, for looking only: nothing is locked. */
export async function readSeats(reader: Reader, journeyIds: readonly string[]): Promise<CountedLeg[]> {
  const { rows } = await sql<CountedLeg>`
    select journey_id, leg_seq, capacity, overbooking_allowance, confirmed, held from journey_legs
    where journey_id = any(${journeyIds}::uuid[]) order by leg_seq`.execute(reader)
  return rows
}

interface StopName {
  journey_id: string
  seq: number
  name: I18nText
}

/** The names of the stops of journeys, by their place on the way. */
export async function readStopNames(reader: Reader, journeyIds: readonly string[]): Promise<StopName[]> {
  const { rows } = await sql<StopName>`
    select c.journey_id, c.seq, s.name from journey_calls c join stations s on s.id = c.station_id
    where c.journey_id = any(${journeyIds}::uuid[])`.execute(reader)
  return rows
}
