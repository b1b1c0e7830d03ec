import { sql } from 'kysely'
import type { Reader, Tx } from '../../../db/transaction'
import { batches } from './links'

/** An adult fare for any vehicle type, without a validity period. */
export interface FareRow {
  id: string
  route_id: string
  origin_station_id: string | null
  destination_station_id: string | null
  amount_minor: number
  currency: string
}

const BATCH_ROWS = 5_000

/** Returns the pairs that have an adult fare for any vehicle type, valid at any time; see `fareKey`. */
export async function takenFares(reader: Reader, routeIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<Pick<FareRow, 'route_id' | 'origin_station_id' | 'destination_station_id'>>`
    select route_id, origin_station_id, destination_station_id from fares
    where route_id = any(${routeIds}::uuid[]) and passenger_category = 'adult' and vehicle_type_id is null`.execute(
    reader,
  )
  return new Set(rows.map(fareKey))
}

/** Returns the adult fares of routes for any vehicle type, valid at any time. */
export async function adultFares(reader: Reader, routeIds: readonly string[]): Promise<Omit<FareRow, 'id'>[]> {
  const { rows } = await sql<Omit<FareRow, 'id'>>`
    select route_id, origin_station_id, destination_station_id, amount_minor, currency from fares
    where route_id = any(${routeIds}::uuid[]) and passenger_category = 'adult' and vehicle_type_id is null`.execute(
    reader,
  )
  return rows
}

/** Returns the adult fares valid on some of the dates for a vehicle type. */
export async function faresOnSale(
  reader: Reader,
  routeIds: readonly string[],
  { from, to, vehicleTypeId }: { from: string; to: string; vehicleTypeId: string },
): Promise<Pick<FareRow, 'route_id' | 'origin_station_id' | 'destination_station_id'>[]> {
  const { rows } = await sql<Pick<FareRow, 'route_id' | 'origin_station_id' | 'destination_station_id'>>`
    select route_id, origin_station_id, destination_station_id from fares
    where route_id = any(${routeIds}::uuid[]) and passenger_category = 'adult'
      and (vehicle_type_id is null or vehicle_type_id = ${vehicleTypeId}::uuid)
      and coalesce(valid_from, ${to}::date) <= ${to}::date and coalesce(valid_to, ${from}::date) >= ${from}::date`.execute(
    reader,
  )
  return rows
}

export const fareKey = (row: Pick<FareRow, 'route_id' | 'origin_station_id' | 'destination_station_id'>) =>
  [row.route_id, row.origin_station_id ?? '', row.destination_station_id ?? ''].join(' ')

export async function insertFares(tx: Tx, fares: readonly FareRow[]): Promise<void> {
  for (const some of batches(fares, BATCH_ROWS))
    await sql`
      insert into fares (id, route_id, origin_station_id, destination_station_id, amount_minor, currency, passenger_category)
      select *, 'adult' from unnest(
        ${some.map((fare) => fare.id)}::uuid[], ${some.map((fare) => fare.route_id)}::uuid[],
        ${some.map((fare) => fare.origin_station_id)}::uuid[], ${some.map((fare) => fare.destination_station_id)}::uuid[],
        ${some.map((fare) => fare.amount_minor)}::bigint[], ${some.map((fare) => fare.currency)}::text[]
      )`.execute(tx)
}

export async function updateFares(
  tx: Tx,
  fares: readonly Pick<FareRow, 'id' | 'amount_minor' | 'currency'>[],
): Promise<void> {
  await sql`
    update fares f set amount_minor = r.amount_minor, currency = r.currency, version = version + 1, updated_at = now()
    from unnest(
      ${fares.map((fare) => fare.id)}::uuid[], ${fares.map((fare) => fare.amount_minor)}::bigint[], ${fares.map((fare) => fare.currency)}::text[]
    ) as r(id, amount_minor, currency) where f.id = r.id`.execute(tx)
}
