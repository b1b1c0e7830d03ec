import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { readSealed } from '../../server/adapters/sealed-file'
import { buildApp } from '../../server/app'
import { archiveLines, proveLines, restoreLines } from '../../server/db/archive'
import { openDatabase, type DatabaseSettings, type Db, type OpenDatabase } from '../../server/db/database'
import { lockOut } from '../../server/db/lock-out'
import { migrate } from '../../server/db/migrate'
import { inTransaction } from '../../server/db/transaction'
import { backUp, check, prove, restore } from '../../server/features/backups/repository/archive'
import { eraseAgain } from '../../server/features/customers/erasure'
import { POSTGRES_LIMITS, useApi, type Answer, type Json } from '../support/api'
import { useBooking } from '../support/booking'
import { make } from '../support/factories'
import { createDatabase } from '../support/postgres'

const api = useApi()
const desk = useBooking(api)
const folder = mkdtempSync(join(tmpdir(), 'wayline-backup-'))
const file = join(folder, 'office.backup')
const now = () => api.now
/** Second database, opened once because opening and migrating an embedded database takes seconds. */
let elsewhere: OpenDatabase
let customer: Json
let asBackedUp: Record<string, string>

/** Place of the last job in the queue of the backup. */
const LAST_PLACE = 5_000

/** Tables that a restore does not bring back unchanged. A restore ends all sessions. */
const SESSIONS = [
  'auth_sessions',
  'refresh_tokens',
  'live_tickets',
  'partner_sessions',
  'partner_session_tokens',
  'idempotency_keys',
  'schema_migrations',
]

async function checksums(db: Db): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' order by 1`.execute(db)
  const sums: Record<string, string> = {}
  for (const { name } of rows.filter((table) => !SESSIONS.includes(table.name))) {
    const { rows: sum } = await sql<{ sum: string }>`
      select count(*) || ' ' || coalesce(md5(string_agg(md5(to_jsonb(t)::text), '' order by to_jsonb(t)::text)), '') as sum
      from ${sql.table(name)} t`.execute(db)
    sums[name] = sum[0]?.sum ?? ''
  }
  return sums
}

const open = () =>
  openDatabase({ ...api.config, databaseUrl: null, dataDir: null, queryLimitMs: 0, onError: () => undefined })
const backup = (db: Db, key = api.secrets.backup_key) => ({ db, file, key, now })

beforeAll(async () => {
  elsewhere = await open()
  await migrate(elsewhere)
  await desk.at('2030-05-17T04:00:00Z')
  customer = await make(desk.admin, 'customers', { last_name: 'Quillfeather', email: 'q@example.com' })
  const merged = await make(desk.admin, 'customers', { last_name: 'Earlier' })
  await api.db
    .updateTable('customers')
    .set({ merged_into_id: String(customer['id']) })
    .where('id', '=', String(merged['id']))
    .execute()
  const journey = await make(desk.admin, 'journeys', { capacity: 9 })
  await make(desk.admin, 'fares', { route_id: journey['route_id'], amount_minor: 1000 })
  await desk.book(journey, 2, { customer_id: customer['id'], lead_name: 'Ana Quillfeather' })
  await api.db.insertInto('login_failures').values({ account: 'x', network: null }).execute()
  await sql`insert into jobs (id, kind, payload, lane, place)
    values (gen_random_uuid(), 'test.none', '{}', gen_random_uuid(), ${LAST_PLACE})`.execute(api.db)
  await backUp(backup(api.db))
  asBackedUp = await checksums(api.db)
})
afterAll(async () => {
  await elsewhere.close()
  rmSync(folder, { recursive: true })
})

