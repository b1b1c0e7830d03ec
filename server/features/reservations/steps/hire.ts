import type { Reservation } from '../../../../contract/entities/reservation'
import type { Hire } from '../../../../contract/entities/reservation-parts'
import type { FieldIssue } from '../../../../contract/core/entity'
import type { Step } from '../../../crud/store-options'
import { allocate, lockResources, release, ResourceBusy } from '../../../kernel/allocations'
import { diff } from '../../../kernel/audit'
import { lockOperator } from '../../../kernel/operators'
import { neighboursOf, placeAt } from '../../../kernel/neighbours'
import { dutiesOf, suggestDrivers, suggestVehicles, type JobToFill } from '../../../kernel/suggestions'
import type { Tx } from '../../../db/transaction'
import { driverIssues, vehicleIssues } from '../../../domain/journeys/assignment'
import { busyUntil } from '../../../domain/journeys/calls'
import { drivingIssues } from '../../../domain/journeys/driving'
import { unlikelyIssues } from '../../../domain/planning/reach'
import { assignmentWord, farmingOutIssues, leavesUs, OPERATOR } from '../../../domain/journeys/farming-out'
import { ACTIVE } from '../../../domain/reservations/status'
import type { Context } from '../../../http/context'
import { invalid, wrongState } from '../../../http/refusal'
import { findDriver, findVehicle, needsOf, type HireDriver, type HireVehicle } from '../repository/hire-crew'
import { aboardOfHire } from '../repository/hire-room'
import { refuseBusy, settleOverride, settleWarnings } from '../../../http/overrides'

interface Assignment {
  vehicle_id?: string | null | undefined
  driver_id?: string | null | undefined
  operated_by_partner_id?: string | null | undefined
  override_reason?: string | undefined
  accept_warnings?: boolean | undefined
}

/**
 * Gives a hire its vehicle and driver, or has another company run it.
 * @throws Refusal when they are busy, unfit or would work too long, or the company cannot
 */
export const assignHire =
  (wish: Assignment, context: Context): Step<Reservation> =>
  async (tx, current) => {
    const { hire } = current
    if (!hire) throw wrongState([{ path: 'kind', message: `${current.reference} is no hire: assign its journey.` }])
    if (!ACTIVE.includes(current.status))
      throw wrongState([{ path: 'status', message: `${current.reference} is ${current.status}: it does not run.` }])
    const next = assignmentAfter(wish, current)
    if (diff({ ...current }, next, Object.keys(next)).length === 0) return null
    await refuseOperator(tx, current, next)
    const { vehicle_id, driver_id } = next
    await lockResources(tx, [vehicle_id], [driver_id])
    const { job, reason, names, vehicle } = await refuseUnfit(
      tx,
      { ...current, vehicle_id, driver_id },
      wish.override_reason,
      context,
    )
    const changed = diff({ ...current }, next, ['vehicle_id', 'driver_id']).map(({ field }) => field)
    const unlikely = await reachIssues(tx, current.id, hire, next, {
      names,
      turnaroundMin: vehicle?.turnaround_min ?? 0,
      fields: changed,
    })
    await settleWarnings(unlikely, wish.accept_warnings === true, othersFor(tx, job, next))
    return {
      action: assignmentWord(current, next),
      reason,
      values: next,
      settle: async () => {
        try {
          await allocateHire(tx, { ...current, vehicle_id, driver_id })
        } catch (error) {
          if (!(error instanceof ResourceBusy)) throw error
          throw refuseBusy(error, await othersFor(tx, job, next)(error.field))
        }
      },
    }
  }

type Names = Partial<Record<string, string | undefined>>

interface Taking {
  /** What the vehicle and driver are called, by their field. */
  names: Names
  turnaroundMin: number
  /** Those who are given to the hire now. */
  fields: readonly string[]
}

