import { sql, type RawBuilder } from 'kysely'
import { EMPTY_RUN_KMH, SUGGESTIONS_MAX } from '../../contract/core/limits/dispatch'
import type { Suggestions } from '../../contract/operations/suggestions'
import type { Reader } from '../db/transaction'
import { spaceOf, type Places } from '../domain/availability/space'
import { isAccessible, rankVehicles, shrinkOf, type RankedJob } from '../domain/journeys/ranking'

/** Job that needs a vehicle or a driver. */
export interface JobToFill extends RankedJob {
  /** `[from, to)` in instants. */
  from: string
  to: string
  /** Station where the job starts; null if only an address is known. */
  stationId: string | null
  /** A driver needs one of these; empty = any licence will do. */
  licenceCategories: readonly string[]
  /** Time zone in which days are counted. */
  timezone: string
}

type SuggestedVehicle = Suggestions['vehicles'][number]

export interface SuggestedDriver {
  id: string
  label: string
  station_id: string | null
  distance_km: number | null
}

const isFree = (kind: 'vehicle' | 'staff', job: JobToFill, minutesAfter = sql`0`) => sql`not exists (
  select 1 from resource_allocations a
  where a.resource_kind = ${kind} and a.resource_id = c.id and a.state <> 'released'
    and tstzrange(a.busy_from, a.busy_to)
      && tstzrange(${job.from}::timestamptz, ${job.to}::timestamptz + ${minutesAfter} * interval '1 minute'))`

/** Joins the last station of a vehicle or person before the job, from its latest journey. */
const lastStation = (kind: 'vehicle' | 'staff', job: JobToFill) => sql`left join lateral (
  select j.destination_station_id as station_id, a.busy_to from resource_allocations a join journeys j on j.id = a.source_id
  where a.source = 'journey' and a.resource_kind = ${kind} and a.resource_id = c.id and a.state <> 'released'
    and a.busy_to <= ${job.from}::timestamptz
  order by a.busy_to desc limit 1) last on true`

/** Great-circle distance in km between the stations `here` and `there`; null without coordinates. */
const DISTANCE = sql`case when here.latitude is not null and there.latitude is not null then 6371 * 2 * asin(least(1, sqrt(
  power(sin(radians(there.latitude - here.latitude) / 2), 2)
  + cos(radians(here.latitude)) * cos(radians(there.latitude))
    * power(sin(radians(there.longitude - here.longitude) / 2), 2)))) end`

/** Condition: documents are valid to the end of the job; null = no expiry. */
const isValidFor = ({ to, timezone }: JobToFill, lastDay: RawBuilder<unknown>) =>
  sql`coalesce(${lastDay} >= (${to}::timestamptz at time zone ${timezone})::date, true)`

/** Condition: there is time to get from the last station to the job; true if the distance is unknown. */
const isReached = ({ from }: JobToFill) =>
  sql`coalesce(last.busy_to + ${DISTANCE} / ${EMPTY_RUN_KMH} * interval '1 hour' <= ${from}::timestamptz, true)`

/** Returns free vehicles in service that are large enough for a job, the most suitable first (`rankVehicles`). */
export async function suggestVehicles(reader: Reader, job: JobToFill): Promise<SuggestedVehicle[]> {
  const { rows } = await sql<Omit<SuggestedVehicle, 'is_accessible' | 'shrinks'> & Places>`
    select c.id, c.registration_plate as label, least(c.seats_override, t.seats) as seats, c.vehicle_type_id,
      t.code as vehicle_type, t.wheelchair_spaces, t.child_seats, t.luggage_units,
      coalesce(last.station_id, c.home_station_id) as station_id,
      case when here.id = there.id then 0 else round(${DISTANCE})::int end as distance_km
    from vehicles c join vehicle_types t on t.id = c.vehicle_type_id
    ${lastStation('vehicle', job)}
    left join stations here on here.id = coalesce(last.station_id, c.home_station_id)
    left join stations there on there.id = ${job.stationId}
    where c.status = 'available' and ${isValidFor(job, sql`least(c.inspection_expires_on, c.insurance_expires_on)`)}
      and ${isReached(job)} and least(c.seats_override, t.seats) >= ${job.aboard.seats}
      and ${isFree('vehicle', job, sql`t.turnaround_min`)}
    order by c.fleet_code, c.id`.execute(reader)
  const free = rows.map((row) => ({
    row,
    vehicleTypeId: row.vehicle_type_id,
    seats: row.seats,
    space: spaceOf(row),
    distanceKm: row.distance_km,
  }))
  return rankVehicles(job, free)
    .slice(0, SUGGESTIONS_MAX)
    .map((vehicle) => ({ ...vehicle.row, is_accessible: isAccessible(vehicle), shrinks: shrinkOf(vehicle, job) }))
}

/** Returns free drivers with a licence for a job, the nearest first. Does not check driving and rest times. */
export async function suggestDrivers(reader: Reader, job: JobToFill): Promise<SuggestedDriver[]> {
  const categories = [...job.licenceCategories]
  const { rows } = await sql<SuggestedDriver>`
    select c.id, c.first_name || ' ' || c.last_name as label, last.station_id, round(${DISTANCE})::int as distance_km
    from staff c
    ${lastStation('staff', job)}
    left join stations here on here.id = last.station_id
    left join stations there on there.id = ${job.stationId}
    where c.status = 'active' and 'driver' = any(c.roles)
      and ${isValidFor(job, sql`least(c.licence_expires_on, c.medical_expires_on)`)} and ${isReached(job)}
      and (${categories.length === 0} or c.licence_categories && ${categories}::text[])
      and ${isFree('staff', job)}
    order by (here.id is distinct from there.id), ${DISTANCE} nulls last, c.last_name, c.id
    limit ${SUGGESTIONS_MAX}`.execute(reader)
  return rows
}

/** Returns the working times of a person from two days before a span to two days after it, without one job. */
export async function dutiesOf(
  reader: Reader,
  staffId: string,
  { from, to }: Pick<JobToFill, 'from' | 'to'>,
  exceptSourceId: string | null,
): Promise<{ from: string; to: string; distanceKm: number | null }[]> {
  const { rows } = await sql<{ from: string; to: string; distanceKm: number | null }>`
    select busy_from as from, busy_to as to, case source when 'hire' then (
      select (hire->>'distance_km')::float8 from reservations where id = source_id) end as "distanceKm"
    from resource_allocations
    where resource_kind = 'staff' and resource_id = ${staffId} and state <> 'released'
      and source in ('journey', 'hire') and source_id is distinct from ${exceptSourceId}::uuid and busy_to is not null
      and busy_from < ${to}::timestamptz + interval '2 days' and busy_to > ${from}::timestamptz - interval '2 days'
    order by busy_from`.execute(reader)
  return rows
}
