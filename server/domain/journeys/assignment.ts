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

const PLACE_NAMES: Record<SpaceKind, string> = {
  wheelchairs: 'wheelchair places',
  child_seats: 'child seats',
  luggage_units: 'places for luggage',
}

/**
 * Returns why a vehicle cannot run a job. An inspection or insurance without a recorded expiry counts as valid.
 * @param taken the most that is taken at once on the job
 */
export function vehicleIssues(vehicle: VehicleForJourney, taken: Aboard, end: End): FieldIssue[] {
  const { registration_plate: plate, status, seats } = vehicle
  const { seats: peakLoad } = taken
  const issues: string[] = []
  if (status !== 'available') issues.push(`${plate} is ${status.replaceAll('_', ' ')}: choose another vehicle.`)
  const papers = [
    ['inspection', vehicle.inspection_expires_on],
    ['insurance', vehicle.insurance_expires_on],
  ] as const
  for (const [paper, lastDay] of papers)
    if (lastDay !== null && lastDay < lastDayOf(end))
      issues.push(`The ${paper} of ${plate} expires on ${lastDay}, before this job ends: choose another vehicle.`)
  const standing = peakLoad - seats
  if (standing > 0)
    issues.push(
      `${plate} has ${seats} seats and ${peakLoad} are sold or held: ` +
        `${standing === 1 ? '1 passenger does' : `${standing} passengers do`} not fit. ` +
        'Choose a larger vehicle, or move them first.',
    )
  for (const kind of SPACE_KINDS)
    if (taken[kind] > vehicle.space[kind])
      issues.push(
        `${plate} has ${vehicle.space[kind]} ${PLACE_NAMES[kind]} and ${taken[kind]} are needed. ` +
          'Choose a vehicle with more of them, or move some first.',
      )
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
  const issues: string[] = []
  if (person.status !== 'active')
    issues.push(
      person.status === 'left'
        ? `${name} has left the company: choose someone else.`
        : `${name} is suspended: choose someone else.`,
    )
  if (!person.roles.includes('driver')) issues.push(`${name} is not a driver: choose a driver.`)
  if (needed.length > 0 && !person.licence_categories.some((category) => needed.includes(category)))
    issues.push(`${name} does not have a licence of category ${needed.join(' or ')}, which this vehicle needs.`)
  if (person.licence_expires_on !== null && person.licence_expires_on < lastDay)
    issues.push(`The licence of ${name} expires on ${person.licence_expires_on}, before this journey ends.`)
  if (person.medical_expires_on !== null && person.medical_expires_on < lastDay)
    issues.push(`The medical certificate of ${name} expires on ${person.medical_expires_on}, before this journey ends.`)
  return issues.map((message) => ({ path, message }))
}
