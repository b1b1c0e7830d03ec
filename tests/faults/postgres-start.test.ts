import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadSecrets } from '../../server/config/secrets'
import { openDatabase } from '../../server/db/database'
import type { Answer } from '../support/api'
import type { Launched } from '../support/crash/killable'
import { connect } from '../support/e2e/api'
import { NEEDS_POSTGRES, useProduct } from '../support/faults/product'
import { NEEDS_PGBOUNCER, startPgBouncer } from '../support/faults/pgbouncer'
import { createDatabase } from '../support/postgres'
import { startPostgres, type PostgresServer } from '../support/postgres-server'

/** Address without a listener: tcpmux is a reserved port that no test and no unprivileged process uses. */
const NOWHERE = '127.0.0.1:1'
/** Maximum rounds of calls until one of them is answered through a kept connection. */
const ROUNDS_MAX = 20
const CROWDED = 'No connection to the database is free.'
/** A line of a Node.js stack trace. */
const STACK_TRACE = /^\s+at /m

/**
 * Closes all connections of a process except two of its pool. The listening connection and the probe's connection are
 * recognized by their last statement.
 */
const KEEP_TWO_OF_POOL = `
  with own as (
    select pid, query ~ '^listen |pg_logical_emit_message|pg_is_in_recovery' as is_apart
    from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
  ), numbered as (
    select pid, is_apart, row_number() over (order by is_apart, pid) <= 2 as is_kept from own
  )
  select count(*) filter (where is_kept and not is_apart)::int as kept
  from numbered where is_kept or pg_terminate_backend(pid)`

const product = useProduct()
let server: PostgresServer

beforeAll(async () => {
  if (!NEEDS_POSTGRES) server = await startPostgres({ max_connections: '30' })
})
afterAll(async () => {
  await server?.stop()
})

describe.skipIf(NEEDS_POSTGRES)(`A start without a writable PostgreSQL${NEEDS_POSTGRES}`, () => {
  it('prints the fault in a sentence, and exits', async () => {
    const nowhere = `postgres://wayline@${NOWHERE}/wayline`
    const standby = await startPostgres({}, { standby: true })
    const none = server.url.replace(/postgres$/, 'missing')
    const role = server.url.replace('wayline@', 'stranger@')
    await asking(server.url, 'create role guest login nosuperuser')
    const guest = server.url.replace('wayline@', 'guest@')
    const unresolved = 'postgres://wayline@database.invalid/wayline'
    const said = await Promise.all([nowhere, standby.url, none, role, guest, unresolved].map(sayingOfStart))
    await standby.stop()
    expect(said[0]).toContain('The database does not answer (connect ECONNREFUSED')
    expect(said[1]).toContain('The database accepts no writes: it is a standby.')
    expect(said[2]).toContain('database "missing" does not exist. Check DATABASE_URL.')
    expect(said[3]).toContain('role "stranger" does not exist. Check DATABASE_URL.')
    expect(said[4]).toContain('The role in DATABASE_URL has to own its database.')
    expect(said[5]).toMatch(
      /The address of the database, database\.invalid, does not resolve \((ENOTFOUND|EAI_AGAIN)\)\./,
    )
    expect(said[5]).toContain('Check the host name in DATABASE_URL, and the name servers of this machine.')
  })

  it('waits for one of several to be promoted, reports the wait, and works with that one', async () => {
    const standby = await startPostgres({}, { standby: true })
    const hosts = `${NOWHERE},127.0.0.1:${standby.port}`
    const life = product.launch({
      DATABASE_URL: `postgres://wayline@${hosts}/postgres?target_session_attrs=read-write`,
    })
    await expect.poll(() => life.output()).toMatch(/Trying again for \d+ s/)
    await asking(standby.url, 'select pg_promote()')
    await worksWell(life)
    await life.kill()
    await standby.stop()
  })
})

