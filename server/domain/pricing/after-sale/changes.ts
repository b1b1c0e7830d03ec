import { groupBy } from '../../group-by'
import type { RequestedAddon } from '../addon-lines'
import type { Category } from '../rule-facts'
import { tierAt } from '../cancellation'
import type { HireToQuote } from '../quote'
import { divideByWeight, divideOverUnits, zip } from './divide'
import { NO_FEES, bookGivenUp, forgetLeg, sumOfFees, type Fees } from './fees'
import { freezePrices } from './freeze-prices'
import { isTravel, legAt, paidFor, saleAt, type BoughtLeg, type Purchase, type SaleTerms, type Unit } from './purchase'
import { compareAge, findAddon, ownPrices, sumOfValue, totalOf, valueOf, type Batch } from './value'

export interface Moment {
  /** Milliseconds since 1970. */
  now: number
  /** No fee is owed for what is given up: a hold, a request, a waiver, or a partner that cancels free of charge. */
  isFree: boolean
}

/** A unit to be bought. */
export type Wanted = Pick<Unit, 'leg' | 'item'>

export const NOTHING_BOUGHT: Purchase = { legs: [], sales: [], units: [], ceiling: 0, fees: NO_FEES }

/** Adds the conditions of one more sale. @returns the purchase and the index of these conditions */
export const addSale = (purchase: Purchase, terms: SaleTerms): { purchase: Purchase; index: number } => ({
  purchase: { ...purchase, sales: [...purchase.sales, terms] },
  index: purchase.sales.length,
})

/** Removes the conditions of the last sale, under which nothing was sold. */
export const dropLastSale = (purchase: Purchase): Purchase => ({ ...purchase, sales: purchase.sales.slice(0, -1) })

/**
 * Buys units under the conditions of one of the sales. They cost the increase of the current value, at least 0. Units
 * bought before keep their price.
 * @param legs the new legs
 */
export function buy(
  purchase: Purchase,
  terms: number,
  { legs = [], wanted }: { legs?: readonly Omit<BoughtLeg, 'place'>[]; wanted: readonly Wanted[] },
): Purchase {
  const place = nextPlace(purchase)
  const bought = wanted.map(({ leg, item }): Unit => ({ place, terms, leg, item, paid: 0 }))
  const next: Purchase = {
    ...purchase,
    legs: [...purchase.legs, ...legs.map(({ id, direction, departsAt }) => ({ id, place, direction, departsAt }))],
    units: [...purchase.units, ...bought],
  }
  const batches = valueOf(next)
  const price = Math.max(0, sumOfValue(next, batches) - sumOfValue(purchase))
  const batch = batches.find((each) => each.place === place)
  return { ...(batch ? chargeBatch(next, batch, price) : next), ceiling: purchase.ceiling + price }
}

/** Divides a price over the units of a batch. */
export function chargeBatch(purchase: Purchase, batch: Batch, price: number): Purchase {
  const paid = priceUnits(price, batch.units, ownPrices(purchase, batch))
  return { ...purchase, units: purchase.units.map((unit) => ({ ...unit, paid: paid.get(unit) ?? unit.paid })) }
}

const nextPlace = ({ units, legs }: Purchase): number =>
  Math.max(0, ...units.map(({ place }) => place), ...legs.map(({ place }) => place)) + 1

/** Divides a price over units. @param own what each costs by itself */
function priceUnits(price: number, units: readonly Unit[], own: readonly number[]): Map<Unit, number> {
  const isFare = (unit: Unit) => isTravel(unit)
  const seats = units.filter(isFare)
  const addons = units.filter((unit) => !isFare(unit))
  const ownOf = (unit: Unit) => own[units.indexOf(unit)] ?? 0
  const parts = divideOverUnits(price, seats.map(ownOf), addons.map(ownOf))
  return new Map([
    ...seats.map((unit, index) => [unit, parts.fares[index] ?? 0] as const),
    ...addons.map((unit, index) => [unit, parts.addons[index] ?? 0] as const),
  ])
}

/** Gives units up, all of them if no passenger or run remains. Each owes its fee, and the rest keeps its price. */
export function giveUp(purchase: Purchase, chosen: readonly Unit[], moment: Moment): Purchase {
  const gone = new Set([...chosen, ...sharesOf(purchase, chosen)])
  const left = purchase.units.filter((unit) => !gone.has(unit))
  if (!left.some(isTravel)) for (const unit of left) gone.add(unit)
  let { fees } = purchase
  if (!moment.isFree)
    for (const unit of gone)
      fees = bookReleased(fees, purchase, { unit, sum: unit.paid, isRefundable: isRefundable(purchase, unit) }, moment)
  return { ...purchase, fees, units: purchase.units.filter((unit) => !gone.has(unit)) }
}

