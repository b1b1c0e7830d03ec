import { choice, sentence } from '../../../../contract/core/sentence'
import type { Reservation } from '../../../../contract/entities/reservation'
import { HOLD_EXTENSIONS_MAX } from '../../../../contract/core/limits/holds'
import type { Step } from '../../../crud/store-options'
import { hasExpired, mayExtend } from '../../../domain/reservations/hold'
import { paymentStatus } from '../../../domain/reservations/payment'
import type { Context } from '../../../kernel/context'
import { Refusal, wrongStateAt } from '../../../http/refusal'
import { refuseBlocked } from './buyer'
import { holdEnd } from './columns'
import { lockLegs } from './legs'
import type { SoldLeg } from '../repository/journeys'
import { bothPrices } from './prices'
import { passengersChanged } from '../repository/records'
import { refuseWithoutOutbound } from './return-link'
import { confirmSeats, releaseSeats } from './seats'

export const holdExpired = () =>
  new Refusal(
    'hold_expired',
    sentence`The hold on the seats has expired, and others may have taken them. Book again.`,
    {
      errors: [{ pointer: '/status', code: 'hold_expired', detail: sentence`The hold has expired.` }],
    },
  )

/** Refuses a reservation without an unexpired hold. @throws Refusal hold_expired or invalid_state */
export function refuseUnlessHeld({ status, hold_expires_at, reference }: Reservation, now: Date): void {
  if (status === 'expired' || (status === 'on_hold' && hasExpired(hold_expires_at ?? '', now))) throw holdExpired()
  if (status !== 'on_hold')
    throw wrongStateAt('status', sentence`${reference} is ${choice('reservationStatuses', status)} and not on hold.`)
}

/** Confirms a hold. @throws Refusal hold_expired, or price_changed where the caller agreed to another price */
export const confirmReservation =
  (agreedHash: string | undefined, context: Context): Step<Reservation> =>
  async (tx, current) => {
    if (current.status === 'confirmed') return null
    refuseUnlessHeld(current, context.now())
    await refuseBlocked(tx, current.customer_id)
    await refuseWithoutOutbound(tx, current, context)
    if (agreedHash !== undefined && agreedHash !== current.price_hash)
      throw new Refusal(
        'price_changed',
        sentence`The price has changed. Show the new price, then confirm again with its price_hash.`,
        {
          current,
          errors: [
            {
              pointer: '/price_hash',
              code: 'price_changed',
              detail: sentence`Must be the price_hash of the current price.`,
            },
          ],
          // Only the operator's staff may see the lines of a price.
          ...(context.actor.kind === 'user' && { price: await bothPrices(tx, agreedHash, current) }),
        },
      )
    const seats = await confirmSeats(tx, current)
    const account = { status: 'confirmed', total: current.total_minor, paid: current.paid_minor } as const
    return {
      action: 'confirmed',
      alongside: { ...seats, ...passengersChanged(current, 'confirmed') },
      values: {
        status: 'confirmed',
        hold_expires_at: null,
        payment_status: paymentStatus({ ...account, before: current.payment_status }),
      },
    }
  }

/** Extends a hold by its usual duration from now, at most twice, and not past the end of sales. */
export const extendHold =
  (context: Context): Step<Reservation> =>
  async (tx, current) => {
    refuseUnlessHeld(current, context.now())
    await refuseBlocked(tx, current.customer_id)
    if (!mayExtend(current.hold_extensions))
      throw wrongStateAt(
        'hold_extensions',
        sentence`The hold was extended ${HOLD_EXTENSIONS_MAX} times and cannot be extended again: confirm or cancel it.`,
      )
    const legs = await lockLegs(tx, current.legs, { partnerId: current.partner_id, now: context.now() })
    return {
      action: 'hold_extended',
      values: {
        hold_expires_at: await holdEnd(tx, legs as SoldLeg[], current, context),
        hold_extensions: current.hold_extensions + 1,
      },
    }
  }

/** Expires a hold at once. It costs nothing, since it was never sold. */
export const releaseHold =
  (context: Context): Step<Reservation> =>
  async (tx, current) => {
    const { status, reference, total_minor: total, paid_minor: paid, payment_status: before } = current
    if (status === 'expired') return null
    if (status !== 'on_hold')
      throw wrongStateAt('status', sentence`${reference} is ${choice('reservationStatuses', status)} and not on hold.`)
    const { seats } = await releaseSeats(tx, current, context)
    return {
      action: 'hold_released',
      alongside: { ...seats, ...passengersChanged(current, 'expired') },
      values: {
        status: 'expired',
        hold_expires_at: null,
        payment_status: paymentStatus({ status: 'expired', total, paid, before }),
      },
    }
  }
