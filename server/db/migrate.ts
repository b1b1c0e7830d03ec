import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { OpenDatabase } from './database'

/** The folder beside the bundle, or the one beside this source. */
const FOLDER = fileURLToPath(new URL('./migrations', import.meta.url))

interface Applied {
  name: string
  sha256: string
}

/**
 * Brings the database to this version's schema: every file once, in the order of its name, each in its own transaction.
 * @throws when a file that was applied has changed since.
 */
export async function migrate(database: OpenDatabase): Promise<string[]> {
  if (!existsSync(FOLDER)) throw new Error(`${FOLDER} is missing: build the server again.`)
  await database.exec(
    'create table if not exists schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
  )
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
    if (await apply(database, name, sha256, script)) fresh.push(name)
  }
  return fresh
}

/** The row goes first: a second process that starts at the same moment waits on it and then finds the work done. */
async function apply(database: OpenDatabase, name: string, sha256: string, script: string): Promise<boolean> {
  try {
    await database.exec(
      `begin;\ninsert into schema_migrations (name, sha256) values ('${name}', '${sha256}');\n${script}\n;commit;`,
    )
    return true
  } catch (error) {
    await database.exec('rollback')
    if ((error as { constraint?: string }).constraint === 'schema_migrations_pkey') return false
    throw error
  }
}
