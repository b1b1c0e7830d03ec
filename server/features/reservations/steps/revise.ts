import type { HoldRevision } from '../../../../contract/operations/desk'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { ReservationPassenger } from '../../../../contract/entities/reservation-parts'
import type { Step, Values } from '../../../crud/store-options'
import { same } from '../../../kernel/audit'
import type { Tx } from '../../../db/transaction'
import { paymentStatus } from '../../../domain/reservations/payment'
import type { Context } from '../../../kernel/context'
import { aboardFor, soldAddons } from '../repository/addons'
import { travelling } from './purchases'
import { travelColumns } from './columns'
import { refuseOtherCurrency } from './currency'
import { priceSeats } from './prices'
import { replaceLegs, replacePassengers } from '../repository/records'
import { lockOutboundOf, refuseOtherBuyer, refuseToPart } from './return-link'
import { lockChangedLegs, refuseJoiningLate, reseat } from './seats'
import { refuseReturnBeforeOutbound, spanOfLegs } from './return-order'
import { shorterHold } from './amend'
import { refuseUnlessHeld } from './hold'

/**
 * Changes a hold. No snapshot is stored, because its price is not agreed to yet. A change of fields without influence on the
 * price leaves it as quoted.
 */
export const revise =
  ({ legs, passengers, ...columns }: HoldRevision, context: Context): Step<Reservation> =>
  async (tx, held) => {
    refuseUnlessHeld(held, context.now())
    // Passengers who cancelled do not return with new legs.
    const current = { ...held, passengers: travelling(held) }
    const changed = definedOf(columns)
    const next: Reservation = {
      ...current,
      ...changed,
      legs: legs ?? current.legs,
      passengers: passengers ?? current.passengers,
    }
    const priced = isPricedAnew(current, next)
      ? await priceAnew(tx, current, next, context)
      : same(next.passengers, current.passengers)
        ? {}
        : await seatAnew(tx, current, next, context)
    if (!same(next.legs, current.legs)) await replaceLegs(tx, held.id, next.legs)
    if (!same(next.passengers, current.passengers)) await replacePassengers(tx, held.id, next.passengers, 'on_hold')
    return { action: 'hold_revised', values: { ...changed, ...priced } }
  }

const definedOf = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

const PRICED = ['legs', 'addons', 'promo_code', 'price_override', 'customer_id'] as const

function isPricedAnew(current: Reservation, next: Reservation): boolean {
  const categories = (passengers: readonly ReservationPassenger[]) => passengers.map(({ category }) => category).sort()
  return (
    PRICED.some((field) => !same(current[field], next[field])) ||
    !same(categories(current.passengers), categories(next.passengers))
  )
}

/** Recounts the space of passengers whose needs changed but not their number. @throws Refusal sold_out */
async function seatAnew(tx: Tx, current: Reservation, next: Reservation, context: Context): Promise<Values> {
  const changedLegs = await lockChangedLegs(tx, current, current.legs, context)
  const aboard = await aboardFor(tx, next, await soldAddons(tx, current.id))
  refuseJoiningLate(changedLegs.sold, current, { ...aboard, passengers: next.passengers }, context)
  await reseat(tx, current, changedLegs, aboard, context)
  return aboard
}

async function priceAnew(tx: Tx, current: Reservation, next: Reservation, context: Context): Promise<Values> {
  const outbound = await lockOutboundOf(tx, current, context)
  await refuseOtherBuyer(tx, current, next.customer_id, context)
  const changedLegs = await lockChangedLegs(tx, current, next.legs, context)
  const { sold } = changedLegs
  await refuseReturnBeforeOutbound(tx, current, spanOfLegs(sold))
  await refuseToPart(tx, { current, outbound }, { ...next, ...travelColumns(sold, current) }, context)
  const { columns, addons } = await priceSeats(tx, sold, next, context)
  await refuseOtherCurrency(tx, current, [columns.currency])
  const aboard = await aboardFor(tx, next, addons)
  refuseJoiningLate(sold, current, { ...aboard, passengers: next.passengers }, context)
  await reseat(tx, current, changedLegs, aboard, context)
  const account = { status: 'on_hold', total: columns.total_minor, paid: current.paid_minor } as const
  return {
    ...columns,
    ...aboard,
    ...travelColumns(sold, current),
    hold_expires_at: await shorterHold(tx, current, sold, context),
    payment_status: paymentStatus({ ...account, before: current.payment_status }),
  }
}