/** Why those who are given to a hire hardly get there from their job before, or from it to their next. */
async function reachIssues(
  tx: Tx,
  id: string,
  { pickup, dropoff, starts_at: from, ends_at }: Hire,
  { vehicle_id, driver_id }: Assigned,
  { names, turnaroundMin, fields }: Taking,
): Promise<FieldIssue[]> {
  const [origin, destination] = [await placeAt(tx, pickup), await placeAt(tx, dropoff)]
  const issues: FieldIssue[] = []
  for (const [field, kind, resourceId] of [
    ['vehicle_id', 'vehicle', vehicle_id],
    ['driver_id', 'staff', driver_id],
  ] as const) {
    if (resourceId === null || !fields.includes(field)) continue
    const to = busyUntil(ends_at, 0, kind === 'vehicle' ? turnaroundMin : 0)
    const beside = await neighboursOf(tx, kind, resourceId, { from, to }, id)
    issues.push(...unlikelyIssues(field, names[field] ?? '', { from, to, origin, destination }, beside))
  }
  return issues
}

/** Who could take the place of somebody who is refused, named by their field. */
const othersFor =
  (tx: Tx, job: JobToFill, { vehicle_id, driver_id }: Assigned) =>
  async (field: string): Promise<{ id: string; label: string }[]> => {
    const found = await (field === 'vehicle_id' ? suggestVehicles(tx, job) : suggestDrivers(tx, job))
    return found.filter(({ id }) => id !== vehicle_id && id !== driver_id)
  }

/**
 * Checks the vehicle and driver that a hire has, or is to have.
 * @returns what the hire asks for, and why limits of driving and rest are passed
 * @throws Refusal when they are unfit or would work too long
 */
export async function refuseUnfit(
  tx: Tx,
  reservation: Reservation,
  overrideReason: string | undefined,
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
    const duties = await dutiesOf(tx, driver_id, job, reservation.id)
    const duty = { from: job.from, to: job.to, distanceKm: hire?.distance_km ?? null }
    const messages = drivingIssues(person, duty, duties, job.timezone)
    const issues = messages.map((message) => ({ path: 'driver_id', message }))
    reason = settleOverride(issues, overrideReason, context)
  }
  return { job, reason, names, vehicle }
}

type Assigned = Pick<Reservation, 'operated_by_partner_id' | 'vehicle_id' | 'driver_id'> & Record<string, unknown>

/** A company that comes to run a hire brings everything that it takes. */
function assignmentAfter(wish: Assignment, current: Reservation): Assigned {
  const { operated_by_partner_id = current.operated_by_partner_id } = wish
  const kept = leavesUs(current, { operated_by_partner_id }) ? { vehicle_id: null, driver_id: null } : current
  const { vehicle_id = kept.vehicle_id, driver_id = kept.driver_id } = wish
  return { operated_by_partner_id, vehicle_id, driver_id }
}

async function refuseOperator(tx: Tx, current: Reservation, next: Assigned): Promise<void> {
  const { operated_by_partner_id: id, vehicle_id, driver_id } = next
  if (id === null) return
  const isNew = leavesUs(current, next)
  if (isNew && current.status === 'pending')
    throw wrongState([{ path: OPERATOR, message: `${current.reference} is only asked for: approve it first.` }])
  refuse(farmingOutIssues(await lockOperator(tx, id), isNew, { vehicle_id, driver_id }))
}

/** Takes the vehicle and driver of a hire for its time, in place of what it had taken. A request only pencils them in. */
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

const unknown = (path: string) =>
  invalid([{ path, message: 'This record does not exist. Choose one from the list.' }], 'unknown_reference')

async function vehicleOf(tx: Tx, id: string): Promise<HireVehicle> {
  const vehicle = await findVehicle(tx, id)
  if (!vehicle) throw unknown('vehicle_id')
  return vehicle
}

async function personOf(tx: Tx, id: string): Promise<HireDriver> {
  const person = await findDriver(tx, id)
  if (!person) throw unknown('driver_id')
  return person
}

async function jobOf(tx: Tx, reservation: Reservation, vehicleId: string | null): Promise<JobToFill> {
  const { hire } = reservation
  if (!hire) throw new Error('Only a hire has a job of its own.')
  const { licenceCategories, timezone } = await needsOf(tx, vehicleId, hire.vehicle_type_id)
  return {
    from: hire.starts_at,
    to: hire.ends_at,
    stationId: hire.pickup.station_id,
    aboard: aboardOfHire(reservation, hire),
    licenceCategories,
    timezone,
  }
}
