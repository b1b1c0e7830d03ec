import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { fold } from '../../../../../contract/core/fold'
import { EXACT_TOTAL_ROWS } from '../../../../../contract/core/limits/requests'
import type { PartnerTrip, TripsQuery } from '../../../../../contract/partner/sales'
import { contains } from '../../../../crud/where'
import type { Cursor } from '../../../../crud/cursor'
import { COMMISSION } from '../../../../kernel/credit'
import type { Reader } from '../../../../db/transaction'
import { owned, type Owner, type TripSource } from './owner'

export const withPlaces = (reader: TripSource, owner: Owner) =>
  owned(reader, owner)
    .leftJoin('stations as o', 'o.id', 'r.origin_station_id')
    .leftJoin('stations as d', 'd.id', 'r.destination_station_id')
    .select([
      'r.id',
      'r.version',
      'r.created_at',
      'r.updated_at',
      'r.reference',
      'r.partner_reference',
      'r.environment',
      'r.status',
      'r.hold_expires_at',
      'r.lead_name',
      'r.seats',
      'r.travel_at',
      'r.currency',
      'r.total_minor as gross_minor',
      'o.id as origin_id',
      'o.name as origin_name',
      'o.timezone as origin_timezone',
      'd.id as destination_id',
      'd.name as destination_name',
      'd.timezone as destination_timezone',
      COMMISSION.as('commission_minor'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof withPlaces>['execute']>>[number]

export function tripOf(row: Row): PartnerTrip {
  const { origin_id, origin_name, origin_timezone, destination_id, destination_name, destination_timezone, ...rest } =
    row
  const place = (id: string | null, name: Row['origin_name'], timezone: string | null) =>
    id === null || name === null || timezone === null ? null : { id, name, timezone }
  const commission_minor = Number(rest.commission_minor)
  return {
    ...rest,
    origin: place(origin_id, origin_name, origin_timezone),
    destination: place(destination_id, destination_name, destination_timezone),
    commission_minor,
    net_minor: rest.gross_minor - commission_minor,
  }
}

export async function getTrip(reader: TripSource, owner: Owner, id: string): Promise<PartnerTrip | undefined> {
  return (await getTrips(reader, owner, [id]))[0]
}

export async function getTrips(reader: TripSource, owner: Owner, ids: readonly string[]): Promise<PartnerTrip[]> {
  const rows = await withPlaces(reader, owner)
    .where(sql<SqlBool>`r.id = any(${[...ids]}::uuid[])`)
    .execute()
  return rows.map(tripOf)
}

type TripFilter = Omit<TripsQuery, 'cursor' | 'limit' | 'ordering' | 'count'>

/** Returns up to `limit` trips after the cursor in the requested order, or the nearest ones before it. */
export async function listTrips(
  reader: Reader,
  owner: Owner,
  filter: TripFilter,
  ordering: TripsQuery['ordering'],
  cursor: Cursor | null,
  limit: number,
): Promise<PartnerTrip[]> {
  const [side, at, id] = cursor ?? ['after', null, null]
  const isDown = ordering.startsWith('-') === (side === 'after')
  const column = sql.ref(`r.${ordering.replace('-', '')}`)
  const direction = isDown ? ('desc' as const) : ('asc' as const)
  let query = withPlaces(reader, owner)
    .where(matching(filter))
    .orderBy(column, direction)
    .orderBy('r.id', direction)
    .limit(limit)
  if (at !== null) query = query.where(sql<SqlBool>`(${column}, r.id) ${sql.raw(isDown ? '<' : '>')} (${at}, ${id})`)
  const trips = (await query.execute()).map(tripOf)
  return side === 'before' ? trips.reverse() : trips
}

/** Returns the number of trips, at most `EXACT_TOTAL_ROWS` + 1. */
export async function countTrips(reader: Reader, owner: Owner, filter: TripFilter): Promise<number> {
  const some = owned(reader, owner)
    .where(matching(filter))
    .select('r.id')
    .limit(EXACT_TOTAL_ROWS + 1)
  const { count } = await reader
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns the SQL conditions of a filter on reservation `r` of partner `p`. */
function matching({ status, from, to, reference, q, updated_since }: TripFilter): RawBuilder<SqlBool> {
  const parts = [sql<SqlBool>`true`]
  if (status) parts.push(sql`r.status = any(${status}::text[])`)
  if (from) parts.push(sql`r.travel_at >= ${from}::date::timestamp at time zone p.timezone`)
  if (to) parts.push(sql`r.travel_at < (${to}::date + 1)::timestamp at time zone p.timezone`)
  if (reference) parts.push(sql`(r.reference = ${reference} or r.partner_reference = ${reference})`)
  if (updated_since) parts.push(sql`r.updated_at >= ${updated_since}`)
  if (q?.trim()) parts.push(sql`r.search_text like ${contains(fold(q.trim()))}`)
  return sql.join(parts, sql` and `)
}
