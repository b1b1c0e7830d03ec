import type { Reservation } from '../../../../contract/entities/reservation'
import type { Hire, ReservationPassenger } from '../../../../contract/entities/reservation-parts'
import type { Values } from '../../../crud/store-options'
import { priceHash, readPriceList } from '../../../kernel/prices'
import type { Tx } from '../../../db/transaction'
import { addonIssueText, type AddonIssue, type AddonUnits } from '../../../domain/pricing/addon-lines'
import { addonUnitsOf } from '../../../domain/pricing/after-sale/addon-plan'
import { changeHire } from '../../../domain/pricing/after-sale/change-hire'
import { changeSeats } from '../../../domain/pricing/after-sale/change-seats'
import { giveUp, moveByOperator, type Moment } from '../../../domain/pricing/after-sale/changes'
import { hasSameStops } from '../../../domain/pricing/after-sale/booking'
import { priceOfPurchase } from '../../../domain/pricing/after-sale/price'
import { remaining, type Purchase } from '../../../domain/pricing/after-sale/purchase'
import { storePurchase, type PlannedStops } from '../../../domain/pricing/after-sale/stored-purchase'
import { SEATED } from '../../../domain/reservations/status'
import type { Context } from '../../../http/context'
import { invalid, invalidAt } from '../../../http/refusal'
import { refuseBeyondStock } from './addon-stock'
import { refuseBlocked } from './buyer'
import { refuseUnpriced } from './prices'
import { hiredRun, readHire, readSeats, termsOfToday, travelling } from './purchases'
import type { SoldLeg } from '../repository/journeys'
import { readStoredSale, storeChanged, stretchOf } from '../repository/sales'
import { priceColumns } from '../repository/snapshots'

/** Another way or party for seats that were sold. */
interface SeatsWish {
  /** Its legs as they were, and as they are to be. */
  left: readonly SoldLeg[]
  sold: readonly SoldLeg[]
  passengers: readonly ReservationPassenger[]
  waived: boolean
}

/**
 * The columns of seats at another price, and the add-ons that are sold with them now.
 * @throws Refusal no_fare, validation or sold_out where an add-on is
 */
export async function changedSeats(
  tx: Tx,
  current: Reservation,
  wish: SeatsWish,
  context: Context,
): Promise<{ columns: Values; addons: AddonUnits[] }> {
  const { purchase, lists, legs } = await readSeats(tx, current, wish.left)
  const soldLegs = wish.sold.map(({ leg }) => leg)
  const today = await termsOfToday(tx, { ...current, legs: soldLegs, passengers: [...wish.passengers] }, context)
  const changed = changeSeats(
    purchase,
    { legs, party: travelling(current), addons: current.addons },
    { legs: wish.sold.map(stretchOf), party: wish.passengers, addons: current.addons },
    today.terms,
    await momentOf(tx, current, wish.waived, context),
  )
  refuseUnpriced(changed)
  refuseUnsold(changed.issues)
  if (changed.adds) await refuseBlocked(tx, current.customer_id)
  const { addons } = changed
  const units = addonUnitsOf(changed.purchase)
  if (changed.isSale) await refuseBeyondStock(tx, { id: current.id, addons, legs: soldLegs }, units)
  const stops = new Map<number, PlannedStops>(changed.legs.map((leg) => [leg.id, leg]))
  const bought = { purchase: changed.purchase, lists: [...lists, today.list], stops }
  const columns = await columnsOf(tx, current, bought, 'legs')
  const isLess = addons.length < current.addons.length
  return { columns: { ...(isLess && { addons }), ...columns }, addons: units }
}

/** The columns of a hire that runs otherwise, at another price. @throws Refusal no_fare where no tariff holds for it */
export async function changedRun(
  tx: Tx,
  current: Reservation,
  hire: Hire,
  waived: boolean,
  context: Context,
): Promise<Values> {
  const { purchase, lists, run } = await readHire(tx, current)
  const wish = await hiredRun(tx, current, hire)
  const today = await termsOfToday(tx, { ...current }, context)
  const changed = changeHire(purchase, run, wish, today.terms, await momentOf(tx, current, waived, context))
  refuseUnpriced(changed)
  refuseUnsold(changed.issues)
  const bought = { purchase: changed.purchase, lists: [...lists, today.list], stops: new Map() }
  return columnsOf(tx, current, bought, 'hire')
}

/**
 * What a reservation costs where it is cancelled now, minor units: fees of earlier changes, too.
 * @param left its legs, with the seats that are taken without it
 */
export async function costOfCancelling(
  tx: Tx,
  current: Reservation,
  left: readonly SoldLeg[],
  waived: boolean,
  context: Context,
): Promise<number> {
  const { purchase } = current.hire ? await readHire(tx, current) : await readSeats(tx, current, left)
  return priceOfPurchase(giveUp(purchase, remaining(purchase), await momentOf(tx, current, waived, context))).total
}

/** The column of a sale whose legs the operator moves: the price stays. Null where nothing is stored of it. */
export async function soldAfterMove(
  tx: Tx,
  current: Reservation,
  { left, sold }: Pick<SeatsWish, 'left' | 'sold'>,
): Promise<string | null> {
  const stored = await readStoredSale(tx, current.id)
  if (!stored.booking && !stored.purchase) return null
  const { purchase, lists, legs } = await readSeats(tx, current, left)
  const after = sold.map(stretchOf)
  const moved = legs.reduce((known, leg, place) => {
    const next = after[place]
    return next && !hasSameStops(leg, next) ? moveByOperator(known, leg.id, next.departsAt) : known
  }, purchase)
  const stops = new Map<number, PlannedStops>(legs.map((leg, place) => [leg.id, after[place] ?? leg]))
  return storeChanged(tx, storePurchase(moved, lists, stops))
}

/** Nothing is owed of what was not confirmed. */
async function momentOf(
  tx: Tx,
  { status }: Reservation,
  waived: boolean,
  context: Context,
): Promise<Moment & { isRebookable: boolean }> {
  const { company } = await readPriceList(tx)
  return {
    now: context.now().getTime(),
    isFree: waived || !SEATED.includes(status),
    isRebookable: company.rebooking_allowed,
  }
}

function refuseUnsold(issues: readonly AddonIssue[]): void {
  if (issues.length === 0) return
  throw invalid(issues.map((issue) => ({ path: `addons.${issue.index}`, message: addonIssueText(issue) })))
}

interface Changed {
  purchase: Purchase
  lists: readonly string[]
  stops: ReadonlyMap<number, PlannedStops>
}

/** @throws Refusal validation where it would be in another currency than what was confirmed or paid */
async function columnsOf(
  tx: Tx,
  current: Reservation,
  { purchase, lists, stops }: Changed,
  field: 'legs' | 'hire',
): Promise<Values> {
  const price = priceOfPurchase(purchase)
  const isBound = SEATED.includes(current.status) || current.paid_minor > 0
  const currency = price.currency ?? current.currency
  const isOther = isBound && price.value > 0 && currency !== current.currency
  if (price.currencies.length > 1 || isOther)
    throw invalidAt(
      field,
      `It was sold in ${current.currency}, and this is sold in another currency: cancel it and book anew.`,
    )
  return {
    ...priceColumns({ ...current, currency }, price.lines, priceHash(currency, price.lines)),
    currency,
    commission_minor: price.commission,
    kept_sale: await storeChanged(tx, storePurchase(purchase, lists, stops)),
    addon_units: JSON.stringify(addonUnitsOf(purchase)),
  }
}
