import type { TaxMode } from '../../../contract/vocabulary'
import { addonLines, type AddonForSale, type AddonIssue, type AddonWish } from './addon-lines'
import { fareFor, type FareForSale } from './fares'
import { fareLines, roundingLines, sumOf, totalLines, type BaseFare } from './fare-stages'
import { hireLines, type Extent, type TariffForHire } from './hire-price'
import { priceOf, type DraftLine, type Price } from './price'
import { PRICE_LABELS } from './price-labels'
import type { RuleBook, Verdict } from './rule-book'
import type { Category, Facts, Sale, TravelFacts } from './rule-facts'
import { seasonFinder, weekdayOf, type SeasonDays } from '../../../contract/season-days'
import { wayLabel, type Place } from './place'
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
  origin: Place
  destination: Place
  fares: readonly FareForSale[]
}

export interface HireToQuote {
  travel: TravelFacts
  tariff: TariffForHire
  extent: Extent
  passengers: number
}

/** How many there are of each category. */
export type PartyCounts = ReadonlyMap<Category, number>

interface Wishes {
  sale: Sale
  addons: readonly AddonWish[]
  /** What somebody says that fare and add-ons together cost, tax that comes on top left out; null = as worked out. */
  override: { total: number } | null
  /** Whether to say which rules counted and which did not. */
  traced: boolean
}

export type SeatsToQuote = Wishes & { legs: readonly LegToQuote[]; party: PartyCounts }
export type HireQuoteRequest = Wishes & { hire: HireToQuote }

export interface Quote extends Price {
  /** Fares after limits and rounding, and after a price set by hand. */
  fare: number
  addons: number
  /** Of which may be given back. */
  refundableAddons: number
  /** Contained in the total, or on top of it and then part of the total too. */
  tax: number
  /** For each leg, the season of its service day. */
  seasons: (SeasonDays | null)[]
  /** Legs and categories that no fare holds for; they are not in the price. Infants travel free. */
  unpriced: { leg: number; category: Category }[]
  addonIssues: AddonIssue[]
  trace: Verdict[]
}

const MINUTE_MS = 60_000
const ORDER: readonly Category[] = ['adult', 'child', 'infant', 'youth', 'senior', 'prm']

/** The price of seats. Legs in one currency only: with several, `currencies` names them and the price means nothing. */
export function quoteSeats(request: SeatsToQuote, book: PriceBook): Quote {
  const { legs, party, sale } = request
  const categories = ORDER.filter((category) => (party.get(category) ?? 0) > 0)
  const partySize = [...party.values()].reduce((sum, count) => sum + count, 0)
  const found = legs.flatMap((leg, index) =>
    categories.map((category) => ({ leg, index, category, fare: fareFor(leg.fares, rideOf(leg, category)) })),
  )
  const currencies = [...new Set(found.flatMap(({ fare }) => fare?.currency ?? []))]
  const currency = currencies[0] ?? book.policy.currency
  const facts = legs.map((leg) => factsOf(leg.travel, { sale, currency, categories, partySize }, book))
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
    }
    const own = categories.length === 1 ? whole : { ...whole, categories: [category] }
    return [{ lines: [line], base: { facts: own, category, quantity, unit: fare.amount_minor } }]
  })
  const unpriced = found
    .filter(({ fare, category }) => !fare && category !== 'infant')
    .map(({ index, category }) => ({ leg: index, category }))
  return { ...complete(request, { bases, facts, partySize, currencies }, book), unpriced }
}

/** The price of a vehicle hired whole, under the same rules. */
export function quoteHire(request: HireQuoteRequest, book: PriceBook): Quote {
  const { hire, sale } = request
  const { currency } = hire.tariff
  const facts = factsOf(hire.travel, { sale, currency, categories: [], partySize: hire.passengers }, book)
  const lines = hireLines(hire.tariff, hire.extent)
  const base = { facts, category: null, quantity: 1, unit: sumOf(lines) }
  const made = { bases: [{ lines, base }], facts: [facts], partySize: hire.passengers, currencies: [currency] }
  return complete(request, made, book)
}

interface PricedBase {
  lines: DraftLine[]
  base: BaseFare
}

interface Bases {
  bases: readonly PricedBase[]
  /** For each leg, with all of the party. */
  facts: readonly Facts[]
  partySize: number
  currencies: readonly string[]
}

/** From the fares to the price: rules, limits, rounding, add-ons, a price set by hand, tax. */
function complete(request: Wishes, { bases, facts, partySize, currencies }: Bases, book: PriceBook): Quote {
  const { rules, policy } = book
  const verdicts = request.traced ? new Map<string, Verdict>() : null
  const trace = verdicts ? (verdict: Verdict) => remember(verdicts, verdict) : undefined
  const lines = bases.flatMap(({ lines: own, base }) => [...own, ...fareLines(base, rules, trace)])
  // Where nothing has a fare there is nothing to change, and no lowest price to reach.
  if (bases.length > 0) lines.push(...totalLines(sumOf(lines), facts, rules, trace))
  lines.push(...roundingLines(sumOf(lines), policy.incrementMinor))
  const worked = sumOf(lines)
  const currency = currencies[0] ?? policy.currency
  const party = { passengers: partySize, legs: facts.length, fare: worked, currency }
  const { priced, issues } = addonLines(request.addons, book.addons, facts, party)
  const addons = sumOf(priced.map(({ line }) => line))
  lines.push(...priced.map(({ line }) => line))
  const change = request.override ? request.override.total - worked - addons : 0
  if (request.override && change !== 0) lines.push(overrideLine(change))
  const fare = worked + change
  const taxed: Taxed[] = [
    { code: 'fare', amount: fare, rateBp: policy.fareTaxBp },
    ...priced.map(({ addon, line }) => ({ code: addon.code, amount: sumOf([line]), rateBp: addon.tax_rate_bp })),
  ]
  const { lines: taxes, tax } = taxLines(taxed, policy.taxMode)
  const used = lines.length > 0 ? [...currencies, ...(currencies.length === 0 ? [currency] : [])] : []
  return {
    ...priceOf([...lines, ...taxes], used),
    fare,
    addons,
    refundableAddons: sumOf(priced.filter(({ addon }) => addon.refundable).map(({ line }) => line)),
    tax,
    seasons: facts.map((each) => book.season(each.serviceDate)),
    unpriced: [],
    addonIssues: issues,
    trace: verdicts ? [...verdicts.values()] : [],
  }
}

/** A rule that counted for one passenger counted. */
function remember(verdicts: Map<string, Verdict>, verdict: Verdict): void {
  const before = verdicts.get(verdict.rule.id)
  if (!before || (verdict.matched && !before.matched)) verdicts.set(verdict.rule.id, verdict)
}

const overrideLine = (change: number): DraftLine => ({
  kind: 'override',
  code: 'manual_override',
  label: PRICE_LABELS.override,
  quantity: 1,
  unit_minor: change,
})

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
