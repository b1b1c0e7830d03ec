import { zipFeed, type FeedFiles } from '../feed/zip'
import type { Call, Turn } from './call'

const ROWS = 20_000
const NOTE_CHARS = 600
const TRIPS = 5_000
const STOPS = 10

/** Returns a table with the most customers that one import accepts. @param domain of their email addresses */
export function customerTable(domain = 'example.com'): Buffer {
  const rows = Array.from(
    { length: ROWS },
    (_, row) =>
      `person,Ana,Ruiz ${row},ana${row}@${domain},+34600${String(row).padStart(6, '0')},"${'Seat, '.repeat(NOTE_CHARS / 6)}"`,
  )
  return Buffer.from(['kind,first_name,last_name,email,phone,notes', ...rows].join('\n'))
}

/** Returns a feed with as many departures on one day as an operator of several hundred coaches has. */
async function largeFeed(day: string): Promise<Buffer> {
  const date = day.replaceAll('-', '')
  const two = (number: number) => String(number).padStart(2, '0')
  const files: FeedFiles = {
    'agency.txt': [
      { agency_id: 'L', agency_name: 'Large', agency_url: 'https://large.example', agency_timezone: 'Asia/Nicosia' },
    ],
    'stops.txt': Array.from({ length: STOPS }, (_, at) => ({
      stop_id: `L${at}`,
      stop_name: `Stop ${at}`,
      stop_lat: 34 + at / 10,
      stop_lon: 33,
    })),
    'routes.txt': [{ route_id: 'R', agency_id: 'L', route_short_name: 'L1', route_long_name: 'Large', route_type: 3 }],
    'calendar_dates.txt': [{ service_id: 'S', date, exception_type: 1 }],
    'trips.txt': Array.from({ length: TRIPS }, (_, trip) => ({ route_id: 'R', service_id: 'S', trip_id: `T${trip}` })),
    'stop_times.txt': Array.from({ length: TRIPS * STOPS }, (_, row) => {
      const [trip, at] = [Math.floor(row / STOPS), row % STOPS]
      const second = trip * 14 + at * 300
      const time = `${two(Math.floor(second / 3600))}:${two(Math.floor(second / 60) % 60)}:${two(second % 60)}`
      return { trip_id: `T${trip}`, arrival_time: time, departure_time: time, stop_id: `L${at}`, stop_sequence: at }
    }),
  }
  return zipFeed(files)
}

/** Encodes a form with a file as a browser does. */
export async function formOf(
  file: Buffer,
  name: string,
  fields: Record<string, string> = {},
): Promise<{ type: string; body: Buffer<ArrayBuffer> }> {
  const data = new FormData()
  for (const [field, value] of Object.entries(fields)) data.set(field, value)
  data.set('file', new Blob([new Uint8Array(file)]), name)
  const packed = new Response(data)
  return { type: packed.headers.get('content-type') ?? '', body: Buffer.from(await packed.arrayBuffer()) }
}

const post = (url: string, type: string, body: string | Buffer<ArrayBuffer>, { account }: Turn): Call => ({
  method: 'POST',
  url,
  caller: 'staff',
  account,
  headers: { 'content-type': type },
  body,
})

/** Returns the call that uploads a table of customers. */
export async function uploadOf(table: Buffer, turn: Turn): Promise<Call> {
  const { type, body } = await formOf(table, 'customers.csv')
  return post('/api/imports/customers', type, body, turn)
}

/** Returns the call that previews the import of an uploaded table. @param uploaded text of the response to the upload */
export function importOf(uploaded: string, turn: Turn): Call {
  const { id, header } = JSON.parse(uploaded) as { id: string; header: string[] }
  const body = JSON.stringify({ columns: header, dry_run: true })
  return post(`/api/imports/customers/${id}/start`, 'application/json', body, turn)
}

/** Returns the call that previews the import of a large feed. */
export async function feedOf(day: string, turn: Turn): Promise<Call> {
  const { type, body } = await formOf(await largeFeed(day), 'feed.zip', { from: day, to: day, dry_run: 'true' })
  return post('/api/gtfs/imports', type, body, turn)
}
