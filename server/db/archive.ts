import { sql } from 'kysely'
import type { Db } from './database'
import { lockOut } from './lock-out'
import { readApplied } from './migrate'
import type { AppliedMigration } from './migration-plan'
import { signalAfterCommit } from './after-commit'
import { inTransaction, type Reader, type Tx } from './transaction'

/* All data as lines of text, the same for both engines: a head, then for each table its name and its rows as JSON. */

const FORMAT = 'wayline-backup-1'
const ROWS_AT_ONCE = 500
/** Digits of a migration's hash in the head. */
const HASH_DIGITS = 12
/** Half a megabyte of a table on disk. */
const BLOCKS_AT_ONCE = 64
/** Tables without data to back up: the migrations create the schema. */
const NOT_DATA = ['schema_migrations', 'wayline_sync_probe']

interface Head {
  format: string
  at: string
  migrations: string[]
}

/** An archive cannot be restored; the message gives the reason. */
export class ArchiveRefused extends Error {}

/** Yields all data, read in one transaction so that the lines are consistent. */
export async function* archiveLines(db: Db, at: Date): AsyncGenerator<string> {
  const reads = await db.startTransaction().setIsolationLevel('repeatable read').execute()
  try {
    yield JSON.stringify({
      format: FORMAT,
      at: at.toISOString(),
      migrations: describeMigrations(await readApplied(reads)),
    })
    for (const table of await tablesOf(reads)) {
      yield `T${table}`
      // Reads block by block, because sorting the rest of a large table for every page of rows takes hours.
      const blocks = await blocksOf(reads, table)
      for (let from = 0; from < blocks; from += BLOCKS_AT_ONCE) {
        const { rows } = await sql<{ row: string }>`
          select to_jsonb(t)::text as row from ${sql.table(table)} t
          where ctid >= ${`(${from},0)`}::tid and ctid < ${`(${from + BLOCKS_AT_ONCE},0)`}::tid`.execute(reads)
        for (const { row } of rows) yield `R${row}`
      }
    }
  } finally {
    await reads.rollback().execute()
  }
}

