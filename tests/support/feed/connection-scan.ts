import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { Temporal } from 'temporal-polyfill'
import { publicFolder, type PublicFeed } from './public-feeds'

/**
 * A second planner that shares no code with the product: it parses the files of a feed itself and scans their elementary
 * connections in order of departure (Dibbelt, Pajor, Strasser, Wagner 2013), once per question.
 */
export interface ScannedFeed {
  stops: string[]
  /** The earliest arrivals with zero, at most one and at most two changes, in milliseconds; null = none. */
  arrivals: (question: ScanQuestion) => (number | null)[]
}

interface ScanQuestion {
  origin: string
  destination: string
  /** Earliest moment of the first departure (inclusive), in milliseconds; `before` is exclusive. */
  from: number
  before: number
  changeMs: (stop: string) => number
}

type Row = Record<string, string>

/** A connection from one stop of a trip to the next. */
interface Elementary {
  trip: number
  from: string
  to: string
  departs: number
  arrives: number
  boards: boolean
  alights: boolean
}

const RIDES_MAX = 3
const NOT_AVAILABLE = '1'
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/** Returns the trips of some service days (`YYYY-MM-DD`) that depart before a moment (milliseconds). */
export function scannedFeed(
  name: PublicFeed,
  { days, until }: { days: readonly string[]; until: number },
): ScannedFeed {
  const table = (file: string): Row[] => {
    const path = join(publicFolder(name), file)
    return existsSync(path) ? parse(readFileSync(path, 'utf8'), { columns: true, bom: true }) : []
  }
  const timezone = table('agency.txt')[0]?.['agency_timezone'] ?? 'UTC'
  const [calendar, dates, trips] = [table('calendar.txt'), table('calendar_dates.txt'), table('trips.txt')]
  const times = new Map<string, Row[]>()
  for (const row of table('stop_times.txt'))
    times.set(String(row['trip_id']), [...(times.get(String(row['trip_id'])) ?? []), row])
  const elementary: Elementary[] = []
  let count = 0
  for (const day of days) {
    const midnight = serviceMidnight(day, timezone)
    const running = servicesOn(day, calendar, dates)
    for (const trip of trips.filter((row) => running.has(String(row['service_id'])))) {
      const calls = (times.get(String(trip['trip_id'])) ?? []).toSorted(
        (a, b) => Number(a['stop_sequence']) - Number(b['stop_sequence']),
      )
      if (midnight + msOf(calls[0]?.['departure_time']) >= until) continue
      for (const [index, call] of calls.slice(0, -1).entries())
        elementary.push(between(call, calls[index + 1], midnight))
      count += 1
    }

    function between(call: Row, next: Row | undefined, from: number): Elementary {
      return {
        trip: count,
        from: String(call['stop_id']),
        to: String(next?.['stop_id']),
        departs: from + msOf(call['departure_time']),
        arrives: from + msOf(next?.['arrival_time']),
        boards: call['pickup_type'] !== NOT_AVAILABLE,
        alights: next?.['drop_off_type'] !== NOT_AVAILABLE,
      }
    }
  }
  // The sort is stable, so that calls of a trip at the same moment stay in stop order.
  const inOrder = elementary.toSorted((a, b) => a.departs - b.departs)
  const stops = [...new Set(inOrder.flatMap(({ from, to }) => [from, to]))].toSorted()
  return { stops, arrivals: (question) => scan(inOrder, count, question) }
}

function scan(inOrder: readonly Elementary[], trips: number, question: ScanQuestion): (number | null)[] {
  const { origin, destination, from, before, changeMs } = question
  const reached = Array.from({ length: RIDES_MAX + 1 }, () => new Map<string, number>())
  const isAboard = Array.from({ length: RIDES_MAX + 1 }, () => new Uint8Array(trips))
  for (const ride of inOrder)
    for (let rides = 1; rides <= RIDES_MAX; rides += 1) {
      const aboard = isAboard[rides]
      const known = reached[rides]
      if (!aboard || !known) continue
      if (ride.boards && mayBoard(ride, rides)) aboard[ride.trip] = 1
      if (!aboard[ride.trip] || !ride.alights) continue
      if (ride.arrives < (known.get(ride.to) ?? Infinity)) known.set(ride.to, ride.arrives)
    }

  function mayBoard({ from: stop, departs }: Elementary, rides: number): boolean {
    if (rides === 1) return stop === origin && departs >= from && departs < before
    const arrived = reached[rides - 1]?.get(stop)
    return arrived !== undefined && arrived + changeMs(stop) <= departs
  }

  const soonest = reached.slice(1).map((known) => known.get(destination) ?? Infinity)
  return soonest
    .map((_, index) => Math.min(...soonest.slice(0, index + 1)))
    .map((arrives) => (arrives === Infinity ? null : arrives))
}

function servicesOn(day: string, calendar: readonly Row[], dates: readonly Row[]): Set<string> {
  const [date, weekday] = [day.replaceAll('-', ''), WEEKDAYS[Temporal.PlainDate.from(day).dayOfWeek - 1] ?? '']
  const running = calendar.filter(
    (row) => row[weekday] === '1' && String(row['start_date']) <= date && date <= String(row['end_date']),
  )
  const services = new Set(running.map((row) => String(row['service_id'])))
  for (const row of dates.filter((one) => one['date'] === date))
    if (row['exception_type'] === '1') services.add(String(row['service_id']))
    else services.delete(String(row['service_id']))
  return services
}

/** GTFS times count from twelve hours before noon. */
const serviceMidnight = (day: string, timezone: string): number =>
  Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: timezone, plainTime: '12:00' }).epochMilliseconds -
  12 * 3_600_000

function msOf(time: string | undefined): number {
  const [hours = 0, minutes = 0, seconds = 0] = (time ?? '').split(':').map(Number)
  return ((hours * 60 + minutes) * 60 + seconds) * 1000
}