describe.skipIf(NEEDS_POSTGRES)(`A start on PostgreSQL${NEEDS_POSTGRES}`, () => {
  it('requires only a role that owns its database, also for two simultaneous starts', async () => {
    await asking(server.url, 'create role plain login nosuperuser')
    const { url } = await createDatabase(server.url)
    await asking(server.url, `alter database ${new URL(url).pathname.slice(1)} owner to plain`)
    const settings = { DATABASE_URL: url.replace('wayline@', 'plain@') }
    const lives = [product.launch(settings), product.launch(settings)]
    await Promise.all(lives.map(worksWell))
    await Promise.all(lives.map((life) => life.kill()))
  })

  it('uses the keys that another process is creating in the same folder', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'wayline-keys-'))
    const { url } = await createDatabase(server.url)
    const settings = {
      databaseUrl: url,
      databasePool: 2,
      dataDir: null,
      durability: 'relaxed',
      queryLimitMs: 0,
      postgresLimits: { lockMs: 60_000 },
    } as const
    const database = await openDatabase({ ...settings, onError: () => undefined })
    const other = new pg.Client({ connectionString: url })
    await other.connect()
    await other.query(`select pg_advisory_lock(hashtext('secrets'))`)
    const mine = loadSecrets(database.db, folder, null)
    await expect
      .poll(() => asking(url, `select 1 from pg_locks where locktype = 'advisory' and not granted`))
      .toHaveLength(1)
    const key = Buffer.alloc(32, 9)
    const names = ['access_token_key', 'csrf_key', 'ticket_key', 'webhook_key', 'account_key', 'backup_key']
    const keys = Object.fromEntries(names.map((name) => [name, key.toString('base64')]))
    writeFileSync(join(folder, 'secrets.json'), JSON.stringify(keys))
    await other.end()
    expect((await mine).access_token_key).toEqual(key)
    await database.close()
    rmSync(folder, { recursive: true })
  })

  it('does not use the connections reserved for administrators, and answers 503 when there are no others', async () => {
    const { url } = await createDatabase(server.url)
    await asking(server.url, 'create role tenant login nosuperuser; create role hoarder login nosuperuser')
    await asking(server.url, `alter database ${new URL(url).pathname.slice(1)} owner to tenant`)
    const life = product.launch({ DATABASE_URL: url.replace('wayline@', 'tenant@'), DATABASE_POOL: '200' })
    await worksWell(life)
    expect(life.output()).toContain('this process uses 25 and not 200')
    const api = await connect(life.address)
    const taken: pg.Client[] = []
    const take = async (): Promise<boolean> => {
      const client = new pg.Client({ connectionString: server.url.replace('wayline@', 'hoarder@') })
      client.on('error', () => undefined)
      const isTaken = (await client.connect().catch(() => null)) !== null
      if (isTaken) taken.push(client)
      return isTaken
    }
    const giveBack = async () => {
      for (const client of taken.splice(0)) await client.end()
    }
    /** Takes all 30 connections except the three reserved ones. Those of a process that just exited become free late. */
    const takeAll = () =>
      expect
        .poll(async () => {
          while (await take());
          return asking(
            server.url,
            `select count(*)::int as taken from pg_stat_activity
             where backend_type = 'client backend' and pid <> pg_backend_pid()`,
          )
        })
        .toEqual([{ taken: 27 }])
    /** @returns the answers of 60 concurrent calls; calls with a connection block it, and the others find none */
    const askAtOnce = async (): Promise<Answer[]> => {
      const blocker = new pg.Client({ connectionString: url })
      await blocker.connect()
      try {
        await blocker.query('begin; lock table stations')
        const asked = Array.from({ length: 60 }, () => api.get('/stations'))
        expect((await Promise.race(asked)).status).toBe(503)
        await blocker.query('rollback')
        return await Promise.all(asked)
      } finally {
        await blocker.end()
      }
    }
    const statuses = new Set<number>()
    const details = new Set<unknown>()
    try {
      // On a slow machine the lock timeout of 3 s may answer the calls that have a connection.
      for (let round = 0; round < ROUNDS_MAX && !(statuses.has(200) && details.has(CROWDED)); round += 1) {
        await giveBack()
        await expect
          .poll(async () => {
            await Promise.all(Array.from({ length: 4 }, () => api.get('/stations')))
            return asking(url, KEEP_TWO_OF_POOL)
          })
          .toEqual([{ kept: 2 }])
        await takeAll()
        for (const { status, body } of await askAtOnce()) {
          statuses.add(status)
          details.add(body['detail'])
        }
      }
      expect(statuses).toEqual(new Set([200, 503]))
      expect([...details]).toContain(CROWDED)
    } finally {
      await giveBack()
    }
    await expect.poll(async () => (await api.get('/stations')).status).toBe(200)
    await life.kill()
  })
})

describe.skipIf(NEEDS_PGBOUNCER)(`Behind PgBouncer${NEEDS_PGBOUNCER}`, () => {
  it('works with session pooling, and receives notifications too', async () => {
    const { url } = await createDatabase(server.url)
    const bouncer = await startPgBouncer(server.port, 'session')
    const life = product.launch({ DATABASE_URL: bouncer.through(url) })
    await worksWell(life)
    const listening = `select count(*) from pg_stat_activity where datname = current_database() and query like 'listen%'`
    expect(await asking(url, listening)).toEqual([{ count: '1' }])
    await life.kill()
    await bouncer.stop()
  })

  it('prints a sentence that explains the refusal of transaction pooling', async () => {
    const bouncer = await startPgBouncer(server.port, 'transaction')
    expect(await sayingOfStart(bouncer.through(server.url))).toContain('Set pool_mode=session')
    await bouncer.stop()
  })
})

/** Starts a process that fails. @returns its output */
async function sayingOfStart(url: string): Promise<string> {
  const life = product.launch({ DATABASE_URL: url, DATABASE_WAIT_S: '1', LOG_LEVEL: 'silent' })
  expect(await life.ended).toBe(1)
  expect(life.output()).not.toMatch(STACK_TRACE)
  return life.output()
}

async function worksWell(life: Launched): Promise<void> {
  await life.ready
  const api = await connect(life.address)
  expect((await api.get('/stations')).status).toBe(200)
  await expect.poll(async () => (await fetch(`${life.address}/readyz`)).status).toBe(200)
}

async function asking(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}
