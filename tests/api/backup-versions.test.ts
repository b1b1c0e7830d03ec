import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { writeSealed } from '../../server/adapters/sealed-file'
import type { OpenDatabase } from '../../server/db/database'
import { migrate, readApplied } from '../../server/db/migrate'
import { readMigrations } from '../../server/db/migration-files'
import type { Migration } from '../../server/db/migration-plan'
import { DatabaseUnusable } from '../../server/db/postgres-start'
import { ArchiveRefused, backUp, prove, restore } from '../../server/features/backups/repository/archive'
import { eraseAgain } from '../../server/features/customers/erasure'
import { openEmpty } from '../support/empty-database'

const KEY = Buffer.alloc(32, 7)
const now = () => new Date('2030-05-20T09:00:00Z')
const EMPTY = 'drop schema public cascade; create schema public'
const migrations = readMigrations()
/** Migrations before those that drop columns of the company, of journeys and of reservations. */
const recent = migrations.filter(({ name }) => name < '0171')
/** Migrations of the version of commit 5881fd58, which has no ledger of erasures. */
const early = migrations.filter(({ name }) => /^00(0\d|12|14)/.test(name))

const folder = mkdtempSync(join(tmpdir(), 'wayline-backup-versions-'))
const file = join(folder, 'older.backup')
let older: OpenDatabase
let target: OpenDatabase

beforeAll(async () => {
  older = await openEmpty()
  target = await openEmpty()
})
beforeEach(async () => {
  await older.exec(EMPTY)
  await target.exec(EMPTY)
})
afterAll(async () => {
  await older.close()
  await target.close()
  rmSync(folder, { recursive: true })
})

/** Sets up the older database with a customer. */
async function setUp(subset: readonly Migration[]): Promise<void> {
  await migrate(older, { migrations: subset })
  await sql`
    insert into customers (id, first_name, last_name)
    values ('00000000-0000-7000-8000-000000000001', 'Ana', 'Quillfeather')`.execute(older.db)
}

const save = () => backUp({ db: older.db, file, key: KEY, now })
const bringBack = (isReplacing = false) => restore({ db: target.db, file, key: KEY, now }, isReplacing, eraseAgain)

async function namesIn({ db }: OpenDatabase): Promise<string[]> {
  const { rows } = await sql<{ last_name: string }>`select last_name from customers`.execute(db)
  return rows.map(({ last_name: name }) => name)
}

async function columnsOf({ db }: OpenDatabase): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

/** Seals an archive of an empty database with these migrations. */
const sealHead = (entries: readonly string[]) =>
  writeSealed(
    file,
    (async function* () {
      yield JSON.stringify({ format: 'wayline-backup-1', at: now().toISOString(), migrations: entries })
    })(),
    KEY,
  )

describe('a backup of data of an older version', () => {
  it('does not change the data', async () => {
    await setUp(recent)
    const [applied, columns] = [await readApplied(older.db), await columnsOf(older)]
    await save()
    expect(await readApplied(older.db)).toEqual(applied)
    expect(await columnsOf(older)).toEqual(columns)
  })

  it.each([
    ['0170', recent],
    ['0014', early],
  ])('is verified and restored, migrated from %s to this version', async (_, subset) => {
    await setUp(subset)
    const rows = await save()
    expect(await prove(file, KEY)).toBe(rows)
    await migrate(target)
    const [applied, columns] = [await readApplied(target.db), await columnsOf(target)]
    await bringBack()
    expect(await namesIn(target)).toEqual(['Quillfeather'])
    expect(await readApplied(target.db)).toEqual(applied)
    expect(await columnsOf(target)).toEqual(columns)
    await sql`insert into login_failures (account) values ('a')`.execute(target.db)
  })

  it('is migrated in a folder that is removed afterwards, with a report', async () => {
    await setUp(recent)
    await save()
    await migrate(target)
    const sentences: string[] = []
    await restore({ db: target.db, file, key: KEY, now }, false, eraseAgain, {
      folder: join(folder, 'restore'),
      onProgress: (sentence) => sentences.push(sentence),
    })
    const names = migrations.map(({ name }) => name.replace('.sql', ''))
    const [from, to] = [names[recent.length - 1] ?? '', names.at(-1) ?? '']
    expect(sentences).toEqual([
      `Bringing the database from ${from} to ${to}: ${migrations.length - recent.length} migrations.`,
      expect.stringMatching(/^Done in /),
    ])
    expect(readdirSync(folder)).not.toContain('restore')
    expect(await namesIn(target)).toEqual(['Quillfeather'])
  })

  it('with the hashes of whole files counts as one with the same migrations', async () => {
    await sealHead(migrations.map(({ name, otherHashes }) => `${name} ${otherHashes.at(-1)?.slice(0, 12) ?? ''}`))
    await migrate(target)
    expect(await bringBack()).toEqual({ rows: 0, erased: 0 })
  })
})

describe('a restore', () => {
  it('refuses a backup of a newer version and names the newest migration of both', async () => {
    await migrate(target)
    await sealHead([...migrations.map(({ name, sha256 }) => `${name} ${sha256}`), '9999-later.sql 0123456789ab'])
    const refused = bringBack()
    await expect(refused).rejects.toBeInstanceOf(ArchiveRefused)
    const newest = migrations.at(-1)?.name.replace('.sql', '') ?? ''
    await expect(refused).rejects.toThrow(`it is at 9999-later, and this version knows migrations up to ${newest}.`)
    await expect(prove(file, KEY)).rejects.toThrow('made by a newer version')
  })

  it('refuses a backup with other statements in a migration', async () => {
    await migrate(target)
    await sealHead(migrations.map(({ name, sha256 }, place) => `${name} ${place === 3 ? '0123456789ab' : sha256}`))
    await expect(bringBack()).rejects.toThrow(`than those of this version: ${migrations[3]?.name.replace('.sql', '')}.`)
  })

  it('refuses to replace data of a newer version', async () => {
    await migrate(target)
    await sql`insert into schema_migrations (name, sha256) values ('9999-later.sql', 'x')`.execute(target.db)
    await sealHead(migrations.map(({ name, sha256 }) => `${name} ${sha256}`))
    const refused = bringBack(true)
    await expect(refused).rejects.toBeInstanceOf(DatabaseUnusable)
    await expect(refused).rejects.toThrow('has migrated this database to 9999-later;')
  })

  it('refuses to replace data of an older version and does not change it', async () => {
    await setUp(recent)
    await save()
    await migrate(target, { migrations: recent })
    const refused = bringBack(true)
    await expect(refused).rejects.toBeInstanceOf(DatabaseUnusable)
    await expect(refused).rejects.toThrow('start this one, which migrates the database')
    expect((await readApplied(target.db)).length).toBe(recent.length)
  })
})
