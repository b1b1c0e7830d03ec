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
import { paidOf, type PriceByHand } from './by-hand'
import { fareFor, type FareForSale } from './fares'
import { fareLines, roundingLines, sumOf, totalLines, type BaseFare } from './fare-stages'
import { hireLines, type Extent, type TariffForHire } from './hire-price'
import { priceOf, type DraftLine, type Price } from './price'
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

export interface Wishes {
  sale: Sale
  addons: readonly AddonWish[]
  /** What somebody says that fare and add-ons together cost, tax that comes on top left out; null = as worked out. */
  override: PriceByHand | null
  /** Whether to say which rules counted and which did not. */
  traced: boolean
}

export type SeatsToQuote = Wishes & { legs: readonly LegToQuote[]; party: PartyCounts }
export type HireQuoteRequest = Wishes & { hire: HireToQuote }

export interface Quote extends Price {
  /** Fares after limits and rounding, and after a price set by hand. */
  fare: number
  addons: number
  /** Fare and add-ons as worked out, before a price set by hand. */
  worked: number
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
export function quoteSeats({ legs, party, ...request }: SeatsToQuote, book: PriceBook): Quote {
  const priced = priceSeats({ ...request, legs: legs.map((quote) => ({ quote, party })), party }, book)
  return { ...withTax(priced, book.policy.taxMode), unpriced: priced.unpriced }
}

/** Seats as a part of a reservation: other parts may be travelled by more people, and priced by other books. */
export interface SeatsOfPart extends PartWishes {
  /** Each leg with those who travel on it. */
  legs: readonly { quote: LegToQuote; party: PartyCounts }[]
  /** Whom rules count. */
  party: PartyCounts
}

interface PartWishes extends Omit<Wishes, 'addons'> {
  /** How many share a price set by hand where nothing has a price of its own; left out = the party. */
  heads?: number
  addons: readonly AddonWish[] | ((fare: number) => PricedAddon[])
  /**
   * What the fares of the other parts come to, which amounts on the total, limits and rounding count for together with
   * this part; null where another part bears those. Left out = nothing else.
   */
  others?: number | null
}

export interface PartPriced extends BeforeTax {
  unpriced: Quote['unpriced']
}

/** Seats before tax. */
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
  // Who travels free does so in the money of the others.
  const others =
    currencies.length > 0
      ? []
      : legs.flatMap(({ quote }) => ORDER.map((each) => fareFor(quote.fares, rideOf(quote, each))))
  const ofOthers = others.find((fare) => fare !== undefined)?.currency
  const currency = currencies[0] ?? ofOthers ?? book.policy.currency
  const isFree = ofOthers !== undefined && found.every(({ category }) => category === 'infant')
  const facts = legs.map(({ quote }) => factsOf(quote.travel, { sale, currency, categories, partySize }, book))
  const directions = legs.map(({ quote }) => quote.direction ?? 'outbound')
  // What each line is for is said where there is a choice.
  const isBothWays = isReturn(legs.map(({ quote }) => quote))
  const bases = found.flatMap(({ leg, index, category, quantity, fare }): PricedBase[] => {
    const whole = facts[index]
    if (!fare || !whole) return []
    const direction = isBothWays ? { direction: leg.direction ?? 'outbound' } : {}
    const line: DraftLine = {
      kind: 'base_fare',
      code: leg.routeCode,
      label: wayLabel(leg.origin.name, leg.destination.name),
      passenger_category: category,
      quantity,
      unit_minor: fare.amount_minor,
      ...direction,
    }
    const own = categories.length === 1 ? whole : { ...whole, categories: [category] }
    return [
      {
        leg: index,
        direction,
        lines: [line],
        base: { facts: own, category, quantity, unit: fare.amount_minor },
      },
    ]
  })
  const unpriced = found
    .filter(({ fare, category }) => !fare && category !== 'infant')
    .map(({ index, category }) => ({ leg: index, category }))
  const priced = beforeTax(request, { bases, facts, directions, partySize, currencies, currency, isFree }, book)
  return { ...priced, unpriced }
}

/** The price of a vehicle hired whole, under the same rules. */
export function quoteHire(request: HireQuoteRequest, book: PriceBook): Quote {
  const priced = priceHire(request, book)
  return { ...withTax(priced, book.policy.taxMode), unpriced: priced.unpriced }
}

/** A hire before tax. */
export function priceHire(request: PartWishes & Pick<HireQuoteRequest, 'hire'>, book: PriceBook): PartPriced {
  const { hire, sale } = request
  const currency = hire.tariff?.currency ?? book.policy.currency
  const facts = factsOf(hire.travel, { sale, currency, categories: [], partySize: hire.passengers }, book)
  const lines = hire.tariff && hireLines(hire.tariff, hire.extent)
  const bases = lines
    ? [{ leg: 0, direction: {}, lines, base: { facts, category: null, quantity: 1, unit: sumOf(lines) } }]
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
  return { ...beforeTax(request, sold, book), unpriced }
}

interface PricedBase {
  /** Its place among the legs. */
  leg: number
  /** Which way its lines are for, where they say so. */
  direction: Pick<DraftLine, 'direction'>
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

/** A price to which tax has not been added yet. */
interface BeforeTax {
  lines: DraftLine[]
  currencies: string[]
  currency: string
  heads: number
  /** As in a quote. */
  worked: number
  /** Fares after limits and rounding, and after a price set by hand. */
  fare: Taxed
  /** Of each add-on what is paid of it. */
  addons: readonly (Taxed & { priced: PricedAddon })[]
  /** What one passenger of a category pays on a leg with the rules per passenger, a hire as a whole (null). */
  fares: readonly { leg: number; category: Category | null; quantity: number; amount: number }[]
  seasons: (SeasonDays | null)[]
  addonIssues: AddonIssue[]
  trace: Verdict[]
}

/** From the fares to the price before tax: rules, limits, rounding, add-ons, a price set by hand. */
function beforeTax(request: Omit<SeatsOfPart, 'legs' | 'party'>, sold: Bases, book: PriceBook): BeforeTax {
  const { bases, facts, partySize, currencies, currency } = sold
  const { rules, policy } = book
  const { others = 0 } = request
  const verdicts = request.traced ? new Map<string, Verdict>() : null
  const trace = verdicts ? (verdict: Verdict) => remember(verdicts, verdict) : undefined
  const own = bases.map(({ leg, direction, lines, base }) => ({
    leg,
    base,
    lines: [...lines, ...fareLines(base, rules, trace).map((line) => ({ ...line, ...direction }))],
  }))
  const lines = own.flatMap((each) => each.lines)
  // Where nothing has a fare there is nothing to change, and no lowest price to reach.
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

/** Adds the tax. */
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

/** A rule that counted for one passenger counted. */
function remember(verdicts: Map<string, Verdict>, verdict: Verdict): void {
  const before = verdicts.get(verdict.rule.id)
  if (!before || (verdict.matched && !before.matched)) verdicts.set(verdict.rule.id, verdict)
}

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
