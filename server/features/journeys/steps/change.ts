import { sentence } from '../../../../contract/core/sentence'
import type { EventVerb } from '../../../../contract/core/events'
import { journey, type Journey } from '../../../../contract/entities/journey'
import type { Step, Values, Write } from '../../../crud/store-options'
import { release } from '../../../kernel/allocations'
import { audit, diff } from '../../../kernel/audit'
import { passCapacityOn } from '../../../kernel/seats'
import type { Tx } from '../../../db/transaction'
import { aboveSeats, belowSold, limitAfter, seatsForSale } from '../../../domain/journeys/capacity'
import { assignmentWord, leavesUs } from '../../../domain/journeys/farming-out'
import { keepsResources, lateChanges, stepIssues, uncoveredIssues } from '../../../domain/journeys/service-status'
import { earlyStepText } from '../../../domain/journeys/step-times'
import { JOURNEY_TRANSITIONS } from '../../../domain/journeys/transitions'
import type { Context } from '../../../kernel/context'
import { refuseOverride, settleOverride, settleWarnings } from '../../../http/overrides'
import { invalid, tooEarlyAt, wrongState } from '../../../http/refusal'
import { clashesOf } from '../repository/clashes'
import { missedConnections } from '../repository/connections'
import { reservationsWithoutRoom } from '../repository/fit'
import { foresee, stampArrival, stampDeparture } from '../repository/progress'
import {
  ASSIGNED,
  allocateOrSuggest,
  assignmentIssues,
  equipmentOf,
  jobOf,
  limitIssues,
  lockAssigned,
  alternativesTo,
  stretchJourney,
  transferIssues,
  type Equipment,
} from './assignment'
import { refuseOperator } from './operator'
import { refusePassengers } from './progress'
import { prepareRevert, storeRevert } from './revert'

/** Override options of a change. */
export interface Overrides {
  /** Reason for exceeding driving and rest limits. */
  overrideReason?: string | undefined
  /** True accepts warnings. */
  acceptsWarnings?: boolean | undefined
}

/** Refuses to cancel a journey. @throws Refusal forbidden */
export const refuseCancelling = (context: Context): void =>
  refuseOverride('cancel_journey', context, sentence`Your role may not cancel a departure. Ask a manager.`)

export async function prepareChange(
  tx: Tx,
  { next: values, input, context }: Write,
  current: Journey,
  overrides: Overrides = { acceptsWarnings: input['accept_warnings'] === true },
): Promise<Values> {
  const next: Journey = { ...current, ...values }
  const transition = JOURNEY_TRANSITIONS.between(current.service_status, next.service_status)
  const late = [...lateChanges(current, input), ...uncoveredIssues(current, next)]
  if (late.length > 0) throw wrongState(late)
  if (transition) {
    const early = earlyStepText(transition.step, current, context.now())
    if (early !== null) throw tooEarlyAt('service_status', early)
    const issues = stepIssues(next.service_status, current.service_status, next, current.departs_at, context.now())
    if (issues.length > 0) throw wrongState(issues)
    if (transition.to === 'cancelled') {
      refuseCancelling(context)
      await refusePassengers(tx, current, context)
    }
  }
  const isBack = transition?.effect === 'taken'
  await refuseOperator(tx, current, next, isBack)
  return {
    ...(await prepareEquipment(tx, { current, next, input, isBack, context, overrides })),
    ...(transition?.effect === 'under_way' && { sales_status: 'closed' }),
    ...(isBack && { cancel_reason: null }),
    ...(transition && (await prepareRevert(tx, transition.effect, current, context))),
  }
}

interface EquipmentChange {
  current: Journey
  next: Journey
  input: Values
  /** True when a cancelled journey is reinstated. */
  isBack: boolean
  context: Context
  overrides: Overrides
}

/** Checks a change of vehicle, staff or capacity. @returns the resulting seats and places */
async function prepareEquipment(
  tx: Tx,
  { current, next, input, isBack, context, overrides }: EquipmentChange,
): Promise<Values> {
  const changed = new Set(diff({ ...current }, { ...next }, ['vehicle_type_id', ...ASSIGNED]).map(({ field }) => field))
  const isOtherVehicle = changed.has('vehicle_type_id') || changed.has('vehicle_id')
  const asked = input['capacity'] as number | null | undefined
  const touchesSeats =
    asked !== undefined ||
    next.overbooking_allowance !== current.overbooking_allowance ||
    next.operated_by_partner_id !== current.operated_by_partner_id
  if (changed.size === 0 && !touchesSeats && !isBack) return {}

  await lockAssigned(tx, next)
  const equipment = await equipmentOf(tx, next)
  const toCheck = ASSIGNED.filter((field) => changed.has(field) || isBack || (isOtherVehicle && field !== 'vehicle_id'))
  const job = { ...current, delay_min: next.delay_min, taken: takenOn(current) }
  const issues = keepsResources(next.service_status)
    ? await assignmentIssues(tx, next, equipment, job, new Set(toCheck))
    : []
  if (issues.length > 0) {
    const blockers = changed.has('vehicle_id') ? await reservationsWithoutRoom(tx, current.id, equipment) : null
    throw wrongState(issues, blockers ? { blockers } : {})
  }
  if (keepsResources(next.service_status)) {
    const given = new Set(ASSIGNED.filter((field) => changed.has(field)))
    // Driving and rest times do not depend on the vehicle.
    const resting = isBack ? new Set(ASSIGNED) : given
    settleOverride(await limitIssues(tx, next, job, resting), overrides.overrideReason, context)
    const unlikely = await transferIssues(tx, next, equipment, job, given)
    const others = async (field: string) => alternativesTo(tx, await jobOf(tx, current.id), next)(field)
    await settleWarnings(unlikely, overrides.acceptsWarnings === true, others)
  }

  return prepareSeats(current, next, asked, equipment)
}

