import { PASSENGER_CATEGORIES } from '../../../../../contract/core/vocabulary'
import type { PartnerDeparture } from '../../../../../contract/partner/journeys'
import type { Reader } from '../../../../db/transaction'
import { bookOf } from '../../../../domain/pricing/price-list'
import { quoteSeats, type PartyCounts } from '../../../../domain/pricing/quote'
import { sell } from '../../../../domain/pricing/sell'
import { dayAt, legToQuote, type TravelledLeg } from '../../../../domain/pricing/travel'
import type { Seller } from '../caller'
import { mapInSlices } from '../../../../kernel/slices'
import { readPriceList, readPricedNetwork } from '../../../../kernel/prices'
import type { Offer } from './offer'

/** A route can have thousands of departures in the weeks that a reseller may query, each with a price per passenger. */
const PRICES_PER_SLICE = 100
/** One passenger of each category with a seat, adults first; infants travel free. */
const ONE_OF_EACH: readonly PartyCounts[] = PASSENGER_CATEGORIES.filter((category) => category !== 'infant').map(
  (category) => new Map([[category, 1]]),
)

/** Input for pricing a departure. Without seats it is priced as an empty vehicle. */
interface Ride extends Pick<TravelledLeg, 'vehicleTypeId' | 'serviceDate' | 'departsAt' | 'seats'> {
  routeId: string
  originId: string
  destinationId: string
}

/** Amounts in minor units. */
export interface PartyPrice {
  currency: string
  /** Price for the passengers. */
  gross: number
  /** Share of the operator. */
  net: number
}

/** Returns prices for each party, in the order of both; null when no fare applies. */
type PriceRides = (rides: readonly Ride[]) => Promise<(PartyPrice | null)[][]>

/** Returns the current price of each ride for each party, in the order of both; null when no fare applies. */
export async function pricesOf(
  reader: Reader,
  rides: readonly Ride[],
  parties: readonly PartyCounts[],
  seller: Seller,
  now: Date,
): Promise<(PartyPrice | null)[][]> {
  if (rides.length === 0) return []
  const places = {
    routeIds: rides.map(({ routeId }) => routeId),
    stationIds: rides.flatMap(({ originId, destinationId }) => [originId, destinationId]),
  }
  const priceRides = await ridePricer(reader, places, parties, seller, now)
  return priceRides(rides)
}

/** Reads the current prices of routes between stations, and returns a function that prices rides on them. */
export async function ridePricer(
  reader: Reader,
  places: { routeIds: readonly string[]; stationIds: readonly string[] },
  parties: readonly PartyCounts[],
  seller: Seller,
  now: Date,
): Promise<PriceRides> {
  if (parties.length === 0) return async (rides) => rides.map(() => [])
  const list = await readPriceList(reader)
  const network = await readPricedNetwork(reader, places)
  const book = bookOf(list)
  const sale = {
    at: now.getTime(),
    day: dayAt(now.toISOString(), list.company.timezone),
    channel: 'partner' as const,
    customerTags: [],
    tripType: 'one_way' as const,
    promoCode: null,
  }
  const priceRide = ({ routeId, originId, destinationId, ...ride }: Ride) => {
    const route = network.routes.get(routeId)
    const [board, alight] = [network.stations.get(originId), network.stations.get(destinationId)]
    if (!route || !board || !alight) return parties.map(() => null)
    const legs = [legToQuote({ ...ride, route, board, alight }, network.fares)]
    return parties.map((party) => {
      const requests = { legs, party, addons: [], override: null, traced: false }
      const { quote, terms } = sell(
        ({ partnerId }) => quoteSeats({ ...requests, sale: { ...sale, partnerId } }, book),
        seller,
      )
      if (quote.unpriced.length > 0) return null
      const currency = quote.currencies[0] ?? list.company.currency
      return { currency, gross: quote.total, net: terms?.net ?? quote.total }
    })
  }
  const perSlice = Math.max(1, Math.floor(PRICES_PER_SLICE / parties.length))
  return (rides) => mapInSlices(rides, priceRide, perSlice)
}

/** Returns the current total price of each offer for its cheapest passenger, in their order; null when no fare applies. */
export async function pricesFrom(
  reader: Reader,
  offers: readonly Offer[],
  seller: Seller,
  now: Date,
): Promise<(PartnerDeparture['price_from'] | null)[]> {
  const prices = await pricesOf(reader, offers.map(rideOf), ONE_OF_EACH, seller, now)
  return prices.map(lowestOf)
}

/** Returns the lowest price in the currency of the first one. */
function lowestOf(prices: readonly (PartyPrice | null)[]): PartnerDeparture['price_from'] | null {
  const found = prices.filter((price) => price !== null)
  const currency = found[0]?.currency
  if (currency === undefined) return null
  const amounts = found.filter((price) => price.currency === currency).map(({ gross }) => gross)
  return { currency, amount_minor: Math.min(...amounts) }
}

/** Maps an offer to the input for pricing. */
export const rideOf = ({ journey, board, alight, board_seq, alight_seq }: Offer): Ride => ({
  routeId: journey.route_id,
  originId: board.station_id,
  destinationId: alight.station_id,
  vehicleTypeId: journey.vehicle_type_id,
  serviceDate: journey.service_date,
  departsAt: board.planned_depart,
  seats: journey.seats.filter((seat) => seat.leg_seq >= board_seq && seat.leg_seq < alight_seq),
})
