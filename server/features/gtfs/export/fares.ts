import Big from 'big.js'
import { currencyExponent } from '../../../../contract/core/currency'
import type { ExportedFare, ExportedStation } from '../repository/timetable'
import type { ExportedTrip } from './trips'

export interface FareRule {
  fareId: string
  routeId: string
  /** Zones; empty for any pair of the route. */
  origin: string
  destination: string
}

export interface ExportedFares {
  /** By fare id. */
  attributes: Map<string, { price: string; currency: string }>
  rules: FareRule[]
}

/** The zone that a stop has in the feed: its own, or one that it has alone. */
export const zoneOf = (station: ExportedStation): string => station.zone_code ?? station.code

/**
 * Fares as GTFS can say them: one for a route, or one for a pair of zones of a route. A pair of zones whose stops cost
 * differently on the same route cannot be said, and is left out whole.
 */
export function exportFares(
  fares: readonly ExportedFare[],
  trips: readonly ExportedTrip[],
  stations: ReadonlyMap<string, ExportedStation>,
): ExportedFares {
  const attributes: ExportedFares['attributes'] = new Map()
  const rules: FareRule[] = []
  const idFor = ({ amount_minor: minor, currency }: ExportedFare) => {
    const price = new Big(minor).div(new Big(10).pow(currencyExponent(currency))).toFixed(currencyExponent(currency))
    const id = `${currency}-${price}`
    attributes.set(id, { price, currency })
    return id
  }
  for (const fare of fares)
    if (fare.origin_station_id === null)
      rules.push({ fareId: idFor(fare), routeId: fare.route_id, origin: '', destination: '' })
  for (const { routeId, origin, destination, fare } of uniformZonePairs(fares, trips, stations))
    rules.push({ fareId: idFor(fare), routeId, origin, destination })
  return { attributes, rules }
}

interface ZonePair {
  routeId: string
  origin: string
  destination: string
  /** Undefined for a pair of stops without a fare of its own. */
  fares: Set<ExportedFare | undefined>
}

function uniformZonePairs(
  fares: readonly ExportedFare[],
  trips: readonly ExportedTrip[],
  stations: ReadonlyMap<string, ExportedStation>,
) {
  const byPair = new Map(
    fares.map((fare) => [pairKey(fare.route_id, fare.origin_station_id, fare.destination_station_id), fare]),
  )
  const routesWithPairs = new Set(fares.filter((fare) => fare.origin_station_id !== null).map((fare) => fare.route_id))
  const zones = new Map<string, ZonePair>()
  for (const { routeId, stopTimes } of trips) {
    if (!routesWithPairs.has(routeId)) continue
    for (const [i, { stationId: from }] of stopTimes.entries())
      for (const { stationId: to } of stopTimes.slice(i + 1)) {
        const [start, end] = [stations.get(from), stations.get(to)]
        if (!start || !end || from === to) continue
        const [origin, destination] = [zoneOf(start), zoneOf(end)]
        const key = JSON.stringify([routeId, origin, destination])
        const pair = zones.get(key) ?? { routeId, origin, destination, fares: new Set() }
        zones.set(key, pair)
        pair.fares.add(byPair.get(pairKey(routeId, from, to)))
      }
  }
  return [...zones.values()].flatMap((pair) => {
    const [fare, ...others] = pair.fares
    return fare && others.every((other) => other && samePrice(other, fare)) ? [{ ...pair, fare }] : []
  })
}

const pairKey = (route: string, origin: string | null, destination: string | null) =>
  `${route} ${origin ?? ''} ${destination ?? ''}`
const samePrice = (a: ExportedFare, b: ExportedFare) => a.amount_minor === b.amount_minor && a.currency === b.currency
