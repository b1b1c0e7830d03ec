import type { PriceChange } from '../../../../contract/entities/price-change'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { Hire, ReservationLeg, ReservationPassenger } from '../../../../contract/entities/reservation-parts'
import type { Values } from '../../../crud/store-options'
import { priceHash, readPriceList } from '../../../kernel/prices'
import type { Tx } from '../../../db/transaction'
import { addonIssueText, type AddonIssue, type AddonUnits } from '../../../domain/pricing/addon-lines'
import { addonUnitsOf } from '../../../domain/pricing/after-sale/addon-plan'
import { addonLegOf } from '../../../domain/pricing/after-sale/addon-units'
import { cancelDirection } from '../../../domain/pricing/after-sale/cancel-direction'
import { changeHire } from '../../../domain/pricing/after-sale/change-hire'
import { changeSeats } from '../../../domain/pricing/after-sale/change-seats'
import { giveUp, moveByOperator, type Moment } from '../../../domain/pricing/after-sale/changes'
import { hasSameStops } from '../../../domain/pricing/after-sale/booking'
import { explainChange } from '../../../domain/pricing/after-sale/explain'
import type { CurrentLeg } from '../../../domain/pricing/after-sale/legs'
import { priceOfPurchase } from '../../../domain/pricing/after-sale/price'
import type { Purchase } from '../../../domain/pricing/after-sale/purchase'
import { storePurchase, type PlannedStops } from '../../../domain/pricing/after-sale/stored-purchase'
import { SEATED } from '../../../domain/reservations/status'
import type { Context } from '../../../kernel/context'
import { invalid } from '../../../http/refusal'
import { refuseBeyondStock } from './addon-stock'
import { refuseBlocked } from './buyer'
import { refuseOtherCurrency } from './currency'
import { refuseUnpriced } from './prices'
import { hiredRun, readHire, readSeats, termsOfToday, travelling } from './purchases'
import type { SoldLeg } from '../repository/journeys'
import { readStoredSale, storeChanged, segmentOf } from '../repository/sales'
import { priceColumns } from '../repository/snapshots'

/** Requested legs and passengers of a seat reservation. */
interface RequestedSeats {
  /** Present legs, without the seats of the reservation. */
  left: readonly SoldLeg[]
  /** Requested legs. */
  sold: readonly SoldLeg[]
  passengers: readonly ReservationPassenger[]
  waived: boolean
}

/** Columns of a reservation at its new price, and the explanation of the difference. */
export interface Repriced {
  columns: Values
  explain: () => { price_change: PriceChange }
}

/**
 * Reprices changed seats. Returns the columns and the units of add-ons.
 * @throws Refusal no_fare, validation, or sold_out for an add-on
 */
export async function changedSeats(
  tx: Tx,
  current: Reservation,
  request: RequestedSeats,
  context: Context,
): Promise<Repriced & { addons: AddonUnits[] }> {
  const { purchase, legs } = await readSeats(tx, current, request.left)
  const soldLegs = request.sold.map(({ leg }) => leg)
  const today = await termsOfToday(tx, { ...current, legs: soldLegs, passengers: [...request.passengers] }, context)
  const changed = changeSeats(
    purchase,
    { legs, party: travelling(current), addons: current.addons },
    { legs: request.sold.map(segmentOf), party: request.passengers, addons: current.addons },
    today,
    await momentOf(tx, current, request.waived, context),
  )
  refuseUnpriced(changed)
  refuseUnsold(changed.issues)
  if (changed.adds) await refuseBlocked(tx, current.customer_id)
  const { addons } = changed
  const units = addonUnitsOf(changed.purchase, changed.legs.map(addonLegOf))
  if (changed.isSale) await refuseBeyondStock(tx, { id: current.id, addons, legs: soldLegs }, units)
  const stops = new Map<number, PlannedStops>(changed.legs.map((leg) => [leg.id, leg]))
  const bought = { purchase: changed.purchase, stops, units }
  const columns = await columnsOf(tx, current, bought)
  const isLess = addons.length < current.addons.length
  return {
    columns: { ...(isLess && { addons }), ...columns },
    addons: units,
    explain: () => ({ price_change: explainChange(purchase, changed.purchase, legsById([...legs, ...changed.legs])) }),
  }
}

