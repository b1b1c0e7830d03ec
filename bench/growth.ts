// Growth of the database per booking, by table with its indexes, and the amount of write-ahead log.
import { print } from '../scripts/lib/print.mjs'
import { filledDatabase, openCluster, query, settled } from './lib/database'
import { machine } from './lib/machine'
import { readOptions } from './lib/options'
import { figure, table } from './lib/report'
import { startOurs, type Side } from './lib/sides'
import { JOURNEYS, SETUP, benchId } from './lib/write-statements'

const options = readOptions(1)
const RESERVATIONS = options.sized(10_000, 1_000)
/** Enough bookings for the pages of the smallest table to average out. */
const BOOKINGS = options.sized(5_000, 50)
const AT_ONCE = 8
/** Bookings pause after this many until all follow-up jobs are done, so that deferred work is included. */
const BETWEEN_RESTS = 100
const REST_LIMIT_MS = 60_000
const LOOK_AGAIN_MS = 50
/**
 * Vacuums as often as possible, because the bookings of weeks are made in a minute: in production the space of deleted rows
 * would be reused before the next ones, so it is not growth.
 */
const CLEARING_UP = { autovacuum: 'on', autovacuum_naptime: '1s' }
const BUSINESS_DAYS_A_YEAR = 365

interface Size {
  name: string
  /** Rows, indexes and TOAST data. */
  bytes: number
}

const sizes = (url: string): Promise<Size[]> =>
  query<Size>(
    url,
    `select relname as name, pg_total_relation_size(oid)::int8::float8 as bytes
     from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )

async function written(url: string): Promise<number> {
  const [row] = await query<{ bytes: number }>(url, `select (pg_current_wal_insert_lsn() - '0/0')::float8 as bytes`)
  return row?.bytes ?? Number.NaN
}

async function book(side: Side, n: number): Promise<void> {
  const answer = await fetch(`${side.server.url}/api/reservations/`, {
    method: 'POST',
    headers: { ...side.headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      lead_name: 'Maria Ioannou',
      lead_phone: '+35799123456',
      lead_email: `maria${n}@example.com`,
      legs: [{ journey_id: benchId('b', n % JOURNEYS), board_seq: 1, alight_seq: 3 }],
      passengers: [
        { category: 'adult', name: 'Maria Ioannou' },
        { category: 'adult', name: 'Andreas Ioannou' },
      ],
    }),
  })
  if (!answer.ok) throw new Error(`A booking was refused: ${answer.status} ${await answer.text()}`)
}

/** Waits until all follow-up jobs are done. */
async function followed(url: string): Promise<void> {
  const limit = performance.now() + REST_LIMIT_MS
  for (;;) {
    const [left] = await query<{ some: boolean }>(
      url,
      `select exists (select from jobs where run_at <= now() and failed_at is null and key is distinct from kind) as some`,
    )
    if (left?.some !== true) return
    if (performance.now() > limit) throw new Error('What follows the bookings does not come to an end.')
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
  }
}

const cluster = await openCluster(options.server, CLEARING_UP)
let ours: Side | null = null
try {
  const url = await filledDatabase(cluster, RESERVATIONS)
  await query(url, SETUP)
  ours = await startOurs('product', url)
  const side = ours
  await query(url, 'vacuum (full, analyze)')
  await query(url, 'checkpoint')
  const before = new Map((await sizes(url)).map(({ name, bytes }) => [name, bytes]))
  const logBefore = await written(url)
  let next = 0
  while (next < BOOKINGS) {
    const until = Math.min(BOOKINGS, next + BETWEEN_RESTS)
    const bookOn = async () => {
      while (next < until) await book(side, next++)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, bookOn))
    await followed(url)
  }
  await settled(url)
  const log = (await written(url)) - logBefore

  print(machine(cluster.version))
  print(`${BOOKINGS} bookings of two passengers with an e-mail address, by the API, with all that follows them.\n`)
  const grown = (await sizes(url))
    .map(({ name, bytes }) => ({ name, each: (bytes - (before.get(name) ?? 0)) / BOOKINGS }))
    .filter(({ each }) => each >= 1)
    .sort((a, b) => b.each - a.each)
  const total = grown.reduce((sum, { each }) => sum + each, 0)
  table(
    ['Table, with its indexes', 'bytes a booking'],
    [...grown.map(({ name, each }) => [name, figure(each, 0)]), ['together', figure(total, 0)]],
  )
  print()
  print(`Log of changes: ${figure(log / BOOKINGS, 0)} bytes a booking.`)
  print(
    `A million bookings a year: ${figure((total * 1e6) / 1e9, 1)} GB, ${figure(1e6 / BUSINESS_DAYS_A_YEAR, 0)} a day.`,
  )
} finally {
  await ours?.server.stop()
  await cluster.stop()
}
