import { groupBy } from '../../group-by'
import type { AddonForSale, PricedAddon } from '../addon-lines'
import { shareOf } from '../exact'
import { ORDER, priceHire, priceSeats, type PartPriced, type PartyCounts } from '../quote'
import type { Category, Sale } from '../rule-facts'
import type { Taxed } from '../tax'
import { divideByWeight } from './divide'
import { sumOfFees } from './fees'
import { isTravel, paidFor, saleAt, type Item, type Purchase, type SaleTerms, type Unit } from './purchase'

/** Priced units with the same `place` and `terms`. */
export interface Batch {
  place: number
  terms: number
  units: readonly Unit[]
  /** The numbers of its legs, in the order in which they are priced. */
  legs: readonly number[]
  priced: PartPriced
}

/**
 * The rules that value a purchase: the public price, the public price without manual prices, or for a net rate the
 * partner's own rules.
 */
export type Rates = 'public' | 'list' | 'contract'

/**
 * Prices the remaining units, each by the conditions of its own sale. Rules on the party count units of the same and
 * earlier sales. Amounts on the total, limits and rounding are those of the earliest sale, applied once.
 * @returns an empty list if no passenger or run remains
 */
export function valueOf(purchase: Purchase, rates: Rates = 'public'): Batch[] {
  const groups = groupUnits(purchase.units)
  const first = groups.find((units) => units.some(isTravel))
  if (!first) return []
  const rest = groups
    .filter((units) => units !== first)
    .map((units) => priceBatch(purchase, units, { others: null, rates }))
  const others = rest
    .filter(({ terms }) => !manualPriceAt(saleAt(purchase, terms), rates))
    .reduce((sum, { priced }) => sum + priced.fare.amount, 0)
  return [priceBatch(purchase, first, { others, rates }), ...rest]
}

/** Returns the sum of all batches, minor units, tax on top included. */
export const sumOfValue = (purchase: Purchase, batches = valueOf(purchase)): number =>
  batches.reduce((sum, batch) => sum + grossOf(purchase, batch), 0)

/** Returns the total, minor units: the larger of paid price and current value, plus fees, up to the ceiling. */
export const totalOf = (purchase: Purchase, value = sumOfValue(purchase)): number =>
  Math.min(purchase.ceiling, Math.max(paidFor(purchase.units), value) + sumOfFees(purchase.fees))

const grossOf = (purchase: Purchase, { priced, terms }: Batch): number =>
  [priced.fare, ...priced.addons].reduce((sum, part) => sum + withTax(part, saleAt(purchase, terms)), 0)

/** Returns what is paid for a taxed amount, tax on top included. */
export const withTax = ({ amount, rateBp }: Taxed, { book }: Pick<SaleTerms, 'book'>): number =>
  book.policy.taxMode === 'exclusive' ? amount + shareOf(amount, rateBp) : amount

/**
 * Returns the price of each unit of a batch by itself: its fare with the rules per passenger, or its part of its add-on.
 * Units sold at a manual price have their list price, and their rules count replaced units like those of any other sale.
 */
export function ownPrices(purchase: Purchase, batch: Batch): number[] {
  const { units, terms } = batch
  const { legs, priced } = saleAt(purchase, terms).byHand
    ? priceBatch(purchase, units, { others: null, rates: 'list' })
    : batch
  const fareOf = (leg: number, category: Category | null) =>
    priced.fares.find((fare) => legs[fare.leg] === leg && fare.category === category)?.amount ?? 0
  const own = units.map(({ item, leg }) => {
    if (item.kind === 'run') return fareOf(leg, null)
    return item.kind === 'addon' ? 0 : fareOf(leg, item.category)
  })
  for (const part of priced.addons) {
    const places = units.flatMap(({ item }, place) => (isOf(item, part.priced) ? [place] : []))
    const weights = places.map((place) => own[place] ?? 0)
    const { line } = part.priced
    const amount = line.quantity * line.unit_minor
    const parts = divideByWeight(withTax({ ...part, amount }, saleAt(purchase, terms)), weights)
    places.forEach((place, index) => (own[place] = parts[index] ?? 0))
  }
  return own
}

const isOf = (item: Item, { addon, direction }: Pick<PricedAddon, 'addon' | 'direction'>): boolean =>
  (item.kind === 'addon' || item.kind === 'share') && item.addonId === addon.id && item.direction === direction

/** Groups units by `place` and `terms`, the earliest first. */
export function groupUnits(units: readonly Unit[]): Unit[][] {
  const groups = groupBy(units, ({ place, terms }) => `${place} ${terms}`)
  return [...groups.values()].toSorted(([a], [b]) => compareAge(a, b))
}

/** Compares by `place`, then by `terms`; negative if the first is the earlier. */
export const compareAge = (a: Unit | undefined, b: Unit | undefined): number =>
  (a?.place ?? 0) - (b?.place ?? 0) || (a?.terms ?? 0) - (b?.terms ?? 0)

