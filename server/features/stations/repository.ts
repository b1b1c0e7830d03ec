import { sql, type RawBuilder } from 'kysely'
import type { FoundStation } from '../../../contract/operations/stations'
import type { Reader } from '../../db/transaction'

export { findStations, firstStations, type StationRow } from '../../kernel/station-search'

/** Stations reachable without a change, and the lowest fare to each. */
export interface Reach {
  /** Excluded origins: the station itself, its parent, its platforms and its siblings. */
  origins: ReadonlySet<string>
  /** Fares by id of each stop, and of the station that it is a platform of. */
  fares: ReadonlyMap<string, FoundStation['fare_from']>
}

interface Destination {
  id: string
  parent_station_id: string | null
  amount_minor: number | null
  currency: string | null
}

/**
 * Returns the stations reachable without a change, by active routes and by patterns of future journeys.
 * As in a sale, the fare of a pair of stops precedes that of the whole route. @param now RFC 3339
 */
export async function reachFrom(reader: Reader, stationId: string, now: string): Promise<Reach> {
  const { rows: around } = await sql<{ id: string; is_left: boolean }>`
    select s.id, s.id = ${stationId} or s.parent_station_id = ${stationId} as is_left
    from stations s join stations o on o.id = ${stationId}
    where s.id = o.id or s.parent_station_id = o.id or s.id = o.parent_station_id
      or s.parent_station_id = o.parent_station_id`.execute(reader)
  const left = around.filter(({ is_left }) => is_left).map(({ id }) => id)
  const { rows } = await sql<Destination>`
    with ride as (
      select distinct o.route_id, o.station_id as origin_id, c.station_id as destination_id
      from route_stops o
      join route_stops c on c.route_id = o.route_id and c.pattern_version = o.pattern_version and c.seq > o.seq
      join routes r on r.id = o.route_id
      where o.station_id = any(${left}::uuid[]) and o.pickup_type <> 'none' and c.drop_off_type <> 'none'
        and r.service_kind <> 'private_hire'
        and ((r.status = 'active' and r.pattern_version = o.pattern_version) or exists (
          select from journeys j where j.route_id = o.route_id and j.pattern_version = o.pattern_version
            and j.kind = 'passenger' and j.departs_at > ${now} and j.service_status not in ('draft', 'cancelled')))
    )
    select s.id, s.parent_station_id, fare.amount_minor, fare.currency
    from ride join stations s on s.id = ride.destination_id
    left join lateral (
      select f.amount_minor, f.currency from fares f
      where f.route_id = ride.route_id and f.passenger_category = 'adult'
        and (f.origin_station_id is null
          or (f.origin_station_id = ride.origin_id and f.destination_station_id = ride.destination_id))
        and coalesce(f.valid_from, '-infinity') <= ${now}::timestamptz::date
        and coalesce(f.valid_to, 'infinity') >= ${now}::timestamptz::date
      order by f.origin_station_id is null, f.amount_minor limit 1
    ) fare on true
    order by fare.amount_minor nulls last, s.id`.execute(reader)
  const fares = new Map<string, FoundStation['fare_from']>()
  for (const { id, parent_station_id, amount_minor, currency } of rows) {
    const fare = amount_minor === null || currency === null ? null : { amount_minor, currency }
    for (const place of [id, parent_station_id]) if (place !== null && !fares.has(place)) fares.set(place, fare)
  }
  return { origins: new Set(around.map(({ id }) => id)), fares }
}

/** Returns the fewest changes to each station that needs some, by the same routes as `reachFrom`. @param now RFC 3339 */
export async function changesFrom(reader: Reader, reach: Reach, now: string): Promise<ReadonlyMap<string, number>> {
  const direct = [...reach.fares.keys()]
  const { rows } = await sql<{ id: string; changes: number }>`
    with stop as materialized (
      select p.route_id, p.pattern_version, p.seq, coalesce(s.parent_station_id, s.id) as place,
        p.pickup_type <> 'none' as boards, p.drop_off_type <> 'none' as alights
      from route_stops p join stations s on s.id = p.station_id join routes r on r.id = p.route_id
      where r.service_kind <> 'private_hire'
        and ((r.status = 'active' and r.pattern_version = p.pattern_version) or (p.route_id, p.pattern_version) in (
          select j.route_id, j.pattern_version from journeys j
          where j.kind = 'passenger' and j.departs_at > ${now} and j.service_status not in ('draft', 'cancelled')))
    ),
    direct as (select distinct coalesce(parent_station_id, id) as place from stations where id = any(${direct}::uuid[])),
    ${rideFrom('once', 'direct')},
    ${rideFrom('twice', 'once')}
    select s.id, min(found.changes) as changes
    from (select place, 1 as changes from once union all select place, 2 from twice) found
    join stations s on found.place in (s.id, s.parent_station_id)
    where s.id <> all(${direct}::uuid[]) and s.id <> all(${[...reach.origins]}::uuid[])
    group by s.id`.execute(reader)
  return new Map(rows.map(({ id, changes }) => [id, changes]))
}

/** Places reachable with one more ride from the places of an earlier part. */
const rideFrom = (name: string, before: string) => sql`${sql.ref(name)} as materialized (
  select distinct d.place from ${sql.ref(before)} b join stop o on o.place = b.place and o.boards
  join stop d on d.route_id = o.route_id and d.pattern_version = o.pattern_version and d.seq > o.seq and d.alights)`

/** Condition for offered stations: never the origin; without a search text only reachable ones. */
export function amongOf(status: string | undefined, reach: Reach | null, isListed: boolean): RawBuilder<boolean> {
  const [left, reached] = [[...(reach?.origins ?? [])], [...(reach?.fares.keys() ?? [])]]
  return sql<boolean>`(${status ?? null}::text is null or s.status = ${status ?? null})
    and s.id <> all(${left}::uuid[]) and (${reach === null || !isListed} or s.id = any(${reached}::uuid[]))`
}
