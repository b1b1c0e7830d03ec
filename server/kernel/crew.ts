import { sql } from 'kysely'
import type { FieldIssue } from '../../contract/core/entity'
import type { Suggestions } from '../../contract/operations/suggestions'
import type { Reader, Tx } from '../db/transaction'
import { spaceOf, type Places } from '../domain/availability/space'
import type { PersonForJourney, VehicleForJourney } from '../domain/journeys/assignment'
import { drivingIssues, type Driver, type Duty } from '../domain/journeys/driving'
import { unlikelyIssues } from '../domain/planning/reach'
import { neighboursOf, placeAt } from './neighbours'
import { dutiesOf, suggestDrivers, suggestVehicles, type JobToFill } from './suggestions'

/** A vehicle as it is judged before it is given to a job, with what its type has and asks for. */
export interface CrewVehicle extends VehicleForJourney, Places {
  turnaround_min: number
  /** A driver needs one of these. */
  licence_categories: string[]
}

export type CrewMember = PersonForJourney & Driver

/** @param holdsType its type stays as it is until the transaction ends: what a journey sells follows from it */
export async function findVehicle(tx: Tx, id: string, holdsType: boolean): Promise<CrewVehicle | undefined> {
  const { rows } = await sql<Omit<CrewVehicle, 'space'>>`
    select v.registration_plate, v.status, v.inspection_expires_on, v.insurance_expires_on, t.turnaround_min,
      least(v.seats_override, t.seats) as seats, t.wheelchair_spaces, t.child_seats, t.luggage_units,
      t.required_licence_categories as licence_categories
    from vehicles v join vehicle_types t on t.id = v.vehicle_type_id
    where v.id = ${id} ${holdsType ? sql`for share of t` : sql``}`.execute(tx)
  const [vehicle] = rows
  return vehicle && { ...vehicle, space: spaceOf(vehicle) }
}

export async function findDriver(reader: Reader, id: string): Promise<CrewMember | undefined> {
  const { rows } = await sql<CrewMember>`
    select first_name, last_name, status, roles, licence_categories, licence_expires_on, medical_expires_on,
      max_daily_drive_min, min_rest_min
    from staff where id = ${id}`.execute(reader)
  return rows[0]
}

/** Which limits of driving and rest a person would pass with a job, in words. */
export async function passedLimitsOf(
  reader: Reader,
  person: Driver,
  job: Duty & Pick<JobToFill, 'timezone'>,
  { staffId, exceptSourceId }: { staffId: string; exceptSourceId: string | null },
): Promise<string[]> {
  return drivingIssues(person, job, await dutiesOf(reader, staffId, job, exceptSourceId), job.timezone)
}

interface Way {
  /** The job itself, so that it is no neighbour of its own; null for a new one. */
  sourceId: string | null
  from: string
  origin: Parameters<typeof placeAt>[1]
  destination: Parameters<typeof placeAt>[1]
}

/** Who is given to a job: by which field, what they are called, and until when they are busy with it. */
interface Assignee {
  field: string
  id: string
  name: string
  to: string
}

/** Why those who are given to a job hardly get there from their job before, or from it to their next. */
export async function reachIssues(tx: Tx, way: Way, given: readonly Assignee[]): Promise<FieldIssue[]> {
  if (given.length === 0) return []
  const [origin, destination] = [await placeAt(tx, way.origin), await placeAt(tx, way.destination)]
  const issues: FieldIssue[] = []
  for (const { field, id, name, to } of given) {
    const span = { from: way.from, to }
    const beside = await neighboursOf(tx, field === 'vehicle_id' ? 'vehicle' : 'staff', id, span, way.sourceId)
    issues.push(...unlikelyIssues(field, name, { ...span, origin, destination }, beside))
  }
  return issues
}

/** Who could take the place of somebody who is refused for a job, named by their field. */
export const othersFor =
  (reader: Reader, job: JobToFill, given: readonly (string | null)[]) =>
  async (field: string): Promise<{ id: string; label: string }[]> => {
    const found = await (field === 'vehicle_id' ? suggestVehicles(reader, job) : suggestDrivers(reader, job))
    return found.filter(({ id }) => !given.includes(id))
  }

/** Who is free and fits a job; for drivers also which limits it would pass, those without any first. */
export async function suggestionsFor(reader: Reader, job: JobToFill, sourceId: string): Promise<Suggestions> {
  const vehicles = await suggestVehicles(reader, job)
  const drivers: Suggestions['drivers'] = []
  for (const driver of await suggestDrivers(reader, job)) {
    const person = await findDriver(reader, driver.id)
    const own = { staffId: driver.id, exceptSourceId: sourceId }
    if (person) drivers.push({ ...driver, warnings: await passedLimitsOf(reader, person, job, own) })
  }
  return { vehicles, drivers: drivers.toSorted((a, b) => a.warnings.length - b.warnings.length) }
}
