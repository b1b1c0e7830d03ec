import type { TaxMode } from '../../../contract/core/vocabulary'
import { isReturn, type ReservationLeg } from '../../../contract/entities/reservation-parts'
import {
  addonLines,
  type AddonForSale,
  type AddonIssue,
  type AddonUnits,
  type RequestedAddon,
  type PricedAddon,
} from './addon-lines'
import { paidOf, type ManualPrice } from './manual-price'
import { fareFor, type FareForSale } from './fares'
import { fareLines, roundingLines, sumOf, totalLines, type BaseFare } from './fare-stages'
import { hireLines, type Extent, type TariffForHire } from './hire-price'
import { priceOf, type DraftLine, type Price } from './price'
import type { RuleBook, Verdict } from './rule-book'
import type { Category, Facts, Sale, TravelFacts } from './rule-facts'
import { seasonFinder, weekdayOf, type SeasonDays } from '../../../contract/operations/season-days'
import { segmentLabel, type PricedPlace } from './place'
import { taxLines, type Taxed } from './tax'

/** Rules, seasons, add-ons and policy, prepared once for many prices. */
export interface PriceBook {
  rules: RuleBook
  season: (day: string) => SeasonDays | null
  addons: readonly AddonForSale[]
  policy: PricePolicy
}

/** Currency, tax and rounding of the company. */
export interface PricePolicy {
  /** Used for what has no fare. */
  currency: string
  taxMode: TaxMode
  /** Tax on fares and hires, basis points. */
  fareTaxBp: number
  /** Fares are rounded to multiples of this, minor units; 1 = no rounding. */
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
  /** Absent = outbound. */
  direction?: ReservationLeg['direction']
}

export interface HireToQuote {
  travel: TravelFacts
  /** Null = no tariff applies: the hire can only have a manual price. */
  tariff: TariffForHire | null
  extent: Extent
  passengers: number
}

/** Number of passengers of each category. */
export type PartyCounts = ReadonlyMap<Category, number>

export interface RequestTerms {
  sale: Sale
  addons: readonly RequestedAddon[]
  /** Manual price of fare and add-ons together, without tax on top; null = as calculated. */
  override: ManualPrice | null
  /** Whether the quote lists which rules applied and which did not. */
  traced: boolean
}

export type SeatsToQuote = RequestTerms & { legs: readonly LegToQuote[]; party: PartyCounts }
export type HireQuoteRequest = RequestTerms & { hire: HireToQuote }

export interface Quote extends Price {
  /** Fares after limits, rounding and a manual price. */
  fare: number
  addons: number
  /** Fare and add-ons as calculated, before a manual price. */
  worked: number
  /** Number of passengers. */
  heads: number
  /** Currency of all amounts. */
  currency: string
  /** Tax that the total contains, whether prices include it or it is added on top. */
  tax: number
  /** For each leg, the season of its service day. */
  seasons: (SeasonDays | null)[]
  /**
   * Legs and categories that no fare applies to, and a hire (category null) that no tariff applies to. They are not part
   * of the price. Infants travel free.
   */
  unpriced: { leg: number; category: Category | null }[]
  /** All sold add-ons, including mandatory ones. */
  addonUnits: AddonUnits[]
  addonIssues: AddonIssue[]
  trace: Verdict[]
}

const MINUTE_MS = 60_000
/** The order of categories in price lines. */
export const ORDER: readonly Category[] = ['adult', 'child', 'infant', 'youth', 'senior', 'prm']

/** Prices seats with tax. With legs in several currencies, `currencies` names them and the price is meaningless. */
export function quoteSeats({ legs, party, ...request }: SeatsToQuote, book: PriceBook): Quote {
  const priced = priceSeats({ ...request, legs: legs.map((quote) => ({ quote, party })), party }, book)
  return { ...withTax(priced, book.policy.taxMode), unpriced: priced.unpriced }
}

/** Seats as a part of a reservation. Other parts may have more passengers and other price books. */
export interface SeatsOfPart extends RequestedPart {
  /** Each leg with its passengers. */
  legs: readonly { quote: LegToQuote; party: PartyCounts }[]
  /** The passengers that rules count. */
  party: PartyCounts
}

interface RequestedPart extends Omit<RequestTerms, 'addons'> {
  /** Passengers that share a manual price if all was calculated as 0; absent = the party. */
  heads?: number
  addons: readonly RequestedAddon[] | ((fare: number) => PricedAddon[])
  /**
   * Sum of the fares of the other parts, minor units. Amounts on the total, limits and rounding apply to it together with
   * this part. Null = another part carries those; absent = 0.
   */
  others?: number | null
}

