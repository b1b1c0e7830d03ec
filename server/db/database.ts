import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { DataFolderInUse, lockDataFolder } from './data-lock'
import { followClock, OWN_CLOCK, type Clock } from './database-clock'
import { EmbeddedDatabase } from './embedded'
import { embeddedDialect } from './embedded-dialect'
import { maintain } from './embedded-maintenance'
import { serversOf } from './database-url'
import type { AppliedMigration } from './migration-plan'
import { PostgresServers, type LimitedQuery, type PostgresLimits } from './postgres'
import { listenOn } from './postgres-listen'
import { awaitPostgres, DatabaseUnusable } from './postgres-start'
import { preparedPool } from './prepared-pool'
import { SIGNAL_CHANNEL, registerPublisher, type ChannelListener } from './signals'
import type { Database } from './tables'
import { codeOf } from './unavailable'

export { DataFolderInUse }
export type Db = Kysely<Database>

/** Engine version of the data folder: a folder of another major version does not open. */
const EMBEDDED_ENGINE = 'pglite-0.5'

/** A migration of a large table, or a restore, can take this long. */
const SCRIPT_LIMIT_MS = 3_600_000
const PROBE_LIMIT_MS = 2_000

/**
 * Checks that the database accepts writes, and leaves nothing behind. The log record reaches the disk with the commit, and
 * the next checkpoint clears it. The sort exceeds its memory and needs half a megabyte of free disk for a moment.
 */
const PROBE = `
  begin;
  set local work_mem to '64kB';
  select pg_logical_emit_message(true, 'wayline', 'probe');
  select count(*) from (
    select repeat(md5(n::text), 16) as filler from generate_series(1, 1000) as n order by filler
  ) as spilled;
  commit`
const APPLIED_MIGRATIONS = 'select name, sha256 from schema_migrations'
/** SQLSTATE undefined_table. */
const UNDEFINED_TABLE = '42P01'
/** Signals lost in a crash of the database do no harm, because subscribers re-read everything when they listen again. */
const NOTIFY = `select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)`

export interface OpenDatabase {
  db: Db
  engine: 'embedded' | 'postgres'
  clock: Clock
  /** Runs a script of several statements (migrations). */
  exec: (sql: string) => Promise<void>
  /** Calls `received` for each NOTIFY on the channel, from any process; `lost` and `missed` around a gap in listening. */
  listen: (channel: string, listener: ChannelListener) => Promise<() => void>
  /**
   * Checks that the database accepts writes and returns the migrations it records; none before the first.
   * @throws DatabaseUnavailable, or the error that prevents writes
   */
  probe: () => Promise<AppliedMigration[]>
  /** Aborts all work, which is rolled back, for a process that must exit. */
  giveUp: () => void
  close: () => Promise<void>
}

export interface DatabaseSettings {
  databaseUrl: string | null
  databasePool: number
  /** Milliseconds to wait for PostgreSQL to accept connections; 0 by default. */
  databaseWaitMs?: number
  /** null = embedded database in memory. */
  dataDir: string | null
  durability: 'strict' | 'relaxed'
  /** Milliseconds per query on the embedded database; 0 removes the limit on both engines. */
  queryLimitMs: number
  /** Limits of PostgreSQL connections that differ from the defaults. */
  postgresLimits?: Partial<PostgresLimits>
  onError: (error: Error) => void
  /** Receives a sentence about what opening waits for. */
  onWait?: (sentence: string) => void
  /** Receives a sentence when this machine's clock is far from the database's. */
  onClockOff?: (sentence: string) => void
}

/** Opens PostgreSQL if a URL is given, else the embedded database. No other code opens either. */
export function openDatabase(settings: DatabaseSettings): Promise<OpenDatabase> {
  return settings.databaseUrl ? openPostgres(settings.databaseUrl, settings) : openEmbedded(settings)
}

