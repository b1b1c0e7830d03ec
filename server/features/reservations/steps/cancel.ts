import { choice, sentence } from '../../../../contract/core/sentence'
import type { PriceChange } from '../../../../contract/entities/price-change'
import type { Reservation } from '../../../../contract/entities/reservation'
import { CANCEL_UNDO_MIN } from '../../../../contract/core/limits/sales'
import type { Step, Values } from '../../../crud/store-options'
import { release } from '../../../kernel/allocations'
import type { Tx } from '../../../db/transaction'
import { hasExpired } from '../../../domain/reservations/hold'
import { statusAfter } from '../../../domain/reservations/party'
import { paymentStatus } from '../../../domain/reservations/payment'
import { SEATED } from '../../../domain/reservations/status'
import { RESERVATION_TRANSITIONS } from '../../../domain/reservations/transitions'
import type { Context } from '../../../kernel/context'
import { invalidAt, wrongStateAt } from '../../../http/refusal'
import { aboardFor } from '../repository/addons'
import { refuseBlocked } from './buyer'
import { refuseUndoing, refuseWaiving } from './policy'
import { changedSeats, costOfCancelling } from './price-change'
import { cancelledFrom, type CancelledFrom, passengersChanged, markPassengers } from '../repository/records'
import { discountOfReturns } from './return-discount'
import { refuseWithoutOutbound } from './return-link'
import { lockChangedLegs, reseat, releaseSeats, takeSeats } from './seats'
import type { SoldLeg } from '../repository/journeys'
import { keepSnapshot } from '../repository/snapshots'
import { refuseHire } from './hire-room'
import { allocateHire } from './hire'
import { holdExpired, refuseUnlessHeld } from './hold'

const CANCELLABLE = RESERVATION_TRANSITIONS.sourcesOf('cancelReservation')
const MINUTE_MS = 60_000

export interface Cancelling {
  reason: string
  /** Charges no fee for this cancellation, regardless of the policy. Fees of earlier changes stay due. */
  waive_fee: boolean
}

/** Cancels a reservation at the fee of its policy and releases its seats. A second call changes nothing. */
export const cancelReservation =
  (request: Cancelling, context: Context): Step<Reservation> =>
  async (tx, current) => {
    if (current.status === 'cancelled') return null
    if (!CANCELLABLE.includes(current.status))
      throw wrongStateAt(
        'status',
        sentence`${current.reference} is ${choice('reservationStatuses', current.status)} and can no longer be cancelled.`,
      )
    refuseWaiving(request, context)
    const { left, seats } = current.kind === 'seat' ? await releaseSeats(tx, current, context) : { left: [], seats: {} }
    const { values, priceChange } = await cancelledAtCost(tx, current, left, request, context)
    const alongside = { ...seats, ...passengersChanged(current, 'cancelled') }
    const explain = () => ({ price_change: priceChange })
    return { action: 'cancelled', alongside, values, reason: request.reason, explain }
  }

/** Returns the columns of a cancelled reservation and the change of its price. Releases the vehicle and driver of a hire. */
async function cancelledAtCost(
  tx: Tx,
  current: Reservation,
  left: readonly SoldLeg[],
  { reason, waive_fee }: Cancelling,
  context: Context,
): Promise<{ values: Values; priceChange: PriceChange }> {
  const cost = await costOfCancelling(tx, current, left, waive_fee, context)
  const retained = cost.after_minor
  const lost = waive_fee ? 0 : await discountOfReturns(tx, current)
  const fee = Math.max(retained, Math.min(current.total_minor, retained + lost))
  if (current.kind === 'private_hire') await release(tx, 'hire', current.id)
  const values = {
    status: 'cancelled',
    cancel_reason: reason,
    hold_expires_at: null,
    cancelled_at: context.now().toISOString(),
    cancelled_from: JSON.stringify({
      status: current.status,
      passengers: current.passenger_statuses,
      hold_expires_at: current.hold_expires_at,
      vehicle_id: current.vehicle_id,
      driver_id: current.driver_id,
    } satisfies CancelledFrom),
    cancellation_fee_minor: fee,
    vehicle_id: null,
    driver_id: null,
    payment_status: paymentStatus({
      status: 'cancelled',
      total: current.total_minor,
      paid: current.paid_minor,
      fee,
      before: current.payment_status,
    }),
  }
  const discount_lost_minor = cost.discount_lost_minor + fee - retained
  return { values, priceChange: { ...cost, after_minor: fee, discount_lost_minor } }
}

/**
 * Reverts a cancellation within 15 minutes. A hold is restored for the time that it had left.
 * @throws Refusal invalid_state after 15 minutes or for a blocked customer, hold_expired, or sold_out when the seats were
 *   sold again
 */
