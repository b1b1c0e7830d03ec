import type { Sentence } from '../../contract/core/sentence'
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

/** Vehicle with the properties and requirements of its type, as checked before an assignment. */
export interface CrewVehicle extends VehicleForJourney, Places {
  turnaround_min: number
  /** A driver needs one of these. */
  licence_categories: string[]
}

export type CrewMember = PersonForJourney & Driver

/** @param holdsType locks the vehicle type until the transaction ends, because the seats of a journey follow from it */
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

/** Returns one sentence for each limit on driving and rest times that a person would exceed with a job. */
export async function passedLimitsOf(
  reader: Reader,
  person: Driver,
  job: Duty & Pick<JobToFill, 'timezone'>,
  { staffId, exceptSourceId }: { staffId: string; exceptSourceId: string | null },
): Promise<Sentence[]> {
  return drivingIssues(person, job, await dutiesOf(reader, staffId, job, exceptSourceId), job.timezone)
}

interface JobEndpoints {
  /** Id of the job, which is not its own neighbour; null for a new job. */
  sourceId: string | null
  from: string
  origin: Parameters<typeof placeAt>[1]
  destination: Parameters<typeof placeAt>[1]
}

/** Vehicle or person assigned to a job: field, id, name, and end of the occupation as an instant. */
interface Assignee {
  field: string
  id: string
  name: string
  to: string
}

/** Returns issues for assigned resources that can hardly get here from their previous job, or from here to their next. */
export async function reachIssues(tx: Tx, job: JobEndpoints, given: readonly Assignee[]): Promise<FieldIssue[]> {
  if (given.length === 0) return []
  const [origin, destination] = [await placeAt(tx, job.origin), await placeAt(tx, job.destination)]
  const issues: FieldIssue[] = []
  for (const { field, id, name, to } of given) {
    const span = { from: job.from, to }
    const beside = await neighboursOf(tx, field === 'vehicle_id' ? 'vehicle' : 'staff', id, span, job.sourceId)
    issues.push(...unlikelyIssues(field, name, { ...span, origin, destination }, beside))
  }
  return issues
}

/** Returns a function that finds alternatives for a refused vehicle or person, named by its field. */
export const othersFor =
  (reader: Reader, job: JobToFill, given: readonly (string | null)[]) =>
  async (field: string): Promise<{ id: string; label: string }[]> => {
    const found = await (field === 'vehicle_id' ? suggestVehicles(reader, job) : suggestDrivers(reader, job))
    return found.filter(({ id }) => !given.includes(id))
  }

/** Returns free vehicles and drivers that fit a job. Drivers who exceed the fewest driving limits come first. */
export async function suggestionsFor(reader: Reader, job: JobToFill, sourceId: string): Promise<Suggestions> {
  const vehicles = await suggestVehicles(reader, job)
  const drivers: Suggestions['drivers'] = []
  for (const driver of await suggestDrivers(reader, job)) {
    const person = await findDriver(reader, driver.id)
    const own = { staffId: driver.id, exceptSourceId: sourceId }
    if (person) drivers.push({ ...driver, warnings: (await passedLimitsOf(reader, person, job, own)).map(String) })
  }
  return { vehicles, drivers: drivers.toSorted((a, b) => a.warnings.length - b.warnings.length) }
}
