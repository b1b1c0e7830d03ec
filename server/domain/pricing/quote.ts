import type { TaxMode } from '../../../contract/core/vocabulary'
import { isReturn, type ReservationLeg } from '../../../contract/entities/reservation-parts'
import {
  addonLines,
  type AddonForSale,
  type AddonIssue,
  type AddonUnits,
  type AddonWish,
  type PricedAddon,
} from './addon-lines'
import { multiplyDivide, partsOf, safe } from './exact'
import { fareFor, type FareForSale } from './fares'
import { fareLines, roundingLines, sumOf, totalLines, type BaseFare } from './fare-stages'
import { hireLines, type Extent, type TariffForHire } from './hire-price'
import { priceOf, type DraftLine, type Price } from './price'
import { PRICE_LABELS } from './price-labels'
import type { RuleBook, Verdict } from './rule-book'
import type { Category, Facts, Sale, TravelFacts } from './rule-facts'
import { seasonFinder, weekdayOf, type SeasonDays } from '../../../contract/operations/season-days'
import { wayLabel, type PricedPlace } from './place'
import { taxLines, type Taxed } from './tax'

/** All that prices are made of, prepared once for many of them. */
export interface PriceBook {
  rules: RuleBook
  season: (day: string) => SeasonDays | null
  addons: readonly AddonForSale[]
  policy: PricePolicy
}

/** How the company rounds and taxes. */
export interface PricePolicy {
  /** For what has no fare to take the currency of. */
  currency: string
  taxMode: TaxMode
  /** Tax on fares and hires, basis points. */
  fareTaxBp: number
  /** Fares come out as multiples of this, minor units; 1 = as they are. */
  incrementMinor: number
}

export const priceBook = (
  rules: RuleBook,
  seasons: readonly SeasonDays[],
  addons: readonly AddonForSale[],
  policy: PricePolicy,
): PriceBook => ({ rules, season: seasonFinder(seasons), addons, policy })

/** One leg to be priced, with the fares of its route. */
export interface LegToQuote {
  travel: TravelFacts
  routeCode: string
  origin: PricedPlace
  destination: PricedPlace
  fares: readonly FareForSale[]
  /** Of a way there and back; left out = there. */
  direction?: ReservationLeg['direction']
}

export interface HireToQuote {
  travel: TravelFacts
  /** Null where none holds: the hire has no price but one that is set by hand. */
  tariff: TariffForHire | null
  extent: Extent
  passengers: number
}

/** How many there are of each category. */
export type PartyCounts = ReadonlyMap<Category, number>

/** A price set by hand, in minor units. */
export interface PriceByHand {
  total: number
  /** What was worked out for the party that it was set for, and how many they were; left out where that is this party. */
  setFor?: { sum: number; heads: number }
}

export interface Wishes {
  sale: Sale
  addons: readonly AddonWish[]
  /** What somebody says that fare and add-ons together cost, tax that comes on top left out; null = as worked out. */
  override: PriceByHand | null
  /** The most that fare and add-ons together may cost, tax that comes on top left out; none unless given. */
  ceiling?: number | null
  /** Whether to say which rules counted and which did not. */
  traced: boolean
}

export type SeatsToQuote = Wishes & { legs: readonly LegToQuote[]; party: PartyCounts }
export type HireQuoteRequest = Wishes & { hire: HireToQuote }

export interface Quote extends Price {
  /** Fares after limits and rounding, and after a price set by hand. */
  fare: number
  addons: number
  /** Fare and add-ons as worked out, before a price set by hand and a ceiling. */
  worked: number
  /** Fare and add-ons before a ceiling. */
  uncapped: number
  /** What is paid of add-ons that are not given back, with the tax that comes on top of them. */
  fixed: number
  /** What is paid of other add-ons that are taken on one way only, with the tax that comes on top of them. */
  ofWays: Record<ReservationLeg['direction'], number>
  /** For each leg, its own fares with the rules per passenger; for a hire one sum. */
  legFares: number[]
  /** How many it is for. */
  heads: number
  /** Of the fares, of add-ons and of everything else in it. */
  currency: string
  /** Contained in the total, or on top of it and then part of the total too. */
  tax: number
  /** For each leg, the season of its service day. */
  seasons: (SeasonDays | null)[]
  /**
   * Legs and categories that no fare holds for, and a hire (category null) that no tariff holds for; they are not in the
   * price. Infants travel free.
   */
  unpriced: { leg: number; category: Category | null }[]
  /** All add-ons that are sold, those that belong to every reservation too. */
  addonUnits: AddonUnits[]
  addonIssues: AddonIssue[]
  trace: Verdict[]
}

const MINUTE_MS = 60_000
/** The order in which categories are told. */
export const ORDER: readonly Category[] = ['adult', 'child', 'infant', 'youth', 'senior', 'prm']

