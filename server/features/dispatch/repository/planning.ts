import { sql } from 'kysely'
import { PLAN_MAX_JOURNEYS } from '../../../../contract/core/limits/dispatch'
import type { Reader } from '../../../db/transaction'
import type { PlanDriver } from '../../../domain/planning/drivers'
import type { PlanPlace, PlanJob, PlanVehicle, Taken, VehicleKind } from '../../../domain/planning/jobs'
import { journeysThat, type JourneyFilter } from './filter'

interface PlanSpan extends JourneyFilter {
  from: string
  to: string
}

interface StoredJob extends PlanJob {
  version: number
  label: string
  departs_at: string
}

/** Spaces of the vehicle type `t` apart from seats. */
const SPACE = sql`json_build_object('wheelchairs', t.wheelchair_spaces, 'child_seats', t.child_seats,
  'luggage_units', t.luggage_units)`

const ms = (column: string) => sql`(extract(epoch from ${sql.raw(column)}) * 1000)::float8`

/** Returns own journeys that leave within a span and have not begun; one above the plan's limit if there are more. */
export async function readJobs(reader: Reader, span: PlanSpan): Promise<StoredJob[]> {
  const { rows } = await sql<StoredJob>`
    select j.id, j.version, j.code as label, j.departs_at, ${ms('j.departs_at')} as from,
      ${ms("j.arrives_at + greatest(j.delay_min, 0) * interval '1 minute'")} as to,
      j.origin_station_id as origin, j.destination_station_id as destination, j.vehicle_type_id as "vehicleTypeId",
      j.peak_load as "seatsTaken", json_build_object('wheelchairs', j.peak_wheelchairs, 'child_seats', j.peak_child_seats,
        'luggage_units', j.peak_luggage_units) as "spaceTaken", j.capacity, j.vehicle_id as "vehicleId", j.driver_id as "driverId",
      j.co_driver_id as "coDriverId", j.timezone
    from journeys j
    where j.departs_at >= ${span.from} and j.departs_at < ${span.to} and j.service_status in ('draft', 'scheduled', 'boarding')
      and j.operated_by_partner_id is null
      and ${journeysThat(span)}
    order by j.departs_at, j.id limit ${PLAN_MAX_JOURNEYS + 1}`.execute(reader)
  return rows
}

interface StoredVehicle extends PlanVehicle {
  label: string
  licenceCategories: string[]
}

/** Returns the vehicles in service, with their allocations around a span. */
export async function readVehicles(reader: Reader, span: PlanSpan): Promise<StoredVehicle[]> {
  const { rows } = await sql<Omit<StoredVehicle, 'taken'>>`
    select c.id, c.registration_plate as label, c.vehicle_type_id as "vehicleTypeId",
      least(c.seats_override, t.seats) as seats, ${SPACE} as space, t.turnaround_min as "turnaroundMin", c.home_station_id as home,
      t.required_licence_categories as "licenceCategories",
      least(c.inspection_expires_on, c.insurance_expires_on) as "papersEndOn"
    from vehicles c join vehicle_types t on t.id = c.vehicle_type_id
    where c.status = 'available' order by c.fleet_code, c.id`.execute(reader)
  const taken = await readTaken(reader, 'vehicle', span)
  return rows.map((row) => ({ ...row, taken: taken.get(row.id) ?? [] }))
}

interface StoredDriver extends PlanDriver {
  label: string
}

/** Returns the active drivers, with their allocations around a span. */
export async function readDrivers(reader: Reader, span: PlanSpan): Promise<StoredDriver[]> {
  const { rows } = await sql<Omit<StoredDriver, 'taken'>>`
    select c.id, c.first_name || ' ' || c.last_name as label, c.licence_categories as "licenceCategories",
      least(c.licence_expires_on, c.medical_expires_on) as "licenceEndsOn", c.max_daily_drive_min, c.min_rest_min
    from staff c where c.status = 'active' and 'driver' = any(c.roles) order by c.last_name, c.id`.execute(reader)
  const taken = await readTaken(reader, 'staff', span)
  return rows.map((row) => ({ ...row, taken: taken.get(row.id) ?? [] }))
}

type TakenRow = Taken & { resource_id: string; isDuty: boolean }

async function readTaken(
  reader: Reader,
  kind: 'vehicle' | 'staff',
  { from, to }: PlanSpan,
): Promise<Map<string, TakenRow[]>> {
  const { rows } = await sql<Omit<TakenRow, 'to'> & { to: number | null }>`
    select a.resource_id, ${ms('a.busy_from')} as from, ${ms('a.busy_to')} as to,
      j.origin_station_id as origin, j.destination_station_id as destination,
      a.source in ('journey', 'hire') as "isDuty"
    from resource_allocations a left join journeys j on a.source = 'journey' and j.id = a.source_id
    where a.resource_kind = ${kind} and a.state <> 'released'
      and tstzrange(a.busy_from, a.busy_to) && tstzrange(${from}::timestamptz - interval '2 days',
        ${to}::timestamptz + interval '2 days')
    order by a.resource_id, a.busy_from`.execute(reader)
  const byId = new Map<string, TakenRow[]>()
  for (const row of rows) {
    const own = byId.get(row.resource_id) ?? []
    own.push({ ...row, to: row.to ?? Infinity })
    byId.set(row.resource_id, own)
  }
  return byId
}

interface StoredType extends VehicleKind {
  label: string
  /** Licence categories of which its drivers need one. */
  licenceCategories: string[]
}

export async function readVehicleTypes(reader: Reader): Promise<Map<string, StoredType>> {
  const { rows } = await sql<StoredType>`
    select t.id as "vehicleTypeId", t.code as label, t.seats, ${SPACE} as space, t.turnaround_min as "turnaroundMin",
      t.required_licence_categories as "licenceCategories"
    from vehicle_types t`.execute(reader)
  return new Map(rows.map((row) => [row.vehicleTypeId, row]))
}

export const readPlaces = (reader: Reader): Promise<PlanPlace[]> =>
  reader.selectFrom('stations').select(['id', 'latitude', 'longitude']).execute()
