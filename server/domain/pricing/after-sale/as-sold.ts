import type { RequestedAddon } from '../addon-lines'
import type { Category } from '../rule-facts'
import { planAddons, sharesFor } from './addon-plan'
import type { AddonLeg } from './addon-units'
import { NOTHING_BOUGHT, addSale, buy, chargeBatch, type Wanted } from './changes'
import type { BoughtLeg, Purchase, SaleTerms } from './purchase'
import { valueOf } from './value'

/** What was sold in one sale. */
export interface SoldAtOnce {
  legs: readonly (Omit<BoughtLeg, 'place'> & Pick<AddonLeg, 'travel'>)[]
  /** Passengers of seats by category; empty for a hire. */
  party: ReadonlyMap<Category, number>
  passengers: number
  addons: readonly RequestedAddon[]
}

/**
 * Returns the purchase of one sale, with its price divided over its units.
 * @param price of fare and add-ons with tax on top, minor units, without fees
 * @param fees of earlier changes, minor units
 */
export function purchaseAsSold(
  terms: SaleTerms,
  sold: SoldAtOnce,
  { price, fees }: { price: number; fees: number },
): Purchase {
  const { legs, party, passengers } = sold
  const travel = terms.run ? legs.map(({ id }): Wanted => ({ leg: id, item: { kind: 'run' } })) : seatsOn(legs, party)
  const joining = { passengers, legs: new Set(legs.map(({ id }) => id)) }
  const addons = planAddons(NOTHING_BOUGHT, sold.addons, { legs, passengers }, joining, terms.book.addons)
  const wanted = [...travel, ...sharesFor(addons, terms.book.addons, legs, travel), ...addons.missing]
  const sale = addSale(NOTHING_BOUGHT, terms)
  const bought = buy(sale.purchase, sale.index, {
    legs: legs.map(({ id, direction, departsAt }) => ({ id, direction, departsAt })),
    wanted,
  })
  const [batch] = valueOf(bought)
  return {
    ...(batch ? chargeBatch(bought, batch, price) : bought),
    ceiling: price + fees,
    fees: { givenUp: [], earlier: fees },
  }
}

/** One seat for each passenger on each leg. */
const seatsOn = (legs: SoldAtOnce['legs'], party: ReadonlyMap<Category, number>): Wanted[] =>
  legs.flatMap(({ id }) =>
    [...party].flatMap(([category, count]) =>
      Array.from({ length: count }, (): Wanted => ({ leg: id, item: { kind: 'seat', category } })),
    ),
  )