/** Returns whether there is data that a restore would replace. */
export async function hasData(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from users limit 1`.execute(db)
  return rows.length > 0
}

/** Source of lines that can be read repeatedly from the first one. */
export type Lines = () => AsyncIterable<string>

/**
 * Returns the migrations of the database that an archive was made from.
 * @throws ArchiveRefused if the file is no archive
 */
export async function readArchivedMigrations(lines: Lines): Promise<AppliedMigration[]> {
  for await (const line of lines()) return parseMigrations(headOf(line))
  throw noArchive()
}

/**
 * Replaces all data with an archive of the same schema, in one transaction, and ends all sessions. Other users of the
 * database wait for it.
 * @param before runs before the data is replaced, while all others are locked out
 * @returns rows restored
 * @throws ArchiveRefused for an archive of another schema, or a file that is no archive; an Error that names connections
 * that do not finish
 */
export function restoreLines(
  db: Db,
  lines: Lines,
  before: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    await lockOut(tx, await tablesOf(tx))
    await before(tx)
    return replaceAll(tx, lines, endSessions)
  })
}

/**
 * Loads an unchanged archive into a database of the same schema that is not in use.
 * @returns rows loaded
 * @throws ArchiveRefused for an archive of another schema, or a file that is no archive
 */
export const loadLines = (scratch: Db, lines: Lines): Promise<number> =>
  inTransaction(scratch, (tx) => replaceAll(tx, lines))

/** @param complete runs on the new rows, while triggers and the checks of foreign keys are off */
async function replaceAll(
  tx: Tx,
  lines: Lines,
  complete: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<number> {
  const tables = await tablesOf(tx)
  const iterator = lines()[Symbol.asyncIterator]()
  try {
    const archived = parseMigrations(headOf((await iterator.next()).value as string | undefined))
    if (namesOf(archived) !== namesOf(await readApplied(tx)))
      throw new ArchiveRefused('The backup and the database have different migrations.')
    await suspendConstraints(tx, tables)
    await sql`truncate ${sql.join(tables.map((table) => sql.table(table)))} cascade`.execute(tx)
    const rows = await insertAll(tx, iterator, new Set(tables))
    await continueSequences(tx)
    await complete(tx)
    await restoreConstraints(tx, tables)
    return rows
  } finally {
    // A source that reads from a database keeps its transaction open until here.
    await iterator.return?.()
  }
}

/** Sets sequences to the last loaded value, so that new rows follow the loaded ones. */
async function continueSequences(tx: Tx): Promise<void> {
  const { rows } = await sql<{ sequence: string; table: string; column: string }>`
    select pg_get_serial_sequence(quote_ident(table_name), column_name) as sequence, table_name as "table",
      column_name as "column"
    from information_schema.columns where table_schema = current_schema() and is_identity = 'YES'
    union all select 'job_places', 'jobs', 'place' where to_regclass('job_places') is not null`.execute(tx)
  for (const { sequence, table, column } of rows)
    await sql`
      select setval(${sequence}::regclass, greatest(1, (select max(${sql.ref(column)}) from ${sql.table(table)})))
      `.execute(tx)
}

async function insertAll(tx: Tx, lines: AsyncIterator<string>, tables: ReadonlySet<string>): Promise<number> {
  let table = ''
  let waiting: string[] = []
  let total = 0
  const columns = new Map<string, string[]>()
  const flush = async () => {
    if (waiting.length === 0) return
    const names = columns.get(table) ?? (await columnsOf(tx, table))
    columns.set(table, names)
    const list = sql.join(names.map((name) => sql.ref(name)))
    await sql`
      insert into ${sql.table(table)} (${list}) overriding system value
      select ${list} from jsonb_populate_recordset(null::${sql.table(table)}, ${`[${waiting.join(',')}]`}::jsonb)`.execute(
      tx,
    )
    total += waiting.length
    waiting = []
  }
  for (let next = await lines.next(); next.done !== true; next = await lines.next()) {
    const [kind, rest] = [next.value[0], next.value.slice(1)]
    if (kind === 'T') {
      await flush()
      table = rest
      if (!tables.has(table)) throw new ArchiveRefused(`The backup has a table "${table}" that is not known here.`)
    } else if (kind === 'R') waiting.push(rest)
    if (waiting.length >= ROWS_AT_ONCE) await flush()
  }
  await flush()
  return total
}

function headOf(line: string | undefined): Head {
  try {
    const head = JSON.parse(line ?? '') as Head
    if (head.format === FORMAT) return head
  } catch {
    // Invalid JSON is refused below, as is JSON of another format.
  }
  throw noArchive()
}

const noArchive = () => new ArchiveRefused('This file is not a backup of Wayline.')

const namesOf = (migrations: readonly AppliedMigration[]): string =>
  migrations
    .map(({ name }) => name)
    .sort()
    .join()

/** The inverse of `describeMigrations`. */
const parseMigrations = ({ migrations }: Head): AppliedMigration[] =>
  migrations.map((entry) => {
    const [name = '', sha256 = ''] = entry.split(' ')
    return { name, sha256 }
  })

const describeMigrations = (applied: readonly AppliedMigration[]): string[] =>
  applied.map(({ name, sha256 }) => `${name} ${sha256.slice(0, HASH_DIGITS)}`)

const tablesOf = async (reader: Reader): Promise<string[]> =>
  (
    await sql<{ name: string }>`
      select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind = 'r' and c.relname <> all(${NOT_DATA}::text[]) order by c.relname
      `.execute(reader)
  ).rows.map(({ name }) => name)

const blocksOf = async (reader: Reader, table: string): Promise<number> =>
  (
    await sql<{ blocks: number }>`
      select ceil(pg_relation_size(${table}::regclass) / current_setting('block_size')::numeric)::int as blocks`.execute(
      reader,
    )
  ).rows[0]?.blocks ?? 0

/** Returns the number of rows of all tables, as estimated by the planner. */
export async function aboutRows(db: Db): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select coalesce(sum(greatest(0, c.reltuples)), 0)::float8 as rows
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind = 'r'`.execute(
    db,
  )
  return rows[0]?.rows ?? 0
}

