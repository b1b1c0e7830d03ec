import type { FieldIssue } from '../../../../contract/core/entity'
import type { Journey } from '../../../../contract/entities/journey'
import { ResourceBusy, allocate, lockResources, release, stretch } from '../../../kernel/allocations'
import { findDriver, findVehicle, othersFor, passedLimitsOf, reachIssues, type CrewMember } from '../../../kernel/crew'
import type { JobToFill } from '../../../kernel/suggestions'
import type { Reader, Tx } from '../../../db/transaction'
import { driverIssues, vehicleIssues } from '../../../domain/journeys/assignment'
import type { Aboard, Places } from '../../../domain/availability/space'
import { busyUntil } from '../../../domain/journeys/calls'
import { refuseBusy } from '../../../http/overrides'
import { Refusal, unknownReference } from '../../../http/refusal'
import { busyOf, findJob, holdType, type Busy, type TypeRow } from '../repository/assignment'

export const ASSIGNED = ['vehicle_id', 'driver_id', 'co_driver_id'] as const
type Assigned = (typeof ASSIGNED)[number]
export type Assignment = Pick<Journey, 'vehicle_type_id' | Assigned>

const DRIVERS = ['driver_id', 'co_driver_id'] as const

export interface Equipment {
  /** Seats of the vehicle, else of the type. */
  seats: number
  /** What the type of the vehicle has beside seats, else that of the journey. */
  places: Places
  /** What a driver needs one of. */
  licenceCategories: string[]
  vehicle: NonNullable<Awaited<ReturnType<typeof findVehicle>>> | null
}

/** What a journey asks of a vehicle and of people. @throws Refusal not_found */
export async function jobOf(reader: Reader, id: string): Promise<JobToFill> {
  const job = await findJob(reader, id)
  if (!job) throw new Refusal('not_found', 'There is no such journey.')
  return job
}

/** The vehicle that a journey runs with, else the type that it is planned for. @throws Refusal validation */
export async function equipmentOf(tx: Tx, { vehicle_id, vehicle_type_id }: Assignment): Promise<Equipment> {
  if (vehicle_id !== null) {
    const vehicle = await findVehicle(tx, vehicle_id, true)
    if (!vehicle) throw unknownReference('vehicle_id')
    return { ...equipmentFrom(vehicle), vehicle }
  }
  const type = await holdType(tx, vehicle_type_id)
  if (!type) throw unknownReference('vehicle_type_id')
  return { ...equipmentFrom(type), vehicle: null }
}

const equipmentFrom = ({ seats, licence_categories, wheelchair_spaces, child_seats, luggage_units }: TypeRow) => ({
  seats,
  places: { wheelchair_spaces, child_seats, luggage_units },
  licenceCategories: licence_categories,
})

interface Job extends Pick<Journey, 'departs_at' | 'arrives_at' | 'timezone' | 'delay_min'> {
  /** Null for a new one. */
  id: string | null
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
  const drive = { licenceCategories: equipment.licenceCategories, endsAt: endOf(job), timezone: job.timezone }
  if (fields.has('vehicle_id') && equipment.vehicle) issues.push(...vehicleIssues(equipment.vehicle, job.taken, drive))
  for (const { field, person } of await driversOf(tx, assignment, fields))
    issues.push(...driverIssues(field, person, drive))
  return issues
}

/** Which limits of driving and rest the people named in `fields` would pass. */
export async function limitIssues(
  tx: Tx,
  assignment: Assignment,
  job: Job,
  fields: ReadonlySet<Assigned>,
): Promise<FieldIssue[]> {
  const issues: FieldIssue[] = []
  const duty = { from: job.departs_at, to: endOf(job), timezone: job.timezone }
  for (const { field, id, person } of await driversOf(tx, assignment, fields)) {
    const messages = await passedLimitsOf(tx, person, duty, { staffId: id, exceptSourceId: job.id })
    issues.push(...messages.map((message) => ({ path: field, message })))
  }
  return issues
}

type Way = Job & Pick<Journey, 'origin_station_id' | 'destination_station_id'>

/** Why those named in `fields` hardly get from their job before to this journey, or from it to their next. */
export async function wayIssues(
  tx: Tx,
  assignment: Assignment,
  { vehicle }: Equipment,
  way: Way,
  fields: ReadonlySet<Assigned>,
): Promise<FieldIssue[]> {
  const people = (await driversOf(tx, assignment, fields)).map(({ field, id, person }) => ({
    field,
    id,
    name: `${person.first_name} ${person.last_name}`,
    to: endOf(way),
  }))
  const { vehicle_id: id } = assignment
  const to = busyUntil(way.arrives_at, way.delay_min, vehicle?.turnaround_min ?? 0)
  const own =
    id === null || !fields.has('vehicle_id')
      ? []
      : [{ field: 'vehicle_id', id, name: vehicle?.registration_plate ?? '', to }]
  const ends = {
    sourceId: way.id,
    from: way.departs_at,
    origin: { station_id: way.origin_station_id },
    destination: { station_id: way.destination_station_id },
  }
  return reachIssues(tx, ends, [...own, ...people])
}

/** People go on at once. */
const endOf = ({ arrives_at, delay_min }: Pick<Job, 'arrives_at' | 'delay_min'>) => busyUntil(arrives_at, delay_min, 0)

/** The people named in `fields`. @throws Refusal validation where one is not there */
async function driversOf(
  tx: Tx,
  assignment: Assignment,
  fields: ReadonlySet<Assigned>,
): Promise<{ field: Assigned; id: string; person: CrewMember }[]> {
  const found: { field: Assigned; id: string; person: CrewMember }[] = []
  for (const field of DRIVERS) {
    const id = assignment[field]
    if (id === null || !fields.has(field)) continue
    const person = await findDriver(tx, id)
    if (!person) throw unknownReference(field)
    found.push({ field, id, person })
  }
  return found
}

/** Who could take the place of somebody who is refused. */
export const othersThan = (
  tx: Tx,
  job: JobToFill,
  { vehicle_id, driver_id, co_driver_id }: Omit<Assignment, 'vehicle_type_id'>,
) => othersFor(tx, job, [vehicle_id, driver_id, co_driver_id])

/**
 * Takes the vehicle and people of a stored journey for its time, in place of whatever it had taken before.
 * @throws Refusal resource_conflict naming the job that is in the way, and who is free and fits.
 */
export async function allocateOrSuggest(tx: Tx, id: string): Promise<void> {
  await release(tx, 'journey', id)
  const journey = await busyOf(tx, id)
  try {
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
  } catch (error) {
    if (!(error instanceof ResourceBusy)) throw error
    throw refuseBusy(error, await othersThan(tx, await jobOf(tx, id), journey)(error.field))
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
