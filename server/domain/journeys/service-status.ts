import type { FieldIssue } from '../../../contract/core/entity'
import { choice, sentence, type Sentence } from '../../../contract/core/sentence'
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

/** What a journey needs before passengers board, and before it resumes. */
const UNASSIGNED = {
  board: {
    vehicle: sentence`Assign a vehicle before boarding starts.`,
    driver: sentence`Assign a driver before boarding starts.`,
  },
  resume: {
    vehicle: sentence`Assign a vehicle before it resumes.`,
    driver: sentence`Assign a driver before it resumes.`,
  },
} as const

/** Returns why a journey cannot enter its next status. `JOURNEY_TRANSITIONS` must allow the transition itself. */
export function stepIssues(
  next: ServiceStatus,
  from: ServiceStatus,
  { vehicle_id, driver_id, operated_by_partner_id }: Planned,
  departsAt: string,
  now: Date,
): FieldIssue[] {
  const issues: FieldIssue[] = []
  const step = next === 'boarding' ? 'board' : next === 'in_progress' && from === 'interrupted' ? 'resume' : null
  if (step !== null && operated_by_partner_id === null) {
    if (vehicle_id === null) issues.push({ path: 'vehicle_id', message: UNASSIGNED[step].vehicle })
    if (driver_id === null) issues.push({ path: 'driver_id', message: UNASSIGNED[step].driver })
  }
  if (from === 'cancelled' && next === 'scheduled' && Date.parse(departsAt) <= now.getTime())
    issues.push({ path: 'service_status', message: sentence`The departure has passed: create a new journey instead.` })
  return issues
}

/** What to do instead of leaving a journey without a vehicle or driver, in the statuses in which it has passengers aboard. */
const COVERED: Partial<Record<ServiceStatus, Record<'vehicle_id' | 'driver_id', (code: string) => Sentence>>> = {
  boarding: {
    vehicle_id: (code) => sentence`${code} is boarding: choose another vehicle, or revert the start of boarding first.`,
    driver_id: (code) => sentence`${code} is boarding: choose another driver, or revert the start of boarding first.`,
  },
  in_progress: {
    vehicle_id: (code) => sentence`${code} is under way: choose another vehicle, or interrupt the journey first.`,
    driver_id: (code) => sentence`${code} is under way: choose another driver, or interrupt the journey first.`,
  },
}

/** Returns whether a journey in this status keeps a vehicle and a driver. */
export const mustStayCovered = (status: ServiceStatus): boolean => COVERED[status] !== undefined

/** Returns issues for a change that takes the vehicle or the driver from a journey with passengers aboard. */
export function uncoveredIssues(current: Journey, next: Journey): FieldIssue[] {
  const covered = COVERED[current.service_status]
  if (!covered || next.service_status !== current.service_status) return []
  return lossesOf(current, next).map((path) => ({ path, message: covered[path](current.code) }))
}

/** Returns the vehicle and driver that a job has before a change, its own or those of another company, and not after it. */
export const lossesOf = (before: Planned, after: Planned): ('vehicle_id' | 'driver_id')[] =>
  (['vehicle_id', 'driver_id'] as const).filter((path) => isCovered(before, path) && !isCovered(after, path))

const isCovered = (job: Planned, path: 'vehicle_id' | 'driver_id'): boolean =>
  job[path] !== null || job.operated_by_partner_id !== null

/** Returns issues for changes that would rewrite the history of a completed journey, or delay a cancelled one. */
export function lateChanges(current: Journey, next: Partial<Journey>): FieldIssue[] {
  const { service_status: status } = current
  const settled = SETTLED[status] ?? []
  return settled
    .filter((field) => next[field] !== undefined && next[field] !== current[field])
    .map((path) => ({
      path,
      message: sentence`The journey is ${choice('serviceStatuses', status)}, so this cannot be changed.`,
    }))
}
