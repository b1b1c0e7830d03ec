import type { PartnerDeparture } from '../../../../contract/partner-journeys'
import type { Reader } from '../../../db/transaction'
import { bookOf } from '../../../domain/pricing/price-list'
import { quoteSeats } from '../../../domain/pricing/quote'
import { sell } from '../../../domain/pricing/sell'
import { dayAt, legToQuote } from '../../../domain/pricing/travel'
import type { Seller } from '../caller'
import { readPriceList, readPricedNetwork } from '../repository/prices'
import type { Offer } from './offer'

const ONE_ADULT = new Map([['adult', 1]] as const)

/** What one adult pays for each offer now, in its order; null where no fare holds. */
export async function pricesFrom(
  reader: Reader,
  offers: readonly Offer[],
  seller: Seller,
  now: Date,
): Promise<(PartnerDeparture['price_from'] | null)[]> {
  if (offers.length === 0) return []
  const list = await readPriceList(reader)
  const network = await readPricedNetwork(reader, {
    routeIds: offers.map(({ journey }) => journey.route_id),
    stationIds: offers.flatMap(({ board, alight }) => [board.station_id, alight.station_id]),
  })
  const book = bookOf(list)
  const sale = {
    at: now.getTime(),
    day: dayAt(now.toISOString(), list.company.timezone),
    channel: 'partner' as const,
    customerTags: [],
    tripType: 'one_way' as const,
    promoCode: null,
  }
  return offers.map(({ journey, board_seq, alight_seq, ...offer }) => {
    const route = network.routes.get(journey.route_id)
    const [board, alight] = [
      network.stations.get(offer.board.station_id),
      network.stations.get(offer.alight.station_id),
    ]
    if (!route || !board || !alight) return null
    const travelled = {
      route,
      board,
      alight,
      vehicleTypeId: journey.vehicle_type_id,
      serviceDate: journey.service_date,
      departsAt: offer.board.planned_depart,
      seats: journey.seats.filter((seat) => seat.leg_seq >= board_seq && seat.leg_seq < alight_seq),
    }
    const legs = [legToQuote(travelled, network.fares)]
    const wishes = { legs, party: ONE_ADULT, addons: [], override: null, traced: false }
    const { quote } = sell(({ partnerId }) => quoteSeats({ ...wishes, sale: { ...sale, partnerId } }, book), seller)
    if (quote.unpriced.length > 0) return null
    return { currency: quote.currencies[0] ?? list.company.currency, amount_minor: quote.fare }
  })
}