export interface PartPriced extends BeforeTax {
  unpriced: Quote['unpriced']
}

/** Prices seats before tax. */
export function priceSeats(request: SeatsOfPart, book: PriceBook): PartPriced {
  const { legs, party, sale } = request
  const found = legs.flatMap((leg, index) =>
    ORDER.filter((category) => (leg.party.get(category) ?? 0) > 0).map((category) => ({
      leg: leg.quote,
      index,
      category,
      quantity: leg.party.get(category) ?? 0,
      fare: fareFor(leg.quote.fares, rideOf(leg.quote, category)),
    })),
  )
  const categories = ORDER.filter((category) => (party.get(category) ?? 0) > 0)
  const partySize = [...party.values()].reduce((sum, count) => sum + count, 0)
  const currencies = [...new Set(found.flatMap(({ fare }) => fare?.currency ?? []))]
  // Passengers who travel free are priced in the currency of the other categories.
  const others =
    currencies.length > 0
      ? []
      : legs.flatMap(({ quote }) => ORDER.map((each) => fareFor(quote.fares, rideOf(quote, each))))
  const ofOthers = others.find((fare) => fare !== undefined)?.currency
  const currency = currencies[0] ?? ofOthers ?? book.policy.currency
  const isFree = ofOthers !== undefined && found.every(({ category }) => category === 'infant')
  const facts = legs.map(({ quote }) => factsOf(quote.travel, { sale, currency, categories, partySize }, book))
  const directions = legs.map(({ quote }) => quote.direction ?? 'outbound')
  // Lines name their direction only where there are two.
  const isBothWays = isReturn(legs.map(({ quote }) => quote))
  const bases = found.flatMap(({ leg, index, category, quantity, fare }): PricedBase[] => {
    const whole = facts[index]
    if (!fare || !whole) return []
    const direction = isBothWays ? { direction: leg.direction ?? 'outbound' } : {}
    const line: DraftLine = {
      kind: 'base_fare',
      code: leg.routeCode,
      label: segmentLabel(leg.origin.name, leg.destination.name),
      passenger_category: category,
      quantity,
      unit_minor: fare.amount_minor,
      ...direction,
    }
    const own = categories.length === 1 ? whole : { ...whole, categories: [category] }
    return [
      {
        leg: index,
        lines: [line],
        base: { facts: own, category, quantity, unit: fare.amount_minor, direction },
      },
    ]
  })
  const unpriced = found
    .filter(({ fare, category }) => !fare && category !== 'infant')
    .map(({ index, category }) => ({ leg: index, category }))
  const priced = beforeTax(request, { bases, facts, directions, partySize, currencies, currency, isFree }, book)
  return { unpriced, ...priced }
}

/** Prices a private hire with tax, under the same rules. */
export function quoteHire(request: HireQuoteRequest, book: PriceBook): Quote {
  const priced = priceHire(request, book)
  return { ...withTax(priced, book.policy.taxMode), unpriced: priced.unpriced }
}

/** Prices a private hire before tax. */
export function priceHire(request: RequestedPart & Pick<HireQuoteRequest, 'hire'>, book: PriceBook): PartPriced {
  const { hire, sale } = request
  const currency = hire.tariff?.currency ?? book.policy.currency
  const facts = factsOf(hire.travel, { sale, currency, categories: [], partySize: hire.passengers }, book)
  const lines = hire.tariff && hireLines(hire.tariff, hire.extent)
  const bases = lines
    ? [{ leg: 0, lines, base: { facts, category: null, quantity: 1, unit: sumOf(lines), direction: {} } }]
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
  const unpriced = hire.tariff ? [] : [{ leg: 0, category: null }]
  return { unpriced, ...beforeTax(request, sold, book) }
}

interface PricedBase {
  /** Index of its leg, from 0. */
  leg: number
  lines: DraftLine[]
  base: BaseFare
}

interface Bases {
  bases: readonly PricedBase[]
  /** Facts of each leg, with the whole party. */
  facts: readonly Facts[]
  /** Direction of each leg. */
  directions: readonly ReservationLeg['direction'][]
  partySize: number
  /** Currencies of the fares that are paid. */
  currencies: readonly string[]
  currency: string
  /** Whether a fare applies, but all passengers are infants, who do not pay it. */
  isFree: boolean
}

/** A price before tax. */
interface BeforeTax {
  lines: DraftLine[]
  currencies: string[]
  currency: string
  heads: number
  /** As in `Quote`. */
  worked: number
  /** Fares after limits, rounding and a manual price. */
  fare: Taxed
  /** What is paid for each add-on. */
  addons: readonly (Taxed & { priced: PricedAddon })[]
  /** Price of one passenger of a category on a leg after rules per passenger, or of a whole hire (category null). */
  fares: readonly { leg: number; category: Category | null; quantity: number; amount: number }[]
  seasons: (SeasonDays | null)[]
  addonIssues: AddonIssue[]
  trace: Verdict[]
}

