// Delay from the commit of a booking to its notification and its webhook, while bookings arrive as fast as possible.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocket } from 'ws'
import { print } from '../scripts/lib/print.mjs'
import { signAccess } from '../server/adapters/access-tokens'
import { PARTNER_CONTRACT } from '../tests/support/partner'
import { percentile } from './lib/crowd'
import { filledDatabase, openCluster, query } from './lib/database'
import { knownKeys } from './lib/known-keys'
import { CONNECTIONS, load } from './lib/load'
import { machine } from './lib/machine'
import { readOptions } from './lib/options'
import { startProduct, type Product } from './lib/product'
import { figure, table } from './lib/report'
import { inTurn } from './lib/rounds'
import { median } from './lib/statistics'
import { JOURNEYS, SETUP, benchId } from './lib/write-statements'

const options = readOptions(5)
const RESERVATIONS = options.sized(100_000, 1_000)
const ROUND_SECONDS = options.sized(4, 0.2)
const HEARD_LIMIT_MS = 60_000
const LOOK_AGAIN_MS = 100
const JSON_TYPE = { 'content-type': 'application/json' }

/** Delivery time of each booking by booking id, in milliseconds since 1970. */
type ReceivedTimes = Map<string, number>

interface Measure {
  /** Bookings per second. */
  rate: number
  /** Milliseconds from each commit. */
  notified: number[]
  posted: number[]
  /** Milliseconds from the last commit until everything was delivered. */
  lastMs: number
}

/** Starts a partner's webhook receiver. */
async function listenForPosts(): Promise<{ url: string; received: ReceivedTimes; stop: () => void }> {
  const received: ReceivedTimes = new Map()
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (part: string) => (text += part))
    request.on('end', () => {
      const { data } = JSON.parse(text) as { data: { trip: { id: string } } }
      received.set(data.trip.id, Date.now())
      response.writeHead(204).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, received, stop }
}

/** Prevents merging of notifications: each covers the events handled together, so the delivery of each booking is dated. */
const NEVER_OPEN = `
  create function never_open() returns trigger language plpgsql as 'begin new.is_open := false; return new; end';
  create trigger never_open before insert on notifications for each row execute function never_open()`

/** Connects as a manager with the console open who follows all events. */
async function listenToBell(product: Product, databaseUrl: string, accessKey: Uint8Array) {
  const person = { userId: randomUUID(), sessionId: randomUUID() }
  await query(
    databaseUrl,
    `with person as (insert into users (id, username, email, role) values ($1, 'bell', 'bell@example.com', 'manager') returning id),
       preferences as (insert into notification_preferences (user_id, scope, muted_types, station_ids, sound, browser)
         select id, 'all', '{}', '{}', false, false from person)
     insert into auth_sessions (id, user_id, expires_at) select $2, id, now() + interval '1 day' from person`,
    [person.userId, person.sessionId],
  )
  const token = await signAccess(accessKey, person, new Date())
  const address = `${product.url.replace('http:', 'ws:')}/ws/notifications/?token=${encodeURIComponent(token)}`
  const socket = new WebSocket(address)
  await once(socket, 'open')
  const notified = new Map<string, number>()
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as { type: string; data: { id: string } }
    if (message.type === 'new_notification') notified.set(message.data.id, Date.now())
  })
  /** Returns the delivery time of each booking, from the notifications received so far. */
  const received = async (): Promise<ReceivedTimes> => {
    const rows = await query<{ id: string; record_id: string }>(
      databaseUrl,
      'select id, unnest(array_append(record_ids, entity_id)) as record_id from notifications where user_id = $1',
      [person.userId],
    )
    return new Map(
      rows.flatMap(({ id, record_id }) => (notified.has(id) ? [[record_id, notified.get(id) ?? 0] as const] : [])),
    )
  }
  return { received, stop: () => socket.terminate() }
}

