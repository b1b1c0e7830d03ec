import { sentence } from '../../../../contract/core/sentence'
import type { PriceBreakdown } from '../../../../contract/core/price-line'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { Hire, ReservationPassenger } from '../../../../contract/entities/reservation-parts'
import { priceHash, quotedPrice, readPriceList, readPricedNetwork, type PriceList } from '../../../kernel/prices'
import type { Tx } from '../../../db/transaction'
import { addonIssueText, type AddonUnits } from '../../../domain/pricing/addon-lines'
import { bookHire, bookSeats, type BookedTariff, type Booking } from '../../../domain/pricing/after-sale/booking'
import { tariffFor } from '../../../domain/pricing/hire-price'
import { findNoFare } from '../../../domain/pricing/no-fare'
import { bookOf } from '../../../domain/pricing/price-list'
import {
  quoteHire,
  quoteSeats,
  type HireToQuote,
  type PriceBook,
  type Quote,
  type RequestTerms,
} from '../../../domain/pricing/quote'
import type { Category, TravelFacts } from '../../../domain/pricing/rule-facts'
import { isNearPrice, sell, type MakeQuote, type Sold } from '../../../domain/pricing/sell'
import { hireTravel } from '../../../domain/pricing/travel'
import type { Context } from '../../../kernel/context'
import { hasOverride } from '../../../http/overrides'
import { Refusal, invalid, invalidAt } from '../../../http/refusal'
import { refuseBeyondStock } from './addon-stock'
import { tagsAtSale } from './buyer'
import type { SoldLeg } from '../repository/journeys'
import { tariffsOf } from '../repository/hires'
import { contractOf, saleOf, storeNewBooking, segmentOf, type PricedRequest } from '../repository/sales'

export type PriceColumns = Pick<Reservation, 'price_lines' | 'price_hash' | 'total_minor' | 'currency'> & {
  /** Commission of the partner by its present contract, minor units; null without a partner. */
  commission_minor: number | null
  /** Snapshot of the sale, which later changes are priced by. */
  kept_sale: string
  /** Units of add-ons, which stocks, manifests and the space aboard count. */
  addon_units: string
}

/**
 * Prices seats by the load before this sale.
 * @throws Refusal no_fare, validation, sold_out for an add-on, or selling_price_below_net
 */
export async function priceSeats(
  tx: Tx,
  sold: readonly SoldLeg[],
  request: PricedRequest & Pick<Reservation, 'legs'>,
  context: Context,
): Promise<{ columns: PriceColumns; addons: AddonUnits[] }> {
  const list = await readPriceList(tx, sold[0]?.journey.company)
  const legs = sold.map(segmentOf)
  const party = countsOf(request.passengers)
  const toQuote = { legs: legs.map(({ quote }) => quote), party }
  const made = await makeSale(tx, list, request, context, (requests, book) =>
    quoteSeats({ ...requests, ...toQuote }, book),
  )
  refuse(made.sold, request, context, 'legs')
  const { addonUnits: addons } = made.sold.quote
  await refuseBeyondStock(tx, request, addons)
  return { columns: columnsOf(made, await storeNewBooking(tx, list, bookSeats(made.booked, legs))), addons }
}

function countsOf(passengers: readonly Pick<ReservationPassenger, 'category'>[]): Map<Category, number> {
  const party = new Map<Category, number>()
  for (const { category } of passengers) party.set(category, (party.get(category) ?? 0) + 1)
  return party
}

/** Prices a hire. @throws Refusal no_fare, validation or selling_price_below_net */
export async function priceHire(tx: Tx, hire: Hire, request: PricedRequest, context: Context): Promise<PriceColumns> {
  const list = await readPriceList(tx)
  const { travel, tariff } = await readRun(tx, hire, list.company.timezone)
  const toQuote = runToQuote(hire, travel, tariff)
  const made = await makeSale(tx, list, request, context, (requests, book) =>
    quoteHire({ ...requests, hire: toQuote }, book),
  )
  refuse(made.sold, request, context, 'hire')
  return columnsOf(made, await storeNewBooking(tx, list, bookHire(made.booked, tariff)))
}

/** A hire with the fields that its price depends on. */
export type PricedHire = PricedRequest & { hire: Hire }

/** Returns the input of a quote for a hire. @param tariff null where none applies */
export const runToQuote = (hire: Hire, travel: TravelFacts, booked: BookedTariff | null): HireToQuote => ({
  travel,
  tariff: booked?.tariff ?? null,
  extent: { distanceKm: hire.distance_km, startsAt: hire.starts_at, endsAt: hire.ends_at },
  passengers: hire.passengers,
})

/**
 * Returns the facts of a hire that pricing rules test, and its present tariff, or null where none applies.
 * @param timezone of the company, for pick-ups at an address
 */
