import type { Reservation } from '../../../../contract/entities/reservation'
import { HOLD_EXTENSIONS_MAX } from '../../../../contract/core/limits'
import type { Step } from '../../../crud/store-options'
import { lockSeats } from '../../../kernel/seats'
import { hasExpired, mayExtend } from '../../../domain/reservations/hold'
import { paymentStatus } from '../../../domain/reservations/payment'
import type { Context } from '../../../http/context'
import { Refusal, wrongState } from '../../../http/refusal'
import { refuseBlocked } from '../repository/blocked'
import { holdEnd } from '../repository/columns'
import { lockLegs, type SoldLeg } from '../repository/journeys'
import { bothPrices } from '../repository/prices'
import { changePassengers } from '../repository/records'
import { moveSeats } from '../repository/seats'

export const holdExpired = () =>
  new Refusal('hold_expired', 'The hold on the seats has run out, and others may have taken them. Book again.', {
    errors: [{ pointer: '/status', code: 'hold_expired', detail: 'The hold has run out.' }],
  })

/** @throws Refusal unless the reservation is on hold and its hold still runs. */
export function refuseUnlessHeld({ status, hold_expires_at, reference }: Reservation, now: Date): void {
  if (status === 'expired' || (status === 'on_hold' && hasExpired(hold_expires_at ?? '', now))) throw holdExpired()
  if (status !== 'on_hold')
    throw wrongState([{ path: 'status', message: `${reference} is ${status.replaceAll('_', ' ')} and not on hold.` }])
}

/** @throws Refusal hold_expired, or price_changed when the party agreed to another price. */
export const confirmReservation =
  (agreedHash: string | undefined, context: Context): Step<Reservation> =>
  async (tx, current) => {
    if (current.status === 'confirmed') return null
    refuseUnlessHeld(current, context.now())
    await refuseBlocked(tx, current.customer_id)
    if (agreedHash !== undefined && agreedHash !== current.price_hash)
      throw new Refusal('price_changed', 'The price is not the one that was agreed to. Show it and confirm again.', {
        current,
        errors: [{ pointer: '/price_hash', code: 'price_changed', detail: 'Another price holds.' }],
        // How a price comes about is the operator's own to know.
        ...(context.actor.kind === 'user' && { price: await bothPrices(tx, agreedHash, current) }),
      })
    await moveSeats(tx, current, 'on_hold', 'confirmed')
    await changePassengers(tx, current.id, 'confirmed')
    const account = { status: 'confirmed', total: current.total_minor, paid: current.paid_minor } as const
    return {
      action: 'confirmed',
      values: {
        status: 'confirmed',
        hold_expires_at: null,
        payment_status: paymentStatus({ ...account, before: current.payment_status }),
      },
    }
  }

/** The usual time from now, at most twice, and never past the end of sales. */
export const extendHold =
  (context: Context): Step<Reservation> =>
  async (tx, current) => {
    refuseUnlessHeld(current, context.now())
    await refuseBlocked(tx, current.customer_id)
    if (!mayExtend(current.hold_extensions))
      throw wrongState([
        {
          path: 'hold_extensions',
          message: `The hold was extended ${HOLD_EXTENSIONS_MAX} times already: confirm it, or let it go.`,
        },
      ])
    await lockSeats(
      tx,
      current.legs.map((leg) => leg.journey_id),
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
