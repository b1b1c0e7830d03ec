import { dayAt } from '../domain/pricing/travel'
import type { Ports } from '../features/partner/octo/ports'
import { ownerOf, sellerOf } from '../features/partner/sales/caller'
import { departuresOf } from '../features/partner/sales/journeys/departures'
import { pricesOf } from '../features/partner/sales/journeys/price-from'
import type { Ports as SalesPorts } from '../features/partner/sales/ports'
import { tripUseCases } from '../features/partner/sales/trips/use-cases'

/** "From" prices are those of a departure so many days ahead. */
const AHEAD_MS = 7 * 86_400_000

/** Hands resellers who speak OCTO what partners sell with. */
export const octoPortsOf = (sales: SalesPorts): Ports => ({
  seller: sellerOf,
  owner: ownerOf,
  departures: async (reader, { routeId, originId, destinationId, ...asked }, context) => {
    const question = { ...asked, routeId, origins: [originId], destinations: [destinationId] }
    return departuresOf(reader, question, await sellerOf(reader, context), context.now())
  },
  pricesAhead: async (reader, ways, parties, context) => {
    const departsAt = new Date(context.now().getTime() + AHEAD_MS).toISOString()
    const ride = { vehicleTypeId: '', serviceDate: dayAt(departsAt, 'UTC'), departsAt, seats: [] }
    const rides = ways.map((way) => ({ ...way, ...ride }))
    return pricesOf(reader, rides, parties, await sellerOf(reader, context), context.now())
  },
  tickets: sales.tickets,
  write: sales.write,
  trips: tripUseCases(sales),
})