export async function readRun(
  tx: Tx,
  hire: Hire,
  timezone: string,
): Promise<{ travel: TravelFacts; tariff: BookedTariff | null }> {
  const ids = [hire.pickup.station_id, hire.dropoff.station_id]
  const { stations } = await readPricedNetwork(tx, { routeIds: [], stationIds: ids.filter((id) => id !== null) })
  const [pickup, dropoff] = ids.map((id) => (id === null ? undefined : stations.get(id)))
  const travel = hireTravel(hire, pickup, dropoff, timezone)
  const { fromZone, toZone, serviceDate: day } = travel
  const tariff = tariffFor(await tariffsOf(tx, hire.vehicle_type_id), { fromZone, toZone, date: day })
  return { travel, tariff: tariff ? { vehicleTypeId: hire.vehicle_type_id, fromZone, toZone, day, tariff } : null }
}

interface Made {
  sold: Sold
  booked: Pick<Booking, 'list' | 'sale' | 'contract' | 'byHand'>
}

/** Prices a sale by the terms of its seller. @returns the price and the conditions of later changes */
async function makeSale(
  tx: Tx,
  list: PriceList,
  request: PricedRequest,
  context: Context,
  quote: (requests: RequestTerms, book: PriceBook) => Quote,
): Promise<Made> {
  const sale = saleOf(request, await tagsAtSale(tx, request.customer_id), list.company.timezone, context.now())
  const { partner_id: id } = request
  const contract = await contractOf(tx, id)
  const book = bookOf(list)
  const make: MakeQuote = ({ partnerId, isManual }) => {
    const override = isManual && request.price_override ? { total: request.price_override.total_minor } : null
    return quote({ sale: { ...sale, partnerId }, addons: request.addons, override, traced: false }, book)
  }
  const sold = sell(make, id !== null && contract ? { id, contract } : null)
  const { worked, heads } = sold.quote
  const byHand = request.price_override && { total: request.price_override.total_minor, setFor: { sum: worked, heads } }
  return { sold, booked: { list: list.version, sale, contract, byHand } }
}

const columnsOf = ({ sold: { quote, terms } }: Made, kept_sale: string): PriceColumns => ({
  price_lines: quote.lines,
  price_hash: priceHash(quote.currency, quote.lines),
  total_minor: quote.total,
  currency: quote.currency,
  commission_minor: terms?.commission ?? null,
  kept_sale,
  addon_units: JSON.stringify(quote.addonUnits),
})

/** Refuses a quote with an unpriced part. @throws Refusal no_fare */
export function refuseUnpriced(quote: Pick<Quote, 'unpriced'>): void {
  const noFare = findNoFare(quote)
  if (noFare) throw new Refusal('no_fare', noFare.detail, { errors: noFare.errors })
}

function refuse({ quote, terms }: Sold, request: PricedRequest, context: Context, field: 'legs' | 'hire'): void {
  if (quote.currencies.length > 1)
    throw invalidAt(
      field,
      sentence`The fares are in several currencies (${quote.currencies.join(', ')}): book the journeys separately.`,
    )
  if (!request.price_override) refuseUnpriced(quote)
  if (quote.addonIssues.length > 0)
    throw invalid(quote.addonIssues.map((issue) => ({ path: `addons.${issue.index}`, message: addonIssueText(issue) })))
  if (request.price_override && !isNearPrice(quote) && !hasOverride('set_any_price', context))
    throw invalidAt(
      'price_override.total_minor',
      sentence`Your role may not change the price by this much. Ask a manager, or choose a price closer to the calculated one.`,
    )
  if (terms && terms.commission < 0)
    throw new Refusal('selling_price_below_net', sentence`The price is below the net rate of this partner. Raise it.`)
}

type Priced = Pick<PriceColumns, 'price_lines' | 'price_hash' | 'total_minor' | 'currency'>

/**
 * Refuses a sale whose price differs from the quoted one.
 * @param quotedHash undefined where the caller states no price
 */
export async function refuseOtherPrice(tx: Tx, quotedHash: string | undefined, price: Priced): Promise<void> {
  if (quotedHash === undefined || price.price_hash === null || quotedHash === price.price_hash) return
  const detail = sentence`The price differs from the quoted one. Check the new price and confirm again.`
  throw new Refusal('price_changed', detail, {
    errors: [{ pointer: '/quoted_price_hash', code: 'price_changed', detail }],
    price: await bothPrices(tx, quotedHash, price),
  })
}

/** Returns the quoted price, or null where it is no longer stored, and the present one. */
export async function bothPrices(
  tx: Tx,
  quotedHash: string,
  { currency, total_minor, price_lines: lines, price_hash }: Priced,
): Promise<{ quoted: PriceBreakdown | null; current: PriceBreakdown }> {
  return {
    quoted: await quotedPrice(tx, quotedHash),
    current: { currency, total_minor, lines, price_hash: price_hash ?? '' },
  }
}
