import type { PartnerDeparture } from '../../../../../contract/partner/journeys'
import type { Reader } from '../../../../db/transaction'
import type { PartyCounts } from '../../../../domain/pricing/quote'
import { mapInSlices } from '../../../../kernel/slices'
import type { Seller } from '../caller'
import { findSegments, type Question } from '../repository/journeys'
import { departureOf, offerOf } from './offer'
import { pricesOf, rideOf, type PartyPrice } from './price-from'

/** A route can have thousands of departures in the year that a reseller may query. */
const SEGMENTS_PER_SLICE = 200

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
  const segments = await findSegments(reader, { ...question, routeIds: [routeId] }, { partnerId: seller.id, now })
  const offers = (await mapInSlices(segments, (segment) => offerOf(segment, 0, now) ?? [], SEGMENTS_PER_SLICE)).flat()
  const prices = await pricesOf(reader, offers.map(rideOf), parties, seller, now)
  const priced = offers.map((offer, index) => ({ offer, prices: prices[index] ?? [] }))
  const presentDeparture = ({ offer, prices: own }: (typeof priced)[number]): PricedDeparture => ({
    ...departureOf(offer),
    hasSeats: offer.seatsLeft > 0 && offer.seatsLeft >= seats,
    prices: own,
  })
  const departures = await mapInSlices(priced, presentDeparture, SEGMENTS_PER_SLICE)
  return departures.sort((a, b) => Date.parse(a.departs_at) - Date.parse(b.departs_at))
}
