import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres-server'

declare module 'vitest' {
  interface ProvidedContext {
    /** The temporary PostgreSQL server of this run, for `createDatabase`; null when testing on PGlite. */
    postgresServer: string | null
  }
}

/** Vitest's global setup of the API tests: one server for all of them when WAYLINE_TEST_ENGINE is `postgres`. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (process.env.WAYLINE_TEST_ENGINE !== 'postgres') {
    project.provide('postgresServer', null)
    return undefined
  }
  const server = await startPostgres()
  project.provide('postgresServer', server.url)
  return server.stop
}

/** A template database: created once per server and copied, which is much faster than migrating each database. */
export interface Template {
  /** Lower-case letters and `_`. */
  name: string
  /** Fills a new database; must close every connection that it opens. */
  prepare: (url: string) => Promise<void>
}

export interface TestDatabase {
  url: string
  /** Closes remaining connections and deletes the database. */
  drop: () => Promise<void>
}

let created = 0

/** Creates a database on the server, empty or a copy of the template. Safe with any number of concurrent test processes. */
export async function createDatabase(server: string, template?: Template): Promise<TestDatabase> {
  const name = `test_${process.pid}_${++created}`
  if (template) await makeTemplate(server, template)
  const copy = `create database ${name} template ${template?.name ?? 'template1'}`
  await onServer(server, (client) => client.query(copy))
  return {
    url: databaseUrl(server, name),
    drop: async () => {
      await onServer(server, (client) => client.query(`drop database if exists ${name} with (force)`))
    },
  }
}

/** Templates known to be complete, as `server name`. */
const whole = new Set<string>()

async function makeTemplate(server: string, { name, prepare }: Template): Promise<void> {
  const key = `${server} ${name}`
  if (whole.has(key)) return
  await onServer(server, async (client) => {
    // The session holds this lock, so that other test processes wait here until the template is complete.
    await client.query('select pg_advisory_lock(hashtext($1))', [name])
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount) return
    const building = `${name}_building`
    await client.query(`drop database if exists ${building} with (force)`)
    await client.query(`create database ${building}`)
    await prepare(databaseUrl(server, building))
    await client.query(`alter database ${building} rename to ${name}`)
  })
  whole.add(key)
}

async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function databaseUrl(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}
