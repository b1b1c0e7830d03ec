import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase, type OpenDatabase } from '../../server/db/database'
import { pause } from '../../server/db/waits'
import { ChaosProxy } from '../support/chaos-proxy'
import { NEEDS_POSTGRES } from '../support/faults/product'
import { startPostgres, type PostgresServer } from '../support/postgres-server'

const AWAY_MS = 4_000
/** A quarter of a second, then twice as long each time, all of them as short as chance makes them. */
const TRIES_MAX = 8

describe.skipIf(NEEDS_POSTGRES)(`Listening to PostgreSQL${NEEDS_POSTGRES}`, () => {
  let server: PostgresServer
  let proxy: ChaosProxy
  let database: OpenDatabase
  const heard: string[] = []
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
      heard: (payload) => heard.push(payload),
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
    proxy.weather = 'cut'
    proxy.drop()
    await expect.poll(() => losses).toBe(1)
    await pause(AWAY_MS)
    expect(proxy.faults).toBeGreaterThan(1)
    expect(proxy.faults).toBeLessThanOrEqual(TRIES_MAX)
  })

  it('holds one connection afterwards, hears on it, and says once that there was a gap', async () => {
    proxy.weather = 'calm'
    await expect.poll(() => gaps).toBe(1)
    expect(proxy.open).toBe(1)
    await sql`select pg_notify('test', 'again')`.execute(database.db)
    await expect.poll(() => heard).toEqual(['again'])
  })
})
