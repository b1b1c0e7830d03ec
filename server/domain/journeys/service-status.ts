import type { FieldIssue } from '../../../contract/core/entity'
import type { Journey } from '../../../contract/entities/journey'

export type ServiceStatus = Journey['service_status']
type Planned = Pick<Journey, 'vehicle_id' | 'driver_id' | 'operated_by_partner_id'>

/** Statuses in which a journey can be deleted. */
export const DELETABLE: readonly ServiceStatus[] = ['draft', 'scheduled', 'cancelled']

/** Fields that are history once the journey is completed. */
const SETTLED_WHEN_COMPLETED = [
  'vehicle_type_id',
  'vehicle_id',
  'driver_id',
  'co_driver_id',
  'operated_by_partner_id',
  'capacity',
  'overbooking_allowance',
  'sales_status',
  'delay_min',
] as const

/** Fields that cannot be changed any more in each status. */
const SETTLED: Partial<Record<ServiceStatus, readonly (typeof SETTLED_WHEN_COMPLETED)[number][]>> = {
  completed: SETTLED_WHEN_COMPLETED,
  cancelled: ['delay_min'],
}

/** Returns whether a journey in this status occupies its vehicle and people. */
export const keepsResources = (status: ServiceStatus): boolean => status !== 'completed' && status !== 'cancelled'

/** Returns why a journey cannot enter its next status. `JOURNEY_TRANSITIONS` must allow the transition itself. */
export function stepIssues(
  next: ServiceStatus,
  from: ServiceStatus,
  { vehicle_id, driver_id, operated_by_partner_id }: Planned,
  departsAt: string,
  now: Date,
): FieldIssue[] {
  const issues: FieldIssue[] = []
  const starts =
    next === 'boarding' ? 'boarding starts' : next === 'in_progress' && from === 'interrupted' && 'it resumes'
  const isOurs = operated_by_partner_id === null
  if (starts && isOurs && vehicle_id === null)
    issues.push({ path: 'vehicle_id', message: `Assign a vehicle before ${starts}.` })
  if (starts && isOurs && driver_id === null)
    issues.push({ path: 'driver_id', message: `Assign a driver before ${starts}.` })
  if (from === 'cancelled' && next === 'scheduled' && Date.parse(departsAt) <= now.getTime())
    issues.push({ path: 'service_status', message: 'The departure has passed: create a new journey instead.' })
  return issues
}

/** What to do instead of leaving a journey without a vehicle or driver, in the statuses in which it has passengers aboard. */
const COVERED: Partial<Record<ServiceStatus, { now: string; remedy: string }>> = {
  boarding: { now: 'is boarding', remedy: 'revert the start of boarding' },
  in_progress: { now: 'is under way', remedy: 'interrupt the journey' },
}

/** Returns whether a journey in this status keeps a vehicle and a driver. */
export const mustStayCovered = (status: ServiceStatus): boolean => COVERED[status] !== undefined

/** Returns issues for a change that takes the vehicle or the driver from a journey with passengers aboard. */
export function uncoveredIssues(current: Journey, next: Journey): FieldIssue[] {
  const covered = COVERED[current.service_status]
  if (!covered || next.service_status !== current.service_status) return []
  return lossesOf(current, next).map(({ path, noun }) => ({
    path,
    message: `${current.code} ${covered.now}: choose another ${noun}, or ${covered.remedy} first.`,
  }))
}

/** Returns the vehicle and driver that a job has before a change, its own or those of another company, and not after it. */
export const lossesOf = (before: Planned, after: Planned): { path: 'vehicle_id' | 'driver_id'; noun: string }[] =>
  (
    [
      ['vehicle_id', 'vehicle'],
      ['driver_id', 'driver'],
    ] as const
  ).flatMap(([path, noun]) => (isCovered(before, path) && !isCovered(after, path) ? [{ path, noun }] : []))

const isCovered = (job: Planned, path: 'vehicle_id' | 'driver_id'): boolean =>
  job[path] !== null || job.operated_by_partner_id !== null

/** Returns issues for changes that would rewrite the history of a completed journey, or delay a cancelled one. */
export function lateChanges(current: Journey, next: Partial<Journey>): FieldIssue[] {
  const { service_status: status } = current
  const settled = SETTLED[status] ?? []
  return settled
    .filter((field) => next[field] !== undefined && next[field] !== current[field])
    .map((path) => ({ path, message: `The journey is ${status}, so this cannot be changed.` }))
}
