import { sql } from 'kysely'
import type { Fare } from '../../../contract/entities/fare'
import type { Reader } from '../../db/transaction'

export interface Wanted {
  routeId: string
  category: Fare['passenger_category']
}

export type Held = Pick<
  Fare,
  'id' | 'origin_station_id' | 'destination_station_id' | 'amount_minor' | 'currency' | 'valid_from' | 'valid_to'
>

/** Returns the fares of a route for a category, for any vehicle type, that apply on a day or later. */
export async function fromDay(reader: Reader, { routeId, category }: Wanted, day: string): Promise<Held[]> {
  const { rows } = await sql<Held>`
    select id, origin_station_id, destination_station_id, amount_minor, currency, valid_from, valid_to from fares
    where route_id = ${routeId} and passenger_category = ${category} and vehicle_type_id is null
      and (valid_to is null or valid_to >= ${day}::date)
    order by valid_from nulls first`.execute(reader)
  return rows
}

/** @param isLocked locks the route until the transaction ends, so that neither it nor its fares are deleted */
export async function isRoute(reader: Reader, id: string, isLocked: boolean): Promise<boolean> {
  const { rows } = await sql`
    select id from routes where id = ${id} ${sql.raw(isLocked ? 'for no key update' : '')}`.execute(reader)
  return rows.length > 0
}

/** Returns the stations that a route calls at, in their order. */
export async function stationsOn(reader: Reader, routeId: string): Promise<string[]> {
  const stops = await reader
    .selectFrom('route_stops')
    .innerJoin('routes', (join) =>
      join
        .onRef('routes.id', '=', 'route_stops.route_id')
        .onRef('routes.pattern_version', '=', 'route_stops.pattern_version'),
    )
    .select('route_stops.station_id')
    .where('routes.id', '=', routeId)
    .orderBy('route_stops.seq')
    .execute()
  return stops.map((stop) => stop.station_id)
}

export async function companyCurrency(reader: Reader): Promise<string> {
  return (await reader.selectFrom('company').select('currency').executeTakeFirstOrThrow()).currency
}
