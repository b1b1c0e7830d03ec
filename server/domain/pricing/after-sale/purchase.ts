import type { ReservationLeg } from '../../../../contract/entities/reservation-parts'
import type { CancellationTier } from '../cancellation'
import type { CommissionTerms } from '../partner-terms'
import type { DivisiblePrice } from '../manual-price'
import type { HireToQuote, LegToQuote, PriceBook } from '../quote'
import type { Category, Sale } from '../rule-facts'
import type { Fees } from './fees'

/*
 * What a reservation has bought: single units, each at the price and under the conditions of the sale it was bought in.
 * Rule: docs/domain/pricing.md, "Changes after the sale". All amounts are minor units of one currency, tax on top
 * included.
 */

/** The conditions of one sale: the booking, and each later addition or replacement. */
export interface SaleTerms {
  /** The version of the price list. */
  list: string
  book: PriceBook
  tiers: readonly CancellationTier[]
  sale: Sale
  /** Null where no partner sold. */
  partner: { id: string; contract: CommissionTerms } | null
  /** The manual price. This name is a key of stored sales, which other versions read. */
  byHand: DivisiblePrice | null
  /** Pricing inputs by leg number. */
  rides: ReadonlyMap<number, LegToQuote>
  /** Only for a hire. */
  run: HireToQuote | null
}

/** A leg that was ever bought, including those given up. The run of a hire is a leg. */
export interface BoughtLeg {
  id: number
  /** Number of the sale that added it. */
  place: number
  direction: ReservationLeg['direction']
  /** The earliest departure that it ever had, which decides its fees; milliseconds since 1970. */
  departsAt: number
}

export type Item =
  | { kind: 'seat'; category: Category }
  | { kind: 'run' }
  | { kind: 'addon'; addonId: string; direction?: ReservationLeg['direction'] }
  /** The share of one seat, or of a hire (category null), in an add-on that costs a share of the fare. */
  | { kind: 'share'; addonId: string; category: Category | null; direction?: ReservationLeg['direction'] }

/** One passenger on one leg, one unit of an add-on, or the run of a hire. */
export interface Unit {
  /** Number of the sale with the party that it belongs to; 1 = the booking. A replacement keeps the number. */
  place: number
  /** Index of the sale that it is priced by, from 0. */
  terms: number
  /** Number of the leg with the departure that decides its fee. */
  leg: number
  item: Item
  /** The paid price. */
  paid: number
}

export interface Purchase {
  legs: readonly BoughtLeg[]
  sales: readonly SaleTerms[]
  /** In the order in which they were bought. */
  units: readonly Unit[]
  /** The most that the reservation may cost. */
  ceiling: number
  fees: Fees
  /** Contract of the partner that took it over; null = back with the operator; absent = never handed over. */
  handedTo?: CommissionTerms | null
}

/** Returns whether a unit is a seat or the run of a hire. */
export const isTravel = ({ item }: Unit): boolean => item.kind === 'seat' || item.kind === 'run'

export const paidFor = (units: readonly Unit[]): number => units.reduce((sum, { paid }) => sum + paid, 0)

export function saleAt({ sales }: Pick<Purchase, 'sales'>, terms: number): SaleTerms {
  const sale = sales[terms]
  if (!sale) throw new RangeError(`The reservation has no sale ${terms}.`)
  return sale
}

export function legAt({ legs }: Pick<Purchase, 'legs'>, id: number): BoughtLeg {
  const leg = legs.find((each) => each.id === id)
  if (!leg) throw new RangeError(`The reservation has no leg ${id}.`)
  return leg
}