/** The price of seats. Legs in one currency only: with several, `currencies` names them and the price means nothing. */
export function quoteSeats(request: SeatsToQuote, book: PriceBook): Quote {
  const { legs, party, sale } = request
  const categories = ORDER.filter((category) => (party.get(category) ?? 0) > 0)
  const partySize = [...party.values()].reduce((sum, count) => sum + count, 0)
  const found = legs.flatMap((leg, index) =>
    categories.map((category) => ({ leg, index, category, fare: fareFor(leg.fares, rideOf(leg, category)) })),
  )
  const currencies = [...new Set(found.flatMap(({ fare }) => fare?.currency ?? []))]
  // Who travels free does so in the money of the others.
  const others =
    currencies.length > 0 ? [] : legs.flatMap((leg) => ORDER.map((each) => fareFor(leg.fares, rideOf(leg, each))))
  const ofOthers = others.find((fare) => fare !== undefined)?.currency
  const currency = currencies[0] ?? ofOthers ?? book.policy.currency
  const isFree = ofOthers !== undefined && categories.every((category) => category === 'infant')
  const facts = legs.map((leg) => factsOf(leg.travel, { sale, currency, categories, partySize }, book))
  const directions = legs.map(({ direction = 'outbound' }) => direction)
  // What each line is for is told where there is a choice.
  const told = (direction: ReservationLeg['direction'] = 'outbound') => (isReturn(legs) ? { direction } : {})
  const bases = found.flatMap(({ leg, index, category, fare }): PricedBase[] => {
    const quantity = party.get(category) ?? 0
    const whole = facts[index]
    if (!fare || !whole) return []
    const line: DraftLine = {
      kind: 'base_fare',
      code: leg.routeCode,
      label: wayLabel(leg.origin.name, leg.destination.name),
      passenger_category: category,
      quantity,
      unit_minor: fare.amount_minor,
      ...told(leg.direction),
    }
    const own = categories.length === 1 ? whole : { ...whole, categories: [category] }
    return [
      {
        leg: index,
        told: told(leg.direction),
        lines: [line],
        base: { facts: own, category, quantity, unit: fare.amount_minor },
      },
    ]
  })
  const unpriced = found
    .filter(({ fare, category }) => !fare && category !== 'infant')
    .map(({ index, category }) => ({ leg: index, category }))
  return { ...complete(request, { bases, facts, directions, partySize, currencies, currency, isFree }, book), unpriced }
}

/** The price of a vehicle hired whole, under the same rules. */
export function quoteHire(request: HireQuoteRequest, book: PriceBook): Quote {
  const { hire, sale } = request
  const currency = hire.tariff?.currency ?? book.policy.currency
  const facts = factsOf(hire.travel, { sale, currency, categories: [], partySize: hire.passengers }, book)
  const lines = hire.tariff && hireLines(hire.tariff, hire.extent)
  const bases = lines
    ? [{ leg: 0, told: {}, lines, base: { facts, category: null, quantity: 1, unit: sumOf(lines) } }]
    : []
  const partySize = hire.passengers
  const currencies = hire.tariff ? [currency] : []
  const sold = {
    bases,
    facts: [facts],
    directions: ['outbound' as const],
    partySize,
    currencies,
    currency,
    isFree: false,
  }
  return { ...complete(request, sold, book), unpriced: hire.tariff ? [] : [{ leg: 0, category: null }] }
}

interface PricedBase {
  /** Its place among the legs. */
  leg: number
  /** Which way its lines are for. */
  told: Pick<DraftLine, 'direction'>
  lines: DraftLine[]
  base: BaseFare
}

interface Bases {
  bases: readonly PricedBase[]
  /** For each leg, with all of the party. */
  facts: readonly Facts[]
  /** For each leg. */
  directions: readonly ReservationLeg['direction'][]
  partySize: number
  /** Of the fares that are paid. */
  currencies: readonly string[]
  currency: string
  /** Whether a fare holds that nobody of the party pays, for they are infants. */
  isFree: boolean
}

