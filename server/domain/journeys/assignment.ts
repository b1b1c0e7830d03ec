import { choice, sentence, type Sentence } from '../../../contract/core/sentence'
import { Temporal } from 'temporal-polyfill'
import type { FieldIssue } from '../../../contract/core/entity'
import type { Staff } from '../../../contract/entities/staff'
import type { Vehicle } from '../../../contract/entities/vehicle'
import { SPACE_KINDS, type Aboard, type Space, type SpaceKind } from '../availability/space'

export type VehicleForJourney = Pick<
  Vehicle,
  'registration_plate' | 'status' | 'inspection_expires_on' | 'insurance_expires_on'
> & {
  /** Its own seats, else those of its type. */
  seats: number
  /** Spaces of its type in addition to seats. */
  space: Space
}

export type PersonForJourney = Pick<
  Staff,
  'first_name' | 'last_name' | 'status' | 'roles' | 'licence_categories' | 'licence_expires_on' | 'medical_expires_on'
>

/** When a job ends. */
export interface End {
  /** Instant. */
  endsAt: string
  /** IANA zone that its last day is determined in. */
  timezone: string
}

export interface Drive extends End {
  /** The driver needs one of these; empty = any licence is enough. */
  licenceCategories: readonly string[]
}

const lastDayOf = ({ endsAt, timezone }: End): string =>
  Temporal.Instant.from(endsAt).toZonedDateTimeISO(timezone).toPlainDate().toString()

const TOO_SMALL: Record<SpaceKind, (plate: string, places: number, needed: number) => Sentence> = {
  wheelchairs: (plate, places, needed) =>
    sentence`${plate} has ${places} wheelchair places and ${needed} are needed. Choose a vehicle with more of them, or move some first.`,
  child_seats: (plate, places, needed) =>
    sentence`${plate} has ${places} child seats and ${needed} are needed. Choose a vehicle with more of them, or move some first.`,
  luggage_units: (plate, places, needed) =>
    sentence`${plate} has ${places} places for luggage and ${needed} are needed. Choose a vehicle with more of them, or move some first.`,
}

/**
 * Returns why a vehicle cannot run a job. An inspection or insurance without a recorded expiry counts as valid.
 * @param taken the most that is taken at once on the job
 */
export function vehicleIssues(vehicle: VehicleForJourney, taken: Aboard, end: End): FieldIssue[] {
  const { registration_plate: plate, status, seats } = vehicle
  const { seats: peakLoad } = taken
  const issues: Sentence[] = []
  if (status !== 'available')
    issues.push(sentence`${plate} is ${choice('vehicleStatuses', status)}: choose another vehicle.`)
  const { inspection_expires_on: inspection, insurance_expires_on: insurance } = vehicle
  if (inspection !== null && inspection < lastDayOf(end))
    issues.push(
      sentence`The inspection of ${plate} expires on ${inspection}, before this job ends: choose another vehicle.`,
    )
  if (insurance !== null && insurance < lastDayOf(end))
    issues.push(
      sentence`The insurance of ${plate} expires on ${insurance}, before this job ends: choose another vehicle.`,
    )
  const standing = peakLoad - seats
  if (standing > 0)
    issues.push(
      standing === 1
        ? sentence`${plate} has ${seats} seats and ${peakLoad} are sold or held: 1 passenger does not fit. Choose a larger vehicle, or move them first.`
        : sentence`${plate} has ${seats} seats and ${peakLoad} are sold or held: ${standing} passengers do not fit. Choose a larger vehicle, or move them first.`,
    )
  for (const kind of SPACE_KINDS)
    if (taken[kind] > vehicle.space[kind]) issues.push(TOO_SMALL[kind](plate, vehicle.space[kind], taken[kind]))
  return issues.map((message) => ({ path: 'vehicle_id', message }))
}

/**
 * Returns why a person cannot drive a journey; `path` is the field that names the person. A licence or medical certificate
 * without a recorded expiry counts as valid.
 */
export function driverIssues(path: string, person: PersonForJourney, drive: Drive): FieldIssue[] {
  const name = `${person.first_name} ${person.last_name}`
  const { licenceCategories: needed } = drive
  const lastDay = lastDayOf(drive)
  const issues: Sentence[] = []
  if (person.status !== 'active')
    issues.push(
      person.status === 'left'
        ? sentence`${name} has left the company: choose someone else.`
        : sentence`${name} is suspended: choose someone else.`,
    )
  if (!person.roles.includes('driver')) issues.push(sentence`${name} is not a driver: choose a driver.`)
  if (needed.length > 0 && !person.licence_categories.some((category) => needed.includes(category)))
    issues.push(sentence`${name} does not have a licence of category ${needed.join(' or ')}, which this vehicle needs.`)
  if (person.licence_expires_on !== null && person.licence_expires_on < lastDay)
    issues.push(sentence`The licence of ${name} expires on ${person.licence_expires_on}, before this journey ends.`)
  if (person.medical_expires_on !== null && person.medical_expires_on < lastDay)
    issues.push(
      sentence`The medical certificate of ${name} expires on ${person.medical_expires_on}, before this journey ends.`,
    )
  return issues.map((message) => ({ path, message }))
}
