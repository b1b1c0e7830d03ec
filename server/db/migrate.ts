import { sql } from 'kysely'
import type { OpenDatabase } from './database'
import { readMigrations } from './migration-files'
import { newestLabelOf, planMigrations, type AppliedMigration, type Migration } from './migration-plan'
import { DatabaseUnusable } from './postgres-start'
import type { Reader } from './transaction'
import { codeOf, LOCK_NOT_AVAILABLE } from './unavailable'
import { growingWaits, pause } from './waits'

const TABLE = `create table if not exists schema_migrations
  (name text primary key, sha256 text not null, applied_at timestamptz not null default now())`
/** Errors of two processes that create the same table at the same moment. */
const CREATED_BY_ANOTHER = new Set(['23505', '42P07', '42710'])
/** Longer than a migration of a large table takes in another process. */
const WAIT_LIMIT_MS = 1_800_000

type Say = (sentence: string) => void

interface MigrateOptions {
  /** Receives a sentence when other processes have to finish first. */
  onWait?: Say
  /** Receives one sentence before the first migration and one after the last; none when there is nothing to do. */
  onProgress?: Say
  /** Default: the migrations of this version. */
  migrations?: readonly Migration[]
}

/**
 * Brings the database to this version's schema: every file once, in the order of its name, each in its own transaction.
 * @returns the names of the files that this process has applied
 * @throws DatabaseUnusable, before the first change, when a newer or a changed version of Wayline has migrated it
 */
export async function migrate(database: OpenDatabase, options: MigrateOptions = {}): Promise<string[]> {
  const { onWait = () => undefined, onProgress = () => undefined, migrations = readMigrations() } = options
  const { applied, pending } = await inspectSchema(database.db, migrations)
  if (pending.length === 0) return []
  const startMs = performance.now()
  onProgress(describeStart(applied, migrations, pending))
  await database.exec(TABLE).catch((error: unknown) => {
    if (!CREATED_BY_ANOTHER.has(codeOf(error) ?? '')) throw error
  })
  const own: string[] = []
  for (const migration of pending) if (await applyOnce(database, migration, onWait)) own.push(migration.name)
  onProgress(`Done in ${((performance.now() - startMs) / 1_000).toFixed(1)} s.`)
  return own
}

interface SchemaState {
  /** None in an empty database. */
  applied: AppliedMigration[]
  /** Migrations that this version would apply, in order. */
  pending: Migration[]
}

/**
 * Compares a database with this version and changes nothing.
 * @throws DatabaseUnusable when a newer or a changed version of Wayline has migrated it
 */
export async function inspectSchema(
  reader: Reader,
  migrations: readonly Migration[] = readMigrations(),
): Promise<SchemaState> {
  const applied = await readApplied(reader)
  return { applied, pending: planMigrations(migrations, applied) }
}

/**
 * Refuses commands that need this version's schema and must not migrate, since a server of an older version may be running.
 * @throws DatabaseUnusable
 */
export async function requireCurrentSchema(reader: Reader): Promise<void> {
  const { applied, pending } = await inspectSchema(reader)
  if (pending.length > 0)
    throw new DatabaseUnusable(
      `The database is at ${newestLabelOf(applied)}, and this version needs ${newestLabelOf(pending)}. Stop the servers of the older version and start this one, which migrates the database; then try again.`,
    )
}

/** Returns the migrations that the database records; none if it is empty. */
export async function readApplied(reader: Reader): Promise<AppliedMigration[]> {
  const { rows: tables } = await sql`select where to_regclass('schema_migrations') is not null`.execute(reader)
  if (tables.length === 0) return []
  const { rows } = await sql<AppliedMigration>`select name, sha256 from schema_migrations order by name`.execute(reader)
  return rows
}

function describeStart(
  applied: readonly AppliedMigration[],
  migrations: readonly Migration[],
  pending: readonly Migration[],
): string {
  const count = `${pending.length} ${pending.length === 1 ? 'migration' : 'migrations'}`
  const [from, to] = [newestLabelOf(applied), newestLabelOf(migrations)]
  if (applied.length === 0) return `Setting up the database at ${to}: ${count}.`
  return from === to
    ? `Completing the database at ${to}: ${count}.`
    : `Bringing the database from ${from} to ${to}: ${count}.`
}

/** Applies a migration; waits for another process that applies it, and for those that use its tables. */
async function applyOnce(database: OpenDatabase, migration: Migration, onWait: Say): Promise<boolean> {
  const until = performance.now() + WAIT_LIMIT_MS
  const waits = growingWaits()
  for (let tries = 1; ; tries += 1) {
    try {
      return await apply(database, migration)
    } catch (error) {
      if (codeOf(error) !== LOCK_NOT_AVAILABLE || performance.now() > until) throw error
      if (tries === 1)
        onWait(`Migration ${migration.name} waits: another process applies it, or keeps its tables busy.`)
      await pause(waits.next().value)
    }
  }
}

/**
 * Inserts the row first: a second process that starts at the same moment waits for it and then finds the migration applied.
 * Of the time limits only that for locks applies, which releases the locks that others wait for.
 */
async function apply(database: OpenDatabase, { name, sha256, script }: Migration): Promise<boolean> {
  try {
    await database.exec(
      `begin;\nset local statement_timeout = 0;\ninsert into schema_migrations (name, sha256) values ('${name}', '${sha256}');\n${script}\n;commit;`,
    )
    return true
  } catch (error) {
    await database.exec('rollback')
    if ((error as { constraint?: string }).constraint === 'schema_migrations_pkey') return false
    throw error
  }
}
