import type { I18nText } from '../../../../contract/core/scalars'
import { quoteBooked, storeRide, type LegStops, type StoredRide } from './booking'
import { sumOfFees } from './fees'
import { freezePrices } from './freeze-prices'
import { paidFor, type BoughtLeg, type Purchase, type SaleTerms, type Unit } from './purchase'

/** The conditions of a sale with the version of its price list instead of the list. */
export interface StoredSale extends Omit<SaleTerms, 'book' | 'tiers' | 'rides'> {
  rides: [leg: number, ride: StoredRide][]
}

/** A changed purchase as stored. Consecutive equal units are stored once, with their count. */
export interface StoredPurchase extends Omit<Purchase, 'sales' | 'units' | 'legs'> {
  sales: readonly StoredSale[]
  units: readonly StoredUnit[]
  /** Current legs include their planned stops. */
  legs: readonly (BoughtLeg & { stops?: PlannedStops })[]
}

/** Equal units with their count. Older purchases still contain units that the operator cancelled, marked as void. */
type StoredUnit = Unit & { count?: number; isVoid?: true }

/** Where a leg boards and alights, and its planned departure in milliseconds since 1970. */
export interface PlannedStops extends LegStops {
  departsAt: number
}

/** Returns the conditions of a price list by its version. */
export type PriceListOf = (version: string) => Pick<SaleTerms, 'list' | 'book' | 'tiers'>

export function storePurchase(
  { sales, units, legs, ...rest }: Purchase,
  stops: ReadonlyMap<number, PlannedStops>,
): StoredPurchase {
  return {
    ...rest,
    sales: sales.map(({ book: _book, tiers: _tiers, rides, ...sale }) => ({
      ...sale,
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

/** Returns the planned stops of the current legs, by leg number. */
export const stopsOf = ({ legs }: StoredPurchase): Map<number, PlannedStops> =>
  new Map(legs.flatMap(({ id, stops }) => (stops ? [[id, stops] as const] : [])))

interface ReadOptions {
  listOf: PriceListOf
  /** Of the current legs; no price line names other legs. */
  names: ReadonlyMap<number, StopNames>
  /** Total of the reservation, minor units. */
  total: number
}

export function readPurchase(stored: StoredPurchase, { listOf, names, total }: ReadOptions): Purchase {
  const { sales, units, legs, ...rest } = stored
  const purchase = {
    ...rest,
    sales: sales.map(({ rides, ...sale }) => ({
      ...sale,
      ...listOf(sale.list),
      rides: new Map(rides.map(([leg, ride]) => [leg, quoteBooked(ride, names.get(leg) ?? NO_NAMES, ride.direction)])),
    })),
    units: units
      .filter(({ isVoid }) => !isVoid)
      .flatMap(({ count = 1, ...unit }) => Array.from({ length: count }, () => ({ ...unit }))),
    legs: legs.map(({ stops: _stops, ...leg }) => leg),
  }
  if (!units.some(({ isVoid }) => isVoid)) return purchase
  return freezePrices(purchase, Math.max(paidFor(purchase.units), total - sumOfFees(purchase.fees)))
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
