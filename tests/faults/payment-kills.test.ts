import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '../support/api'
import { NEEDS_POSTGRES, useProduct } from '../support/faults/product'
import { make } from '../support/factories'
import { Draw } from '../support/odd/draw'
import { connect, type Api } from '../support/e2e/api'
import { createDatabase } from '../support/postgres'
import { startPostgres, type PostgresServer } from '../support/postgres-server'
import { LONG_TEST_TIMEOUT_MS } from '../support/timeouts'

/* The process dies after the provider's capture and before its own write. WAYLINE_PAYMENT_KILLS is the number of kills. */
const KILLS = Number(process.env['WAYLINE_PAYMENT_KILLS'] ?? 4)
/** Customers who pay during each kill. */
const PAYING = 6
/** Maximum of additional kills until one of them leaves a capture without a posting. */
const MORE_KILLS_MAX = 20

const product = useProduct()

describe.skipIf(NEEDS_POSTGRES)(`a process that is killed while customers pay${NEEDS_POSTGRES}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'wayline-kills-'))
  const books = join(folder, 'fake-payments.jsonl')
  let server: PostgresServer
  let database: pg.Client
  let url: string
  beforeAll(async () => {
    server = await startPostgres({ synchronous_commit: 'on' })
    url = (await createDatabase(server.url)).url
    database = new pg.Client({ connectionString: url })
    await database.connect()
  })
  afterAll(async () => {
    await database.end()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const start = async () => {
    const life = product.launch({ DATABASE_URL: url, WAYLINE_DATA_DIR: folder, FAKE_PAYMENTS: '1' })
    await life.ready
    return life
  }

  /** Returns the provider's references of its captures. */
  const taken = (): string[] =>
    (existsSync(books) ? readFileSync(books, 'utf8') : '')
      .split('\n')
      .slice(0, -1)
      .filter((line) => line.includes('"kind":"capture"'))
      .map((line) => (JSON.parse(line) as { capture: { reference: string } }).capture.reference)

  const posted = async (): Promise<string[]> => {
    const { rows } = await database.query<{ reference: string }>(`
      select p.provider_reference as reference from payments p join ledger_transactions t on t.payment_id = p.id
      where p.provider = 'fake' and p.direction = 'payment' and p.state = 'posted'`)
    return rows.map(({ reference }) => reference)
  }

  const missing = async (): Promise<string[]> => {
    const known = new Set(await posted())
    return taken().filter((reference) => !known.has(reference))
  }

  /** Sells a seat and opens the page of its link. @returns the address of the provider's page */
  async function ask(api: Api, address: string, journey: Json): Promise<string> {
    const legs = [{ journey_id: journey['id'], board_seq: 1, alight_seq: 3 }]
    const request = { lead_name: 'Ana Ruiz', legs, passengers: [{ category: 'adult' }] }
    const made = await api.post('/reservations', request)
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const amount_minor = made.body['total_minor']
    const { body } = await api.post(`/reservations/${String(made.body['id'])}/payment-links`, { amount_minor })
    const { pathname } = new URL(String((body['link'] as Json)['url']))
    const { headers } = await fetch(`${address}${pathname}/checkout`, { redirect: 'manual' })
    return new URL(headers.get('location') ?? '').pathname
  }

  it(
    `leaves captures without a posting, and reconciliation posts each once, after ${KILLS} kills`,
    { timeout: LONG_TEST_TIMEOUT_MS + KILLS * 30_000 },
    async () => {
      const draw = new Draw(19)
      const service_date = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
      const hasMissing = async () => (await missing()).length > 0
      for (let kill = 0; kill < KILLS || (kill < KILLS + MORE_KILLS_MAX && !(await hasMissing())); kill += 1) {
        const life = await start()
        const api = await connect(life.address)
        const journey = await make(api, 'journeys', { capacity: 45, service_date })
        await make(api, 'fares', { route_id: journey['route_id'], amount_minor: 1000 })
        const pages: string[] = []
        for (let count = 0; count < PAYING; count += 1) pages.push(await ask(api, life.address, journey))
        const before = taken().length
        const paying = pages.map((page) =>
          fetch(`${life.address}${page}/now/pay`, { redirect: 'manual' }).catch(() => undefined),
        )
        const captures = 1 + draw.below(PAYING)
        await expect.poll(() => taken().length - before, { interval: 1 }).toBeGreaterThanOrEqual(captures)
        await life.kill()
        await Promise.all(paying)
      }
      // Before reconciliation, some captures have no posting.
      expect(taken().length).toBeGreaterThan(0)
      expect((await missing()).length).toBeGreaterThan(0)
      // Makes the links look as if they were opened an hour ago.
      await database.query(`update payment_links set opened_at = opened_at - interval '1 hour', looked_up_at = null`)
      const life = await start()
      await expect.poll(missing, { interval: 500 }).toEqual([])
      await life.kill()
      const all = await posted()
      expect(new Set(all).size).toBe(all.length)
      expect([...all].sort()).toEqual([...taken()].sort())
      const { rows } = await database.query<{ wrong: string }>(`
        select r.reference as wrong from reservations r where r.paid_minor <> coalesce((
          select sum(p.amount_minor) from payments p where p.reservation_id = r.id and p.state = 'posted'), 0)`)
      expect(rows).toEqual([])
    },
  )
})
