import { LEG_DIRECTIONS } from '../../../../contract/core/vocabulary'
import type { CancellationTier } from '../cancellation'
import { partsOf } from '../exact'
import { partnerTerms, type CommissionTerms } from '../partner-terms'
import { quoteHire, quoteSeats, type PriceBook, type PriceByHand } from '../quote'
import type { Sale } from '../rule-facts'
import { sell, type MakeQuote, type Sold } from '../sell'
import { waysOf, type State, type Way, type Wish } from './state'

/** What a reservation was sold at, and is priced at for good. */
export interface Terms {
  book: PriceBook
  tiers: readonly CancellationTier[]
  sale: Sale
  partner: { id: string; contract: CommissionTerms } | null
  byHand: Required<PriceByHand> | null
  /** Whose contract the commission is by, where the sale was handed over since; null = nobody's. */
  handedTo?: CommissionTerms | null
  /** Those that were ever sold with it: once there and back, the trip type follows the legs. */
  ways: ReadonlySet<Way>
}

/** A state priced, in minor units. Fees are no part of it. */
export interface Value {
  sold: Sold
  /** What is paid of add-ons that are not given back. */
  fixed: number
  /** All the rest, by the number of the leg that it is for. */
  ofLegs: ReadonlyMap<number, number>
}

/** Prices a state. @param ceiling of fare and add-ons; null = none */
export function priceState(terms: Terms, state: Wish, ceiling: number | null): Sold {
  const make: MakeQuote = ({ partnerId, byHand }) => {
    const wishes = {
      sale: { ...terms.sale, partnerId, tripType: tripTypeOf(terms, state) },
      addons: state.addons,
      override: byHand ? terms.byHand : null,
      ceiling: byHand ? ceiling : null,
      traced: false,
    }
    if (!state.run) {
      const legs = state.legs.map((leg) => leg.quote)
      return quoteSeats({ ...wishes, legs, party: state.party }, terms.book)
    }
    return quoteHire({ ...wishes, hire: state.run.quote }, terms.book)
  }
  const sold = sell(make, terms.partner)
  const { handedTo } = terms
  if (handedTo === undefined) return sold
  // Net rates were not told when it was sold: a partner with those gets none.
  const { quote } = sold
  return { quote, terms: handedTo && partnerTerms(handedTo, { ...quote, contractRate: quote.total }) }
}

function tripTypeOf({ sale, ways }: Terms, { legs }: Wish): Sale['tripType'] {
  if (ways.size < 2) return sale.tripType
  return waysOf(legs).size > 1 ? 'return' : 'one_way'
}

/** Prices a state and divides its price over its legs, so that what is given up of each is known. */
export function valueOf(terms: Terms, state: State, ceiling: number | null): Value {
  const ids = state.run ? [state.run.id] : state.legs.map(({ id }) => id)
  const sold = priceState(terms, state, ceiling)
  const { total, fixed, ofWays, legFares } = sold.quote
  const own = ids.map((_, place) => legFares[place] ?? 0)
  const fares = own.reduce((sum, fare) => sum + fare, 0)
  const ofAll = partsOf(total - fixed - ofWays.outbound - ofWays.return - fares, own)
  const ofLegs = new Map(ids.map((id, place) => [id, (own[place] ?? 0) + (ofAll[place] ?? 0)]))
  for (const way of LEG_DIRECTIONS) {
    const places = ids.flatMap((_, place) => ((state.legs[place]?.quote.direction ?? 'outbound') === way ? place : []))
    const parts = partsOf(
      ofWays[way],
      places.map((place) => own[place] ?? 0),
    )
    places.forEach((place, index) => {
      const id = ids[place]
      if (id !== undefined) ofLegs.set(id, (ofLegs.get(id) ?? 0) + (parts[index] ?? 0))
    })
  }
  return { sold, fixed, ofLegs }
}

export const sumOfLegs = ({ ofLegs }: Value): number => [...ofLegs.values()].reduce((sum, part) => sum + part, 0)

/** Fare and add-ons, before tax that comes on top. */
export const sumOf = ({ sold: { quote } }: Value): number => quote.fare + quote.addons
