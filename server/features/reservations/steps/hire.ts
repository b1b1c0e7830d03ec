import { choice, sentence, type Sentence } from '../../../../contract/core/sentence'
import type { FieldIssue } from '../../../../contract/core/entity'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { Suggestions } from '../../../../contract/operations/suggestions'
import type { Step } from '../../../crud/store-options'
import { allocate, lockResources, release, ResourceBusy } from '../../../kernel/allocations'
import { diff } from '../../../kernel/audit'
import { lockOperator } from '../../../kernel/operators'
import {
  findDriver,
  findVehicle,
  othersFor,
  passedLimitsOf,
  reachIssues,
  suggestionsFor,
  type CrewMember,
  type CrewVehicle,
} from '../../../kernel/crew'
import type { JobToFill } from '../../../kernel/suggestions'
import type { Reader, Tx } from '../../../db/transaction'
import { driverIssues, vehicleIssues } from '../../../domain/journeys/assignment'
import { busyUntil } from '../../../domain/journeys/calls'
import { assignmentWord, farmingOutIssues, leavesUs, OPERATOR } from '../../../domain/journeys/farming-out'
import { lossesOf } from '../../../domain/journeys/service-status'
import { ACTIVE } from '../../../domain/reservations/status'
import type { Context } from '../../../kernel/context'
import { invalidAt, unknownReference, wrongState, wrongStateAt } from '../../../http/refusal'
import { requirementsOf } from '../repository/hires'
import { aboardOfHire } from './hire-room'
import { refuseBusy, settleOverride, settleWarnings } from '../../../http/overrides'

interface Assignment {
  vehicle_id?: string | null | undefined
  driver_id?: string | null | undefined
  operated_by_partner_id?: string | null | undefined
  operator_cost_minor?: number | null | undefined
  override_reason?: string | undefined
  accept_warnings?: boolean | undefined
}

/**
 * Assigns a vehicle and a driver to a hire, or another company that operates it.
 * @throws Refusal where one of them is busy or unsuitable, the driver would work too long, or the company cannot operate it
 */
export const assignHire =
  (request: Assignment, context: Context): Step<Reservation> =>
  async (tx, current) => {
    const { hire } = current
    if (!hire)
      throw wrongStateAt(
        'kind',
        sentence`${current.reference} is not a private hire: assign a vehicle and a driver to its journey.`,
      )
    if (!ACTIVE.includes(current.status))
      throw wrongStateAt(
        'status',
        sentence`${current.reference} is ${choice('reservationStatuses', current.status)}, so nothing can be assigned to it.`,
      )
    const next = assignmentAfter(request, current)
    if (next.operated_by_partner_id === null && next.operator_cost_minor !== null)
      throw invalidAt(
        'operator_cost_minor',
        sentence`Only a hire that another company operates has this cost: choose the company, or leave the cost out.`,
      )
    if (diff({ ...current }, next, Object.keys(next)).length === 0) return null
    refuse(aboardIssues(current, next))
    await refuseOperator(tx, current, next)
    const { vehicle_id, driver_id } = next
    await lockResources(tx, [vehicle_id], [driver_id])
    const changed = diff({ ...current }, next, ['vehicle_id', 'driver_id']).map(({ field }) => field)
    const { job, reason, names, vehicle } = await refuseUnfit(
      tx,
      { ...current, vehicle_id, driver_id },
      { checksLimits: changed.includes('driver_id'), overrideReason: request.override_reason },
      context,
    )
    const given = (['vehicle_id', 'driver_id'] as const).flatMap((field) => {
      const [id, name = ''] = [next[field], names[field]]
      const turnaroundMin = field === 'vehicle_id' ? (vehicle?.turnaround_min ?? 0) : 0
      return id === null || !changed.includes(field)
        ? []
        : [{ field, id, name, to: busyUntil(hire.ends_at, 0, turnaroundMin) }]
    })
    const trip = { sourceId: current.id, from: hire.starts_at, origin: hire.pickup, destination: hire.dropoff }
    const unlikely = await reachIssues(tx, trip, given)
    await settleWarnings(unlikely, request.accept_warnings === true, othersFor(tx, job, [vehicle_id, driver_id]))
    return {
      action: assignmentWord(current, next),
      reason,
      values: next,
      settle: async () => {
        try {
          await allocateHire(tx, { ...current, vehicle_id, driver_id })
        } catch (error) {
          if (!(error instanceof ResourceBusy)) throw error
          throw refuseBusy(error, await othersFor(tx, job, [vehicle_id, driver_id])(error.field))
        }
      },
    }
  }

/** Returns issues for a change that takes the vehicle or the driver from a hire whose passengers are aboard. */
const aboardIssues = (current: Reservation, next: Assigned): FieldIssue[] =>
  current.status === 'boarded'
    ? lossesOf(current, next).map((path) => ({
        path,
        message:
          path === 'vehicle_id'
            ? sentence`The passengers of ${current.reference} are aboard: choose another vehicle.`
            : sentence`The passengers of ${current.reference} are aboard: choose another driver.`,
      }))
    : []

type Names = Partial<Record<string, string | undefined>>

export interface DutyOverride {
  /** Reason for exceeding driving and rest limits. */
  overrideReason?: string | undefined
  /** What to do without a reason; by default, to choose someone else or to give one. */
  remedy?: Sentence
}

interface DutyCheck extends DutyOverride {
  /** False when neither the driver nor the duty changes. */
  checksLimits: boolean
}

