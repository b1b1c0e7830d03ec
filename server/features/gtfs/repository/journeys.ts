import { sql } from 'kysely'
import type { Reader, Tx } from '../../../db/transaction'
import type { Link } from './links'

/** A call of a trip, independent of the date. */
export interface TripCall {
  /** Number of the trip within the batch. */
  trip: number
  /** Position, starting at 1. */
  seq: number
  stationId: string
  /** Seconds after the start of the service day. */
  arrival: number
  departure: number
  pickup: string
  dropOff: string
  isApproximate: boolean
}

/** Values that all journeys of an import share. */
export interface JourneyTerms {
  timezone: string
  vehicleTypeId: string
}

export interface JourneyRow {
  id: string
  code: string
  routeId: string
  patternVersion: number
  serviceDate: string
  departureTime: string
  /** Number of the trip that provides its calls. */
  trip: number
  /** Unix time in seconds that the trip's times are relative to. */
  startS: number
  departsS: number
  arrivesS: number
  originId: string
  destinationId: string
  callCount: number
}

/** Facts that can prevent the change of a journey. */
export interface JourneyState {
  id: string
  code: string
  peak_load: number
  service_status: string
  delay_min: number
  is_assigned: boolean
  has_allotment: boolean
}

/** Returns those of the codes that journeys already have. */
export async function takenCodes(reader: Reader, codes: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ code: string }>`select code from journeys where code = any(${codes}::text[])`.execute(
    reader,
  )
  return new Set(rows.map((row) => row.code))
}

/** Returns the journeys created from these runs of a feed, by external id. */
export async function linkedJourneys(
  reader: Reader,
  source: string,
  externalIds: readonly string[],
): Promise<Map<string, Link>> {
  const { rows } = await sql<{ external_id: string; record_id: string; fingerprint: string }>`
    select l.external_id, l.record_id, l.fingerprint
    from import_links l join journeys j on j.id = l.record_id
    where l.source = ${source} and l.kind = 'journeys' and l.external_id = any(${externalIds}::text[])`.execute(reader)
  return new Map(rows.map((row) => [row.external_id, { recordId: row.record_id, fingerprint: row.fingerprint }]))
}

/** Locks journeys until the import ends, and returns their current state. */
export async function lockJourneys(tx: Tx, ids: readonly string[]): Promise<Map<string, JourneyState>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<JourneyState>`
    select id, code, peak_load, service_status, delay_min,
      coalesce(vehicle_id, driver_id, co_driver_id, operated_by_partner_id) is not null as is_assigned,
      exists (select from allotments a where a.journey_id = journeys.id) as has_allotment
    from journeys where id = any(${ids}::uuid[]) order by id for update`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Inserts journeys with calls and legs. @param calls calls of the trips of the journeys */
export async function insertJourneys(
  tx: Tx,
  journeys: readonly JourneyRow[],
  calls: readonly TripCall[],
  terms: JourneyTerms,
): Promise<void> {
  if (journeys.length === 0) return
  await sql`
    insert into journeys (
      id, code, route_id, pattern_version, service_date, departure_time, departs_at, arrives_at, origin_station_id,
      destination_station_id, call_count, timezone, vehicle_type_id, capacity, seats, wheelchair_spaces, child_seats,
      luggage_units
    )
    select r.id, r.code, r.route_id, r.pattern_version, r.service_date, r.departure_time, to_timestamp(r.departs_s),
      to_timestamp(r.arrives_s), r.origin_id, r.destination_id, r.call_count,
      ${terms.timezone}, t.id, t.seats, t.seats, t.wheelchair_spaces, t.child_seats, t.luggage_units
    from ${rowsOf(journeys)} join vehicle_types t on t.id = ${terms.vehicleTypeId}::uuid for share of t`.execute(tx)
  await insertCalls(tx, journeys, calls)
  await sql`
    insert into journey_legs (journey_id, leg_seq, capacity)
    select j.id, leg_seq, j.capacity
    from journeys j cross join generate_series(1, j.call_count - 1) leg_seq
    where j.id = any(${journeys.map((row) => row.id)}::uuid[])`.execute(tx)
}

