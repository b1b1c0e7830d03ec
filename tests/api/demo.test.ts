import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONSOLE_RESOURCES } from '../../contract/core/vocabulary'
import { buildApp } from '../../server/app'
import { isDemoFolder, startDemo } from '../../server/demo/start'
import type { DemoPerson } from '../../server/features/demo/routes'
import { checkMoney } from '../../server/features/payments/repository/check'
import { useApi, type Json } from '../support/api'

const api = useApi()
const noon = new Date('2026-11-21T11:40:00Z')
const dataDir = mkdtempSync(join(tmpdir(), 'wayline-demo-'))
/** `WAYLINE_SOLD_BEFORE=100000` checks all reservations. */
const SOLD_BEFORE = Number(process.env['WAYLINE_SOLD_BEFORE'] ?? 100)
let people: DemoPerson[] = []
let demo: FastifyInstance

const start = (now: Date) => startDemo(api.db, { dataDir, webhookKey: api.secrets.webhook_key, now })

beforeAll(async () => {
  api.now = noon
  people = await start(noon)
  demo = await buildApp({
    config: { ...api.config, demo: true },
    secrets: api.secrets,
    database: api.database,
    consoleDir: '/nonexistent',
    logger: pino({ level: 'silent' }),
    now: () => api.now,
    demoPeople: people,
  })
  await demo.ready()
})

afterAll(async () => {
  await demo.close()
  rmSync(dataDir, { recursive: true, force: true })
  await api.db.updateTable('company').set({ name: 'Wayline', currency: 'EUR', timezone: 'UTC', locale: 'en' }).execute()
})

describe('the demo', () => {
  it('lists the people to sign in as', async () => {
    const answer = await demo.inject({ url: '/api/demo/' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ people })
    expect(people.map((person) => person.role)).toEqual(['admin', 'dispatcher', 'agent', 'partner'])
  })

  it('signs in each of them with the listed password', async () => {
    for (const { username, password, role } of people.filter((person) => person.role !== 'partner')) {
      const answer = await demo.inject({ method: 'POST', url: '/api/auth/login/', payload: { username, password } })
      expect(answer.statusCode).toBe(200)
      expect(answer.json()).toMatchObject({ user: { username, role, must_change_password: false } })
    }
  })

  it('signs in the person of a partner to the portal, which has data', async () => {
    const { username: email, password = '' } = people.find(({ role }) => role === 'partner') ?? {}
    const signedIn = await demo.inject({
      method: 'POST',
      url: '/api/partner/auth/login/',
      payload: { email, password },
    })
    expect(signedIn.statusCode).toBe(200)
    const headers = { authorization: `Token ${signedIn.json<{ token: string }>().token}` }
    const dashboard = await demo.inject({ url: '/api/partner/dashboard/', headers })
    const { next_departures, sales } = dashboard.json<{ next_departures: unknown[]; sales: unknown[] }>()
    expect([next_departures.length > 0, sales.length > 0]).toEqual([true, true])
    for (const path of ['api-logs', 'credentials/webhooks']) {
      const { results } = (await demo.inject({ url: `/api/partner/${path}/`, headers })).json<{ results: Json[] }>()
      expect([path, results.length > 0]).toEqual([path, true])
    }
  })

  it('has records of every resource', async () => {
    const admin = await api.as('admin')
    for (const resource of CONSOLE_RESOURCES) {
      const { rows } = await admin.list(resource)
      expect([resource, rows.length > 0]).toEqual([resource, true])
    }
    const { headers } = await admin.list('journeys', { filter: { service_date: '2026-11-21' } })
    expect(Number(headers['content-range']?.split('/')[1])).toBeGreaterThan(60)
  })

  it('has a journey today with its calls and seats', async () => {
    const admin = await api.as('admin')
    const { rows } = await admin.list('journeys', { filter: { service_status: 'in_progress' } })
    expect(rows.length).toBeGreaterThan(0)
    const { body } = await admin.get(`/journeys/${String(rows[0]?.['id'])}`)
    expect((body['calls'] as unknown[]).length).toBe(body['call_count'])
    expect((body['legs'] as unknown[]).length).toBe(Number(body['call_count']) - 1)
  })

  it('has hires that another company runs', async () => {
    const admin = await api.as('admin')
    const [company] = (await admin.list('partners', { filter: { code: 'SIERRABUS' } })).rows
    const { rows } = await admin.list('reservations', { filter: { operated_by_partner_id: company?.['id'] } })
    expect(rows.map((row) => row['operated_by'])).toContain('Sierra Bus')
  })

  it('keeps the total of sales from before the conditions of a sale were stored', async () => {
    const admin = await api.as('admin')
    const { rows } = await sql<{ id: string }>`
      select id from reservations where status = 'confirmed' and kept_sale is null order by id`.execute(api.db)
    const sample = rows.filter((_, index) => index % Math.ceil(rows.length / SOLD_BEFORE) === 0)
    const changed: Json[] = []
    for (const { id } of sample) {
      const { status, body } = await admin.post(
        `/reservations/${id}/cancel`,
        { reason: 'Trial', simulate: true },
        { ifMatch: '*' },
      )
      const { before_minor } = (body['price_change'] ?? {}) as Json
      const { body: current } = await admin.get(`/reservations/${id}`)
      if (before_minor !== current['total_minor']) changed.push({ id, status, body, total: current['total_minor'] })
    }
    expect(sample.length).toBeGreaterThan(Math.min(SOLD_BEFORE, rows.length) / 2)
    expect(changed).toEqual([])
  })

  it('has payments that add up, and accepts more', async () => {
    const { difference, payments, transactions } = await checkMoney(api.db)
    expect(difference).toBeNull()
    expect([payments > 50, transactions > payments]).toEqual([true, true])
    const admin = await api.as('admin')
    const filter = { payment_status: 'unpaid', status: 'confirmed' }
    const [open] = (await admin.list('reservations', { filter })).rows
    const body = { amount_minor: 100, method: 'cash', tendered_minor: 500 }
    const taken = await admin.post(`/reservations/${String(open?.['id'])}/payments`, body)
    expect(taken).toMatchObject({ status: 201, body: { reservation: { paid_minor: 100 } } })
    expect((await checkMoney(api.db)).difference).toBeNull()
  })

  it('opens the ledger with the same sums as the data from before the ledger', async () => {
    const sums = () =>
      sql<Json>`select count(*)::int as reservations, sum(paid_minor)::int as paid from reservations`.execute(api.db)
    const paid = () =>
      sql<Json>`select sum(amount_minor)::int as paid from payments where state = 'posted'`.execute(api.db)
    const before = (await sums()).rows
    await api.db.transaction().execute(async (tx) => {
      await sql`truncate ledger_entries, ledger_transactions, payments, payment_receipts, payment_links, provider_events`.execute(
        tx,
      )
    })
    const script = readFileSync('server/db/migrations/0141-opening-balances.sql', 'utf8')
    await api.database.exec(`begin; ${script}; commit`)
    expect((await sums()).rows).toEqual(before)
    expect((await paid()).rows).toEqual([{ paid: before[0]?.['paid'] }])
    expect((await checkMoney(api.db)).difference).toBeNull()
  })

  it('makes its passwords readable for the owner of the folder only', () => {
    expect(statSync(join(dataDir, 'demo.json')).mode & 0o777).toBe(0o600)
  })
})