/**
 * Refuses a vehicle or driver that does not suit a hire.
 * @returns the requirements of the hire, and the reason for which driving and rest limits are exceeded
 * @throws Refusal where one of them is unsuitable, or the driver would work too long
 */
export async function refuseUnfit(
  tx: Tx,
  reservation: Reservation,
  { checksLimits, overrideReason, remedy }: DutyCheck,
  context: Context,
) {
  const { hire, vehicle_id, driver_id } = reservation
  const job = await jobOf(tx, reservation, vehicle_id)
  const end = { endsAt: job.to, timezone: job.timezone }
  const vehicle = vehicle_id === null ? null : await vehicleOf(tx, vehicle_id)
  if (vehicle && hire) refuse(vehicleIssues(vehicle, aboardOfHire(reservation, hire), end))
  const names: Names = { vehicle_id: vehicle?.registration_plate }
  let reason: string | null = null
  if (driver_id !== null) {
    const person = await personOf(tx, driver_id)
    names.driver_id = `${person.first_name} ${person.last_name}`
    refuse(driverIssues('driver_id', person, { licenceCategories: job.licenceCategories, ...end }))
    const duty = { from: job.from, to: job.to, distanceKm: hire?.distance_km ?? null, timezone: job.timezone }
    const own = { staffId: driver_id, exceptSourceId: reservation.id }
    const messages = checksLimits ? await passedLimitsOf(tx, person, duty, own) : []
    const issues = messages.map((message) => ({ path: 'driver_id', message }))
    reason = settleOverride(issues, overrideReason, context, remedy)
  }
  return { job, reason, names, vehicle }
}

type Assigned = Pick<Reservation, 'operated_by_partner_id' | 'operator_cost_minor' | 'vehicle_id' | 'driver_id'> &
  Record<string, unknown>

/** Returns the assignment after a request. A company that newly operates a hire provides the vehicle and driver. */
function assignmentAfter(request: Assignment, current: Reservation): Assigned {
  const { operated_by_partner_id = current.operated_by_partner_id } = request
  const retained = leavesUs(current, { operated_by_partner_id }) ? { vehicle_id: null, driver_id: null } : current
  const { vehicle_id = retained.vehicle_id, driver_id = retained.driver_id } = request
  const agreed = operated_by_partner_id === current.operated_by_partner_id ? current.operator_cost_minor : null
  const { operator_cost_minor = agreed } = request
  return { operated_by_partner_id, operator_cost_minor, vehicle_id, driver_id }
}

async function refuseOperator(tx: Tx, current: Reservation, next: Assigned): Promise<void> {
  const { operated_by_partner_id: id, vehicle_id, driver_id } = next
  if (id === null) return
  const isNew = leavesUs(current, next)
  if (isNew && current.status === 'pending')
    throw wrongStateAt(
      OPERATOR,
      sentence`${current.reference} is a request that is not approved yet: approve it first.`,
    )
  refuse(farmingOutIssues(await lockOperator(tx, id), isNew, { vehicle_id, driver_id }))
}

/** Replaces the allocations of a hire with its vehicle and driver. Those of a request are tentative. */
export async function allocateHire(tx: Tx, reservation: Reservation): Promise<void> {
  const { id, hire, vehicle_id, driver_id, status } = reservation
  await release(tx, 'hire', id)
  if (!hire) return
  const state = status === 'pending' ? 'tentative' : 'firm'
  const taken = { source: 'hire', sourceId: id, from: hire.starts_at, state } as const
  if (vehicle_id !== null) {
    const { turnaround_min } = await vehicleOf(tx, vehicle_id)
    const to = busyUntil(hire.ends_at, 0, turnaround_min)
    await allocate(tx, { ...taken, kind: 'vehicle', resourceId: vehicle_id, to, field: 'vehicle_id' })
  }
  if (driver_id !== null)
    await allocate(tx, { ...taken, kind: 'staff', resourceId: driver_id, to: hire.ends_at, field: 'driver_id' })
}

function refuse(issues: Parameters<typeof wrongState>[0]): void {
  if (issues.length > 0) throw wrongState(issues)
}

async function vehicleOf(tx: Tx, id: string): Promise<CrewVehicle> {
  const vehicle = await findVehicle(tx, id, false)
  if (!vehicle) throw unknownReference('vehicle_id')
  return vehicle
}

async function personOf(tx: Tx, id: string): Promise<CrewMember> {
  const person = await findDriver(tx, id)
  if (!person) throw unknownReference('driver_id')
  return person
}

async function jobOf(reader: Reader, reservation: Reservation, vehicleId: string | null): Promise<JobToFill> {
  const { hire } = reservation
  if (!hire) throw new Error('Only a hire has a job of its own.')
  const { licenceCategories, timezone } = await requirementsOf(reader, vehicleId, hire.vehicle_type_id)
  return {
    from: hire.starts_at,
    to: hire.ends_at,
    stationId: hire.pickup.station_id,
    vehicleTypeId: hire.vehicle_type_id,
    capacity: hire.passengers,
    aboard: aboardOfHire(reservation, hire),
    licenceCategories,
    timezone,
  }
}

/** Suggests free, suitable vehicles and drivers for a hire. @throws Refusal invalid_state for any other reservation */
export async function suggestForHire(reader: Reader, reservation: Reservation): Promise<Suggestions> {
  if (!reservation.hire)
    throw wrongStateAt(
      'kind',
      sentence`${reservation.reference} is not a private hire: request the suggestions of its journey.`,
    )
  return suggestionsFor(reader, await jobOf(reader, reservation, reservation.vehicle_id), reservation.id)
}
