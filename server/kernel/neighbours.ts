import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../db/transaction'
import type { KnownPlace, Neighbour, Neighbours } from '../domain/planning/reach'

/** Hours before and after a span within which neighbouring jobs are searched. */
const LOOK_AROUND_H = 24

const PLACE = (hire: RawBuilder<unknown>) => sql`json_build_object('station_id', s.id, 'parent_id', s.parent_station_id,
  'name', coalesce(s.name->>'en', ${hire}->>'address'), 'city', s.city,
  'latitude', coalesce(s.latitude, (${hire}->>'latitude')::float8),
  'longitude', coalesce(s.longitude, (${hire}->>'longitude')::float8))`

/** Returns the last job before a span and the first one after it, without one job. Overlapping jobs are no neighbours. */
export async function neighboursOf(
  reader: Reader,
  kind: 'vehicle' | 'staff',
  resourceId: string,
  { from, to }: { from: string; to: string },
  exceptSourceId: string | null,
): Promise<Neighbours> {
  const beside = (side: 'before' | 'after') => {
    const [at, station, hire] =
      side === 'before'
        ? [sql`a.busy_to`, sql`j.destination_station_id`, sql`r.hire->'dropoff'`]
        : [sql`a.busy_from`, sql`j.origin_station_id`, sql`r.hire->'pickup'`]
    const near =
      side === 'before'
        ? sql`a.busy_to <= ${from}::timestamptz and a.busy_to > ${from}::timestamptz - ${LOOK_AROUND_H} * interval '1 hour'`
        : sql`a.busy_from >= ${to}::timestamptz and a.busy_from < ${to}::timestamptz + ${LOOK_AROUND_H} * interval '1 hour'`
    return sql`(
      select ${side}::text as side, coalesce(j.code, r.reference) as label, ${at} as at,
        coalesce(j.timezone, company.timezone) as timezone, ${PLACE(hire)} as place
      from resource_allocations a cross join company
      left join journeys j on a.source = 'journey' and j.id = a.source_id
      left join reservations r on a.source = 'hire' and r.id = a.source_id
      left join stations s on s.id = coalesce(${station}, (${hire}->>'station_id')::uuid)
      where a.resource_kind = ${kind} and a.resource_id = ${resourceId} and a.state <> 'released'
        and a.source in ('journey', 'hire') and a.source_id is distinct from ${exceptSourceId}::uuid and ${near}
      order by ${at} ${sql.raw(side === 'before' ? 'desc' : 'asc')} limit 1)`
  }
  const { rows } = await sql<Neighbour & { side: 'before' | 'after' }>`
    ${beside('before')} union all ${beside('after')}`.execute(reader)
  const found = (side: 'before' | 'after') => rows.find((row) => row.side === side) ?? null
  return { before: found('before'), after: found('after') }
}

const UNKNOWN_PLACE: KnownPlace = {
  station_id: null,
  parent_id: null,
  name: null,
  city: null,
  latitude: null,
  longitude: null,
}

/** Returns the place of a station, or of an address if there is no station. */
export async function placeAt(
  reader: Reader,
  place: { station_id: string | null; address?: string | null; latitude?: number | null; longitude?: number | null },
): Promise<KnownPlace> {
  const { station_id, address = null, latitude = null, longitude = null } = place
  if (station_id === null) return { ...UNKNOWN_PLACE, name: address, latitude, longitude }
  const { rows } = await sql<KnownPlace>`
    select id as station_id, parent_station_id as parent_id, name->>'en' as name, city, latitude, longitude
    from stations where id = ${station_id}`.execute(reader)
  return rows[0] ?? UNKNOWN_PLACE
}
