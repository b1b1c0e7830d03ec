import { sql } from 'kysely'
import type { FieldIssue } from '../../../../contract/core/entity'
import type { Journey } from '../../../../contract/entities/journey'
import { ResourceBusy, allocate, lockResources, release, stretch } from '../../../kernel/allocations'
import { neighboursOf, placeAt } from '../../../kernel/neighbours'
import { dutiesOf, suggestDrivers, suggestVehicles, type JobToFill } from '../../../kernel/suggestions'
import type { Reader, Tx } from '../../../db/transaction'
import {
  driverIssues,
  vehicleIssues,
  type PersonForJourney,
  type VehicleForJourney,
} from '../../../domain/journeys/assignment'
import { spaceOf, type Aboard, type Places } from '../../../domain/availability/space'
import { busyUntil } from '../../../domain/journeys/calls'
import { drivingIssues, type Driver } from '../../../domain/journeys/driving'
import { unlikelyIssues } from '../../../domain/planning/reach'
import { refuseBusy } from '../../../http/overrides'
import { Refusal, invalid } from '../../../http/refusal'

export const ASSIGNED = ['vehicle_id', 'driver_id', 'co_driver_id'] as const
type Assigned = (typeof ASSIGNED)[number]
export type Assignment = Pick<Journey, 'vehicle_type_id' | Assigned>

export interface Equipment {
  /** Seats of the vehicle, else of the type. */
  seats: number
  /** What the type of the vehicle has beside seats, else that of the journey. */
  places: Places
  /** What a driver needs one of. */
  licenceCategories: string[]
  vehicle: (VehicleForJourney & { turnaround_min: number }) | null
}

/** What a journey asks of a vehicle and of people, for those who look for some. */
export async function jobOf(reader: Reader, id: string): Promise<JobToFill> {
  const { rows } = await sql<Omit<JobToFill, 'to' | 'aboard'> & Aboard & { arrives_at: string; delay_min: number }>`
    select j.departs_at as from, j.arrives_at, j.delay_min, j.origin_station_id as "stationId", j.peak_load as seats,
      j.peak_wheelchairs as wheelchairs, j.peak_child_seats as child_seats, j.peak_luggage_units as luggage_units, j.timezone, t.required_licence_categories as "licenceCategories"
    from journeys j left join vehicles v on v.id = j.vehicle_id
    join vehicle_types t on t.id = coalesce(v.vehicle_type_id, j.vehicle_type_id)
    where j.id = ${id}`.execute(reader)
  const [journey] = rows
  if (!journey) throw new Refusal('not_found', 'There is no such journey.')
  const { arrives_at, delay_min, seats, wheelchairs, child_seats, luggage_units, ...job } = journey
  return { ...job, aboard: { seats, wheelchairs, child_seats, luggage_units }, to: busyUntil(arrives_at, delay_min, 0) }
}

/** Which limits of driving and rest the people named in `fields` would pass. */
export async function limitIssues(
  tx: Tx,
  assignment: Assignment,
  job: Job & { id: string | null; departs_at: string },
  fields: ReadonlySet<Assigned>,
): Promise<FieldIssue[]> {
  const issues: FieldIssue[] = []
  const span = { from: job.departs_at, to: busyUntil(job.arrives_at, job.delay_min, 0) }
  for (const field of ['driver_id', 'co_driver_id'] as const) {
    const id = assignment[field]
    if (id === null || !fields.has(field)) continue
    const duties = await dutiesOf(tx, id, span, job.id)
    const messages = drivingIssues(await personOf(tx, field, id), span, duties, job.timezone)
    issues.push(...messages.map((message) => ({ path: field, message })))
  }
  return issues
}

type TypeRow = Places & { seats: number; licence_categories: string[] }
type VehicleRow = TypeRow & Omit<VehicleForJourney, 'space'> & { turnaround_min: number }

/** Of the type `t`, which stays as it is until the transaction ends: what a journey sells follows from it. */
const TYPE_COLUMNS = sql`t.wheelchair_spaces, t.child_seats, t.luggage_units,
  t.required_licence_categories as licence_categories`

