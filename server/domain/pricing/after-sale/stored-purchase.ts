import type { I18nText } from '../../../../contract/core/scalars'
import { quoteBooked, storeRide, type LegStops, type StoredRide } from './booking'
import type { BoughtLeg, Purchase, SaleTerms, Unit } from './purchase'

/** The conditions of a sale with the version of its price list instead of the list. */
export interface StoredSale extends Omit<SaleTerms, 'book' | 'tiers' | 'rides'> {
  list: string
  rides: [leg: number, ride: StoredRide][]
}

/** A purchase as it is stored once it was changed. Equal units that follow each other are stored once, with their number. */
export interface StoredPurchase extends Omit<Purchase, 'sales' | 'units' | 'legs'> {
  sales: readonly StoredSale[]
  units: readonly (Unit & { count?: number })[]
  /** With the stops of those that are travelled, as they were planned. */
  legs: readonly (BoughtLeg & { stops?: PlannedStops })[]
}

/** Where a leg boards and alights, and when it was planned to leave there; milliseconds since 1970. */
export interface PlannedStops extends LegStops {
  departsAt: number
}

/** The conditions of a list, by its version. */
export type PriceListOf = (version: string) => Pick<SaleTerms, 'book' | 'tiers'>

/** @param lists the versions of the price lists of the sales */
export function storePurchase(
  { sales, units, legs, ...rest }: Purchase,
  lists: readonly string[],
  stops: ReadonlyMap<number, PlannedStops>,
): StoredPurchase {
  return {
    ...rest,
    sales: sales.map(({ book: _book, tiers: _tiers, rides, ...sale }, index) => ({
      ...sale,
      list: lists[index] ?? '',
      rides: [...rides].map(([leg, ride]) => [leg, storeRide(ride)]),
    })),
    units: countEqual(units),
    legs: legs.map((leg) => {
      const at = stops.get(leg.id)
      if (!at) return leg
      const { journeyId, boardSeq, alightSeq, departsAt } = at
      return { ...leg, stops: { journeyId, boardSeq, alightSeq, departsAt } }
    }),
  }
}

/** The names of the stops of a leg, for the lines of its price. */
export interface StopNames {
  origin: I18nText
  destination: I18nText
}

/** The stops of the legs that are travelled, by their number. */
export const stopsOf = ({ legs }: StoredPurchase): Map<number, PlannedStops> =>
  new Map(legs.flatMap(({ id, stops }) => (stops ? [[id, stops] as const] : [])))

/** @param names of the legs that are travelled; of others no line is written any more */
export function readPurchase(
  { sales, units, legs, ...rest }: StoredPurchase,
  listOf: PriceListOf,
  names: ReadonlyMap<number, StopNames>,
): Purchase {
  return {
    ...rest,
    sales: sales.map(({ list, rides, ...sale }) => ({
      ...sale,
      ...listOf(list),
      rides: new Map(rides.map(([leg, ride]) => [leg, quoteBooked(ride, names.get(leg) ?? NO_NAMES, ride.direction)])),
    })),
    units: units.flatMap(({ count = 1, ...unit }) => Array.from({ length: count }, () => ({ ...unit }))),
    legs: legs.map(({ stops: _stops, ...leg }) => leg),
  }
}

const NO_NAMES: StopNames = { origin: { en: '' }, destination: { en: '' } }

function countEqual(units: readonly Unit[]): StoredPurchase['units'] {
  const counted: { unit: Unit; count: number }[] = []
  for (const unit of units) {
    const last = counted.at(-1)
    if (last && JSON.stringify(last.unit) === JSON.stringify(unit)) last.count += 1
    else counted.push({ unit, count: 1 })
  }
  return counted.map(({ unit, count }) => (count > 1 ? { ...unit, count } : unit))
}