describe('P-21 a backup', () => {
  it('is restored into an empty database without changes, except that all users are signed out', async () => {
    const { rows } = await restore(backup(elsewhere.db), false, eraseAgain)
    expect(rows).toBeGreaterThan(20)
    expect(await checksums(elsewhere.db)).toEqual(asBackedUp)
    const { rows: open } = await sql`select 1 from auth_sessions where revoked_at is null`.execute(elsewhere.db)
    expect(open).toEqual([])
    const { rows: deferred } = await sql`select 1 from pg_constraint where contype = 'f' and condeferrable`.execute(
      elsewhere.db,
    )
    expect(deferred).toEqual([])
    await expect(sql`update audit_events set reason = 'x'`.execute(elsewhere.db)).rejects.toThrow(/append-only/)
    await elsewhere.db.insertInto('login_failures').values({ account: 'y', network: null }).execute()
    // Jobs of one lane are done in the order of their places.
    const { rows: places } = await sql`select nextval('job_places')::int as next`.execute(elsewhere.db)
    expect(places).toEqual([{ next: LAST_PLACE + 1 }])
  })

  it('is verified by a trial restore, to the last row', async () => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from customers`.execute(api.db)
    expect(await prove(file, api.secrets.backup_key)).toBeGreaterThan(Number(rows[0]?.count))
    await sql`create rule forget as on insert to login_failures do instead nothing`.execute(elsewhere.db)
    try {
      await expect(proveLines(elsewhere.db, () => archiveLines(api.db, now()))).rejects.toThrow(
        /login_failures has 0 rows/,
      )
    } finally {
      await sql`drop rule forget on login_failures`.execute(elsewhere.db)
    }
  })

  it('stops being verified when its process must end', async () => {
    const key = api.secrets.backup_key
    const reason = new Error('The process is about to end.')
    const [atOnce, atFirstRow] = [new AbortController(), new AbortController()]
    const checking = check(file, key, atOnce.signal)
    atOnce.abort(reason)
    await expect(checking).rejects.toBe(reason)
    const actual: number[] = []
    const report = (rows: number) => {
      actual.push(rows)
      atFirstRow.abort(reason)
    }
    await expect(prove(file, key, report, atFirstRow.signal)).rejects.toBe(reason)
    // A second trial takes longer than the rest of the aborted one would have taken.
    await prove(file, key)
    expect(actual).toEqual([1])
  })

  it('is read again from its first line when the database requires the restore to start again', async () => {
    let tries = 0
    const lines = async function* () {
      tries += 1
      yield* (await readSealed(file, api.secrets.backup_key))()
      if (tries === 1) throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
    }
    expect(await restoreLines(elsewhere.db, lines)).toBeGreaterThan(20)
    expect(tries).toBe(2)
    expect(await checksums(elsewhere.db)).toEqual(asBackedUp)
  })

  it('is encrypted, with its checksum in a file next to it', () => {
    const bytes = readFileSync(file)
    expect(bytes.includes('Quillfeather')).toBe(false)
    expect(bytes.subarray(0, 8).toString()).toBe('WAYLINE1')
    expect(readFileSync(`${file}.sha256`, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
  })

  it('replaces data only on request, and erases again the customers that were erased after it', async () => {
    await expect(restore(backup(elsewhere.db), false, eraseAgain)).rejects.toThrow(/--replace/)
    const { status } = await desk.admin.post(`/customers/${String(customer['id'])}/erase`, { reason: 'Letter' })
    expect(status).toBe(409)
    const ledger = [{ customer_id: customer['id'], at: '2030-06-01T00:00:00Z', by_name: 'Ana', reason: 'Letter' }]
    writeFileSync(join(folder, 'erasures.json'), JSON.stringify(ledger))
    const { erased } = await restore(backup(elsewhere.db), true, eraseAgain)
    expect(erased).toBe(1)
    const { rows } = await sql`select 1 from customers t where t::text ilike '%quillfeather%'`.execute(elsewhere.db)
    expect(rows).toEqual([])
  })

  it('that is damaged, truncated or sealed with another key is refused, and nothing changes', async () => {
    const before = await checksums(elsewhere.db)
    const whole = readFileSync(file)
    const other = Buffer.alloc(32, 9)
    await expect(restore(backup(elsewhere.db, other), true, eraseAgain)).rejects.toThrow(/another key/)
    const changed = Buffer.from(whole)
    changed[whole.length >> 1] = (changed[whole.length >> 1] ?? 0) ^ 1
    writeFileSync(file, changed)
    await expect(restore(backup(elsewhere.db), true, eraseAgain)).rejects.toThrow(/damaged/)
    writeFileSync(file, whole)
    truncateSync(file, whole.length - 40)
    await expect(restore(backup(elsewhere.db), true, eraseAgain)).rejects.toThrow(/damaged/)
    writeFileSync(file, 'no backup at all, but long enough to be taken for one')
    await expect(restore(backup(elsewhere.db), true, eraseAgain)).rejects.toThrow(/not a backup/)
    writeFileSync(file, whole)
    const ledger = join(folder, 'erasures.json')
    writeFileSync(ledger, 'cut sho')
    await expect(backUp({ ...backup(elsewhere.db), file: join(folder, 'other.backup') })).rejects.toThrow(ledger)
    rmSync(ledger)
    expect(await checksums(elsewhere.db)).toEqual(before)
  })
})

const server = inject('postgresServer')

describe.runIf(server !== null)('P-21 a backup of the embedded database (with PostgreSQL as the target)', () => {
  it('is restored into PostgreSQL without changes, and from there into the embedded database', async () => {
    const { url, drop } = await createDatabase(String(server))
    const settings = { ...api.config, databaseUrl: url, dataDir: null, onError: () => undefined }
    const [embedded, postgres] = [await open(), await openDatabase(settings)]
    try {
      for (const database of [embedded, postgres]) await migrate(database)
      await restoreLines(embedded.db, () => archiveLines(api.db, now()))
      const known = await checksums(embedded.db)
      expect(await restoreLines(postgres.db, () => archiveLines(embedded.db, now()))).toBeGreaterThan(20)
      expect(await checksums(postgres.db)).toEqual(known)
      await restoreLines(embedded.db, () => archiveLines(postgres.db, now()))
      expect(await checksums(embedded.db)).toEqual(known)
    } finally {
      await embedded.close()
      await postgres.close()
      await drop()
    }
  })
})

describe.runIf(server !== null)('P-21 a restore that replaces data in use (PostgreSQL)', () => {
  /** Opens the database of the API once more. */
  async function openAgain(settings: Partial<DatabaseSettings> = {}): Promise<OpenDatabase> {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(api.db)
    const url = new URL(String(server))
    url.pathname = String(rows[0]?.name)
    return openDatabase({ ...api.config, databaseUrl: url.href, onError: () => undefined, ...settings })
  }

  /** Runs work on a second connection to the database of the API, as a CLI command does. */
  async function command<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const database = await openAgain()
    try {
      return await work(database.db)
    } finally {
      await database.close()
    }
  }

  it('waits for running calls, holds back new ones and blocks nothing for a bad file', async () => {
    await api.reset()
    await desk.at('2030-05-17T04:00:00Z')
    const journeys = await Promise.all(Array.from({ length: 8 }, () => make(desk.admin, 'journeys')))
    for (const { route_id } of journeys) await make(desk.admin, 'fares', { route_id, amount_minor: 1000 })
    await backUp(backup(api.db))
    const stored = await checksums(api.db)
    const answers = new Map<number, number>()
    let isRestored = false
    const caller = async (_: unknown, place: number) => {
      for (let turn = place; !isRestored; turn += 1) {
        const { status } = await desk.book(journeys[turn % journeys.length] ?? {}, 1, { status: 'confirmed' })
        answers.set(status, (answers.get(status) ?? 0) + 1)
      }
    }
    const callers = Array.from({ length: 12 }, caller)
    await expect.poll(() => answers.get(201)).toBeGreaterThan(20)
    const { rows } = await command((db) => restore(backup(db), true, eraseAgain)).finally(() => (isRestored = true))
    await Promise.all(callers)
    expect(rows).toBeGreaterThan(5)
    // Waiting callers are signed out, and no booking is created after the restore.
    expect([...answers.keys()].filter((status) => ![201, 401, 409, 503].includes(status))).toEqual([])
    expect(await checksums(api.db)).toEqual(stored)
  })

  it('answers callers with 503 and Retry-After when it takes long', async () => {
    const database = await openAgain({ postgresLimits: { ...POSTGRES_LIMITS, lockMs: 200 } })
    const { config, secrets } = api
    const logger = pino({ level: 'silent' })
    const app = await buildApp({ config, secrets, database, consoleDir: '/nonexistent', logger, now })
    let answer: Answer | undefined
    try {
      const admin = await api.on(app, database.db, 'admin')
      await command((db) =>
        inTransaction(db, async (tx) => {
          await lockOut(tx, ['customers'])
          answer = await admin.get('/stations')
        }),
      )
    } finally {
      await app.close()
      await database.close()
    }
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(answer?.headers['retry-after']).toBe('5')
  })

  it('names the process that holds it up', async () => {
    await api.db.transaction().execute(async (reading) => {
      const { rows } = await sql<{ pid: number }>`
        select pg_backend_pid() as pid, count(*) as count from customers`.execute(reading)
      const refused = command((db) => inTransaction(db, (tx) => lockOut(tx, ['customers', 'users'], 100)))
      await expect(refused).rejects.toThrow(`process ${rows[0]?.pid} of PostgreSQL for 127.0.0.1 since 2`)
    })
  })
})
