import { sql, type RawBuilder } from 'kysely'
import {
  BOARD_FIELDS,
  type Board,
  type BoardBy,
  type BoardJob,
  type BoardName,
  type BoardPlace,
  type BoardRow,
  type BoardTaken,
  type BoardType,
} from '../../../../contract/operations/board'
import { BOARD_PAGE_JOURNEYS } from '../../../../contract/core/limits/dispatch'
import type { Reader } from '../../../db/transaction'
import { isFiltered, journeysThat, runsWithin, type JourneyFilter } from './filter'

export interface BoardSpan extends JourneyFilter {
  from: string
  to: string
  by: BoardBy
  unassigned: boolean
}

const lacks = ({ by, unassigned }: BoardSpan, table: 'j' | 'r'): RawBuilder<boolean> =>
  unassigned ? sql<boolean>`${sql.ref(`${table}.${BOARD_FIELDS[by]}`)} is null` : sql<boolean>`true`

const journeysWithin = (span: BoardSpan): RawBuilder<boolean> =>
  sql<boolean>`${runsWithin(span.from, span.to)} and j.service_status <> 'cancelled' and ${journeysThat(span)}`

/** Condition on private hires `r` within a span. Filters by route or station exclude them, because hires have neither. */
const hiresWithin = ({ from, to, route_id, station_id, vehicle_type_id }: BoardSpan): RawBuilder<boolean> =>
  route_id !== undefined || station_id !== undefined
    ? sql<boolean>`false`
    : sql<boolean>`r.kind = 'private_hire' and r.environment = 'live'
      and r.status in ('pending', 'confirmed', 'checked_in', 'boarded', 'completed')
      and r.travel_at >= ${from}::timestamptz - interval '31 days' and r.travel_at < ${to}
      and (r.hire->>'ends_at')::timestamptz > ${from}
      and ${vehicle_type_id === undefined ? sql`true` : sql`r.hire->>'vehicle_type_id' = ${vehicle_type_id}`}`

/** Counts the jobs of a span that other companies operate. */
export async function countFarmedOut(reader: Reader, span: BoardSpan): Promise<Board['farmed_out']> {
  const { rows } = await sql<Board['farmed_out']>`
    select (select count(*)::int from journeys j where j.operated_by_partner_id is not null and ${journeysWithin(span)})
        as journeys,
      (select count(*)::int from reservations r where r.operated_by_partner_id is not null and ${hiresWithin(span)})
        as hires`.execute(reader)
  return rows[0] ?? { journeys: 0, hires: 0 }
}

/**
 * Returns a page of the operator's own journeys of a span, in the order of their departure.
 * @param after the last journey of the previous page
 */
export async function readJourneys(
  reader: Reader,
  span: BoardSpan,
  after: { departs_at: string; id: string } | null,
): Promise<BoardJob[]> {
  const { rows } = await sql<BoardJob>`
    select 'journey' as source, j.id, j.version, j.code as label, j.departs_at as starts_at, j.arrives_at as ends_at,
      j.timezone, j.delay_min, j.service_status as status, j.vehicle_type_id, o.code as origin, d.code as destination,
      j.call_count as stops, j.peak_load as seats_taken, least(j.capacity, j.seats) as capacity, j.vehicle_id, j.driver_id, j.co_driver_id
    from journeys j
    join stations o on o.id = j.origin_station_id join stations d on d.id = j.destination_station_id
    where ${journeysWithin(span)} and j.operated_by_partner_id is null and ${lacks(span, 'j')}
      ${after ? sql`and (j.departs_at, j.id) > (${after.departs_at}, ${after.id}::uuid)` : sql``}
    order by j.departs_at, j.id limit ${BOARD_PAGE_JOURNEYS + 1}`.execute(reader)
  return rows
}

/** Returns the operator's own private hires of a span. */
export async function readHires(reader: Reader, span: BoardSpan): Promise<BoardJob[]> {
  const { rows } = await sql<BoardJob>`
    select 'hire' as source, r.id, r.version, r.reference as label, r.travel_at as starts_at,
      (r.hire->>'ends_at')::timestamptz as ends_at, coalesce(o.timezone, company.timezone) as timezone, 0 as delay_min,
      r.status, r.hire->>'vehicle_type_id' as vehicle_type_id, o.code as origin, d.code as destination, null as stops,
      (r.hire->>'passengers')::int as seats_taken, (r.hire->>'passengers')::int as capacity,
      r.vehicle_id, r.driver_id, null as co_driver_id
    from reservations r cross join company
    left join stations o on o.id = (r.hire->'pickup'->>'station_id')::uuid
    left join stations d on d.id = (r.hire->'dropoff'->>'station_id')::uuid
    where ${hiresWithin(span)} and r.operated_by_partner_id is null and ${lacks(span, 'r')}
    order by r.travel_at, r.id limit ${BOARD_PAGE_JOURNEYS}`.execute(reader)
  return rows
}