/** @throws DatabaseUnusable */
async function openPostgres(url: string, settings: DatabaseSettings): Promise<OpenDatabase> {
  const servers = new PostgresServers(serversOf(url), settings.onError, settings.postgresLimits)
  const connections = await awaitPostgres(servers, settings.databasePool, {
    waitMs: settings.databaseWaitMs ?? 0,
    onWait: settings.onWait ?? (() => undefined),
  })
  const pool = servers.pool({ connections, ...(settings.queryLimitMs === 0 && { answerMs: SCRIPT_LIMIT_MS }) })
  // A separate pool, so that calls that wait for one another do not look like an unavailable database.
  const probes = servers.pool({ connections: 1, answerMs: PROBE_LIMIT_MS })
  const db: Db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: preparedPool(pool) }) })
  const clock = await followClock(() => millisecondsOf(db), settings.onClockOff ?? (() => undefined))
  const allSent = registerPublisher(
    db,
    (payload) => pool.run({ text: NOTIFY, values: [SIGNAL_CHANNEL, payload] }),
    settings.onError,
  )
  return {
    db,
    engine: 'postgres',
    clock,
    exec: (script) => {
      const query: LimitedQuery = { text: script, query_timeout: SCRIPT_LIMIT_MS }
      return pool.run(query)
    },
    listen: async (channel, listener) => {
      const stop = await listenOn(() => servers.connect(), channel, listener)
      return () => void stop()
    },
    probe: () => orUnmigrated(probes.readLast<AppliedMigration>(`${PROBE};${APPLIED_MIGRATIONS}`)),
    giveUp: () => servers.giveUp(),
    close: async () => {
      clock.stop()
      // A command exits right after its last transaction, and other processes wait for its signals.
      await allSent()
      await Promise.all([db.destroy(), probes.end()])
    },
  }
}

async function millisecondsOf(db: Db): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select extract(epoch from clock_timestamp())::float8 * 1000 as ms`.execute(db)
  return rows[0]?.ms ?? Number.NaN
}

/** @throws DataFolderInUse when another process has the folder open. */
async function openEmbedded(settings: DatabaseSettings): Promise<OpenDatabase> {
  const { dataDir } = settings
  const unlock = dataDir === null ? async () => undefined : await lockDataFolder(dataDir)
  try {
    if (dataDir !== null) checkEngine(dataDir)
    const folder = dataDir === null ? null : join(dataDir, 'db')
    const setup = { dataDir: folder, durability: settings.durability }
    const embedded = new EmbeddedDatabase(setup, settings.queryLimitMs, settings.onError)
    await embedded.ready().catch((error: Error) => {
      throw folder === null ? error : unopened(folder, error)
    })
    const db: Db = new Kysely<Database>({ dialect: embeddedDialect(embedded) })
    registerPublisher(db, (payload) => embedded.notify(SIGNAL_CHANNEL, payload), settings.onError)
    const endMaintenance =
      dataDir === null ? async () => undefined : maintain(db, (script) => embedded.exec(script), settings.onError)
    return {
      db,
      engine: 'embedded',
      clock: OWN_CLOCK,
      exec: (sql) => embedded.exec(sql),
      listen: (channel, { received }) => embedded.listen(channel, received),
      probe: () => orUnmigrated(db.connection().execute(() => probeEmbedded(embedded))),
      giveUp: () => embedded.giveUp(),
      close: async () => {
        await endMaintenance()
        await db.destroy()
        await unlock()
      },
    }
  } catch (error) {
    await unlock()
    throw error
  }
}

const unopened = (folder: string, { message }: Error) =>
  new DatabaseUnusable(
    `${folder} could not be opened: ${message.replace(/\.$/, '')}. Check the free space on its disk; if there is enough, the folder is damaged: restore the newest backup into another WAYLINE_DATA_DIR.`,
  )

async function probeEmbedded(embedded: EmbeddedDatabase): Promise<AppliedMigration[]> {
  try {
    await embedded.exec(PROBE)
  } catch (error) {
    await embedded.exec('rollback')
    throw error
  }
  const { rows } = await embedded.query(APPLIED_MIGRATIONS, [])
  return rows.map(({ name, sha256 }) => ({ name: String(name), sha256: String(sha256) }))
}

/** Returns none if the database has never been migrated. */
async function orUnmigrated(reading: Promise<AppliedMigration[]>): Promise<AppliedMigration[]> {
  try {
    return await reading
  } catch (error) {
    if (codeOf(error) === UNDEFINED_TABLE) return []
    throw error
  }
}

function checkEngine(dataDir: string): void {
  const file = join(dataDir, 'engine.txt')
  const found = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  // The file is empty if the disk was full when it was written.
  if (found === '') writeFileSync(file, EMBEDDED_ENGINE)
  else if (found !== EMBEDDED_ENGINE)
    throw new DatabaseUnusable(
      `${dataDir} was written by ${found}; this version reads ${EMBEDDED_ENGINE}. Start the version that wrote it and move the data to PostgreSQL, or choose another WAYLINE_DATA_DIR.`,
    )
}
