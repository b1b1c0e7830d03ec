import { choice, sentence, type Sentence } from '../../../../contract/core/sentence'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { Hire } from '../../../../contract/entities/reservation-parts'
import { hireLengthIssues } from '../../../../contract/core/hire-length'
import type { Step } from '../../../crud/store-options'
import { same } from '../../../kernel/audit'
import type { Tx } from '../../../db/transaction'
import { paymentStatus } from '../../../domain/reservations/payment'
import { SEATED, type ReservationStatus } from '../../../domain/reservations/status'
import type { Context } from '../../../kernel/context'
import { invalid, wrongStateAt } from '../../../http/refusal'
import { knownOf } from '../repository/hires'
import { keepSnapshot } from '../repository/snapshots'
import { refuseBlockedDearer } from './buyer'
import { refuseWaiving } from './policy'
import { refuseOtherCurrency } from './currency'
import { allocateHire, refuseUnfit, type DutyOverride } from './hire'
import { refuseHire } from './hire-room'
import { changedRun, type Repriced } from './price-change'
import { priceHire, type PricedHire } from './prices'
import { lockOutboundOf, refuseToPart } from './return-link'
import { refuseReturnBeforeOutbound, spanOfHire } from './return-order'

const CHANGEABLE: readonly ReservationStatus[] = ['pending', 'confirmed', 'checked_in']

interface OtherRun {
  hire: Hire
  reason: string
  waive_fee: boolean
  /** Reason for exceeding driving and rest limits. */
  override_reason?: string | undefined
  accept_warnings: boolean
}

interface RunOverrides extends DutyOverride {
  /** Whether the caller confirms a start in the past, or more hires than vehicles. */
  acceptsWarnings: boolean
  /** What to do about a warning; by default, to choose another time or to confirm it. */
  warningRemedy?: Sentence
}

/** What a manager does when a change of the record is refused, because the record has no field for the override. */
const BY_CHANGE: RunOverrides = {
  remedy: sentence`Choose someone else, or have a manager change the hire by "change-hire" with an "override_reason".`,
  acceptsWarnings: false,
  warningRemedy: sentence`Choose another time, or have a manager change the hire by "change-hire" with "accept_warnings".`,
}

/** Changes the time, route or vehicle type of a hire, at its price, and allocates its vehicle and driver again. */
export const changeHire =
  (
    { hire, reason, waive_fee, override_reason: overrideReason, accept_warnings: acceptsWarnings }: OtherRun,
    context: Context,
  ): Step<Reservation> =>
  async (tx, current) => {
    const { reference, status } = current
    if (!current.hire)
      throw wrongStateAt('kind', sentence`${reference} is not a private hire: change its legs or passengers instead.`)
    if (!CHANGEABLE.includes(status))
      throw wrongStateAt(
        'status',
        sentence`${reference} is ${choice('reservationStatuses', status)} and cannot be changed.`,
      )
    refuseWaiving({ waive_fee }, context)
    if (same(hire, current.hire)) return null
    const { exceeds, columns, explain } = await rerun(tx, current, { ...current, hire }, waive_fee, context, {
      overrideReason,
      acceptsWarnings,
    })
    return {
      action: 'amended',
      reason: exceeds === null ? reason : `${reason}: ${exceeds}`,
      values: { hire, ...columns },
      ...(explain && { explain }),
      settle: () => allocateHire(tx, { ...current, hire }),
    }
  }

/** Returns the columns of a reservation that repeat its hire. */
export const hireColumns = (hire: Hire) => ({
  seats: hire.passengers,
  travel_at: hire.starts_at,
  origin_station_id: hire.pickup.station_id,
  destination_station_id: hire.dropoff.station_id,
})

/**
 * Returns the columns of a changed hire, and the explanation of its new price. A request is priced from scratch. A confirmed
 * hire keeps the price of what stays, and pays the fee of what is released. `exceeds` is the reason for which driving and
 * rest limits are exceeded, null if they are not.
 */