/** Creates a partner with a webhook endpoint at that URL. @returns its id */
async function makePartner(product: Product, headers: Record<string, string>, address: string): Promise<string> {
  const post = async (path: string, body: object, own: Record<string, string> = headers) => {
    const answer = await fetch(`${product.url}/api${path}`, {
      method: 'POST',
      headers: { ...JSON_TYPE, ...own },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as { id: string; link: string; token: string }
  }
  const { id } = await post('/partners/', {
    code: 'BENCH',
    legal_name: 'Bench Travel',
    contact_email: 'bench@example.com',
    currency: 'EUR',
    timezone: 'Europe/Athens',
    status: 'active',
    contract: PARTNER_CONTRACT,
  })
  const { link } = await post(`/partners/${id}/invitations/`, { email: 'bench@example.com', role: 'owner' })
  const { token } = await post(`/partner/auth/invitations/${link.split('/').at(-1)}/accept/`, {
    first_name: 'Nadia',
    last_name: 'Roldán',
    password: 'a long password of hers',
  })
  const requested = { url: address, events: ['trip.confirmed'], environment: 'live' }
  await post('/partner/credentials/webhooks/', requested, { authorization: `Token ${token}` })
  return id
}

/** Waits until each booking has been delivered. @throws when that takes longer than a minute */
async function untilReceived(
  ids: readonly string[],
  look: () => ReceivedTimes | Promise<ReceivedTimes>,
): Promise<ReceivedTimes> {
  const limit = performance.now() + HEARD_LIMIT_MS
  for (;;) {
    const received = await look()
    if (ids.every((id) => received.has(id))) return received
    if (performance.now() > limit) throw new Error('Not every booking was delivered in time.')
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
  }
}

const cluster = await openCluster(options.server, { fsync: 'on', synchronous_commit: 'on' })
const stops: (() => void | Promise<void>)[] = []
try {
  const databaseUrl = await filledDatabase(cluster, RESERVATIONS)
  await query(databaseUrl, SETUP)
  await query(databaseUrl, NEVER_OPEN)
  await query(databaseUrl, 'vacuum (analyze)')
  const { file, accessKey } = knownKeys()
  const product = await startProduct({ databaseUrl, env: { SECRETS_FILE: file, WEBHOOK_LOOPBACK: '1' } })
  stops.push(product.stop)
  const headers = await product.signIn()
  const program = await listenForPosts()
  stops.push(program.stop)
  const bell = await listenToBell(product, databaseUrl, accessKey)
  stops.push(bell.stop)
  const partner_id = await makePartner(product, headers, program.url)
  const requests = Array.from({ length: JOURNEYS }, (_, n) => ({
    method: 'POST' as const,
    path: '/api/reservations/',
    headers: JSON_TYPE,
    body: JSON.stringify({
      channel: 'partner',
      partner_id,
      lead_name: 'Maria Bench',
      legs: [{ journey_id: benchId('b', (n * 7919) % JOURNEYS), board_seq: 1, alight_seq: 3 }],
      passengers: [{ category: 'adult', name: 'Maria Bench' }],
    }),
  }))
  const side = { name: 'product', server: product, databaseUrl, headers }
  const measures = await inTurn([side], options.rounds, async (): Promise<Measure> => {
    const began = new Date().toISOString()
    const { rate } = await load(side, requests, ROUND_SECONDS)
    // Rows are dated by the start of their last statement, so no measured delay is too short.
    const booked = await query<{ id: string; at: number }>(
      databaseUrl,
      `select entity_id as id, extract(epoch from at)::float8 * 1000 as at from audit_events
       where action = 'reservations.created' and at >= $1`,
      [began],
    )
    const ids = booked.map(({ id }) => id)
    const byPost = await untilReceived(ids, () => program.received)
    const byBell = await untilReceived(ids, bell.received)
    const delays = (received: ReceivedTimes) => booked.map(({ id, at }) => (received.get(id) ?? Number.NaN) - at)
    const [notified, posted] = [delays(byBell), delays(byPost)]
    const lastReceived = Math.max(...ids.flatMap((id) => [byBell.get(id) ?? 0, byPost.get(id) ?? 0]))
    return { rate, notified, posted, lastMs: lastReceived - Math.max(...booked.map(({ at }) => at)) }
  })
  const rounds = measures.get(side) ?? []
  print(machine(cluster.version))
  print(
    `${CONNECTIONS} callers book without a pause on 1,000 journeys, ${options.rounds} rounds of ${ROUND_SECONDS} s: ` +
      `${figure(median(rounds.map(({ rate }) => rate)), 0)} bookings a second.\n`,
  )
  const rowOf = (name: string, of: (round: Measure) => readonly number[]) => [
    name,
    ...[0.5, 0.99, 1].map((share) => figure(median(rounds.map((round) => percentile(of(round), share))), 0)),
  ]
  table(
    ['From the commit until', 'p50 ms', 'p99 ms', 'longest'],
    [
      rowOf('a manager with the console open is notified', ({ notified }) => notified),
      rowOf("a partner's program has the webhook", ({ posted }) => posted),
      rowOf('everything is delivered, after the last booking', ({ lastMs }) => [lastMs]),
    ],
  )
} finally {
  for (const stop of stops.reverse()) await stop()
  await cluster.stop()
}