/** Applies rules, limits, rounding, add-ons and a manual price to the fares. */
function beforeTax(request: Omit<SeatsOfPart, 'legs' | 'party'>, sold: Bases, book: PriceBook): BeforeTax {
  const { bases, facts, partySize, currencies, currency } = sold
  const { rules, policy } = book
  const { others = 0 } = request
  const verdicts = request.traced ? new Map<string, Verdict>() : null
  const trace = verdicts ? (verdict: Verdict) => remember(verdicts, verdict) : undefined
  const own = bases.map(({ leg, lines, base }) => ({
    leg,
    base,
    lines: [...lines, ...fareLines(base, rules, trace)],
  }))
  const lines = own.flatMap((each) => each.lines)
  // Without any fare, rules on the total do not apply, not even a minimum price.
  if (bases.length > 0 || sold.isFree) lines.push(...totalLines(sumOf(lines), facts, rules, { others, trace }))
  if (others !== null) lines.push(...roundingLines(sumOf(lines) + others, policy.incrementMinor))
  const fare = sumOf(lines)
  const party = { passengers: partySize, directions: sold.directions, fare, currency }
  const { priced, issues } =
    typeof request.addons === 'function'
      ? { priced: request.addons(fare), issues: [] }
      : addonLines(request.addons, book.addons, facts, party)
  lines.push(...priced.map(({ line }) => line))
  const paid = paidOf(fare, priced, { override: request.override, heads: request.heads ?? partySize })
  lines.push(...paid.lines)
  return {
    lines,
    currencies: lines.length > 0 ? [...currencies, ...(currencies.length === 0 ? [currency] : [])] : [],
    currency,
    heads: partySize,
    worked: paid.worked,
    fare: { code: 'fare', amount: paid.fare, rateBp: policy.fareTaxBp },
    addons: paid.addons,
    fares: own.map(({ leg, base: { category, quantity }, lines: each }) => ({
      leg,
      category,
      quantity,
      amount: each.reduce((sum, line) => sum + line.unit_minor * (line.quantity / quantity), 0),
    })),
    seasons: facts.map((each) => book.season(each.serviceDate)),
    addonIssues: issues,
    trace: verdicts ? [...verdicts.values()] : [],
  }
}

function withTax(priced: BeforeTax, mode: TaxMode): Omit<Quote, 'unpriced'> {
  const { lines, currencies, fare, addons } = priced
  const { lines: taxes, tax } = taxLines([fare, ...addons], mode)
  return {
    ...priceOf([...lines, ...taxes], currencies),
    currency: priced.currency,
    heads: priced.heads,
    fare: fare.amount,
    addons: addons.reduce((sum, { amount }) => sum + amount, 0),
    worked: priced.worked,
    tax,
    seasons: priced.seasons,
    addonUnits: addons.map(({ priced: { addon, units, direction, legs } }) => ({
      addon_id: addon.id,
      units,
      ...(direction && { direction }),
      ...(legs && { legs }),
    })),
    addonIssues: priced.addonIssues,
    trace: priced.trace,
  }
}

/** Records a verdict. A rule that applied to one passenger stays recorded as applied. */
function remember(verdicts: Map<string, Verdict>, verdict: Verdict): void {
  const before = verdicts.get(verdict.rule.id)
  if (!before || (verdict.matched && !before.matched)) verdicts.set(verdict.rule.id, verdict)
}

type SaleFacts = Pick<Facts, 'sale' | 'currency' | 'categories' | 'partySize'>

/** Returns the facts of one part of the travel that rules are tested against. */
export function factsOf(
  travel: TravelFacts,
  { sale, currency, categories, partySize }: SaleFacts,
  book: PriceBook,
): Facts {
  // The spread comes last because V8 adds each field after a spread slowly, and every price has facts.
  return {
    sale,
    currency,
    categories,
    partySize,
    seasonId: book.season(travel.serviceDate)?.id ?? null,
    weekday: weekdayOf(travel.serviceDate),
    leadMin: Math.floor((travel.departsAt - sale.at) / MINUTE_MS),
    ...travel,
  }
}

export const rideOf = ({ travel, origin, destination }: LegToQuote, category: Category) => ({
  originId: origin.id,
  destinationId: destination.id,
  category,
  vehicleTypeId: travel.vehicleTypeId,
  serviceDate: travel.serviceDate,
})
