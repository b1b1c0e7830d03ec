import type { PartnerDeparture } from '../../../../../contract/partner/journeys'
import type { Reader } from '../../../../db/transaction'
import type { PartyCounts } from '../../../../domain/pricing/quote'
import type { Seller } from '../caller'
import { findSegments, readSegments, type Question } from '../repository/journeys'
import { departureOf, offerOf, type Offer } from './offer'
import { rideOf, ridePricer, type PartyPrice } from './price-from'

interface PricedDeparture extends Omit<PartnerDeparture, 'price_from'> {
  /** Whether the requested number of seats is available. */
  hasSeats: boolean
  /** In the order of the parties; null when no fare applies. */
  prices: (PartyPrice | null)[]
}

interface Asked extends Omit<Question, 'routeIds'> {
  routeId: string
  seats: number
  parties: readonly PartyCounts[]
}

/** Returns departures of a route that are on sale, sorted by time, including those without enough seats. */
export async function departuresOf(
  reader: Reader,
  { routeId, seats, parties, ...question }: Asked,
  seller: Seller,
  now: Date,
): Promise<PricedDeparture[]> {
  const found = await findSegments(reader, { ...question, routeIds: [routeId] })
  const stationIds = [...question.origins, ...question.destinations]
  const priceRides = await ridePricer(reader, { routeIds: [routeId], stationIds }, parties, seller, now)
  const departures: PricedDeparture[] = []
  for await (const segments of readSegments(reader, found, { partnerId: seller.id, now })) {
    const offers = segments.flatMap((segment) => offerOf(segment, 0, now) ?? [])
    const prices = await priceRides(offers.map(rideOf))
    const present = (offer: Offer, index: number): PricedDeparture => ({
      ...departureOf(offer),
      hasSeats: offer.seatsLeft > 0 && offer.seatsLeft >= seats,
      prices: prices[index] ?? [],
    })
    departures.push(...offers.map(present))
  }
  return departures.sort((a, b) => Date.parse(a.departs_at) - Date.parse(b.departs_at))
}
