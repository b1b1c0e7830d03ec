import { sentence } from '../../../contract/core/sentence'
import { QUOTE_LIFE_MIN } from '../../../contract/core/limits/sales'
import { isReturn } from '../../../contract/entities/reservation-parts'
import type { Quote as QuoteAnswer, QuoteRequest } from '../../../contract/operations/quote'
import type { Reader } from '../../db/transaction'
import { tariffFor } from '../../domain/pricing/hire-price'
import { bookOf } from '../../domain/pricing/price-list'
import { quoteHire, quoteSeats, type Quote } from '../../domain/pricing/quote'
import type { Category, Sale } from '../../domain/pricing/rule-facts'
import { findNoFare } from '../../domain/pricing/no-fare'
import { isNearPrice, sell, type MakeQuote } from '../../domain/pricing/sell'
import { dayAt, hireTravel } from '../../domain/pricing/travel'
import { addonIssueText } from '../../domain/pricing/addon-lines'
import { Refusal, invalid, invalidAt } from '../../http/refusal'
import { customerTags, keepQuote, priceHash, readPriceList, readPricedNetwork } from '../../kernel/prices'
import { readContract, readTariffs } from './repository/pricing'
import { presentTrace } from './trace-presenter'
import { readLegs } from './travel'

const MINUTE_MS = 60_000

interface Asker {
  now: Date
  /** True allows a manual price far from the worked-out one. */
  setsAnyPrice: boolean
  /** Language of the trace's names. */
  language?: string
  /** True includes the partner's commission and net amount: for staff who may see partners, and for the partner itself. */
  seesTerms: boolean
}

/** Returns the price of a sale and stores it until it expires. @throws Refusal */
export async function quotePrice(
  db: Reader,
  request: QuoteRequest,
  { now, setsAnyPrice, language = 'en', seesTerms }: Asker,
): Promise<QuoteAnswer> {
  const list = await readPriceList(db)
  const contract = request.partner_id === null ? undefined : await readContract(db, request.partner_id)
  if (request.partner_id !== null && !contract)
    throw invalidAt('partner_id', sentence`This record does not exist. Choose one from the list.`)
  const sale: Sale = {
    at: now.getTime(),
    day: dayAt(now.toISOString(), list.company.timezone),
    channel: request.channel,
    partnerId: request.partner_id,
    customerTags: await customerTags(db, request.customer_id),
    tripType: isReturn(request.legs) ? 'return' : request.trip_type,
    promoCode: request.promo_code,
  }
  const make = await makerOf(db, request, sale, list)
  const partner = request.partner_id !== null && contract ? { id: request.partner_id, contract } : null
  const { quote, terms } = sell(make, partner)
  refuse(quote, request, setsAnyPrice)
  if (terms && terms.commission < 0)
    throw new Refusal(
      'selling_price_below_net',
      seesTerms
        ? sentence`The price is ${-terms.commission} below the ${terms.net} that the partner owes. Raise it to at least the net rate.`
        : sentence`The price is below the net rate of this partner. Raise it.`,
    )
  const currency = quote.currencies[0] ?? list.company.currency
  const price = {
    currency,
    total_minor: quote.total,
    lines: quote.lines,
    price_hash: priceHash(currency, quote.lines),
  }
  const expires = new Date(now.getTime() + QUOTE_LIFE_MIN * MINUTE_MS)
  await keepQuote(db, price, expires, now)
  return {
    ...price,
    fare_minor: quote.fare,
    addons_minor: quote.addons,
    tax_minor: quote.tax,
    partner: terms && seesTerms ? { mode: terms.mode, commission_minor: terms.commission, net_minor: terms.net } : null,
    seasons: quote.seasons.map((season) => season && { id: season.id, code: season.code, name: season.name }),
    trace: await presentTrace(db, quote.trace, language),
    expires_at: expires.toISOString(),
  }
}

/** Reads the legs or the hire, and returns a function that prices them for a partner or without one. */
async function makerOf(
  db: Reader,
  request: QuoteRequest,
  sale: Sale,
  list: Awaited<ReturnType<typeof readPriceList>>,
): Promise<MakeQuote> {
  const book = bookOf(list)
  const requests = (partnerId: string | null, isManual: boolean) => ({
    sale: { ...sale, partnerId },
    addons: request.addons,
    override: isManual && request.price_override ? { total: request.price_override.total_minor } : null,
    traced: request.with_trace,
  })
  if (request.kind === 'seat') {
    const legs = await readLegs(db, request.legs)
    const party = new Map(Object.entries(request.passengers) as [Category, number][])
    return ({ partnerId, isManual }) => quoteSeats({ ...requests(partnerId, isManual), legs, party }, book)
  }
  const { hire } = request
  if (!hire)
    throw invalidAt('hire', sentence`A private hire requires its pick-up, drop-off and times: give them in hire.`)
  const ids = [hire.pickup.station_id, hire.dropoff.station_id].filter((id) => id !== null)
  const { stations } = await readPricedNetwork(db, { routeIds: [], stationIds: ids })
  const station = (id: string | null) => (id === null ? undefined : stations.get(id))
  const [pickup, dropoff] = [station(hire.pickup.station_id), station(hire.dropoff.station_id)]
  const travel = hireTravel(hire, pickup, dropoff, list.company.timezone)
  const tariff = tariffFor(await readTariffs(db, hire.vehicle_type_id), {
    fromZone: travel.fromZone,
    toZone: travel.toZone,
    date: travel.serviceDate,
  })
  const extent = { distanceKm: hire.distance_km, startsAt: hire.starts_at, endsAt: hire.ends_at }
  const toQuote = { travel, tariff: tariff ?? null, extent, passengers: hire.passengers }
  return ({ partnerId, isManual }) => quoteHire({ ...requests(partnerId, isManual), hire: toQuote }, book)
}

function refuse(quote: Quote, request: QuoteRequest, setsAnyPrice: boolean): void {
  if (quote.currencies.length > 1)
    throw invalidAt(
      'legs',
      sentence`The fares are in several currencies (${quote.currencies.join(', ')}): quote the journeys separately.`,
    )
  const noFare = request.price_override ? null : findNoFare(quote)
  if (noFare) throw new Refusal('no_fare', noFare.detail, { errors: noFare.errors })
  if (quote.addonIssues.length > 0)
    throw invalid(quote.addonIssues.map((issue) => ({ path: `addons.${issue.index}`, message: addonIssueText(issue) })))
  if (request.price_override && !setsAnyPrice && !isNearPrice(quote))
    throw invalidAt(
      'price_override.total_minor',
      sentence`Your role may not change the price by this much. Ask a manager, or choose a price closer to the calculated one.`,
    )
}