const columnsOf = async (reader: Reader, table: string): Promise<string[]> =>
  (
    await sql<{ name: string }>`
      select attname as name from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum
      `.execute(reader)
  ).rows.map(({ name }) => name)

const keysOf = async (reader: Reader): Promise<{ table: string; key: string }[]> =>
  (
    await sql<{ table: string; key: string }>`
      select conrelid::regclass::text as "table", conname as key from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace`.execute(reader)
  ).rows

/** Disables triggers and defers foreign keys: rows arrive table by table, those that triggers write included. */
async function suspendConstraints(tx: Tx, tables: readonly string[]): Promise<void> {
  for (const table of tables) await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx)
  for (const { table, key } of await keysOf(tx))
    await sql`alter table ${sql.table(table)} alter constraint ${sql.ref(key)} deferrable initially deferred`.execute(
      tx,
    )
}

async function restoreConstraints(tx: Tx, tables: readonly string[]): Promise<void> {
  await sql`set constraints all immediate`.execute(tx)
  for (const { table, key } of await keysOf(tx))
    await sql`alter table ${sql.table(table)} alter constraint ${sql.ref(key)} not deferrable`.execute(tx)
  for (const table of tables) await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx)
}

/**
 * Restores an archive into a scratch database and counts the restored rows.
 * @param report receives the number of rows read so far, after each row
 * @returns rows of the archive
 * @throws ArchiveRefused if a table has a different number of rows than the archive
 */
export async function proveLines(
  scratch: Db,
  lines: Lines,
  report: (rows: number) => void = () => undefined,
): Promise<number> {
  const written = new Map<string, number>()
  const counted = async function* () {
    written.clear()
    let table = ''
    let read = 0
    for await (const line of lines()) {
      if (line.startsWith('T')) table = line.slice(1)
      else if (line.startsWith('R')) {
        written.set(table, (written.get(table) ?? 0) + 1)
        read += 1
        report(read)
      }
      yield line
    }
  }
  const total = await loadLines(scratch, counted)
  for (const name of await tablesOf(scratch)) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(scratch)
    if (Number(rows[0]?.count) !== (written.get(name) ?? 0))
      throw new ArchiveRefused(
        `The backup was written, but it cannot be restored completely: ${name} has ${Number(rows[0]?.count)} rows instead of ${written.get(name) ?? 0}.`,
      )
  }
  return total
}

/** Tables that a restore empties, because their rows would grant access to users of that time. */
const LEFT_OUT = ['refresh_tokens', 'live_tickets', 'partner_session_tokens', 'idempotency_keys']

/** Ends the sessions in the backup and deletes the keys of repeated requests. */
async function endSessions(tx: Tx): Promise<void> {
  for (const table of LEFT_OUT) await sql`delete from ${sql.table(table)}`.execute(tx)
  for (const table of ['auth_sessions', 'partner_sessions'])
    await sql`
      update ${sql.table(table)} set revoked_at = now(), revoke_reason = 'restored' where revoked_at is null`.execute(
      tx,
    )
  signalAfterCommit(tx, { kind: 'account', userId: null })
}

/** Entry of the log of erasures. */
export interface Erasure {
  customer_id: string
  at: string
  by_name: string
  reason: string
}

/** Returns the log of erasures, which a restore repeats; empty if an older version has no table for it. */
export async function erasuresOf(reader: Reader): Promise<Erasure[]> {
  const { rows: tables } = await sql`select where to_regclass('erasures') is not null`.execute(reader)
  return tables.length === 0 ? [] : reader.selectFrom('erasures').selectAll().orderBy('at').execute()
}
