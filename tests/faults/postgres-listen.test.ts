import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openDatabase, type OpenDatabase } from '../../server/db/database'
import type * as Waits from '../../server/db/waits'
import { ChaosProxy } from '../support/chaos-proxy'
import { NEEDS_POSTGRES } from '../support/faults/product'
import { startPostgres, type PostgresServer } from '../support/postgres-server'

const FIRST_WAIT_MS = 250
const WAITS_SEEN = 5
/** Connections that the comparison of clocks, every 30 s, may request from the pool while the database is away. */
const CLOCK_TRIES_MAX = 2

/** Requested waits in milliseconds, in order. Each one takes a tenth of its time. */
const waits = vi.hoisted((): number[] => [])
vi.mock('../../server/db/waits', async (importOriginal) => {
  const original = await importOriginal<typeof Waits>()
  return {
    ...original,
    pause: (ms: number) => {
      waits.push(ms)
      return original.pause(ms / 10)
    },
  }
})

describe.skipIf(NEEDS_POSTGRES)(`Listening to PostgreSQL${NEEDS_POSTGRES}`, () => {
  let server: PostgresServer
  let proxy: ChaosProxy
  let database: OpenDatabase
  const received: string[] = []
  let losses = 0
  let gaps = 0

  beforeAll(async () => {
    server = await startPostgres()
    proxy = new ChaosProxy(server.port, () => 0)
    const port = await proxy.listen()
    database = await openDatabase({
      databaseUrl: server.url.replace(`:${server.port}`, `:${port}`),
      databasePool: 1,
      dataDir: null,
      durability: 'relaxed',
      queryLimitMs: 0,
      onError: () => undefined,
    })
    await database.listen('test', {
      received: (payload) => received.push(payload),
      lost: () => (losses += 1),
      missed: () => (gaps += 1),
    })
  })
  afterAll(async () => {
    await database.close()
    proxy.close()
    await server.stop()
  })

  it('tries one connection at a time while the database is away, with growing waits', async () => {
    waits.length = 0
    proxy.weather = 'cut'
    proxy.drop()
    await expect.poll(() => losses).toBe(1)
    await expect.poll(() => waits.length).toBeGreaterThanOrEqual(WAITS_SEEN)
    expect(proxy.faults).toBeGreaterThanOrEqual(WAITS_SEEN - 1)
    expect(proxy.faults).toBeLessThanOrEqual(waits.length + CLOCK_TRIES_MAX)
    for (const [turn, wait] of waits.slice(0, WAITS_SEEN).entries()) {
      expect(wait).toBeGreaterThanOrEqual(FIRST_WAIT_MS * 2 ** turn * 0.5)
      expect(wait).toBeLessThanOrEqual(FIRST_WAIT_MS * 2 ** turn * 1.5)
    }
  })

  it('keeps one connection afterwards, receives on it, and reports the gap once', async () => {
    proxy.weather = 'calm'
    await expect.poll(() => gaps).toBe(1)
    expect(proxy.open).toBe(1)
    await sql`select pg_notify('test', 'again')`.execute(database.db)
    await expect.poll(() => received).toEqual(['again'])
  })
})
