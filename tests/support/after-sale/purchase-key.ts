import type { Purchase, SaleTerms, Unit } from '../../../server/domain/pricing/after-sale/purchase'
import { rememberResults } from './remember'

/**
 * Returns the same text only for purchases that have the same prices after every sequence of steps. Conditions that price no unit have no
 * effect, and of the numbers of sales only the order has one.
 */
export function keyOfPurchase({ legs, sales, units, ceiling, fees, handedTo }: Purchase): string {
  const places = ranksOf([...legs, ...units].map(({ place }) => place))
  const terms = ranksOf(units.map((unit) => unit.terms))
  return [
    ceiling,
    legs.map(({ id, place, direction, departsAt }) => `${id} ${places.get(place)} ${direction} ${departsAt}`),
    [...terms.keys()].map((index) => keyOfTerms(sales[index]!)),
    units.map(
      (unit) => `${places.get(unit.place)} ${terms.get(unit.terms)} ${unit.leg} ${keyOfItem(unit)} ${unit.paid}`,
    ),
    fees.earlier,
    fees.givenUp.map(({ leg, tier, sum }) => `${leg} ${JSON.stringify(tier)} ${sum}`).toSorted(),
    JSON.stringify(handedTo),
  ].join('|')
}

/** Numbers values from 0, the smallest first. */
const ranksOf = (values: readonly number[]): ReadonlyMap<number, number> =>
  new Map([...new Set(values)].toSorted((a, b) => a - b).map((value, rank) => [value, rank]))

const keyOfItem = ({ item }: Unit): string => (item.kind === 'seat' ? item.category : JSON.stringify(item))

/** Price lists and departures are equal if they are the same object. */
const keyOfTerms = rememberResults(({ book, tiers, sale, rides, byHand, partner, run }: SaleTerms): string =>
  JSON.stringify([
    numberOf(book),
    numberOf(tiers),
    sale,
    [...rides].map(([leg, ride]) => [leg, numberOf(ride)]),
    byHand,
    partner,
    run,
  ]),
)

let numbered = 0
const numberOf = rememberResults((_: object): number => {
  numbered += 1
  return numbered
})
