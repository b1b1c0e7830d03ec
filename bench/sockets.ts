// Live connections: simultaneous reconnection, broadcasts and memory, next to a bare `ws` server with as many clients.
import { randomUUID } from 'node:crypto'
import { freePort } from '../scripts/lib/free-port.mjs'
import { print } from '../scripts/lib/print.mjs'
import { LIVE_CONNECTIONS_PER_USER } from '../contract/core/limits/live'
import { signAccess } from '../server/adapters/access-tokens'
import { Crowd, openFilesMax, percentile } from './lib/crowd'
import { emptyDatabase, openCluster, query } from './lib/database'
import { watchHeap, type Heap } from './lib/heap'
import { knownKeys } from './lib/known-keys'
import { machine } from './lib/machine'
import { readOptions } from './lib/options'
import { startServer, type Server } from './lib/process'
import { startProduct } from './lib/product'
import { figure, table } from './lib/report'
import { inTurn } from './lib/rounds'
import { median, pairedRatio } from './lib/statistics'

const options = readOptions(5)
const CLIENTS_WANTED = options.sized(5_000, 50)
/** Files that this process needs for other purposes. */
const OTHER_FILES = 200
const SETTLE_MS = 1_000

interface Side {
  name: string
  server: Server
  heap: Heap
  addresses: () => Promise<string[]>
  /** Sends a message with the text to all clients. */
  broadcast: (text: string) => Promise<void>
  /** Sends a message with a separate row for each reader. */
  notify: (() => Promise<{ text: string; work: () => Promise<void> }>) | null
}

