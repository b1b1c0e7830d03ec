import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { hashPassword } from '../../server/adapters/passwords'
import { buildApp } from '../../server/app'
import { openDatabase, type OpenDatabase } from '../../server/db/database'
import { migrate } from '../../server/db/migrate'
import { insertUser } from '../support/accounts'
import { POSTGRES_LIMITS, useApi, type Client, type Json } from '../support/api'
import { bodies } from '../support/factories'
import { createDatabase } from '../support/postgres'

const api = useApi()
const server = inject('postgresServer')

describe('readiness', () => {
  const READY = [200, undefined]
  const readiness = async () => {
    const answer = await api.app.inject('/readyz')
    return [answer.statusCode, answer.json<Json>()['detail']]
  }
  const record = (name: string, sha256: string) =>
    sql`insert into schema_migrations (name, sha256) values (${name}, ${sha256})`.execute(api.db)
  const deleteMigration = async (name: string) => {
    const { rows } = await sql<{ sha256: string }>`
      delete from schema_migrations where name = ${name} returning sha256`.execute(api.db)
    return rows[0]?.sha256 ?? ''
  }

  it('is refused while the database has a migration of a newer version', async () => {
    await expect.poll(readiness).toEqual(READY)
    await record('9999-later.sql', 'x')
    try {
      await expect.poll(readiness).toEqual([503, 'A newer version of Wayline has migrated the database.'])
    } finally {
      await deleteMigration('9999-later.sql')
    }
    await expect.poll(readiness).toEqual(READY)
  })

  it('is refused while the database lacks a migration', async () => {
    const name = '0002-people.sql'
    const sha256 = await deleteMigration(name)
    try {
      await expect.poll(readiness).toEqual([503, 'The database lacks a migration of this version.'])
    } finally {
      await record(name, sha256)
    }
    await expect.poll(readiness).toEqual(READY)
  })
})

describe.skipIf(server === null)('a server on PostgreSQL whose schema another process changes', () => {
  const CONNECTIONS = 3
  const PASSWORD = 'correct horse battery staple'
  /** A new column changes the result of `select *`; another type changes the result of a list of columns. */
  const CHANGES = `
    do $$ declare name text; begin
      for name in select tablename from pg_tables where schemaname = 'public' loop
        execute format('alter table %I add column added_later int', name);
      end loop;
    end $$;
    alter table users alter column password_hash type varchar;
    alter table stations alter column timezone type varchar;`
  let url: string
  let drop: () => Promise<void>
  let database: OpenDatabase
  let app: FastifyInstance
  let client: Client
  let username: string

  beforeAll(async () => {
    ;({ url, drop } = await createDatabase(String(server)))
    database = await openDatabase({
      databaseUrl: url,
      databasePool: CONNECTIONS,
      dataDir: null,
      durability: 'relaxed',
      queryLimitMs: 0,
      postgresLimits: POSTGRES_LIMITS,
      onError: () => undefined,
    })
    await migrate(database)
    const { config, secrets } = api
    const logger = pino({ level: 'silent' })
    app = await buildApp({ config, secrets, database, consoleDir: '/nonexistent', logger, now: () => api.now })
    client = await api.on(app, database.db, 'admin')
    username = (await insertUser(database, { password_hash: await hashPassword(PASSWORD) })).username
  })
  afterAll(async () => {
    await app.close()
    await database.close()
    await drop()
  })

  const useEach = async () => {
    const answers = [
      await client.post('/auth/login/', { username, password: PASSWORD }),
      await client.list('reservations'),
      await client.list('journeys'),
      await client.list('stations'),
      await client.post('/stations', await bodies.stations(client)),
    ]
    return answers.map(({ status }) => status)
  }
  /** Uses every connection. */
  const useAll = () => Promise.all(Array.from({ length: CONNECTIONS }, useEach))
  const ALL_GOOD = Array<number[]>(CONNECTIONS).fill([200, 200, 200, 200, 201])

  it('answers all calls as before', async () => {
    // A connection prepares a statement at its second use.
    for (let times = 0; times < 4; times += 1) expect(await useAll()).toEqual(ALL_GOOD)
    const other = new pg.Client({ connectionString: url })
    await other.connect()
    await other.query(CHANGES)
    await other.end()
    for (let times = 0; times < 2; times += 1) expect(await useAll()).toEqual(ALL_GOOD)
  })
})
