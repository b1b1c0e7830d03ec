import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { OpenDatabase } from './database'
import { codeOf, LOCK_NOT_AVAILABLE } from './unavailable'
import { growingWaits, pause } from './waits'

/** The folder beside the bundle, or the one beside this source. */
const FOLDER = fileURLToPath(new URL('./migrations', import.meta.url))

const TABLE = `create table if not exists schema_migrations
  (name text primary key, sha256 text not null, applied_at timestamptz not null default now())`
/** What two processes meet that make the same table at the same moment. */
const MADE_MEANWHILE = new Set(['23505', '42P07', '42710'])
/** Longer than a migration of a large table takes in another process. */
const WAIT_LIMIT_MS = 1_800_000

interface Applied {
  name: string
  sha256: string
}

/**
 * Brings the database to this version's schema: every file once, in the order of its name, each in its own transaction.
 * @param onWait told, in a sentence, that others have to finish first
 * @throws when a file that was applied has changed since.
 */
export async function migrate(
  database: OpenDatabase,
  onWait: (sentence: string) => void = () => undefined,
): Promise<string[]> {
  if (!existsSync(FOLDER)) throw new Error(`${FOLDER} is missing: build the server again.`)
  await database.exec(TABLE).catch((error: unknown) => {
    if (!MADE_MEANWHILE.has(codeOf(error) ?? '')) throw error
  })
  const { rows } = await sql<Applied>`select name, sha256 from schema_migrations`.execute(database.db)
  const applied = new Map(rows.map((row) => [row.name, row.sha256]))
  const fresh: string[] = []
  for (const name of readdirSync(FOLDER)
    .filter((file) => file.endsWith('.sql'))
    .sort()) {
    const script = readFileSync(`${FOLDER}/${name}`, 'utf8')
    const sha256 = createHash('sha256').update(script).digest('hex')
    const known = applied.get(name)
    if (known === sha256) continue
    if (known)
      throw new Error(`Migration ${name} was changed after it had been applied. Put it back and write a new one.`)
    if (await applyOnce(database, { name, sha256, script }, onWait)) fresh.push(name)
  }
  return fresh
}

interface Migration extends Applied {
  script: string
}

/** Waits for others: a process that applies it, and those that keep its tables busy. */
async function applyOnce(
  database: OpenDatabase,
  migration: Migration,
  onWait: (sentence: string) => void,
): Promise<boolean> {
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
 * The row goes first: a second process that starts at the same moment waits on it and then finds the work done. No limit
 * of time but that for locks, which lets go of what others wait for meanwhile.
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