export const undoCancellation =
  (reason: string, context: Context): Step<Reservation> =>
  async (tx, current) => {
    refuseUndoing(context)
    const before = await cancelledFrom(tx, current.id)
    if (current.status !== 'cancelled' || current.cancelled_at === null || !before)
      throw wrongStateAt('status', sentence`${current.reference} is not cancelled, so there is nothing to undo.`)
    if (context.now().getTime() - Date.parse(current.cancelled_at) > CANCEL_UNDO_MIN * MINUTE_MS)
      throw wrongStateAt(
        'status',
        sentence`It was cancelled more than ${CANCEL_UNDO_MIN} minutes ago, which can no longer be undone. Book again.`,
      )
    const { status } = before
    const hold_expires_at = before.hold_expires_at ?? null
    if (status === 'on_hold' && hasExpired(hold_expires_at ?? current.cancelled_at, context.now())) throw holdExpired()
    await refuseBlocked(tx, current.customer_id)
    await refuseWithoutOutbound(tx, current, context)
    const takesSeats = RESERVATION_TRANSITIONS.between('cancelled', status)?.effect === 'seats_taken'
    const seats = current.kind === 'seat' && takesSeats ? await takeSeats(tx, current, null, status, context) : {}
    if (current.hire)
      await refuseHire(
        tx,
        {
          ...current,
          hire: current.hire,
          vehicle_id: before.vehicle_id,
          isTaking: SEATED.includes(status),
          isTimed: false,
          acceptsWarnings: false,
        },
        context,
      )
    const marks = before.passengers.map((mark, index) => [index + 1, mark] as const)
    await markPassengers(tx, current.id, new Map(marks))
    const { vehicle_id, driver_id } = before
    return {
      action: 'cancellation_undone',
      alongside: { ...seats, ...(status === 'confirmed' && passengersChanged(current, status)) },
      reason,
      settle: () => allocateHire(tx, { ...current, status, vehicle_id, driver_id }),
      values: {
        status,
        hold_expires_at,
        vehicle_id,
        driver_id,
        cancel_reason: null,
        cancelled_at: null,
        cancelled_from: null,
        cancellation_fee_minor: 0,
        payment_status: paymentStatus({
          status,
          total: current.total_minor,
          paid: current.paid_minor,
          before: current.payment_status === 'refunded' ? null : current.payment_status,
        }),
      },
    }
  }

/** Cancels some of the passengers. The others are repriced as a sale of their own, plus the fee of the released seats. */
export const cancelPassengers =
  (positions: readonly number[], request: Cancelling, context: Context): Step<Reservation> =>
  async (tx, current) => {
    const { passengers, passenger_statuses: statuses } = current
    if (current.kind !== 'seat' || !CANCELLABLE.includes(current.status))
      throw wrongStateAt('status', sentence`Passengers of ${current.reference} can no longer be cancelled.`)
    // An expired hold may release its seats at any time, which would release them twice.
    if (current.status === 'on_hold') refuseUnlessHeld(current, context.now())
    refuseWaiving(request, context)
    const unknown = positions.findIndex((position) => position > passengers.length)
    if (unknown !== -1)
      throw invalidAt(
        `positions.${unknown}`,
        sentence`The reservation has ${passengers.length} passengers. Give a position from 1 to ${passengers.length}.`,
      )
    const leaving = positions.filter((position) => statuses[position - 1] !== 'cancelled')
    if (leaving.length === 0) return null
    const staying = passengers.filter((_, index) => statuses[index] !== 'cancelled' && !leaving.includes(index + 1))
    if (staying.length === 0)
      throw wrongStateAt('positions', sentence`No passenger would be left: cancel the whole reservation.`)
    const changedLegs = await lockChangedLegs(tx, current, current.legs, context)
    const change = { ...changedLegs, passengers: staying, waived: request.waive_fee }
    const { columns, addons, explain } = await changedSeats(tx, current, change, context)
    const aboard = await aboardFor(tx, { legs: current.legs, passengers: staying }, addons)
    await reseat(tx, current, changedLegs, aboard, context)
    await keepSnapshot(tx, current, context)
    await markPassengers(tx, current.id, new Map(leaving.map((position) => [position, 'cancelled'])))
    const left = statuses.map((mark, index) => (leaving.includes(index + 1) ? 'cancelled' : mark))
    const status = statusAfter(current.status, left)
    return {
      action: 'passengers_cancelled',
      reason: request.reason,
      values: { ...aboard, ...columns, status },
      explain,
    }
  }
