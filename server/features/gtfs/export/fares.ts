import Big from 'big.js'
import { currencyExponent } from '../../../../contract/core/currency'
import type { ExportedFare, ExportedStation } from '../repository/timetable'
import type { ExportedTrip } from './trips'

export interface FareRule {
  fareId: string
  routeId: string
  /** Zones; empty for any pair of stops of the route. */
  origin: string
  destination: string
}

export interface ExportedFares {
  /** By fare id. */
  attributes: Map<string, { price: string; currency: string }>
  rules: FareRule[]
  /** Fares that GTFS fare rules cannot express. */
  leftOut: LeftOutFare[]
}

export interface LeftOutFare {
  routeId: string
  /** Empty for a fare of the whole route. */
  originId: string
  destinationId: string
  price: string
  currency: string
  category: string
  /** Code of the vehicle type; empty for any. */
  vehicleType: string
  /** First and last service date, inclusive; empty for no limit. */
  validFrom: string
  validTo: string
}

/** First and last service date of a feed. */
interface Period {
  from: string
  to: string
}

/** Returns the zone of a stop in the feed: its own, or its code as a zone with this stop only. */
export const zoneOf = (station: ExportedStation): string => station.zone_code ?? station.code

/**
 * Returns the fares that GTFS can express: adult fares for any vehicle on all dates, one per route or per pair of zones.
 * Left out are fares of other passengers, vehicle types and parts of the period, zone pairs with different fares between
 * their stops on one route, and pairs that cost more than their route.
 * @param all fares that are valid on any date of the period
 */
export function exportFares(
  all: readonly ExportedFare[],
  period: Period,
  trips: readonly ExportedTrip[],
  stations: ReadonlyMap<string, ExportedStation>,
): ExportedFares {
  const attributes: ExportedFares['attributes'] = new Map()
  const rules: FareRule[] = []
  const fares: ExportedFare[] = []
  const leftOut: LeftOutFare[] = []
  for (const fare of all)
    if (isForEveryone(fare, period)) fares.push(fare)
    else leftOut.push(describe(fare))
  const idFor = ({ amount_minor: minor, currency }: ExportedFare) => {
    const price = priceOf(minor, currency)
    const id = `${currency}-${price}`
    attributes.set(id, { price, currency })
    return id
  }
  const ofRoutes = fares.filter((fare) => fare.origin_station_id === null)
  for (const fare of ofRoutes) rules.push({ fareId: idFor(fare), routeId: fare.route_id, origin: '', destination: '' })
  for (const { routeId, origin, destination, fares: own } of zonePairs(fares, trips, stations)) {
    const fare = sharedFare(own)
    if (fare && !ofRoutes.some((flat) => winsOver(flat, fare)))
      rules.push({ fareId: idFor(fare), routeId, origin, destination })
    else for (const each of own) if (each) leftOut.push(describe(each))
  }
  return { attributes, rules, leftOut }
}

const isForEveryone = (fare: ExportedFare, { from, to }: Period): boolean =>
  fare.passenger_category === 'adult' &&
  fare.vehicle_type === null &&
  (fare.valid_from ?? from) <= from &&
  (fare.valid_to ?? to) >= to

const priceOf = (minor: number, currency: string): string =>
  new Big(minor).div(new Big(10).pow(currencyExponent(currency))).toFixed(currencyExponent(currency))

const describe = (fare: ExportedFare): LeftOutFare => ({
  routeId: fare.route_id,
  originId: fare.origin_station_id ?? '',
  destinationId: fare.destination_station_id ?? '',
  price: priceOf(fare.amount_minor, fare.currency),
  currency: fare.currency,
  category: fare.passenger_category,
  vehicleType: fare.vehicle_type ?? '',
  validFrom: fare.valid_from ?? '',
  validTo: fare.valid_to ?? '',
})

/** True when the route's fare is lower than the pair's fare: GTFS readers use the cheapest fare. */
const winsOver = (flat: ExportedFare, pair: ExportedFare): boolean =>
  flat.route_id === pair.route_id && flat.currency === pair.currency && flat.amount_minor < pair.amount_minor

/** Returns the common fare of all stop pairs of two zones; undefined when they differ or one has none. */
function sharedFare([first, ...others]: Iterable<ExportedFare | undefined>): ExportedFare | undefined {
  return first && others.every((other) => other && samePrice(other, first)) ? first : undefined
}

interface ZonePair {
  routeId: string
  origin: string
  destination: string
  /** Undefined for a pair of stops without a fare of its own. */
  fares: Set<ExportedFare | undefined>
}

/** Returns each distinct station sequence of a route once, because thousands of trips differ only in their times. */
function patternsOf(trips: readonly ExportedTrip[]): [routeId: string, ...stationIds: string[]][] {
  const patterns = new Map<string, [string, ...string[]]>()
  for (const { routeId, stopTimes } of trips) {
    const pattern: [string, ...string[]] = [routeId, ...stopTimes.map((call) => call.stationId)]
    patterns.set(pattern.join(' '), pattern)
  }
  return [...patterns.values()]
}

function zonePairs(
  fares: readonly ExportedFare[],
  trips: readonly ExportedTrip[],
  stations: ReadonlyMap<string, ExportedStation>,
) {
  const byPair = new Map(
    fares.map((fare) => [pairKey(fare.route_id, fare.origin_station_id, fare.destination_station_id), fare]),
  )
  const routesWithPairs = new Set(fares.filter((fare) => fare.origin_station_id !== null).map((fare) => fare.route_id))
  const zones = new Map<string, ZonePair>()
  for (const [routeId, ...stationIds] of patternsOf(trips)) {
    if (!routesWithPairs.has(routeId)) continue
    for (const [i, from] of stationIds.entries())
      for (const to of stationIds.slice(i + 1)) {
        const [start, end] = [stations.get(from), stations.get(to)]
        if (!start || !end || from === to) continue
        const [origin, destination] = [zoneOf(start), zoneOf(end)]
        const key = JSON.stringify([routeId, origin, destination])
        const pair = zones.get(key) ?? { routeId, origin, destination, fares: new Set() }
        zones.set(key, pair)
        pair.fares.add(byPair.get(pairKey(routeId, from, to)))
      }
  }
  return [...zones.values()]
}

const pairKey = (route: string, origin: string | null, destination: string | null) =>
  `${route} ${origin ?? ''} ${destination ?? ''}`
const samePrice = (a: ExportedFare, b: ExportedFare) => a.amount_minor === b.amount_minor && a.currency === b.currency
