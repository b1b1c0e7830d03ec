import { sql } from 'kysely'
import type { JourneyLeg } from '../../../../contract/entities/journey'
import type { Reader } from '../../../db/transaction'

export interface QuotedJourney {
  id: string
  route_id: string
  service_date: string
  vehicle_type_id: string
  calls: { seq: number; station_id: string; planned_depart: string }[]
  seats: JourneyLeg[]
}

/** Returns journeys with their calls and counters, without locks. */
export async function readJourneys(reader: Reader, ids: readonly string[]): Promise<Map<string, QuotedJourney>> {
  const { rows } = await sql<Omit<QuotedJourney, 'calls' | 'seats'>>`
    select j.id, j.route_id, j.service_date, coalesce(v.vehicle_type_id, j.vehicle_type_id) as vehicle_type_id
    from journeys j left join vehicles v on v.id = j.vehicle_id where j.id = any(${ids}::uuid[])`.execute(reader)
  const { rows: calls } = await sql<QuotedJourney['calls'][number] & { journey_id: string }>`
    select journey_id, seq, station_id, planned_depart from journey_calls
    where journey_id = any(${ids}::uuid[]) order by seq`.execute(reader)
  const { rows: seats } = await sql<JourneyLeg & { journey_id: string }>`
    select journey_id, leg_seq, capacity, overbooking_allowance, confirmed, held from journey_legs
    where journey_id = any(${ids}::uuid[]) order by leg_seq`.execute(reader)
  const own = <T extends { journey_id: string }>(all: T[], id: string) => all.filter((row) => row.journey_id === id)
  return new Map(rows.map((row) => [row.id, { ...row, calls: own(calls, row.id), seats: own(seats, row.id) }]))
}

export interface PatternStop {
  route_id: string
  seq: number
  station_id: string
  depart_offset_min: number
}

/** Returns the current stops of routes, in order. */
export async function readStops(reader: Reader, routeIds: readonly string[]): Promise<PatternStop[]> {
  const { rows } = await sql<PatternStop>`
    select s.route_id, s.seq, s.station_id, s.depart_offset_min
    from route_stops s join routes r on r.id = s.route_id and r.pattern_version = s.pattern_version
    where r.id = any(${routeIds}::uuid[]) order by s.route_id, s.seq`.execute(reader)
  return rows
}
