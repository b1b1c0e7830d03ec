import { sql, type RawBuilder } from 'kysely'
import type { I18nText } from '../../../../contract/core/scalars'
import type { STATION_KINDS, STOP_ACCESS, WHEELCHAIR_BOARDING } from '../../../../contract/core/vocabulary'
import type { Reader } from '../../../db/transaction'

type StopAccess = (typeof STOP_ACCESS)[number]

export interface Company {
  name: string
  timezone: string
  /** Mark of the feeds that it exports. */
  feed_id: string
}

export interface ExportedCall {
  station_id: string
  /** Unix time in seconds. */
  arrive_s: number
  depart_s: number
  pickup_type: StopAccess
  drop_off_type: StopAccess
  is_approximate: boolean
}

export interface ExportedJourney {
  id: string
  route_id: string
  service_date: string
  calls: ExportedCall[]
}

export interface ExportedStation {
  id: string
  code: string
  name: I18nText
  kind: (typeof STATION_KINDS)[number]
  parent_station_id: string | null
  platform_code: string | null
  latitude: number | null
  longitude: number | null
  timezone: string
  zone_code: string | null
  wheelchair_boarding: (typeof WHEELCHAIR_BOARDING)[number]
  connection_min: number
}

export interface ExportedRoute {
  id: string
  code: string
  name: I18nText
  color: string | null
}

export interface ExportedFare {
  route_id: string
  origin_station_id: string | null
  destination_station_id: string | null
  amount_minor: number
  currency: string
  passenger_category: string
  /** Code of the vehicle type of the fare; null for any. */
  vehicle_type: string | null
  /** Service dates, inclusive; null for no limit. */
  valid_from: string | null
  valid_to: string | null
}

const BATCH_JOURNEYS = 500

export async function readCompany(reader: Reader): Promise<Company> {
  return reader.selectFrom('company').select(['name', 'timezone', 'feed_id']).executeTakeFirstOrThrow()
}

const ofPassengers = (from: string, to: string) => sql`
  service_date between ${from}::date and ${to}::date and kind = 'passenger'`
/** Passenger journeys, without drafts, cancelled ones and those of routes for private hire. */
const onOffer = (from: string, to: string) => sql`
  ${ofPassengers(from, to)} and service_status not in ('draft', 'cancelled')
  and route_id in (select id from routes where service_kind <> 'private_hire')`

/** Returns the most frequent time zone of the journeys; undefined without journeys. */
export async function mainTimezone(reader: Reader, from: string, to: string): Promise<string | undefined> {
  const { rows } = await sql<{ timezone: string }>`
    select timezone from journeys where ${onOffer(from, to)}
    group by timezone order by count(*) desc, timezone limit 1`.execute(reader)
  return rows[0]?.timezone
}

/** Yields the journeys on offer of the service dates with their calls, by service date, read in batches. */
export const readJourneys = (reader: Reader, from: string, to: string): AsyncGenerator<ExportedJourney> =>
  journeysWith(reader, from, onOffer(from, to))

/** Yields the passenger journeys of the service dates like `readJourneys`, in every status. */
export const readPassengerJourneys = (reader: Reader, from: string, to: string): AsyncGenerator<ExportedJourney> =>
  journeysWith(reader, from, ofPassengers(from, to))

async function* journeysWith(
  reader: Reader,
  from: string,
  condition: RawBuilder<unknown>,
): AsyncGenerator<ExportedJourney> {
  let after = { date: from, id: '00000000-0000-0000-0000-000000000000' }
  for (;;) {
    const { rows } = await sql<Omit<ExportedJourney, 'calls'>>`
      select id, route_id, service_date from journeys
      where ${condition} and (service_date, id) > (${after.date}::date, ${after.id}::uuid)
      order by service_date, id limit ${BATCH_JOURNEYS}`.execute(reader)
    const calls = await callsOf(
      reader,
      rows.map((row) => row.id),
    )
    for (const row of rows) yield { ...row, calls: calls.get(row.id) ?? [] }
    const last = rows.at(-1)
    if (!last || rows.length < BATCH_JOURNEYS) return
    after = { date: last.service_date, id: last.id }
  }
}

async function callsOf(reader: Reader, journeyIds: readonly string[]): Promise<Map<string, ExportedCall[]>> {
  const { rows } = await sql<ExportedCall & { journey_id: string }>`
    select journey_id, station_id, extract(epoch from planned_arrive)::bigint as arrive_s,
      extract(epoch from planned_depart)::bigint as depart_s, pickup_type, drop_off_type,
      is_approximate
    from journey_calls where journey_id = any(${journeyIds}::uuid[]) order by journey_id, seq`.execute(reader)
  const calls = new Map<string, ExportedCall[]>()
  for (const { journey_id: id, ...call } of rows) {
    const known = calls.get(id)
    if (known) known.push(call)
    else calls.set(id, [call])
  }
  return calls
}

/** Returns the stations and their parent stations. */
export async function readStationsWithParents(
  reader: Reader,
  ids: readonly string[],
): Promise<Map<string, ExportedStation>> {
  const { rows } = await sql<ExportedStation>`
    select id, code, name, kind, parent_station_id, platform_code, latitude, longitude, timezone, zone_code, wheelchair_boarding,
      connection_min
    from stations where id = any(${ids}::uuid[])
      or id in (select parent_station_id from stations where id = any(${ids}::uuid[]))
    order by code`.execute(reader)
  return new Map(rows.map((row) => [row.id, row]))
}

export async function readRoutesById(reader: Reader, ids: readonly string[]): Promise<Map<string, ExportedRoute>> {
  const { rows } = await sql<ExportedRoute>`
    select id, code, name, color from routes where id = any(${ids}::uuid[]) order by code`.execute(reader)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns the fares of these routes that are valid on any of the dates. */
export async function readFares(
  reader: Reader,
  routeIds: readonly string[],
  from: string,
  to: string,
): Promise<ExportedFare[]> {
  const { rows } = await sql<ExportedFare>`
    select route_id, origin_station_id, destination_station_id, amount_minor, currency, passenger_category,
      vehicle_types.code as vehicle_type, valid_from, valid_to
    from fares left join vehicle_types on vehicle_types.id = vehicle_type_id
    where route_id = any(${routeIds}::uuid[])
      and coalesce(valid_from, ${to}::date) <= ${to}::date and coalesce(valid_to, ${from}::date) >= ${from}::date
    order by route_id, currency, amount_minor, origin_station_id, destination_station_id, fares.id`.execute(reader)
  return rows
}
