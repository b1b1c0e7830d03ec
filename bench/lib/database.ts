import pg from 'pg'
import { openDatabase } from '../../server/db/database'
import { migrate } from '../../server/db/migrate'
import { print, seconds } from '../../scripts/lib/print.mjs'
import { createDatabase, type TestDatabase } from '../../tests/support/postgres'
import { startPostgres } from '../../tests/support/postgres-server'
import { fillScript } from './fill'

export interface Cluster {
  /** Connection URL of the maintenance database. */
  url: string
  /** Name and version as PostgreSQL reports them, `PostgreSQL 15.8`. */
  version: string
  stop: () => Promise<void>
}

/** Most of the large database fits into the cache, so that its size does not determine the result. */
const SETTINGS = { shared_buffers: '2GB', max_wal_size: '4GB' }

/**
 * Starts a temporary server, or connects to the given one, which keeps running.
 * @param settings postgresql.conf settings of the temporary server
 */
export async function openCluster(given: string | null, settings: Record<string, string> = {}): Promise<Cluster> {
  const { url, stop } =
    given === null ? await startPostgres({ ...SETTINGS, ...settings }) : { url: given, stop: async () => undefined }
  const version = await query<{ version: string }>(url, 'select version()')
  return { url, version: version[0]?.version.split(' ').slice(0, 2).join(' ') ?? '', stop }
}

export async function query<R extends pg.QueryResultRow>(
  url: string,
  sql: string,
  values: unknown[] = [],
): Promise<R[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<R>(sql, values)).rows
  } finally {
    await client.end()
  }
}

const OTHER_SESSIONS = 'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'

/** Returns the process ids of the sessions on a database. */
export async function sessionsOf(url: string): Promise<number[]> {
  const rows = await query<{ pid: number }>(url, `select pid ${OTHER_SESSIONS}`)
  return rows.map((row) => row.pid)
}

const SETTLED_LIMIT_MS = 10_000
const LOOK_AGAIN_MS = 20

/** Waits until the database has finished all earlier work. @throws when that takes more than ten seconds */
export async function settled(url: string): Promise<void> {
  const limit = performance.now() + SETTLED_LIMIT_MS
  while ((await query(url, `select 1 ${OTHER_SESSIONS} and state <> 'idle' limit 1`)).length > 0) {
    if (performance.now() > limit) throw new Error('The database does not come to rest.')
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
  }
}

/**
 * Opens a database with that number of reservations and related records, named after the number and created if missing.
 * @returns its URL
 */
export async function filledDatabase(cluster: Cluster, reservations: number): Promise<string> {
  const name = `bench_${reservations}`
  const url = new URL(cluster.url)
  url.pathname = `/${name}`
  const found = await query(cluster.url, 'select 1 from pg_database where datname = $1', [name])
  if (found.length > 0) return url.href
  const started = performance.now()
  const building = new URL(cluster.url)
  building.pathname = `/${name}_building`
  await query(cluster.url, `drop database if exists ${name}_building with (force)`)
  await query(cluster.url, `create database ${name}_building`)
  await fill(building.href, reservations)
  await query(cluster.url, `alter database ${name}_building rename to ${name}`)
  print(`Filled ${reservations.toLocaleString('en')} reservations in ${seconds(performance.now() - started)}.`)
  return url.href
}

/** Creates a database with the product's tables and no rows. */
export const emptyDatabase = (cluster: Cluster): Promise<TestDatabase> =>
  createDatabase(cluster.url, { name: 'bench_empty', prepare: makeTables })

async function makeTables(url: string): Promise<void> {
  const database = await openDatabase({
    databaseUrl: url,
    databasePool: 1,
    dataDir: null,
    durability: 'relaxed',
    queryLimitMs: 600_000,
    onError: () => undefined,
  })
  await migrate(database)
  await database.close()
}

async function fill(url: string, reservations: number): Promise<void> {
  await makeTables(url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`set maintenance_work_mem = '1GB'; set work_mem = '256MB'; set statement_timeout = 0`)
    const indexes = await dropIndexes(client)
    await client.query(fillScript(reservations))
    for (const definition of indexes) await client.query(definition)
    // Sets the visibility map, which index-only scans need.
    await client.query('vacuum (analyze)')
  } finally {
    await client.end()
  }
}

/** Drops the indexes: creating them after the fill is several times faster. @returns the statements to recreate them */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace and not exists (select 1 from pg_constraint k where k.conindid = c.oid)`)
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map((row) => row.definition)
}