/** The vehicle that a journey runs with, else the type that it is planned for. */
export async function equipmentOf(tx: Tx, { vehicle_id, vehicle_type_id }: Assignment): Promise<Equipment> {
  if (vehicle_id !== null) {
    const { rows } = await sql<VehicleRow>`
      select v.registration_plate, v.status, v.inspection_expires_on, v.insurance_expires_on, t.turnaround_min,
        least(v.seats_override, t.seats) as seats, ${TYPE_COLUMNS}
      from vehicles v join vehicle_types t on t.id = v.vehicle_type_id
      where v.id = ${vehicle_id} for share of t`.execute(tx)
    const vehicle = rows[0]
    if (!vehicle) throw unknown('vehicle_id')
    return { ...equipmentFrom(vehicle), vehicle: { ...vehicle, space: spaceOf(vehicle) } }
  }
  const { rows } = await sql<TypeRow>`
    select t.seats, ${TYPE_COLUMNS} from vehicle_types t where t.id = ${vehicle_type_id} for share`.execute(tx)
  const type = rows[0]
  if (!type) throw unknown('vehicle_type_id')
  return { ...equipmentFrom(type), vehicle: null }
}

const equipmentFrom = ({ seats, licence_categories, wheelchair_spaces, child_seats, luggage_units }: TypeRow) => ({
  seats,
  places: { wheelchair_spaces, child_seats, luggage_units },
  licenceCategories: licence_categories,
})

interface Job {
  arrives_at: string
  timezone: string
  delay_min: number
  /** The most that is taken of it at once. */
  taken: Aboard
}

/** Locks the vehicle and people of a journey, so that they stay as they are while they are checked and taken. */
export const lockAssigned = (tx: Tx, { vehicle_id, driver_id, co_driver_id }: Assignment): Promise<void> =>
  lockResources(tx, [vehicle_id], [driver_id, co_driver_id])

/** Why the vehicle or the people named in `fields` cannot run a journey. */
export async function assignmentIssues(
  tx: Tx,
  assignment: Assignment,
  equipment: Equipment,
  job: Job,
  fields: ReadonlySet<Assigned>,
): Promise<FieldIssue[]> {
  const issues: FieldIssue[] = []
  const drive = {
    licenceCategories: equipment.licenceCategories,
    endsAt: busyUntil(job.arrives_at, job.delay_min, 0),
    timezone: job.timezone,
  }
  if (fields.has('vehicle_id') && equipment.vehicle) issues.push(...vehicleIssues(equipment.vehicle, job.taken, drive))
  for (const field of ['driver_id', 'co_driver_id'] as const) {
    const id = assignment[field]
    if (id === null || !fields.has(field)) continue
    issues.push(...driverIssues(field, await personOf(tx, field, id), drive))
  }
  return issues
}

type Way = Job & Pick<Journey, 'departs_at' | 'origin_station_id' | 'destination_station_id'> & { id: string | null }

/** Why those named in `fields` hardly get from their job before to this journey, or from it to their next. */
export async function reachIssues(
  tx: Tx,
  assignment: Assignment,
  { vehicle }: Equipment,
  way: Way,
  fields: ReadonlySet<Assigned>,
): Promise<FieldIssue[]> {
  const wanted = ASSIGNED.flatMap((field) => {
    const id = assignment[field]
    return id === null || !fields.has(field) ? [] : [{ field, id }]
  })
  if (wanted.length === 0) return []
  const origin = await placeAt(tx, { station_id: way.origin_station_id })
  const destination = await placeAt(tx, { station_id: way.destination_station_id })
  const issues: FieldIssue[] = []
  for (const { field, id } of wanted) {
    const isVehicle = field === 'vehicle_id'
    const span = {
      from: way.departs_at,
      to: busyUntil(way.arrives_at, way.delay_min, isVehicle ? (vehicle?.turnaround_min ?? 0) : 0),
    }
    const beside = await neighboursOf(tx, isVehicle ? 'vehicle' : 'staff', id, span, way.id)
    const name = isVehicle ? (vehicle?.registration_plate ?? '') : nameOf(await personOf(tx, field, id))
    issues.push(...unlikelyIssues(field, name, { ...span, origin, destination }, beside))
  }
  return issues
}

