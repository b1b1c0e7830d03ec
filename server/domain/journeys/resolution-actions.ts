import type { AffectedJob, JobPlan } from '../../../contract/operations/reassignment'
import type { ReservationStatus } from '../reservations/status'
import { RESERVATION_TRANSITIONS } from '../reservations/transitions'
import { mustStayCovered, type ServiceStatus } from './service-status'
import { JOURNEY_TRANSITIONS } from './transitions'

type Action = JobPlan['action']
type Role = AffectedJob['role']

/** Returns the actions of a resolution that the status of a journey allows for the role that it loses. */
export function actionsForJourney(status: ServiceStatus, role: Role): Action[] {
  const isCancellable = JOURNEY_TRANSITIONS.sourcesOf('cancelJourney').includes(status)
  return [
    'swap',
    'farm_out',
    ...(role === 'co_driver_id' || !mustStayCovered(status) ? (['unassign'] as const) : []),
    ...(isCancellable ? (['move', 'cancel'] as const) : []),
  ]
}

/** Returns the actions of a resolution that the status of a hire allows. */
export function actionsForHire(status: ReservationStatus): Action[] {
  return [
    'swap',
    'farm_out',
    ...(status === 'boarded' ? [] : (['unassign'] as const)),
    ...(RESERVATION_TRANSITIONS.sourcesOf('cancelReservation').includes(status) ? (['cancel'] as const) : []),
  ]
}
