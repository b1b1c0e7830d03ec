import type { ReservationLeg } from '../../../../contract/entities/reservation-parts'
import type { CancellationTier } from '../cancellation'
import type { CommissionTerms } from '../partner-terms'
import type { DivisiblePrice } from '../by-hand'
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
  byHand: DivisiblePrice | null
  /** By the number of the leg, what it is priced by. */
  rides: ReadonlyMap<number, LegToQuote>
  /** Of a hire. */
  run: HireToQuote | null
}

/** A leg that was ever bought, those given up too. The run of a hire is a leg. */
export interface BoughtLeg {
  id: number
  /** The number of the sale that it came with. */
  place: number
  direction: ReservationLeg['direction']
  /** The earliest departure that it ever had, by which its fees go; milliseconds since 1970. */
  departsAt: number
}

/** What one unit is. */
export type Item =
  | { kind: 'seat'; category: Category }
  | { kind: 'run' }
  | { kind: 'addon'; addonId: string; direction?: ReservationLeg['direction'] }
  /** The part that one seat, or a hire (category null), has in an add-on that costs a share of the fare. */
  | { kind: 'share'; addonId: string; category: Category | null; direction?: ReservationLeg['direction'] }

/** One passenger on one leg, one unit of an add-on, or the run of a hire. */
export interface Unit {
  /** The number of the sale whose party it counts with: 1 is the booking. A replacement takes the place of what it replaced. */
  place: number
  /** Which of the sales it is priced by, from 0. */
  terms: number
  /** The leg whose departure its fee goes by. */
  leg: number
  item: Item
  /** What it was bought for. */
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
  /** The contract of whom it was handed over to since, null for the operator's own again. */
  handedTo?: CommissionTerms | null
}

/** Whether somebody still travels. */
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
