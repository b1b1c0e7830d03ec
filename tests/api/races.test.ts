import { pino } from 'pino'
import { describe, expect, inject, it } from 'vitest'
import { buildApp } from '../../server/app'
import { openDatabase, type OpenDatabase } from '../../server/db/database'
import { migrate } from '../../server/db/migrate'
import { useApi, type Client, type Json, type TestApi } from '../support/api'
import { adults, ride, useBooking } from '../support/booking'
import { make } from '../support/factories'
import { createDatabase } from '../support/postgres'
import { createBarrier } from '../support/race/barrier'
import { doubleBooked, hotJourneys, numbers, oversold, rush, wrongCounters } from '../support/race/rush'
import { withoutGuards } from '../support/race/unguarded'
import { withoutTurns } from '../support/race/untransacted'
import { LONG_TEST_TIMEOUT_MS } from '../support/timeouts'

const api = useApi()
const desk = useBooking(api)
const server = inject('postgresServer')
/** The nightly run sets a million; the default takes about a minute on two slow cores. */
const ATTEMPTS = Number(process.env['WAYLINE_RACE_ATTEMPTS'] ?? (server === null ? 600 : 3_000))
const SEED = Number(process.env['WAYLINE_RACE_SEED'] ?? 20_300_520)
/** Concurrent bookings without guards: enough to oversell many times, and fewer than there are connections. */
const UNGUARDED = 16
const LONG_MS = LONG_TEST_TIMEOUT_MS + ATTEMPTS * 200

describe('P-01 a rush for seats', () => {
  it(
    'I1 sells none twice in simultaneous bookings, moves, amendments and cancellations',
    async () => {
      const journeys = await hotJourneys(desk.admin, 8, 10)
      const answers = await rush(desk.admin, journeys, ATTEMPTS, SEED)
      expect(await oversold(api.db)).toBe(0)
      expect(await wrongCounters(api.db)).toEqual([])
      const expected = ['ok', 'sold_out', 'invalid_state', 'hold_expired', 'validation']
      expect([...answers.keys()].filter((name) => !expected.includes(name))).toEqual([])
      for (const name of ['ok', 'sold_out']) expect(answers.get(name) ?? 0, name).toBeGreaterThan(ATTEMPTS / 20)
    },
    LONG_MS,
  )

  it(
    'oversells without the locks and the constraint',
    async () => {
      let afterSeatRead = () => Promise.resolve()
      const { client, close, db } = await unguardedApi(api, () => afterSeatRead())
      try {
        const journeys = await hotJourneys(client, 4, 10)
        const body = (journey: Json) => ({ lead_name: 'Racer', legs: [ride(journey)], passengers: adults(5) })
        // All bookings read free seats before the first one takes a seat.
        afterSeatRead = createBarrier(UNGUARDED)
        await Promise.all(
          Array.from({ length: UNGUARDED }, (_, index) =>
            client.post('/reservations', body(journeys[index % 4] as Json)),
          ),
        )
        expect(await oversold(db)).toBeGreaterThan(10)
      } finally {
        await close()
      }
    },
    LONG_MS,
  )
})

describe('P-01 a rush for vehicles and drivers', () => {
  it(
    'I5 assigns none to two jobs at once',
    async () => {
      const first = await make(desk.admin, 'journeys')
      const same = { route_id: first['route_id'], vehicle_type_id: first['vehicle_type_id'] }
      const journeys = [first]
      for (let index = 1; index < 12; index += 1)
        journeys.push(await make(desk.admin, 'journeys', { ...same, departure_time: `08:${10 + index}:00` }))
      const vehicles = [await make(desk.admin, 'vehicles'), await make(desk.admin, 'vehicles')]
      const drivers = [await make(desk.admin, 'staff'), await make(desk.admin, 'staff')]
      const random = numbers(SEED)
      const pick = (from: Json[]) => (random() < 0.2 ? null : from[Math.floor(random() * from.length)]?.['id'])
      const answers = await Promise.all(
        Array.from({ length: Math.min(400, ATTEMPTS) }, () =>
          desk.step(journeys[Math.floor(random() * journeys.length)] as Json, 'assign', {
            vehicle_id: pick(vehicles),
            driver_id: pick(drivers),
          }),
        ),
      )
      expect(await doubleBooked(api.db)).toBe(0)
      const codes = new Set(answers.map(({ status, body }) => (status === 200 ? 'ok' : body['code'])))
      expect(codes).toContain('ok')
      expect(codes).toContain('resource_conflict')
      expect([...codes].filter((code) => !['ok', 'resource_conflict'].includes(String(code)))).toEqual([])
    },
    LONG_MS,
  )
})

describe('P-06 a request sent five times', () => {
  it(
    'I16 books once, with the same answer each time',
    async () => {
      const count = Math.ceil(ATTEMPTS / 50)
      const journey = await make(desk.admin, 'journeys', { vehicle_type_id: (await roomy())['id'], capacity: 120 })
      const body = { lead_name: 'Ana', legs: [ride(journey)], passengers: adults(1) }
      const once = async (key: string) => {
        for (;;) {
          const answer = await desk.admin.post('/reservations', body, { headers: { 'idempotency-key': key } })
          if (answer.body['code'] !== 'idempotency_in_progress') return answer
          await new Promise((resolve) => setImmediate(resolve))
        }
      }
      const keys = Array.from({ length: count }, (_, index) => `key-${index}`)
      const answers = await Promise.all(keys.flatMap((key) => Array.from({ length: 5 }, () => once(key))))
      const ids = new Set(answers.map((answer) => answer.body['id']))
      expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]))
      expect(ids.size).toBe(count)
      expect(answers.filter((answer) => answer.headers['idempotent-replayed'] === 'true')).toHaveLength(count * 4)
      expect((await desk.admin.get(`/journeys/${String(journey['id'])}`)).body['peak_load']).toBe(count)
      expect(await wrongCounters(api.db)).toEqual([])
    },
    LONG_MS,
  )
})

const roomy = () => make(desk.admin, 'vehicle-types', { seats: 120 })

/** Creates a separate database without guards, on the engine under test. */
async function unguarded(
  { config }: TestApi,
  afterSeatRead: () => Promise<void>,
): Promise<{ database: OpenDatabase; drop: () => Promise<void> }> {
  if (server === null) return { database: await withoutTurns(afterSeatRead), drop: async () => undefined }
  const prepare = async (url: string) => {
    const database = await openDatabase({ ...config, databaseUrl: url, dataDir: null, onError: () => undefined })
    await migrate(database)
    await database.close()
  }
  const { url, drop } = await createDatabase(server, { name: 'wayline', prepare })
  return { database: await withoutGuards(url, afterSeatRead), drop }
}

/** Builds the whole server on the database without guards. */
async function unguardedApi(
  guarded: TestApi,
  afterSeatRead: () => Promise<void>,
): Promise<{
  client: Client
  db: TestApi['db']
  close: () => Promise<void>
}> {
  const { config, secrets } = guarded
  const { database, drop } = await unguarded(guarded, afterSeatRead)
  const app = await buildApp({
    config,
    secrets,
    database,
    consoleDir: '/nonexistent',
    logger: pino({ level: 'silent' }),
    now: () => api.now,
  })
  await app.ready()
  const client = await api.on(app, database.db, 'admin')
  return {
    client,
    db: database.db,
    close: async () => {
      await app.close()
      await database.close()
      await drop()
    },
  }
}
