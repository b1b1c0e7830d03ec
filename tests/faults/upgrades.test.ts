import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { capture } from '../../scripts/lib/child.mjs'
import { SHORT_LIVED } from '../../scripts/lib/short-lived.mjs'
import { openDatabase, type OpenDatabase } from '../../server/db/database'
import { migrate, readApplied } from '../../server/db/migrate'
import { readMigrations } from '../../server/db/migration-files'
import { useProduct } from '../support/faults/product'
import { createDatabase } from '../support/postgres'

/** A line of a Node.js stack trace. */
const STACK_TRACE = /^\s+at /m

const product = useProduct()
const server = inject('postgresServer')
const home = mkdtempSync(join(tmpdir(), 'wayline-upgrades-'))
afterAll(() => rmSync(home, { recursive: true }))

const migrations = readMigrations()
const older = migrations.slice(0, -2)
const labelAt = (place: number) => migrations.at(place)?.name.replace('.sql', '') ?? ''

interface Installation {
  /** Environment of its processes. */
  env: Record<string, string>
  /** Opens its database for the duration of a function. */
  within: <T>(work: (database: OpenDatabase) => Promise<T>) => Promise<T>
}

async function install(engine: string, name: string): Promise<Installation> {
  const dataDir = join(home, `${engine}-${name}`)
  const url = engine === 'postgres' ? (await createDatabase(String(server))).url : null
  return {
    env: { WAYLINE_DATA_DIR: dataDir, ...(url !== null && { DATABASE_URL: url }) },
    within: async (work) => {
      const database = await openDatabase({
        databaseUrl: url,
        databasePool: 2,
        dataDir,
        durability: 'relaxed',
        queryLimitMs: 0,
        onError: () => undefined,
      })
      try {
        return await work(database)
      } finally {
        await database.close()
      }
    },
  }
}

/** Runs a built command of an installation to its end. */
const command = (name: string, args: string[], env: Record<string, string>) =>
  capture(process.execPath, [...SHORT_LIVED, `dist/server/cli/${name}.js`, ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
  })

describe.each(['embedded', ...(server === null ? [] : ['postgres'])])('an upgrade (%s)', (engine) => {
  it('is logged by the start that migrates, and by no other', async () => {
    const { env, within } = await install(engine, 'reported')
    await within((database) => migrate(database, { migrations: older }))
    const upgrade = product.launch(env)
    await upgrade.ready
    await upgrade.terminate()
    expect(upgrade.output()).toContain(`Bringing the database from ${labelAt(-3)} to ${labelAt(-1)}: 2 migrations.\n`)
    expect(upgrade.output()).toMatch(/^Done in \d+\.\d s\.$/m)
    const later = product.launch(env)
    await later.ready
    await later.terminate()
    expect(later.output()).not.toMatch(/migrations\.|Done in/)
  })

  it('prevents the start of an older version and of its commands', async () => {
    const { env, within } = await install(engine, 'newer')
    await within(async (database) => {
      await migrate(database)
      await sql`insert into schema_migrations (name, sha256) values ('9999-later.sql', 'x')`.execute(database.db)
    })
    const sentence = `A newer version of Wayline has migrated this database to 9999-later; this version knows migrations up to ${labelAt(-1)}.`
    const life = product.launch(env)
    expect(await Promise.race([life.ended, life.ready.then(() => 'ready')])).toBe(1)
    expect(life.output()).toContain(sentence)
    expect(life.output()).not.toMatch(STACK_TRACE)
    for (const name of ['backup', 'admin-reset', 'check-money']) {
      const { code, output } = await command(name, [], env)
      expect(code).toBe(1)
      expect(output).toContain(sentence)
      expect(output).not.toMatch(STACK_TRACE)
    }
  })

  it('is preceded by a backup that changes nothing, and the new version can restore it', async () => {
    const { env, within } = await install(engine, 'older')
    await within((database) => migrate(database, { migrations: older }))
    const file = join(home, `${engine}.backup`)
    const backup = await command('backup', [file], env)
    expect(backup.output).toContain(`Wrote ${file}`)
    expect(backup.code).toBe(0)
    const check = await command('check-money', [], env)
    expect(check.output).toContain(`The database is at ${labelAt(-3)}, and this version needs ${labelAt(-1)}.`)
    expect(check.code).toBe(1)
    expect(await within(({ db }) => readApplied(db))).toHaveLength(older.length)

    const { env: restored, within: withinRestored } = await install(engine, 'restored')
    const secrets = { SECRETS_FILE: join(env['WAYLINE_DATA_DIR'] ?? '', 'secrets.json') }
    const restore = await command('restore', [file], { ...restored, ...secrets })
    expect(restore.output).toContain(`Setting up the database at ${labelAt(-1)}: ${migrations.length} migrations.`)
    expect(restore.output).toContain(`Bringing the database from ${labelAt(-3)} to ${labelAt(-1)}: 2 migrations.`)
    expect(restore.output).toMatch(/^Restored \d+ rows/m)
    expect(restore.code).toBe(0)
    expect(await withinRestored(({ db }) => readApplied(db))).toHaveLength(migrations.length)
  })
})

describe('a backup of an empty database', () => {
  it('is refused, because its address may be wrong', async () => {
    const { env } = await install('embedded', 'empty')
    const { code, output } = await command('backup', [], env)
    expect(output).toContain('The database is empty: there is nothing to back up.')
    expect(code).toBe(1)
  })
})