/** Whether a vehicle or person `c` has an allocation within a span. */
const worksWithin = (kind: 'vehicle' | 'staff', { from, to }: BoardSpan) => sql<boolean>`exists (
    select 1 from resource_allocations a where a.resource_kind = ${kind} and a.resource_id = c.id
      and a.state <> 'released' and tstzrange(a.busy_from, a.busy_to) && tstzrange(${from}::timestamptz, ${to}::timestamptz))`

const shownVehicles = (span: BoardSpan) => sql<boolean>`(c.status <> 'retired' or ${worksWithin('vehicle', span)})`
const shownDrivers = (span: BoardSpan) =>
  sql<boolean>`((c.status = 'active' and 'driver' = any(c.roles)) or ${worksWithin('staff', span)})`

/** Returns vehicles that are not retired, or active drivers, and former ones with allocations within the span. */
export async function readRows(reader: Reader, span: BoardSpan): Promise<BoardRow[]> {
  const query =
    span.by === 'vehicle'
      ? sql<BoardRow>`
          select c.id, c.registration_plate as label, c.fleet_code as detail, c.status = 'available' as is_active,
            c.vehicle_type_id, least(c.seats_override, t.seats) as seats, t.turnaround_min,
            null as phone, array[]::text[] as licence_categories,
            least(c.inspection_expires_on, c.insurance_expires_on) as papers_end_on
          from vehicles c join vehicle_types t on t.id = c.vehicle_type_id
          where ${shownVehicles(span)} order by c.fleet_code, c.id`
      : sql<BoardRow>`
          select c.id, c.first_name || ' ' || c.last_name as label, c.employee_no as detail,
            c.status = 'active' as is_active, null as vehicle_type_id, 0 as seats, 0 as turnaround_min,
            c.phone, c.licence_categories, least(c.licence_expires_on, c.medical_expires_on) as papers_end_on
          from staff c
          where ${shownDrivers(span)}
          order by c.last_name, c.first_name, c.id`
  return (await query.execute(reader)).rows
}

/** Returns the names that jobs show in addition to the rows: drivers beside vehicles, vehicles beside drivers. */
export async function readNamed(reader: Reader, span: BoardSpan): Promise<BoardName[]> {
  const query =
    span.by === 'vehicle'
      ? sql<BoardName>`
          select c.id, c.first_name || ' ' || c.last_name as label, c.phone from staff c where ${shownDrivers(span)}`
      : sql<BoardName>`
          select c.id, c.registration_plate as label, null as phone from vehicles c where ${shownVehicles(span)}`
  return (await query.execute(reader)).rows
}

/** Returns the stations where jobs of a span start or end. */
export async function readPlaces(reader: Reader, span: BoardSpan): Promise<BoardPlace[]> {
  const { rows } = await sql<BoardPlace>`
    select s.code, s.name, s.latitude, s.longitude from stations s where s.id in (
      select unnest(array[j.origin_station_id, j.destination_station_id]) from journeys j where ${journeysWithin(span)}
      union select unnest(array[(r.hire->'pickup'->>'station_id')::uuid, (r.hire->'dropoff'->>'station_id')::uuid])
        from reservations r where ${hiresWithin(span)})`.execute(reader)
  return rows
}

/** Returns the other allocations of the rows: downtimes or absences, and with a filter also the jobs that it excludes. */
export async function readTaken(reader: Reader, span: BoardSpan): Promise<BoardTaken[]> {
  const { by, from, to } = span
  const isPart = isFiltered(span) || span.unassigned
  const { rows } = await sql<BoardTaken>`
    select a.resource_id as row_id, a.source, a.source_id, coalesce(j.code, r.reference, d.kind, b.kind, '') as label,
      a.busy_from as from, a.busy_to as to
    from resource_allocations a
    left join journeys j on a.source = 'journey' and j.id = a.source_id
    left join reservations r on a.source = 'hire' and r.id = a.source_id
    left join vehicle_downtimes d on a.source = 'downtime' and d.id = a.source_id
    left join staff_absences b on a.source = 'absence' and b.id = a.source_id
    where a.resource_kind = ${by === 'vehicle' ? 'vehicle' : 'staff'} and a.state <> 'released'
      and ${isPart ? sql`true` : sql`a.source in ('downtime', 'absence')`}
      and tstzrange(a.busy_from, a.busy_to) && tstzrange(${from}::timestamptz, ${to}::timestamptz)
    order by a.busy_from, a.id`.execute(reader)
  return rows
}

export async function readTypes(reader: Reader): Promise<BoardType[]> {
  return reader
    .selectFrom('vehicle_types')
    .select(['id', 'code', 'required_licence_categories as licence_categories'])
    .orderBy('code')
    .execute()
}