interface Measure {
  herdMs: number
  refused: number
  p50: number
  p99: number
  notifyP99: number
  kbEach: number
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const socketUrl = ({ url }: Server) => url.replace('http:', 'ws:')

/** Returns a message as long as the product's message of a changed record. */
const messageWith = (text: string) =>
  JSON.stringify({
    type: 'records_changed',
    data: [
      {
        resource: 'stations',
        id: text,
        version: 2,
        change: 'updated',
        by: { id: randomUUID(), name: 'System Administrator' },
      },
    ],
  })

async function bareSide(clients: number): Promise<Side> {
  const port = await freePort()
  const env = { PATH: process.env.PATH, PORT: String(port) }
  const heap = await watchHeap()
  const program = [heap.nodeOption, '--import', 'tsx', 'bench/lib/bare-sockets.ts']
  const server = await startServer(process.execPath, program, env, port, '/')
  return {
    name: 'bare ws',
    server,
    heap,
    addresses: async () => Array<string>(clients).fill(socketUrl(server)),
    broadcast: async (text) => void (await fetch(server.url, { method: 'POST', body: messageWith(text) })),
    notify: null,
  }
}

interface Office {
  accessKey: Uint8Array
  people: { userId: string; sessionId: string }[]
}

/** Creates one manager per few clients who follows all events, and a vehicle and a station to notify about. */
async function makeOffice(databaseUrl: string, accessKey: Uint8Array, clients: number): Promise<Office> {
  const count = Math.ceil(clients / LIVE_CONNECTIONS_PER_USER)
  const people = Array.from({ length: count }, () => ({ userId: randomUUID(), sessionId: randomUUID() }))
  const ids = [people.map(({ userId }) => userId), people.map(({ sessionId }) => sessionId)]
  await query(
    databaseUrl,
    `with made as (
       insert into users (id, username, email, role)
       select id, 'm' || id, id || '@example.com', 'manager' from unnest($1::uuid[]) as id returning id)
     insert into notification_preferences (user_id, scope, muted_types, station_ids, sound, browser)
     select id, 'all', '{}', '{}', false, false from made`,
    [ids[0]],
  )
  await query(
    databaseUrl,
    `insert into auth_sessions (id, user_id, expires_at)
     select s, u, now() + interval '1 day' from unnest($1::uuid[], $2::uuid[]) as t(u, s)`,
    ids,
  )
  await query(
    databaseUrl,
    `insert into stations (id, code, name, timezone) values (gen_random_uuid(), 'BENCH', '{"en": "Bench"}', 'Europe/Athens')`,
  )
  await query(
    databaseUrl,
    `with kind as (
       insert into vehicle_types (id, code, name, seats) values (gen_random_uuid(), 'BENCH', '{"en": "Coach"}', 50) returning id)
     insert into vehicles (id, fleet_code, registration_plate, vehicle_type_id)
     select gen_random_uuid(), 'BENCH', 'BENCH 1', id from kind`,
  )
  return { accessKey, people }
}

async function productSide(databaseUrl: string, clients: number): Promise<Side> {
  const { file, accessKey } = knownKeys()
  const heap = await watchHeap()
  const server = await startProduct({ databaseUrl, env: { SECRETS_FILE: file }, nodeOptions: [heap.nodeOption] })
  const { people } = await makeOffice(databaseUrl, accessKey, clients)
  const headers = { ...(await server.signIn()), 'content-type': 'application/json', 'if-match': '*' }
  const idOf = async (name: 'stations' | 'vehicles') =>
    (await query<{ id: string }>(databaseUrl, `select id from ${name} limit 1`))[0]?.id ?? ''
  const [station, vehicle] = [await idOf('stations'), await idOf('vehicles')]
  const change = async (path: string, body: object) => {
    const answer = await fetch(`${server.url}/api/${path}/`, { method: 'PATCH', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  }
  let isOut = false
  return {
    name: 'Wayline',
    server,
    heap,
    addresses: async () => {
      const tokens = await Promise.all(people.map((person) => signAccess(accessKey, person, new Date())))
      return Array.from({ length: clients }, (_, index) => {
        const token = tokens[Math.floor(index / LIVE_CONNECTIONS_PER_USER)] ?? ''
        return `${socketUrl(server)}/ws/notifications/?token=${encodeURIComponent(token)}`
      })
    },
    broadcast: (text) => change(`stations/${station}`, { city: text }),
    notify: async () => {
      isOut = !isOut
      const body = isOut ? { status: 'out_of_service', status_reason: 'Gearbox' } : { status: 'available' }
      return { text: 'new_notification', work: () => change(`vehicles/${vehicle}`, body) }
    },
  }
}

async function measure(side: Side): Promise<Measure> {
  const addresses = await side.addresses()
  const idleKb = await side.heap.usedKb()
  const crowd = new Crowd()
  try {
    const herd = await crowd.arrive(addresses)
    await wait(SETTLE_MS)
    const kbEach = ((await side.heap.usedKb()) - idleKb) / addresses.length
    // The message of a changed record contains its resource; the written text stays in the database.
    const times = await crowd.hear('"resource":"stations"', () => side.broadcast(randomUUID()))
    await wait(SETTLE_MS)
    const notification = await side.notify?.()
    const notified = notification ? await crowd.hear(notification.text, notification.work) : []
    await wait(SETTLE_MS)
    return {
      herdMs: herd.ms,
      refused: herd.refused,
      p50: percentile(times, 0.5),
      p99: percentile(times, 0.99),
      notifyP99: percentile(notified, 0.99),
      kbEach,
    }
  } finally {
    crowd.leave()
    await wait(SETTLE_MS)
  }
}

const allowed = openFilesMax() - OTHER_FILES
const clients = Number.isNaN(allowed) ? CLIENTS_WANTED : Math.min(CLIENTS_WANTED, allowed)
const cluster = await openCluster(options.server)
const database = await emptyDatabase(cluster)
const sides: Side[] = []
try {
  const bare = await bareSide(clients)
  sides.push(bare)
  const ours = await productSide(database.url, clients)
  sides.push(ours)
  const measures = await inTurn(sides, options.rounds, measure)
  print(machine(cluster.version))
  print(`${clients} clients in this process, ${options.rounds} rounds in turn.`)
  if (clients < CLIENTS_WANTED) print(`Fewer than ${CLIENTS_WANTED}: this process may open ${openFilesMax()} files.`)
  print('')
  const limits = measures.get(bare) ?? []
  table(
    ['', 'herd ms', 'ratio', 'refused', 'p50 ms', 'p99 ms', 'ratio', 'notification p99 ms', 'kB a client'],
    sides.map((side) => {
      const rows = measures.get(side) ?? []
      const of = (key: keyof Measure, all = rows) => all.map((row) => row[key])
      return [
        side.name,
        figure(median(of('herdMs')), 0),
        figure(pairedRatio(of('herdMs'), of('herdMs', limits))),
        figure(median(of('refused')), 0),
        figure(median(of('p50')), 0),
        figure(median(of('p99')), 0),
        figure(pairedRatio(of('p99'), of('p99', limits))),
        figure(median(of('notifyP99')), 0),
        figure(median(of('kbEach')), 1),
      ]
    }),
  )
} finally {
  for (const { server } of sides) await server.stop()
  await database.drop()
  await cluster.stop()
}
