import { STOP_ACCESS } from '../../../../contract/core/vocabulary'
import { formatServiceTime, serviceDayAt, serviceDayStart, utcText } from '../../../domain/timetable/service-time'
import type { ExportedJourney } from '../repository/timetable'

export interface ExportedStopTime {
  stationId: string
  /** `HH:MM:SS`, beyond 24:00:00 where needed. */
  arrival: string
  departure: string
  /** GTFS values 0 to 3. */
  pickup: number
  dropOff: number
  isApproximate: boolean
}

/** Journeys that differ only in their dates. */
export interface ExportedTrip {
  routeId: string
  stopTimes: ExportedStopTime[]
  dates: string[]
}

/**
 * Collects journeys into trips, with times in the single zone of a GTFS feed, counted from the journey's service day.
 * When that day starts in the zone after the journey does, times count from the service day before.
 */
export class TripCollector {
  readonly #trips = new Map<string, ExportedTrip>()
  readonly #starts = new Map<string, number>()

  constructor(private readonly timezone: string) {}

  add({ route_id: routeId, service_date: serviceDate, calls }: ExportedJourney): void {
    const first = calls[0]
    if (!first || calls.length < 2) return
    const date = this.#serviceDate(serviceDate, first.arrive_s)
    const start = this.#start(date)
    const stopTimes = calls.map((call) => ({
      stationId: call.station_id,
      arrival: formatServiceTime(call.arrive_s - start),
      departure: formatServiceTime(call.depart_s - start),
      pickup: STOP_ACCESS.indexOf(call.pickup_type),
      dropOff: STOP_ACCESS.indexOf(call.drop_off_type),
      isApproximate: call.is_approximate,
    }))
    this.#put(JSON.stringify([routeId, stopTimes]), date, { routeId, stopTimes, dates: [] })
  }

  /** Returns trips in insertion order, with sorted dates. */
  trips(): ExportedTrip[] {
    return [...this.#trips.values()].map((trip) => ({ ...trip, dates: trip.dates.sort() }))
  }

  /** Two equal journeys of one date are two trips. */
  #put(key: string, date: string, fresh: ExportedTrip): void {
    for (let copy = 1; ; copy += 1) {
      const trip = this.#trips.get(`${key}${copy}`) ?? fresh
      if (trip.dates.includes(date)) continue
      trip.dates.push(date)
      this.#trips.set(`${key}${copy}`, trip)
      return
    }
  }

  #serviceDate(serviceDate: string, firstS: number): string {
    if (firstS >= this.#start(serviceDate)) return serviceDate
    return serviceDayAt(utcText(firstS * 1000), this.timezone).serviceDate
  }

  #start(date: string): number {
    const known = this.#starts.get(date) ?? serviceDayStart(date, this.timezone) / 1000
    this.#starts.set(date, known)
    return known
  }
}

/** Returns a service id for each distinct set of dates. */
export function servicesOf(trips: readonly ExportedTrip[]): {
  idOf: Map<ExportedTrip, string>
  dates: Map<string, readonly string[]>
} {
  const ids = new Map<string, string>()
  const idOf = new Map<ExportedTrip, string>()
  const dates = new Map<string, readonly string[]>()
  for (const trip of trips) {
    const key = trip.dates.join(' ')
    const id = ids.get(key) ?? `S${ids.size + 1}`
    ids.set(key, id)
    idOf.set(trip, id)
    dates.set(id, trip.dates)
  }
  return { idOf, dates }
}

/** Returns the first and the last date of all trips. */
export function spanOf(trips: readonly ExportedTrip[]): { from: string; to: string } | undefined {
  const all = trips.flatMap((trip) => trip.dates).sort()
  const [from] = all
  const to = all.at(-1)
  return from !== undefined && to !== undefined ? { from, to } : undefined
}
