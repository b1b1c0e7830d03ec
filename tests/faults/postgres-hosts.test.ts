import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase, type OpenDatabase } from '../../server/db/database'
import { NEEDS_POSTGRES } from '../support/faults/product'
import { startPostgres, type PostgresServer } from '../support/postgres-server'

describe.skipIf(NEEDS_POSTGRES)(`A DATABASE_URL with several hosts${NEEDS_POSTGRES}`, () => {
  let first: PostgresServer
  let second: PostgresServer
  let database: OpenDatabase

  beforeAll(async () => {
    ;[first, second] = await Promise.all([startPostgres(), startPostgres({}, { standby: true })])
    database = await openDatabase({
      // The standby is listed first, so that the order alone does not decide.
      databaseUrl: `postgres://wayline@127.0.0.1:${second.port},127.0.0.1:${first.port}/postgres`,
      databasePool: 1,
      dataDir: null,
      durability: 'relaxed',
      queryLimitMs: 0,
      onError: () => undefined,
    })
  })
  afterAll(async () => {
    await database.close()
    await Promise.all([first.stop(), second.stop()])
  })

  it('leads to the one that accepts writes', async () => {
    expect(await portInUse()).toBe(first.port)
  })

  it('closes a session that has become read-only', async () => {
    await sql`set default_transaction_read_only to on`.execute(database.db)
    await expect(sql`create table t (n int)`.execute(database.db)).rejects.toThrow('accepts no writes')
    await sql`create table t (n int)`.execute(database.db)
    await database.probe()
  })

  it('leads to another one after a failover, without a restart', async () => {
    await first.crash()
    await expect(portInUse()).rejects.toThrow('The database does not answer.')
    const other = new pg.Client({ connectionString: second.url })
    await other.connect()
    await other.query('select pg_promote()')
    await other.end()
    await expect.poll(() => portInUse().catch(() => 0)).toBe(second.port)
    await database.probe()
  })

  async function portInUse(): Promise<number> {
    const { rows } = await sql<{ port: number }>`select current_setting('port')::int as port`.execute(database.db)
    return rows[0]?.port ?? 0
  }
})
