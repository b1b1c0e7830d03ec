import { sql } from 'kysely'
import { OCTO_START_TIMES_DAYS } from '../../../../../contract/core/limits/partner-api'
import type { I18nText } from '../../../../../contract/core/scalars'
import type { PASSENGER_CATEGORIES } from '../../../../../contract/core/vocabulary'
import type { Reader } from '../../../../db/transaction'
import type { RouteSegment } from '../ports'

/** A product: a segment of a route with at least one applicable fare. */
export interface Sold extends RouteSegment {
  routeCode: string
  routeName: I18nText
  originName: I18nText
  destinationName: I18nText
  /** Time zone of the origin. */
  timezone: string
  /** Passenger categories with a fare. */
  categories: (typeof PASSENGER_CATEGORIES)[number][]
  /** Departure times `HH:MM` at the origin. */
  startTimes: string[]
}

/** Returns the products on sale from `today` on, by route and stop. @param segment only this one */
export async function listSold(
  reader: Reader,
  { routeIds, today, segment }: { routeIds: readonly string[]; today: string; segment?: RouteSegment },
): Promise<Sold[]> {
  const only = segment
    ? sql`and r.id = ${segment.routeId} and o.station_id = ${segment.originId} and d.station_id = ${segment.destinationId}`
    : sql``
  const { rows } = await sql<Omit<Sold, 'startTimes'>>`
    select r.id as "routeId", r.code as "routeCode", r.name as "routeName",
      os.id as "originId", os.name as "originName", os.timezone,
      ds.id as "destinationId", ds.name as "destinationName",
      array_agg(distinct f.passenger_category::text) as categories
    from routes r
    join route_stops o on o.route_id = r.id and o.pattern_version = r.pattern_version and o.pickup_type <> 'none'
    join route_stops d on d.route_id = r.id and d.pattern_version = r.pattern_version and d.drop_off_type <> 'none'
      and d.seq > o.seq and d.station_id <> o.station_id
    join stations os on os.id = o.station_id
    join stations ds on ds.id = d.station_id
    join fares f on f.route_id = r.id and (f.valid_to is null or f.valid_to >= ${today}::date)
      and (f.origin_station_id is null
        or (f.origin_station_id = o.station_id and f.destination_station_id = d.station_id))
    where r.status = 'active' and r.service_kind <> 'private_hire'
      and (${routeIds.length === 0} or r.id = any(${[...routeIds]}::uuid[])) ${only}
    group by r.id, os.id, ds.id
    order by r.code, min(o.seq), min(d.seq)`.execute(reader)
  const times = await startTimes(reader, [...new Set(rows.map(({ routeId }) => routeId))], today)
  return rows.map((row) => ({ ...row, startTimes: times.get(`${row.routeId} ${row.originId}`) ?? [] }))
}

/** Returns departure times by route and station. */
async function startTimes(reader: Reader, routeIds: string[], today: string): Promise<Map<string, string[]>> {
  if (routeIds.length === 0) return new Map()
  const { rows } = await sql<{ route_id: string; station_id: string; times: string[] }>`
    select j.route_id, c.station_id,
      array_agg(distinct to_char(c.planned_depart at time zone s.timezone, 'HH24:MI')) as times
    from journeys j join journey_calls c on c.journey_id = j.id join stations s on s.id = c.station_id
    where j.route_id = any(${routeIds}::uuid[]) and c.pickup_type <> 'none' and j.service_status <> 'cancelled'
      and j.service_date between ${today}::date and ${today}::date + ${OCTO_START_TIMES_DAYS}::int
    group by j.route_id, c.station_id`.execute(reader)
  return new Map(rows.map(({ route_id, station_id, times }) => [`${route_id} ${station_id}`, times]))
}

/** Returns the operator's contact details. */
export const readSupplier = (reader: Reader) =>
  reader.selectFrom('company').select(['name', 'contact_email', 'contact_phone']).executeTakeFirstOrThrow()

export { readCompanyCountry } from '../../../../kernel/phones'
