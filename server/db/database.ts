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
import { SIGNAL_CHANNEL, talkThrough, type ChannelListener } from './signals'
import type { Database } from './tables'
import { codeOf } from './unavailable'

export { DataFolderInUse }
export type Db = Kysely<Database>

/** The engine's version that the data folder belongs to: a folder of another major version does not open. */
const EMBEDDED_ENGINE = 'pglite-0.5'

/** A migration of a large table takes its time, and so does a restore. */
const SCRIPT_LIMIT_MS = 3_600_000
const PROBE_LIMIT_MS = 2_000

/**
 * Shows whether writes are taken and leaves nothing behind: a record in the log, which the commit brings to the disk and
 * the next checkpoint clears, and a sort too large for its memory, which needs half a megabyte of free disk for a moment.
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
/** What is lost with a crash of the database is told anew by whoever listens again. */
const TELL = `select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)`

export interface OpenDatabase {
  db: Db
  engine: 'embedded' | 'postgres'
  clock: Clock
  /** Runs a script of several statements (migrations). */
  exec: (sql: string) => Promise<void>
  /** Calls `heard` for each NOTIFY on the channel, from any process; `lost` and `missed` around a gap in listening. */
  listen: (channel: string, listener: ChannelListener) => Promise<() => void>
  /**
   * Writes a little, which leaves nothing, and returns the migrations that the database records; none before the first.
   * @throws DatabaseUnavailable, or what stands in the way of writes
   */
  probe: () => Promise<AppliedMigration[]>
  /** Breaks off all that is being done, for a process that has to end: it is rolled back. */
  giveUp: () => void
  close: () => Promise<void>
}

export interface DatabaseSettings {
  databaseUrl: string | null
  databasePool: number
  /** How long opening waits for a PostgreSQL that is not there yet; not at all unless given. Milliseconds. */
  databaseWaitMs?: number
  /** null keeps the embedded database in memory. */
  dataDir: string | null
  durability: 'strict' | 'relaxed'
  /** Of one query on the embedded database; 0 takes the limit away on either engine. */
  queryLimitMs: number
  /** Of the connections to PostgreSQL, where they differ from the defaults. */
  postgresLimits?: Partial<PostgresLimits>
  onError: (error: Error) => void
  /** Told, in a sentence, what opening waits for. */
  onWait?: (sentence: string) => void
  /** Told, in a sentence, that this machine's clock is far from the database's. */
  onClockOff?: (sentence: string) => void
}

/** Opens PostgreSQL when a URL is given, else the embedded database. The only holder of either handle. */
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
  // Apart, so that calls that wait for one another do not pass for a database that is away.
  const probes = servers.pool({ connections: 1, answerMs: PROBE_LIMIT_MS })
  const db: Db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: preparedPool(pool) }) })
  const clock = await followClock(() => millisecondsOf(db), settings.onClockOff ?? (() => undefined))
  const said = talkThrough(
    db,
    (payload) => pool.run({ text: TELL, values: [SIGNAL_CHANNEL, payload] }),
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
      // A command ends right after its last transaction, which others wait to hear of.
      await said()
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
    talkThrough(db, (payload) => embedded.say(SIGNAL_CHANNEL, payload), settings.onError)
    const endMaintenance =
      dataDir === null ? async () => undefined : maintain(db, (script) => embedded.exec(script), settings.onError)
    return {
      db,
      engine: 'embedded',
      clock: OWN_CLOCK,
      exec: (sql) => embedded.exec(sql),
      listen: (channel, { heard }) => embedded.listen(channel, heard),
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
    `${folder} could not be opened: ${message.replace(/\.$/, '')}. Look for room on its disk; where there is, it is damaged: restore the newest backup into another WAYLINE_DATA_DIR.`,
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

/** Returns none where the database has never been migrated. */
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
  // It is empty where the disk was full when it was written.
  if (found === '') writeFileSync(file, EMBEDDED_ENGINE)
  else if (found !== EMBEDDED_ENGINE)
    throw new DatabaseUnusable(
      `${dataDir} was written by ${found}; this version reads ${EMBEDDED_ENGINE}. Start the version that wrote it and move the data to PostgreSQL, or choose another WAYLINE_DATA_DIR.`,
    )
}