/** The shares of seats in add-ons that cost a share of the fare: they are given up with the seat. */
function sharesOf(purchase: Purchase, seats: readonly Unit[]): Unit[] {
  const pool = purchase.units.filter(({ item }) => item.kind === 'share')
  const shares: Unit[] = []
  for (const seat of seats.filter(({ item }) => item.kind === 'seat')) {
    const own = pool.filter((unit) => isSameSeat(unit, seat) && !shares.some((taken) => taken === unit))
    const ids = new Set(own.map(({ item }) => ('addonId' in item ? `${item.addonId} ${item.direction}` : '')))
    for (const id of ids) {
      const last = own.findLast(({ item }) => 'addonId' in item && `${item.addonId} ${item.direction}` === id)
      if (last) shares.push(last)
    }
  }
  return shares
}

const categoryOf = ({ item }: Unit): Category | null =>
  item.kind === 'seat' || item.kind === 'share' ? item.category : null

const isSameSeat = (a: Unit, b: Unit): boolean =>
  a.place === b.place && a.terms === b.terms && a.leg === b.leg && categoryOf(a) === categoryOf(b)

function isRefundable(purchase: Purchase, { item, terms }: Unit): boolean {
  if (item.kind === 'seat' || item.kind === 'run') return true
  return findAddon(saleAt(purchase, terms).book.addons, item.addonId).refundable
}

interface Released {
  unit: Unit
  sum: number
  isRefundable: boolean
}

function bookReleased(
  fees: Fees,
  purchase: Purchase,
  { unit, sum, isRefundable: isBack }: Released,
  { now }: Moment,
): Fees {
  const { leg, terms } = unit
  if (!isBack) return bookGivenUp(fees, { leg, tier: null, sum })
  const tier = tierAt(saleAt(purchase, terms).tiers, legAt(purchase, leg).departsAt - now)
  return tier ? bookGivenUp(fees, { leg, tier, sum }) : fees
}

/** Returns the seats of some passengers on every leg, taken from the latest sale first. */
export function findPassengers({ units }: Purchase, counts: ReadonlyMap<Category, number>): Unit[] {
  const seats = units.filter(({ item }) => item.kind === 'seat')
  return [...groupBy(seats, ({ leg }) => String(leg)).values()].flatMap((onLeg) =>
    [...counts].flatMap(([category, count]) =>
      latest(
        onLeg.filter((unit) => categoryOf(unit) === category),
        count,
      ),
    ),
  )
}

/** Returns everything that is bought for one leg alone. */
export const findLeg = (purchase: Purchase, leg: number): Unit[] =>
  purchase.units.filter(
    (unit) => unit.leg === leg && (unit.item.kind !== 'addon' || isPerLeg(purchase, unit, unit.item)),
  )

const isPerLeg = (purchase: Purchase, { terms }: Unit, { addonId }: { addonId: string }): boolean =>
  findAddon(saleAt(purchase, terms).book.addons, addonId).pricing === 'per_leg'

/** Returns at most `count` units of an add-on, taken from the latest sale first and listed oldest first. */
export function findAddonUnits(
  purchase: Purchase,
  { addon_id, direction }: Pick<RequestedAddon, 'addon_id' | 'direction'>,
  count: number,
): Unit[] {
  const units = purchase.units.filter(
    ({ item }) => 'addonId' in item && item.addonId === addon_id && item.direction === direction,
  )
  return latest(units, count)
}

function latest(units: readonly Unit[], count: number): Unit[] {
  const byAge = units.toSorted(compareAge)
  return byAge.slice(Math.max(0, byAge.length - count))
}

/**
 * Moves a leg, or the run of a hire, to another departure or other stops. A fee applies to what it costs less, and what
 * it costs more is bought.
 * @param terms index of the sale that it is priced by from now on
 */
export function replaceLeg(
  purchase: Purchase,
  { leg, terms, departsAt }: { leg: number; terms: number; departsAt: number },
  moment: Moment,
): Purchase {
  const { addons } = saleAt(purchase, terms).book
  const onLeg = purchase.units.filter((unit) => unit.leg === leg)
  const unsold = onLeg.filter(({ item }) => item.kind === 'share' && !addons.some(({ id }) => id === item.addonId))
  const replaced = new Set(onLeg.filter((unit) => unit.item.kind !== 'addon' && !unsold.includes(unit)))
  const next = exchange(
    giveUp(purchase, unsold, moment),
    (unit) => (replaced.has(unit) ? { ...unit, terms } : null),
    moment,
  )
  return { ...next, legs: next.legs.map((each) => departEarlier(each, leg, departsAt)) }
}

/**
 * Changes the duration, distance or passengers of a hire under the conditions of its own sale.
 * @param run priced by the tariff of its sale
 */
