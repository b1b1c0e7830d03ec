import { sentence } from '../../../../contract/core/sentence'
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
  /** Seats of the vehicle, or of the type without a vehicle. */
  seats: number
  /** Places other than seats, of the vehicle's type or of the journey's type. */
  places: Places
  /** Licence categories; a driver needs one of them. */
  licenceCategories: string[]
  vehicle: NonNullable<Awaited<ReturnType<typeof findVehicle>>> | null
}

/** Returns the requirements of a journey. @throws Refusal not_found */
export async function jobOf(reader: Reader, id: string): Promise<JobToFill> {
  const job = await findJob(reader, id)
  if (!job) throw new Refusal('not_found', sentence`There is no such journey.`)
  return job
}

/** Returns the equipment of a journey's vehicle, or of its type without one. @throws Refusal validation */
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
  /** Null for a new journey. */
  id: string | null
  /** Highest load of any leg. */
  taken: Aboard
}

/** Locks the vehicle and staff of a journey, so that they cannot change between check and allocation. */
export const lockAssigned = (tx: Tx, { vehicle_id, driver_id, co_driver_id }: Assignment): Promise<void> =>
  lockResources(tx, [vehicle_id], [driver_id, co_driver_id])

/** Returns why the vehicle or the staff named in `fields` cannot serve a journey. */
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

/** Returns the driving and rest limits that the staff named in `fields` would exceed. */
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

type JourneySpan = Job & Pick<Journey, 'origin_station_id' | 'destination_station_id'>

/** Warns when the resources in `fields` can hardly get from their previous job to this journey, or from it to their next. */
export async function transferIssues(
  tx: Tx,
  assignment: Assignment,
  { vehicle }: Equipment,
  journey: JourneySpan,
  fields: ReadonlySet<Assigned>,
): Promise<FieldIssue[]> {
  const people = (await driversOf(tx, assignment, fields)).map(({ field, id, person }) => ({
    field,
    id,
    name: `${person.first_name} ${person.last_name}`,
    to: endOf(journey),
  }))
  const { vehicle_id: id } = assignment
  const to = busyUntil(journey.arrives_at, journey.delay_min, vehicle?.turnaround_min ?? 0)
  const own =
    id === null || !fields.has('vehicle_id')
      ? []
      : [{ field: 'vehicle_id', id, name: vehicle?.registration_plate ?? '', to }]
  const ends = {
    sourceId: journey.id,
    from: journey.departs_at,
    origin: { station_id: journey.origin_station_id },
    destination: { station_id: journey.destination_station_id },
  }
  return reachIssues(tx, ends, [...own, ...people])
}

/** Staff have no turnaround time. */
const endOf = ({ arrives_at, delay_min }: Pick<Job, 'arrives_at' | 'delay_min'>) => busyUntil(arrives_at, delay_min, 0)

/** Returns the staff named in `fields`. @throws Refusal validation for an unknown id */
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

/** Returns a function that suggests replacements for a refused vehicle or driver. */
export const alternativesTo = (
  tx: Tx,
  job: JobToFill,
  { vehicle_id, driver_id, co_driver_id }: Omit<Assignment, 'vehicle_type_id'>,
) => othersFor(tx, job, [vehicle_id, driver_id, co_driver_id])

/**
 * Allocates the vehicle and staff of a stored journey for its time, replacing its earlier allocations.
 * @throws Refusal resource_conflict with the conflicting job and with free resources that fit
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
    throw refuseBusy(error, await alternativesTo(tx, await jobOf(tx, id), journey)(error.field))
  }
}

/** Moves the end of a journey's allocations to its delay. */
export async function stretchJourney(tx: Tx, id: string): Promise<void> {
  const journey = await busyOf(tx, id)
  await stretch(tx, 'journey', id, 'vehicle', busyUntilOf(journey, true))
  await stretch(tx, 'journey', id, 'staff', busyUntilOf(journey, false))
}

/** Staff are free on arrival; a vehicle is free after its turnaround. */
const busyUntilOf = ({ arrives_at, delay_min, turnaround_min }: Busy, isVehicle: boolean): string =>
  busyUntil(arrives_at, delay_min, isVehicle ? turnaround_min : 0)
