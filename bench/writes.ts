// Single record writes: by pgbench (the product's statements, and the minimum), by node:http, by the product.
import { print } from '../scripts/lib/print.mjs'
import { filledDatabase, openCluster, query, settled } from './lib/database'
import { CONNECTIONS, load, type Measure } from './lib/load'
import { machine } from './lib/machine'
import { readOptions } from './lib/options'
import { pgbench } from './lib/pgbench'
import { LOAD_HEADS, loadCells, table } from './lib/report'
import { inTurn } from './lib/rounds'
import { statementsOf } from './lib/same-sql'
import { startBare, startOurs, type Side } from './lib/sides'
import { CUSTOMERS, JOURNEYS, SETUP, STATEMENTS, benchId, idSql, type WriteName } from './lib/write-statements'

const options = readOptions(5)
const RESERVATIONS = options.sized(100_000, 1_000)
const ROUND_SECONDS = options.sized(2, 0.2)
const DIFFERENT = 5_000

interface Scenario {
  name: string
  about: string
  write: WriteName
  /** Number of journeys that the bookings are spread over. */
  journeys: number
}

const SCENARIOS: readonly Scenario[] = [
  { name: 'create', about: 'create a customer', write: 'create', journeys: 1 },
  { name: 'update', about: 'change a customer', write: 'update', journeys: 1 },
  { name: 'hot', about: 'book a seat, all on one journey', write: 'booking', journeys: 1 },
  { name: 'spread', about: 'book a seat, on any of 1,000 journeys', write: 'booking', journeys: JOURNEYS },
]

const JSON_TYPE = { 'content-type': 'application/json' }

function ourRequest(write: WriteName, n: number, journey: number) {
  if (write === 'update')
    return {
      method: 'PATCH',
      path: `/api/customers/${benchId('c', n % CUSTOMERS)}/`,
      headers: { ...JSON_TYPE, 'if-match': '*' },
      body: JSON.stringify({ notes: `Change ${Math.random()}` }),
    }
  const body =
    write === 'create'
      ? { first_name: 'Maria', last_name: `Bench ${n}`, email: `bench${n}@example.com`, phone: `+357${99_000_000 + n}` }
      : {
          lead_name: 'Maria Bench',
          lead_phone: '+35799123456',
          legs: [{ journey_id: benchId('b', journey), board_seq: 1, alight_seq: 3 }],
          passengers: [{ category: 'adult', name: 'Maria Bench' }],
        }
  const path = write === 'create' ? '/api/customers/' : '/api/reservations/'
  return { method: 'POST', path, headers: JSON_TYPE, body: JSON.stringify(body) }
}

/** Numbers in a scattered order, each equally often. */
const spreadOver = (count: number) => (n: number) => (n * 7919) % count

async function transactions(databaseUrl: string, statements: string[], journeys: number): Promise<Measure> {
  const variables = [`\\set n random(0, ${CUSTOMERS - 1})`, `\\set journey random(0, ${journeys - 1})`]
  await settled(databaseUrl)
  const rate = await pgbench(databaseUrl, variables, statements, ROUND_SECONDS)
  return { rate, p99: Number.NaN, serverMs: Number.NaN, databaseMs: Number.NaN }
}

/** @throws when the seat counters differ from the bookings */
async function checkCounters(databaseUrl: string): Promise<void> {
  const wrong = await query(
    databaseUrl,
    `select l.journey_id from journey_legs l join journeys j on j.id = l.journey_id
     where j.code like 'BENCH%' and l.confirmed <> (select count(*) from reservation_legs r where r.journey_id = j.id) limit 1`,
  )
  if (wrong.length > 0) throw new Error('The seat counters do not say what was booked.')
}

const cluster = await openCluster(options.server, { fsync: 'on', synchronous_commit: 'on' })
const running: Side[] = []
try {
  const databaseUrl = await filledDatabase(cluster, RESERVATIONS)
  await query(databaseUrl, SETUP)
  await query(databaseUrl, 'vacuum (analyze)')
  const limit = await startBare('bare-writes', databaseUrl)
  running.push(limit)
  const ours = await startOurs('product', databaseUrl)
  running.push(ours)
  const journey = { id: benchId('b', 0), sql: idSql('b', 'journey') }
  const asked = await statementsOf(databaseUrl, ourRequest('booking', 0, 0), journey)
  print(machine(cluster.version))
  print(
    `${CONNECTIONS} connections, 10 to the database, ${options.rounds} rounds of ${ROUND_SECONDS} s each in turn; ratios to the limit.\n`,
  )
  const rows: string[][] = []
  for (const scenario of SCENARIOS) {
    const { name, about, write, journeys } = scenario
    if (options.only.length > 0 && !options.only.includes(name)) continue
    const [targetOf, journeyOf] = [spreadOver(CUSTOMERS), spreadOver(journeys)]
    const numbers = Array.from({ length: DIFFERENT }, (_, n) => n)
    const requests = numbers.map((n) => ourRequest(write, targetOf(n), journeyOf(n)))
    const bareRequests = numbers.map((n) => ({
      method: 'POST',
      path: `/${write}?n=${targetOf(n)}&journey=${journeyOf(n)}`,
    }))
    const scripts: Record<string, string[]> = {
      ...(write === 'booking' && { 'pgbench, what the product asks': asked }),
      'pgbench, the least': STATEMENTS[write],
    }
    const sides = [...Object.keys(scripts), limit, ours]
    const measures = await inTurn(sides, options.rounds, (side) =>
      typeof side === 'string'
        ? transactions(databaseUrl, scripts[side] ?? [], journeys)
        : load(side, side === limit ? bareRequests : requests, ROUND_SECONDS),
    )
    // A booking is compared with its own statements, a record with the node:http server.
    const limits = measures.get(write === 'booking' ? (sides[0] ?? limit) : limit) ?? []
    for (const [side, measured] of measures)
      rows.push([`${about}: ${typeof side === 'string' ? side : side.name}`, ...loadCells(measured, limits)])
    if (write === 'booking') await checkCounters(databaseUrl)
  }
  table(['One record each', ...LOAD_HEADS], rows)
} finally {
  for (const { server } of running) await server.stop()
  await cluster.stop()
}
