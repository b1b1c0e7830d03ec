import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase, type OpenDatabase } from '../../server/db/database'
import { migrate } from '../../server/db/migrate'
import { NEEDS_POSTGRES } from '../support/faults/product'
import { createDatabase } from '../support/postgres'
import { startPostgres, type PostgresServer } from '../support/postgres-server'

describe.skipIf(NEEDS_POSTGRES)(`Migrations of two processes that start at once${NEEDS_POSTGRES}`, () => {
  let server: PostgresServer
  let url: string
  const opened: OpenDatabase[] = []

  beforeAll(async () => {
    server = await startPostgres()
    url = (await createDatabase(server.url)).url
  })
  afterAll(async () => {
    await Promise.all(opened.map(({ close }) => close()))
    await server.stop()
  })

  it('are applied once: each file by one of them', async () => {
    const fresh = await Promise.all([open(), open(), open()].map(async (database) => migrate(await database)))
    expect(new Set(fresh.flat()).size).toBe(fresh.flat().length)
    expect(fresh.flat().length).toBeGreaterThan(10)
    expect(await migrate(await open())).toEqual([])
  })

  it('wait for one that takes longer than the lock timeout, and report the wait', async () => {
    const other = new pg.Client({ connectionString: url })
    await other.connect()
    const { rows } = await other.query<{ name: string; sha256: string }>(
      'delete from schema_migrations where name = (select max(name) from schema_migrations) returning name, sha256',
    )
    const [{ name, sha256 } = { name: '', sha256: '' }] = rows
    // Simulates a process in the middle of this migration.
    await other.query('begin')
    await other.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, sha256])
    const said: string[] = []
    const waiting = migrate(await open(), { onWait: (sentence) => said.push(sentence) })
    await expect
      .poll(() => said)
      .toEqual([`Migration ${name} waits: another process applies it, or keeps its tables busy.`])
    await other.query('commit')
    await other.end()
    expect(await waiting).toEqual([])
  })

  async function open(): Promise<OpenDatabase> {
    const database = await openDatabase({
      databaseUrl: url,
      databasePool: 2,
      dataDir: null,
      durability: 'relaxed',
      queryLimitMs: 0,
      onError: () => undefined,
    })
    opened.push(database)
    return database
  }
})
