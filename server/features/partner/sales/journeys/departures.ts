import type { PartnerDeparture } from '../../../../../contract/partner/journeys'
import type { Reader } from '../../../../db/transaction'
import type { PartyCounts } from '../../../../domain/pricing/quote'
import type { Seller } from '../caller'
import { findWays, type Question } from '../repository/journeys'
import { departureOf, offerOf } from './offer'
import { pricesOf, rideOf, type PartyPrice } from './price-from'

interface PricedDeparture extends Omit<PartnerDeparture, 'price_from'> {
  /** Whether there are as many seats as were asked for. */
  hasSeats: boolean
  /** In the order of the parties; null where no fare holds. */
  prices: (PartyPrice | null)[]
}

interface Asked extends Omit<Question, 'routeIds'> {
  routeId: string
  seats: number
  parties: readonly PartyCounts[]
}

/** Departures of a route that are on sale, by time; also those without the seats. */
export async function departuresOf(
  reader: Reader,
  { routeId, seats, parties, ...question }: Asked,
  seller: Seller,
  now: Date,
): Promise<PricedDeparture[]> {
  const ways = await findWays(reader, { ...question, routeIds: [routeId] }, { partnerId: seller.id, now })
  const offers = ways.flatMap((way) => offerOf(way, 0, now) ?? [])
  const prices = await pricesOf(reader, offers.map(rideOf), parties, seller, now)
  return offers
    .map((offer, index) => ({
      ...departureOf(offer),
      hasSeats: offer.seatsLeft > 0 && offer.seatsLeft >= seats,
      prices: prices[index] ?? [],
    }))
    .sort((a, b) => Date.parse(a.departs_at) - Date.parse(b.departs_at))
}
