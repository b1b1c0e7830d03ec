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

/** Whether a journey in this status keeps its vehicle and people busy. */
export const keepsResources = (status: ServiceStatus): boolean => status !== 'completed' && status !== 'cancelled'

/** Why a journey may not take its next status. The way itself has been checked: `JOURNEY_WAYS`. */
export function stepIssues(
  next: ServiceStatus,
  from: ServiceStatus,
  { vehicle_id, driver_id, operated_by_partner_id }: Planned,
  departsAt: string,
  now: Date,
): FieldIssue[] {
  const issues: FieldIssue[] = []
  const isOurs = operated_by_partner_id === null
  if (next === 'boarding' && isOurs && vehicle_id === null)
    issues.push({ path: 'vehicle_id', message: 'Assign a vehicle before boarding starts.' })
  if (next === 'boarding' && isOurs && driver_id === null)
    issues.push({ path: 'driver_id', message: 'Assign a driver before boarding starts.' })
  if (from === 'cancelled' && next === 'scheduled' && Date.parse(departsAt) <= now.getTime())
    issues.push({ path: 'service_status', message: 'The departure has passed: create a new journey instead.' })
  return issues
}

/** Complaints about changes of a completed journey that would rewrite what happened. */
export function lateChanges(current: Journey, next: Partial<Journey>): FieldIssue[] {
  if (current.service_status !== 'completed') return []
  return SETTLED_WHEN_COMPLETED.filter((field) => next[field] !== undefined && next[field] !== current[field]).map(
    (path) => ({ path, message: 'The journey is completed, so this stays as it was.' }),
  )
}