/** The manual price that applies with these rates. Net rates do not depend on one that a person set. */
const manualPriceAt = ({ byHand }: SaleTerms, rates: Rates): SaleTerms['byHand'] =>
  rates === 'public' || (rates === 'contract' && byHand?.isAsBought) ? byHand : null

interface BatchScope {
  /** Sum of the fares of other batches if amounts on the total apply to them with this batch; else null. */
  others: number | null
  rates: Rates
  /** Whether it is priced without the other units. Default: true with a manual price, which is set for it alone. */
  isAlone?: boolean
}

export function priceBatch(purchase: Purchase, units: readonly Unit[], { others, rates, isAlone }: BatchScope): Batch {
  const [{ place, terms } = { place: 0, terms: 0 }] = units
  const own = saleAt(purchase, terms)
  const override = manualPriceAt(own, rates)
  const alone = isAlone ?? override !== null
  const counted = alone ? units : purchase.units.filter((unit) => unit.place <= place)
  const request = {
    sale: saleFor(purchase, own, { counted, place, rates }),
    override,
    heads: units.filter(isTravel).length,
    traced: false,
    others: alone ? 0 : others,
    addons: (fare: number) => addonsOf(units, own, fare),
  }
  const legs = [...new Set(units.filter(isTravel).map(({ leg }) => leg))]
  if (own.run) return { place, terms, units, legs, priced: priceHire({ hire: own.run, ...request }, own.book) }
  const priced = priceSeats(
    {
      party: partyOf(counted),
      legs: legs.map((id) => {
        const quote = own.rides.get(id)
        if (!quote) throw new RangeError(`Sale ${terms} has no leg ${id}.`)
        return { quote, party: countSeats(units.filter(({ leg }) => leg === id)) }
      }),
      ...request,
    },
    own.book,
  )
  return { place, terms, units, legs, priced }
}

/** With a net rate passengers pay the public price. The trip is a return while legs of both directions remain. */
function saleFor(
  { legs }: Purchase,
  { sale, partner }: SaleTerms,
  { counted, place, rates }: { counted: readonly Unit[]; place: number; rates: Rates },
): Sale {
  const isPublic = partner?.contract.commission_mode === 'net_rate' && rates !== 'contract'
  const partnerId = isPublic ? null : (partner?.id ?? null)
  const ever = new Set(legs.filter((leg) => leg.place <= place).map(({ direction }) => direction))
  if (ever.size < 2) return { ...sale, partnerId }
  const travelled = new Set(counted.filter(isTravel).map(({ leg }) => leg))
  const now = new Set(legs.filter(({ id }) => travelled.has(id)).map(({ direction }) => direction))
  return { ...sale, partnerId, tripType: now.size > 1 ? 'return' : 'one_way' }
}

function countSeats(units: readonly Unit[]): Map<Category, number> {
  const party = new Map<Category, number>()
  for (const { item } of units) if (item.kind === 'seat') party.set(item.category, (party.get(item.category) ?? 0) + 1)
  return party
}

/** Returns the passengers of each category: the most on any leg, because later sales may cover fewer legs. */
export function partyOf(units: readonly Unit[]): PartyCounts {
  const byLeg = [...groupBy(units, ({ leg }) => String(leg)).values()].map(countSeats)
  return new Map(
    ORDER.map((category) => [category, Math.max(0, ...byLeg.map((party) => party.get(category) ?? 0))] as const).filter(
      ([, count]) => count > 0,
    ),
  )
}

function addonsOf(units: readonly Unit[], { book }: SaleTerms, fare: number): PricedAddon[] {
  const groups = groupBy(
    units.filter(({ item }) => item.kind === 'addon' || item.kind === 'share'),
    ({ item }) => `${'addonId' in item ? item.addonId : ''} ${'direction' in item ? item.direction : ''}`,
  )
  return [...groups.values()].flatMap((group) => {
    const item = group[0]?.item
    if (!item || !('addonId' in item)) return []
    const addon = findAddon(book.addons, item.addonId)
    const quantity = item.kind === 'share' ? 1 : group.length
    const { direction } = item
    const share = item.kind === 'share' && addon.percent_bp !== null ? shareOf(fare, addon.percent_bp) : null
    const line = {
      kind: 'addon' as const,
      code: addon.code,
      label: addon.name,
      quantity,
      unit_minor: share ?? addon.amount_minor ?? 0,
      percent_bp: addon.percent_bp,
      base_minor: share === null ? null : fare,
      ...(direction && { direction }),
    }
    return [{ addon, line, units: quantity, ...(direction && { direction }) }]
  })
}

export function findAddon(addons: readonly AddonForSale[], id: string): AddonForSale {
  const addon = addons.find((each) => each.id === id)
  if (!addon) throw new RangeError(`The sale has no add-on ${id}.`)
  return addon
}
