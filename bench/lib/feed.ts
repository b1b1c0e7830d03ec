import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

const STATIONS = 200
const ROUTES = 50
const STOPS_PER_TRIP = 25
const SECONDS_PER_STOP = 180
/** Trips depart between 05:00 and 21:00. */
const FIRST_S = 5 * 3600
const SPAN_S = 16 * 3600

export const SERVICE_DATE = '2026-06-01'

/** Writes a GTFS feed with all trips on one day. @returns the number of stop times, approximately as requested */
export async function writeFeed(path: string, stopTimes: number, day = SERVICE_DATE): Promise<number> {
  const trips = Math.ceil(stopTimes / STOPS_PER_TRIP)
  const files: Record<string, string[]> = {
    'agency.txt': [
      'agency_id,agency_name,agency_url,agency_timezone',
      'A,Bench Lines,https://example.com,Europe/Athens',
    ],
    'stops.txt': [
      'stop_id,stop_name,stop_lat,stop_lon',
      ...numbers(STATIONS).map((n) => `S${n},Stop ${n},${35 + n / 1000},${33 + n / 1000}`),
    ],
    'routes.txt': [
      'route_id,agency_id,route_short_name,route_long_name,route_type',
      ...numbers(ROUTES).map((n) => `R${n},A,${n},Line ${n},3`),
    ],
    'calendar.txt': [
      'service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date',
      `D,1,1,1,1,1,1,1,${day.replaceAll('-', '')},${day.replaceAll('-', '')}`,
    ],
    'trips.txt': ['route_id,service_id,trip_id', ...numbers(trips).map((n) => `R${n % ROUTES},D,T${n}`)],
    'stop_times.txt': [
      'trip_id,arrival_time,departure_time,stop_id,stop_sequence',
      ...numbers(trips).flatMap(timesOf(trips)),
    ],
  }
  const zip = new ZipFile()
  for (const [name, lines] of Object.entries(files)) zip.addBuffer(Buffer.from(`${lines.join('\n')}\n`), name)
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path))
  return trips * STOPS_PER_TRIP
}

const timesOf = (trips: number) => (trip: number) => {
  const leaves = FIRST_S + Math.floor((trip * SPAN_S) / trips)
  const route = trip % ROUTES
  return numbers(STOPS_PER_TRIP).map((stop) => {
    const time = clock(leaves + stop * SECONDS_PER_STOP)
    return `T${trip},${time},${time},S${(route * 7 + stop) % STATIONS},${stop + 1}`
  })
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

const clock = (seconds: number) =>
  [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':')