const nameOf = ({ first_name, last_name }: Pick<PersonForJourney, 'first_name' | 'last_name'>) =>
  `${first_name} ${last_name}`

/** Who could take the place of somebody who is refused for a job, named by their field. */
export const othersFor =
  (tx: Tx, job: JobToFill, assignment: Partial<Assignment>) =>
  async (field: string): Promise<{ id: string; label: string }[]> => {
    const found = await (field === 'vehicle_id' ? suggestVehicles(tx, job) : suggestDrivers(tx, job))
    return found.filter(({ id }) => !Object.values(assignment).includes(id))
  }

async function personOf(tx: Tx, field: Assigned, id: string): Promise<PersonForJourney & Driver> {
  const person = await tx
    .selectFrom('staff')
    .select([
      'first_name',
      'last_name',
      'status',
      'roles',
      'licence_categories',
      'licence_expires_on',
      'medical_expires_on',
      'max_daily_drive_min',
      'min_rest_min',
    ])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!person) throw unknown(field)
  return person
}

const unknown = (path: string) =>
  invalid([{ path, message: 'This record does not exist. Choose one from the list.' }], 'unknown_reference')

interface Busy extends Assignment {
  departs_at: string
  arrives_at: string
  delay_min: number
  turnaround_min: number
}

/**
 * Takes the vehicle and people of a stored journey for its time, in place of whatever it had taken before.
 * @throws Refusal resource_conflict naming the job that is in the way.
 */
async function allocateJourney(tx: Tx, id: string): Promise<void> {
  await release(tx, 'journey', id)
  const journey = await busyOf(tx, id)
  for (const field of ASSIGNED) {
    const resourceId = journey[field]
    if (resourceId === null) continue
    await allocate(tx, {
      kind: field === 'vehicle_id' ? 'vehicle' : 'staff',
      resourceId,
      source: 'journey',
      sourceId: id,
      from: journey.departs_at,
      to: busyUntilOf(journey, field === 'vehicle_id'),
      state: 'firm',
      field,
    })
  }
}

/** As `allocateJourney`; a refusal also says who is free and fits. */
export async function allocateOrSuggest(tx: Tx, id: string): Promise<void> {
  try {
    await allocateJourney(tx, id)
  } catch (error) {
    if (!(error instanceof ResourceBusy)) throw error
    const job = await jobOf(tx, id)
    throw refuseBusy(error, await othersFor(tx, job, await busyOf(tx, id))(error.field))
  }
}

/** Moves the end of what a journey has taken to its delay. */
export async function stretchJourney(tx: Tx, id: string): Promise<void> {
  const journey = await busyOf(tx, id)
  await stretch(tx, 'journey', id, 'vehicle', busyUntilOf(journey, true))
  await stretch(tx, 'journey', id, 'staff', busyUntilOf(journey, false))
}

/** People go on at once; a vehicle is turned around first. */
const busyUntilOf = ({ arrives_at, delay_min, turnaround_min }: Busy, isVehicle: boolean): string =>
  busyUntil(arrives_at, delay_min, isVehicle ? turnaround_min : 0)

export async function busyOf(tx: Reader, id: string): Promise<Busy> {
  const { rows } = await sql<Busy>`
    select j.vehicle_type_id, j.vehicle_id, j.driver_id, j.co_driver_id, j.departs_at, j.arrives_at, j.delay_min,
      coalesce(t.turnaround_min, 0) as turnaround_min
    from journeys j left join vehicles v on v.id = j.vehicle_id left join vehicle_types t on t.id = v.vehicle_type_id
    where j.id = ${id}`.execute(tx)
  const journey = rows[0]
  if (!journey) throw new Error(`Journey ${id} is not stored.`)
  return journey
}