/** Reprices a changed hire. @throws Refusal no_fare where no tariff applies */
export async function changedRun(
  tx: Tx,
  current: Reservation,
  hire: Hire,
  waived: boolean,
  context: Context,
): Promise<Repriced> {
  const { purchase, run } = await readHire(tx, current)
  const request = await hiredRun(tx, current, hire)
  const today = await termsOfToday(tx, { ...current }, context)
  const changed = changeHire(purchase, run, request, today, await momentOf(tx, current, waived, context))
  refuseUnpriced(changed)
  refuseUnsold(changed.issues)
  const bought = {
    purchase: changed.purchase,
    stops: new Map(),
    units: addonUnitsOf(changed.purchase, []),
  }
  const columns = await columnsOf(tx, current, bought)
  return { columns, explain: () => ({ price_change: explainChange(purchase, changed.purchase, () => null) }) }
}

/**
 * Returns the price of a reservation that is cancelled now, including the fees of earlier changes.
 * @param left its legs, without the seats of the reservation
 */
export async function costOfCancelling(
  tx: Tx,
  current: Reservation,
  left: readonly SoldLeg[],
  waived: boolean,
  context: Context,
): Promise<PriceChange> {
  const bought = current.hire ? await readHire(tx, current) : await readSeats(tx, current, left)
  const { purchase } = bought
  const given = giveUp(purchase, purchase.units, await momentOf(tx, current, waived, context))
  return explainChange(purchase, given, 'legs' in bought ? legsById(bought.legs) : () => null)
}

/** Returns a lookup of legs by their number in the purchase. A later leg replaces an earlier one of the same number. */
function legsById(legs: readonly CurrentLeg[]): (id: number) => ReservationLeg | null {
  const byId = new Map(legs.map((leg) => [leg.id, leg]))
  return (id) => {
    const leg = byId.get(id)
    if (!leg) return null
    const { journeyId: journey_id, boardSeq: board_seq, alightSeq: alight_seq, quote } = leg
    return { journey_id, board_seq, alight_seq, direction: quote.direction ?? 'outbound' }
  }
}

/** Returns the columns after the operator cancels a direction, and the units of add-ons that stay. */
export async function withoutDirection(
  tx: Tx,
  current: Reservation,
  { left, direction }: Pick<RequestedSeats, 'left'> & Pick<ReservationLeg, 'direction'>,
  context: Context,
): Promise<{ columns: Values; addons: AddonUnits[] }> {
  const { purchase, legs } = await readSeats(tx, current, left)
  const { book } = await termsOfToday(tx, current, context)
  const travel = { legs, party: travelling(current), addons: current.addons }
  const stays = cancelDirection(purchase, travel, direction, book.addons)
  const stops = new Map<number, PlannedStops>(stays.legs.map((leg) => [leg.id, leg]))
  const units = addonUnitsOf(stays.purchase, stays.legs.map(addonLegOf))
  const columns = await columnsOf(tx, current, { purchase: stays.purchase, stops, units })
  return { columns: { ...columns, addons: stays.addons }, addons: units }
}

/** Returns the stored sale after the operator moved its legs at the same price, or null where none is stored. */
export async function soldAfterMove(
  tx: Tx,
  current: Reservation,
  { left, sold }: Pick<RequestedSeats, 'left' | 'sold'>,
): Promise<string | null> {
  const stored = await readStoredSale(tx, current.id)
  if (!stored.booking && !stored.purchase) return null
  const { purchase, legs } = await readSeats(tx, current, left)
  const after = sold.map(segmentOf)
  const moved = legs.reduce((known, leg, place) => {
    const next = after[place]
    return next && !hasSameStops(leg, next) ? moveByOperator(known, leg.id, next.departsAt) : known
  }, purchase)
  const stops = new Map<number, PlannedStops>(legs.map((leg, place) => [leg.id, after[place] ?? leg]))
  return storeChanged(tx, storePurchase(moved, stops))
}

/** Returns the time and conditions of a change. It is free of fees before the confirmation. */
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
  stops: ReadonlyMap<number, PlannedStops>
  units: readonly AddonUnits[]
}

/** Returns the columns of a changed purchase. @throws Refusal validation where its currency is not the confirmed or paid one */
async function columnsOf(tx: Tx, current: Reservation, { purchase, stops, units }: Changed): Promise<Values> {
  const price = priceOfPurchase(purchase)
  const isPriced = price.value > 0
  if (isPriced) await refuseOtherCurrency(tx, current, price.currencies)
  const currency = (isPriced && price.currency) || current.currency
  return {
    ...priceColumns({ ...current, currency }, price.lines, priceHash(currency, price.lines)),
    currency,
    commission_minor: price.commission,
    kept_sale: await storeChanged(tx, storePurchase(purchase, stops)),
    addon_units: JSON.stringify(units),
  }
}