export async function rerun(
  tx: Tx,
  current: Reservation,
  next: PricedHire,
  waived: boolean,
  context: Context,
  overrides: RunOverrides = BY_CHANGE,
): Promise<Pick<Repriced, 'columns'> & Partial<Repriced> & { exceeds: string | null }> {
  refuseTooLong(next.hire)
  await refuseUnknown(tx, next.hire)
  await refuseReturnBeforeOutbound(tx, current, spanOfHire(next.hire))
  const outbound = await lockOutboundOf(tx, current, context)
  await refuseToPart(tx, { current, outbound }, { ...current, ...hireColumns(next.hire), hire: next.hire }, context)
  const exceeds = await refuseRun(tx, current, next.hire, context, overrides)
  const columns = hireColumns(next.hire)
  if (current.status === 'pending') {
    const price = await priceHire(tx, next.hire, next, context)
    await refuseOtherCurrency(tx, current, [price.currency])
    const account = { status: current.status, total: price.total_minor, paid: current.paid_minor }
    const payment_status = paymentStatus({ ...account, before: current.payment_status })
    return { exceeds, columns: { ...columns, ...price, payment_status } }
  }
  if (!SEATED.includes(current.status)) return { exceeds, columns }
  const repriced = await changedRun(tx, current, next.hire, waived, context)
  await refuseBlockedDearer(tx, current, repriced.columns)
  await keepSnapshot(tx, current, context)
  return { exceeds, columns: { ...columns, ...repriced.columns }, explain: repriced.explain }
}

/**
 * Refuses a hire that its vehicle type, vehicle or driver cannot do.
 * @returns the reason for which driving and rest limits are exceeded
 * @throws Refusal
 */
async function refuseRun(
  tx: Tx,
  current: Reservation,
  hire: Hire,
  context: Context,
  { acceptsWarnings, warningRemedy, ...duty }: RunOverrides,
): Promise<string | null> {
  const before = current.hire
  const isTimed = before?.starts_at !== hire.starts_at
  const isOther = isTimed || before.ends_at !== hire.ends_at || before.vehicle_type_id !== hire.vehicle_type_id
  const isTaking = isOther && SEATED.includes(current.status) && current.environment === 'live'
  await refuseHire(tx, { ...current, hire, isTaking, isTimed, acceptsWarnings, warningRemedy }, context)
  const isOtherDuty = isTimed || before.ends_at !== hire.ends_at || before.distance_km !== hire.distance_km
  const { reason } = await refuseUnfit(tx, { ...current, hire }, { checksLimits: isOtherDuty, ...duty }, context)
  return reason
}

/** Refuses a hire longer than a quote allows. Hires stored before the limit may be longer. @throws Refusal validation */
export function refuseTooLong({ starts_at, ends_at }: Hire): void {
  const issues = hireLengthIssues(starts_at, ends_at, 'hire.ends_at')
  if (issues.length > 0) throw invalid(issues)
}

/** Refuses unknown stations and vehicle types. @throws Refusal validation */
export async function refuseUnknown(tx: Tx, hire: Hire): Promise<void> {
  const places = [
    ['hire.pickup.station_id', hire.pickup.station_id],
    ...hire.via.map((place, index) => [`hire.via.${index}.station_id`, place.station_id] as const),
    ['hire.dropoff.station_id', hire.dropoff.station_id],
  ] as const
  const wanted = [...places.map(([, id]) => id).filter((id) => id !== null), hire.vehicle_type_id]
  const known = await knownOf(tx, wanted)
  const issues = [...places, ['hire.vehicle_type_id', hire.vehicle_type_id] as const]
    .filter(([, id]) => id !== null && !known.has(id.toLowerCase()))
    .map(([path]) => ({ path, message: sentence`This record does not exist. Choose one from the list.` }))
  if (issues.length > 0) throw invalid(issues, 'unknown_reference')
}