/** From the fares to the price: rules, limits, rounding, add-ons, a price set by hand, tax. */
function complete(request: Wishes, sold: Bases, book: PriceBook): Omit<Quote, 'unpriced'> {
  const { bases, facts, partySize, currencies, currency } = sold
  const { rules, policy } = book
  const verdicts = request.traced ? new Map<string, Verdict>() : null
  const trace = verdicts ? (verdict: Verdict) => remember(verdicts, verdict) : undefined
  const own = bases.map(({ leg, told, lines, base }) => ({
    leg,
    lines: [...lines, ...fareLines(base, rules, trace).map((line) => ({ ...line, ...told }))],
  }))
  const lines = own.flatMap((each) => each.lines)
  // Where nothing has a fare there is nothing to change, and no lowest price to reach.
  if (bases.length > 0 || sold.isFree) lines.push(...totalLines(sumOf(lines), facts, rules, trace))
  lines.push(...roundingLines(sumOf(lines), policy.incrementMinor))
  const fare = sumOf(lines)
  const party = { passengers: partySize, directions: sold.directions, fare, currency }
  const { priced, issues } = addonLines(request.addons, book.addons, facts, party)
  lines.push(...priced.map(({ line }) => line))
  const paid = paidOf(fare, priced, request, partySize)
  lines.push(...paid.lines)
  const { lines: taxes, tax } = taxLines(
    [{ code: 'fare', amount: paid.fare, rateBp: policy.fareTaxBp }, ...paid.addons],
    policy.taxMode,
  )
  const isRefundable = (index: number) => priced[index]?.addon.refundable !== false
  const ofWay = (way: ReservationLeg['direction']) =>
    paidFor(
      paid.addons.filter((_, index) => isRefundable(index) && priced[index]?.direction === way),
      policy.taxMode,
    )
  const used = lines.length > 0 ? [...currencies, ...(currencies.length === 0 ? [currency] : [])] : []
  return {
    ...priceOf([...lines, ...taxes], used),
    currency,
    heads: partySize,
    fare: paid.fare,
    addons: paid.addons.reduce((sum, { amount }) => sum + amount, 0),
    worked: paid.worked,
    uncapped: paid.uncapped,
    fixed: paidFor(
      paid.addons.filter((_, index) => !isRefundable(index)),
      policy.taxMode,
    ),
    ofWays: { outbound: ofWay('outbound'), return: ofWay('return') },
    legFares: facts.map((_, leg) => sumOf(own.filter((each) => each.leg === leg).flatMap((each) => each.lines))),
    tax,
    seasons: facts.map((each) => book.season(each.serviceDate)),
    addonUnits: priced.map(({ addon, units, direction }) => ({
      addon_id: addon.id,
      units,
      ...(direction && { direction }),
    })),
    addonIssues: issues,
    trace: verdicts ? [...verdicts.values()] : [],
  }
}

/**
 * What is paid of fare and add-ons once somebody has set a price by hand, and under a ceiling. Below what the add-ons
 * come to the fare is nothing, and each add-on is paid in part.
 */
function paidOf(worked: number, priced: readonly PricedAddon[], { override, ceiling }: Wishes, heads: number) {
  const amounts = priced.map(({ line }) => sumOf([line]))
  const addons = amounts.reduce((sum, amount) => safe(sum + amount), 0)
  const all = safe(worked + addons)
  const uncapped = override ? byHand(override, all, heads) : all
  const sum = Math.min(uncapped, ceiling ?? uncapped)
  const parts = sum < addons ? partsOf(sum, amounts) : amounts
  return {
    worked: all,
    uncapped,
    lines: [...changeLines('override', uncapped - all), ...changeLines('ceiling', sum - uncapped)],
    fare: Math.max(0, sum - addons),
    addons: priced.map(({ addon }, index): Taxed => ({
      code: addon.code,
      amount: parts[index] ?? 0,
      rateBp: addon.tax_rate_bp,
    })),
  }
}

/** A price set by hand keeps its share of what is worked out, or of the heads where that was nothing. */
function byHand({ total, setFor }: PriceByHand, worked: number, heads: number): number {
  if (!setFor) return total
  if (setFor.sum > 0) return multiplyDivide(total, worked, setFor.sum)
  return setFor.heads > 0 ? multiplyDivide(total, heads, setFor.heads) : total
}

/** With the tax that comes on top. */
function paidFor(addons: readonly Taxed[], mode: TaxMode): number {
  const onTop = mode === 'exclusive' ? taxLines(addons, mode).tax : 0
  return addons.reduce((sum, { amount }) => sum + amount, onTop)
}

/** A rule that counted for one passenger counted. */
function remember(verdicts: Map<string, Verdict>, verdict: Verdict): void {
  const before = verdicts.get(verdict.rule.id)
  if (!before || (verdict.matched && !before.matched)) verdicts.set(verdict.rule.id, verdict)
}

const CHANGES = {
  override: { kind: 'override', code: 'manual_override' },
  ceiling: { kind: 'limit', code: 'ceiling' },
} as const

const changeLines = (what: keyof typeof CHANGES, unit_minor: number): DraftLine[] =>
  unit_minor === 0 ? [] : [{ ...CHANGES[what], label: PRICE_LABELS[what], quantity: 1, unit_minor }]

type SaleFacts = Pick<Facts, 'sale' | 'currency' | 'categories' | 'partySize'>

/** What rules ask of one part of the travel. */
export function factsOf(travel: TravelFacts, shared: SaleFacts, book: PriceBook): Facts {
  return {
    ...travel,
    ...shared,
    seasonId: book.season(travel.serviceDate)?.id ?? null,
    weekday: weekdayOf(travel.serviceDate),
    leadMin: Math.floor((travel.departsAt - shared.sale.at) / MINUTE_MS),
  }
}

export const rideOf = ({ travel, origin, destination }: LegToQuote, category: Category) => ({
  originId: origin.id,
  destinationId: destination.id,
  category,
  vehicleTypeId: travel.vehicleTypeId,
  serviceDate: travel.serviceDate,
})