const takenOn = (journey: Journey) => ({
  seats: journey.peak_load,
  wheelchairs: journey.peak_wheelchairs,
  child_seats: journey.peak_child_seats,
  luggage_units: journey.peak_luggage_units,
})

/** Returns the seats and places for sale with the equipment. @throws Refusal when a limit is below sold seats */
function prepareSeats(
  current: Journey,
  next: Journey,
  asked: number | null | undefined,
  equipment: Pick<Equipment, 'seats' | 'places'>,
): Values {
  // A journey that another company operates keeps its seats and places for sale.
  const { seats, ...places } =
    next.operated_by_partner_id === null ? { ...equipment.places, seats: equipment.seats } : placesOf(current)
  const limit = limitAfter({ capacity: current.capacity, limit: current.capacity_limit }, asked, seats)
  const isChosen = asked !== undefined && asked !== null && asked !== current.capacity
  const tooMany = isChosen ? aboveSeats(asked, seats) : []
  if (tooMany.length > 0) throw invalid(tooMany)
  const { overbooking_allowance: overbooking } = next
  const sale = { seats, limit, overbooking, peakLoad: current.peak_load }
  const missing = isChosen || overbooking < current.overbooking_allowance ? belowSold(sale) : []
  if (missing.length > 0) throw wrongState(missing)
  return { ...places, seats, capacity_limit: limit, capacity: seatsForSale(sale) }
}

const placesOf = ({ seats, wheelchair_spaces, child_seats, luggage_units }: Journey) => ({
  seats,
  wheelchair_spaces,
  child_seats,
  luggage_units,
})

export async function storeChange(
  tx: Tx,
  id: string,
  { next: values, context }: Write,
  current: Journey,
): Promise<void> {
  const next = values as Journey
  const now = context.now().toISOString()
  await passCapacityOn(tx, id)
  if (next.delay_min !== current.delay_min) {
    await foreseeDelay(tx, current, next.delay_min, context)
    await notifyOfClash(tx, current, next.delay_min, context)
  }
  const effect = JOURNEY_TRANSITIONS.between(current.service_status, next.service_status)?.effect
  if (effect === 'released') await release(tx, 'journey', id)
  if (effect === 'arrives') await stampArrival(tx, id, now)
  if (effect === 'under_way') await stampDeparture(tx, id, now)
  if (effect) await storeRevert(tx, effect, current)
  if (!keepsResources(next.service_status)) return
  const isReassigned = diff({ ...current }, { ...next }, ASSIGNED).length > 0
  if (isReassigned || effect === 'taken') await allocateOrSuggest(tx, id)
  else if (next.delay_min !== current.delay_min) await stretchJourney(tx, id)
}

/** Records an audit event for the first next job that this delay makes late and that was not late before. */
async function notifyOfClash(
  tx: Tx,
  { id, code, delay_min }: Journey,
  delayMin: number,
  context: Context,
): Promise<void> {
  const later = Math.max(0, delayMin) - Math.max(0, delay_min)
  const first = (await clashesOf(tx, id)).find(({ late_min }) => late_min <= later)
  if (!first) return
  await audit(tx, context, {
    action: 'journeys.clashed',
    entity: { type: 'journeys', id, label: code },
    changes: [{ field: 'job', old: null, new: first.label }],
  })
}

/** Shifts the expected times, and records an audit event when connections are missed because of it. */
async function foreseeDelay(tx: Tx, { id, code }: Journey, delayMin: number, context: Context): Promise<void> {
  const before = new Set((await missedConnections(tx, id)).map(({ reference }) => reference))
  await foresee(tx, id, delayMin)
  const after = (await missedConnections(tx, id)).map(({ reference }) => reference)
  if (after.every((reference) => before.has(reference))) return
  await audit(tx, context, {
    action: 'journeys.connections_missed',
    entity: { type: 'journeys', id, label: code },
    changes: [{ field: 'reservation', old: null, new: [...new Set(after)].join(', ') }],
  })
}

interface Change extends Overrides {
  /** Verb of the audit event, in the past tense. */
  action: EventVerb
  /** New values by field, as a client can write them. */
  input: Partial<Journey>
  reason?: string | undefined
}

/** Returns a step that changes a journey with all checks of a record change. The status cannot be changed here. */
export const change =
  (
    { input: request, ...options }: Omit<Change, 'input'> & { input: Omit<Change['input'], 'service_status'> },
    context: Context,
  ): Step<Journey> =>
  async (tx, current) => {
    const input = leavesUs(current, { ...current, ...request }) ? { ...UNASSIGNED, ...request } : request
    const names = Object.keys(input) as (keyof typeof input)[]
    if (names.every((name) => current[name] === input[name])) return null
    return changed({ ...options, input }, context)(tx, current)
  }

/** An operating company brings its own vehicle and staff. */
const UNASSIGNED = { vehicle_id: null, driver_id: null, co_driver_id: null }

/** Returns a step for any change of a journey, including its status. */
export const changed =
  ({ action, input, reason, ...overrides }: Change, context: Context): Step<Journey> =>
  async (tx, current) => {
    const next = { ...current, ...input }
    const issues = journey.check?.(next) ?? []
    if (issues.length > 0) throw invalid(issues)
    const write = { current, next, input, context }
    const values = { ...input, ...(await prepareChange(tx, write, current, overrides)) }
    return {
      action: action === 'assigned' ? assignmentWord(current, { ...current, ...input }) : action,
      values,
      reason: overrides.overrideReason ?? reason ?? null,
      settle: () => storeChange(tx, current.id, write, current),
    }
  }