it('a server without a demo lists no demo people', async () => {
  const answer = await api.app.inject({ url: '/api/demo/' })
  expect(answer.json()).toEqual({ people: [] })
})

describe('another start of the demo', () => {
  const rename = (name: string) =>
    api.db.updateTable('stations').set({ city: name }).where('code', '=', 'MLG-BUS').execute()
  const city = async () =>
    (await api.db.selectFrom('stations').select('city').where('code', '=', 'MLG-BUS').executeTakeFirstOrThrow()).city

  it('on the same day keeps the people and their changes', async () => {
    await rename('Malaca')
    expect(await start(new Date(noon.getTime() + 6 * 3_600_000))).toEqual(people)
    expect(await city()).toBe('Malaca')
  })

  it('on the next day fills the database again, with dates around that day and other passwords', async () => {
    const next = await start(new Date('2026-11-22T06:00:00Z'))
    expect(next.map((person) => person.username)).toEqual(people.map((person) => person.username))
    expect(next.map((person) => person.password)).not.toEqual(people.map((person) => person.password))
    expect(await city()).toBe('Málaga')
    const { last } = await api.db
      .selectFrom('journeys')
      .select((eb) => eb.fn.max('service_date').as('last'))
      .executeTakeFirstOrThrow()
    expect(last).toBe('2026-12-13')
  })

  it('does not touch a database that is not a demo', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'wayline-live-'))
    try {
      await rename('Malaca')
      await expect(
        startDemo(api.db, { dataDir: elsewhere, webhookKey: api.secrets.webhook_key, now: noon }),
      ).rejects.toThrow(/Choose another folder/)
      expect(await city()).toBe('Malaca')
      expect(isDemoFolder(elsewhere)).toBe(false)
    } finally {
      rmSync(elsewhere, { recursive: true, force: true })
    }
  })
})
