import type { PASSENGER_CATEGORIES } from '../../../../contract/core/vocabulary'
import { idOf } from '../chance'
import type { Clock } from '../clock'
import type { FullRow } from '../rows'
import { LINES, type Line, type Stop } from './lines'
import { routeId } from './routes'
import { stationId } from './stations'

type Category = (typeof PASSENGER_CATEGORIES)[number]

export const CURRENCY = 'EUR'

/** Share of the adult fare by category. Youth and passengers with reduced mobility pay as adults, infants nothing. */
const SHARES: readonly [Category, number][] = [
  ['adult', 1],
  ['child', 0.5],
  ['senior', 0.75],
]

/** Returns a fare for each pair of stops with travel between them, and one for the whole line where it is flat. */
export function fares(clock: Clock): FullRow<'fares'>[] {
  const from = `${clock.today.slice(0, 4)}-01-01`
  const validFrom = from > clock.day(-60) ? clock.day(-60) : from
  const since = `${validFrom}T07:00:00Z`
  return LINES.filter((line) => line.status === 'active').flatMap((line) =>
    pairsOf(line).flatMap(([origin, destination, adult]) =>
      SHARES.map(([category, share]) => ({
        id: idOf('fare', line.code, origin?.station ?? '', destination?.station ?? '', category),
        route_id: routeId(line.code),
        origin_station_id: origin === null ? null : stationId(origin.station),
        destination_station_id: destination === null ? null : stationId(destination.station),
        passenger_category: category,
        vehicle_type_id: null,
        amount_minor: toFiveCents(adult * share),
        currency: CURRENCY,
        valid_from: validFrom,
        valid_to: null,
        created_at: since,
        updated_at: since,
      })),
    ),
  )
}

type Pair = [origin: Stop | null, destination: Stop | null, adultMinor: number]

function pairsOf({ tariff, stops }: Line): Pair[] {
  if ('flat' in tariff) return [[null, null, tariff.flat]]
  return stops.flatMap((origin, index) =>
    stops
      .slice(index + 1)
      .filter(
        (destination) =>
          origin.pickup !== 'none' && destination.dropOff !== 'none' && destination.station !== origin.station,
      )
      .map((destination): Pair => [
        origin,
        destination,
        Math.max(tariff.least, tariff.base + (destination.km - origin.km) * tariff.perKm),
      ]),
  )
}

const toFiveCents = (amount: number) => Math.round(amount / 5) * 5