export function replaceRun(
  purchase: Purchase,
  { leg, run, departsAt }: { leg: number; run: HireToQuote; departsAt: number },
  moment: Moment,
): Purchase {
  const bought = purchase.units.filter(({ item }) => item.kind === 'run')
  const own = new Set(bought.map(({ terms }) => terms))
  const sales = purchase.sales.map((sale, index) => (own.has(index) ? { ...sale, run } : sale))
  const next = exchange(purchase, (unit) => (unit.item.kind === 'run' ? { ...unit } : null), moment, sales)
  return { ...next, legs: next.legs.map((each) => departEarlier(each, leg, departsAt)) }
}

/** A replaced leg keeps the earliest departure that it ever had, which decides its fees. */
const departEarlier = (each: BoughtLeg, leg: number, departsAt: number): BoughtLeg =>
  each.id === leg ? { ...each, departsAt: Math.min(each.departsAt, departsAt) } : each

/** Corrects wrong passenger categories on every leg, under the conditions of their own sale. */
export function correctCategory(
  purchase: Purchase,
  { from, to, count }: { from: Category; to: Category; count: number },
  moment: Moment,
): Purchase {
  const seats = findPassengers(purchase, new Map([[from, count]]))
  const corrected = new Set([...seats, ...sharesOf(purchase, seats)])
  return exchange(
    purchase,
    (unit) =>
      corrected.has(unit) && (unit.item.kind === 'seat' || unit.item.kind === 'share')
        ? { ...unit, item: { ...unit.item, category: to } }
        : null,
    moment,
  )
}

/** Replaces units in place. @param become returns the new unit, or null if the unit stays */
function exchange(
  purchase: Purchase,
  become: (unit: Unit) => Unit | null,
  moment: Moment,
  sales = purchase.sales,
): Purchase {
  const pairs = purchase.units.map((unit) => ({ unit, after: become(unit) }))
  const next = { ...purchase, sales, units: pairs.map(({ unit, after }) => after ?? unit) }
  const batches = valueOf(next)
  const [before, value] = [sumOfValue(purchase), sumOfValue(next, batches)]
  const change = value - before
  const replaced = pairs.flatMap(({ unit, after }) => (after ? [{ unit, after }] : []))
  if (change >= 0) {
    const own = new Map(batches.flatMap((batch) => zip(batch.units, ownPrices(next, batch))))
    const parts = divideByWeight(
      change,
      replaced.map(({ after }) => own.get(after) ?? 0),
    )
    const more = new Map(
      zip(
        replaced.map(({ after }) => after),
        parts,
      ),
    )
    return { ...next, ceiling: next.ceiling + change, units: next.units.map((unit) => withPaid(unit, more)) }
  }
  const released = Math.min(-change, paidFor(replaced.map(({ unit }) => unit)))
  const parts = divideByWeight(
    released,
    replaced.map(({ unit }) => unit.paid),
  )
  let { fees } = purchase
  if (!moment.isFree)
    replaced.forEach(({ unit }, place) => {
      fees = bookReleased(fees, purchase, { unit, sum: parts[place] ?? 0, isRefundable: true }, moment)
    })
  const less = new Map(
    zip(
      replaced.map(({ after }) => after),
      parts.map((part) => -part),
    ),
  )
  const after = { ...next, fees, units: next.units.map((unit) => withPaid(unit, less)) }
  return { ...after, ceiling: purchase.ceiling - (totalOf(purchase, before) - totalOf(after, value)) }
}

const withPaid = (unit: Unit, change: ReadonlyMap<Unit, number>): Unit => ({
  ...unit,
  paid: unit.paid + (change.get(unit) ?? 0),
})

/** Moves a leg on behalf of the operator: no fee is owed, and the price stays. */
export const moveByOperator = (purchase: Purchase, leg: number, departsAt: number): Purchase => ({
  ...purchase,
  legs: purchase.legs.map((each) => (each.id === leg ? { ...each, departsAt } : each)),
})

/** Cancels a leg on behalf of the operator: removes its units and fees. The other units lose no discount. */
export const cancelByOperator = (purchase: Purchase, leg: number): Purchase =>
  waive({ ...purchase, fees: forgetLeg(purchase.fees, leg) }, findLeg(purchase, leg))

/** Removes units at no fee, all units if no passenger remains. The other units keep the price that was paid for them. */
export function waive(purchase: Purchase, chosen: readonly Unit[]): Purchase {
  const gone = new Set(chosen)
  const left = purchase.units.filter((unit) => !gone.has(unit))
  const units = left.some(isTravel) ? left : []
  const most = paidFor(units) + sumOfFees(purchase.fees)
  return freezePrices({ ...purchase, units, ceiling: Math.min(purchase.ceiling, most) })
}
