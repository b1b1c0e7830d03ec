import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '../../server/db/database'
import { migrate, readApplied } from '../../server/db/migrate'
import { readMigrations, toMigration } from '../../server/db/migration-files'
import { normalizeSql } from '../../server/db/normalize-sql'
import { DatabaseUnusable } from '../../server/db/postgres-start'
import { openEmpty } from '../support/empty-database'

const first = toMigration('0001-first.sql', 'create table firsts (n int);')
const second = toMigration('0002-second.sql', 'create table seconds (n int);')
const third = toMigration('0003-third.sql', 'create table thirds (n int);')

/** Migrations of the version of commit 5881fd58, which lacks some that precede others of its own. */
const EARLY = /^00(0\d|12|14)/

const EMPTY = 'drop schema public cascade; create schema public'

let database: OpenDatabase
beforeAll(async () => {
  database = await openEmpty()
})
beforeEach(() => database.exec(EMPTY))
afterAll(() => database.close())

const rawHashOf = (script: string) => createHash('sha256').update(script).digest('hex')

async function record(name: string, sha256: string): Promise<void> {
  await sql`update schema_migrations set sha256 = ${sha256} where name = ${name}`.execute(database.db)
}

async function tablesOf(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations'
    order by tablename`.execute(database.db)
  return rows.map(({ name }) => name)
}

/** Reads columns, constraints, indexes, functions and triggers. */
async function schemaOf(): Promise<string[]> {
  const { rows } = await sql<{ definition: string }>`
    select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' '
      || coalesce(column_default, '') as definition
    from information_schema.columns where table_schema = 'public'
    union all
    select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
    from pg_constraint where connamespace = 'public'::regnamespace
    union all
    select indexdef from pg_indexes where schemaname = 'public'
    union all
    select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'
    union all
    select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    order by 1`.execute(database.db)
  return rows.map(({ definition }) => definition)
}

/** Returns why the database was refused. */
async function refusalOf(migrating: Promise<unknown>): Promise<string> {
  const error = await migrating.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(DatabaseUnusable)
  return (error as DatabaseUnusable).message
}

describe('migrate', () => {
  it('refuses data of a newer version and names the newest migration of both', async () => {
    await migrate(database, { migrations: [first, second, third] })
    const applied = await readApplied(database.db)
    const refusal = await refusalOf(migrate(database, { migrations: [first] }))
    expect(refusal).toContain('A newer version of Wayline has migrated this database to 0003-third;')
    expect(refusal).toContain('this version knows migrations up to 0001-first.')
    expect(refusal).toContain('Install the newer version, or restore a backup made by this version')
    expect(await readApplied(database.db)).toEqual(applied)
  })

  it('applies nothing to data of a newer version that lacks some of its own', async () => {
    await migrate(database, { migrations: [first, third] })
    await refusalOf(migrate(database, { migrations: [first, second] }))
    expect(await tablesOf()).toEqual(['firsts', 'thirds'])
  })

  it('applies nothing when the statements of any applied migration have changed', async () => {
    await migrate(database, { migrations: [first, third] })
    const changed = toMigration(third.name, third.script.replace('int', 'bigint'))
    expect(await refusalOf(migrate(database, { migrations: [first, second, changed] }))).toContain('0003-third.')
    expect(await tablesOf()).toEqual(['firsts', 'thirds'])
  })

  it('accepts changes of comments and blanks in applied migrations', async () => {
    await migrate(database, { migrations: [first] })
    const commented = toMigration(first.name, `-- Why.\n${first.script.replace('(n', '(\n  n')}\n`)
    expect(await migrate(database, { migrations: [commented, second] })).toEqual([second.name])
  })

  it('accepts the hash of the whole file, which earlier versions recorded', async () => {
    const commented = toMigration(first.name, `-- Why.\n${first.script}`)
    await migrate(database, { migrations: [commented] })
    await record(commented.name, rawHashOf(commented.script))
    expect(await migrate(database, { migrations: [commented, second] })).toEqual([second.name])
    expect(await readApplied(database.db)).toContainEqual({ name: first.name, sha256: rawHashOf(commented.script) })
  })

  it('reports the start and the duration once, and nothing when no migration is pending', async () => {
    const sentences: string[] = []
    const onProgress = (sentence: string) => sentences.push(sentence)
    await migrate(database, { migrations: [first], onProgress })
    await migrate(database, { migrations: [first], onProgress })
    await migrate(database, { migrations: [first, second, third], onProgress })
    const done = expect.stringMatching(/^Done in \d+\.\d s\.$/) as string
    expect(sentences).toEqual([
      'Setting up the database at 0001-first: 1 migration.',
      done,
      'Bringing the database from 0001-first to 0003-third: 2 migrations.',
      done,
    ])
  })

  it('reports a migration that was added before the newest one', async () => {
    await migrate(database, { migrations: [first, third] })
    const sentences: string[] = []
    await migrate(database, { migrations: [first, second, third], onProgress: (sentence) => sentences.push(sentence) })
    expect(sentences[0]).toBe('Completing the database at 0003-third: 1 migration.')
  })

  it('creates the same schema from scripts without comments and blanks', async () => {
    const migrations = readMigrations()
    await migrate(database, { migrations })
    const schema = await schemaOf()
    expect(schema.length).toBeGreaterThan(1_000)
    await database.exec(EMPTY)
    await migrate(database, {
      migrations: migrations.map((migration) => ({ ...migration, script: normalizeSql(migration.script) })),
    })
    expect(await schemaOf()).toEqual(schema)
  })

  it('folds the search words of existing records, and changes nothing else of them', async () => {
    const all = readMigrations()
    const before = all.filter(({ name }) => name < '0183-one-folding')
    await migrate(database, { migrations: before })
    const customer = async () =>
      (
        await sql<Record<string, unknown>>`
          select search_text, name_key, version, updated_at from customers where last_name = 'ΓΙΑΝΝΗΣ O’Neil'`.execute(
          database.db,
        )
      ).rows[0]
    const station = async () =>
      (await sql<{ search_text: string }>`select search_text from stations`.execute(database.db)).rows[0]?.search_text
    await sql`insert into customers (id, kind, first_name, last_name, phone)
      values (gen_random_uuid(), 'person', 'Łucja', 'ΓΙΑΝΝΗΣ O’Neil', '+35799123456')`.execute(database.db)
    await sql`insert into stations (id, code, name, timezone)
      values (gen_random_uuid(), 'STR', '{"en": "Große Straße"}', 'Europe/Berlin')`.execute(database.db)
    const stored = await customer()
    expect(stored?.['search_text']).toContain('łucja')
    await migrate(database)
    const { search_text, name_key, ...rest } = (await customer()) ?? {}
    expect(search_text).toContain('lucja γιαννησ oneil')
    expect(name_key).toBe('lucja oneil γιαννησ')
    expect(stored).toMatchObject(rest)
    expect(await station()).toContain('grosse strasse')
  })

  it('migrates data of a version with other comments in 0014', async () => {
    const migrations = readMigrations()
    const early = migrations.filter(({ name }) => EARLY.test(name))
    await migrate(database, { migrations: early })
    for (const { name, script } of early) await record(name, rawHashOf(script))
    await record('0014-lifecycles.sql', '664d8129abf180ff828ed2cfd53c2f53b1ee60e3a301e4acd1550b9c66f57b72')
    expect(await migrate(database)).toEqual(migrations.filter(({ name }) => !EARLY.test(name)).map(({ name }) => name))
    expect(await migrate(database)).toEqual([])
  })
})