/**
 * Applies the current route pattern and trip times to journeys without reservations.
 * Code, vehicle, staff, seats for sale, statuses and notes stay.
 */
export async function retimeJourneys(
  tx: Tx,
  journeys: readonly JourneyRow[],
  calls: readonly TripCall[],
): Promise<void> {
  if (journeys.length === 0) return
  await sql`
    update journeys j set
      route_id = r.route_id, pattern_version = r.pattern_version, departure_time = r.departure_time,
      departs_at = to_timestamp(r.departs_s), arrives_at = to_timestamp(r.arrives_s), origin_station_id = r.origin_id,
      destination_station_id = r.destination_id, call_count = r.call_count, version = version + 1, updated_at = now()
    from ${rowsOf(journeys)} where j.id = r.id`.execute(tx)
  const ids = journeys.map((journey) => journey.id)
  await sql`delete from journey_calls where journey_id = any(${ids}::uuid[])`.execute(tx)
  await sql`delete from journey_legs where journey_id = any(${ids}::uuid[])`.execute(tx)
  await insertCalls(tx, journeys, calls)
  await sql`
    insert into journey_legs (journey_id, leg_seq, capacity, overbooking_allowance)
    select j.id, leg_seq, j.capacity, j.overbooking_allowance
    from journeys j cross join generate_series(1, j.call_count - 1) leg_seq where j.id = any(${ids}::uuid[])`.execute(
    tx,
  )
}

/** Sends the calls of each trip once, independent of its number of dates. */
async function insertCalls(tx: Tx, journeys: readonly JourneyRow[], calls: readonly TripCall[]): Promise<void> {
  await sql`
    insert into journey_calls (journey_id, seq, station_id, planned_arrive, planned_depart, pickup_type, drop_off_type, is_approximate, platform)
    select r.id, c.seq, c.station_id, to_timestamp(r.start_s + c.arrive_s), to_timestamp(r.start_s + c.depart_s),
      c.pickup_type, c.drop_off_type, c.is_approximate, s.platform_code
    from ${rowsOf(journeys)} join unnest(
      ${calls.map((call) => call.trip)}::int[], ${calls.map((call) => call.seq)}::int[], ${calls.map((call) => call.stationId)}::uuid[],
      ${calls.map((call) => call.arrival)}::int[], ${calls.map((call) => call.departure)}::int[],
      ${calls.map((call) => call.pickup)}::text[], ${calls.map((call) => call.dropOff)}::text[],
      ${calls.map((call) => call.isApproximate)}::boolean[]
    ) as c(trip, seq, station_id, arrive_s, depart_s, pickup_type, drop_off_type, is_approximate) on c.trip = r.trip
    join stations s on s.id = c.station_id`.execute(tx)
}

const rowsOf = (journeys: readonly JourneyRow[]) => sql`unnest(
    ${journeys.map((row) => row.id)}::uuid[], ${journeys.map((row) => row.code)}::text[], ${journeys.map((row) => row.routeId)}::uuid[],
    ${journeys.map((row) => row.patternVersion)}::int[], ${journeys.map((row) => row.serviceDate)}::date[],
    ${journeys.map((row) => row.departureTime)}::text[], ${journeys.map((row) => row.trip)}::int[],
    ${journeys.map((row) => row.startS)}::bigint[], ${journeys.map((row) => row.departsS)}::bigint[], ${journeys.map((row) => row.arrivesS)}::bigint[],
    ${journeys.map((row) => row.originId)}::uuid[], ${journeys.map((row) => row.destinationId)}::uuid[], ${journeys.map((row) => row.callCount)}::int[]
  ) as r(id, code, route_id, pattern_version, service_date, departure_time, trip, start_s, departs_s, arrives_s, origin_id, destination_id, call_count)`
