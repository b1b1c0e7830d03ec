import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Json } from '../support/api'
import { adults, ride } from '../support/booking'
import { connect, type Api } from '../support/e2e/api'
import { NEEDS_POSTGRES, useProduct } from '../support/faults/product'
import { createDatabase } from '../support/postgres'
import { hotJourneys } from '../support/race/rush'

const product = useProduct()
const server = inject('postgresServer')
const SHIFTED = new URL('../support/faults/shifted-clock.mjs', import.meta.url).href
const MINUTE_MS = 60_000

describe.skipIf(server === null)(`processes on machines with wrong clocks${NEEDS_POSTGRES}`, () => {
  let url: string
  let drop: () => Promise<void>
  let right: Api
  let journey: Json
  /** Addresses of a process two days ahead and of one twenty minutes behind. */
  let [ahead, behind] = ['', '']

  beforeAll(async () => {
    const database = await createDatabase(String(server))
    url = database.url
    drop = database.drop
    const start = async (shiftMs: number) => {
      const shift = { CLOCK_SHIFT_MS: String(shiftMs), NODE_OPTIONS: `--import ${SHIFTED}` }
      const life = product.launch({ DATABASE_URL: url, ...(shiftMs !== 0 && shift) })
      await life.ready
      return life.address
    }
    right = await connect(await start(0))
    ahead = await start(2 * 1_440 * MINUTE_MS)
    behind = await start(-20 * MINUTE_MS)
    const [first] = await hotJourneys(right, 1, 50)
    journey = first ?? {}
  })
  afterAll(() => drop())

  /** Calls another process with the session of the process that has the right clock. */
  async function at(address: string, path: string, body?: Json, headers: Record<string, string> = {}) {
    const answer = await fetch(`${address}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${right.session.tokens.access}`,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body ? JSON.stringify(body) : null,
    })
    return { status: answer.status, body: (await answer.json()) as Json }
  }
  const booking = () => ({ lead_name: 'Ana Ruiz', status: 'on_hold', legs: [ride(journey)], passengers: adults(1) })

  it('report the wrong clock and are not ready', async () => {
    // Before the first probe is complete, the detail is about the database.
    const refusal = (detail: RegExp) => ({
      status: 503,
      body: { code: 'unavailable', detail: expect.stringMatching(detail) as string },
    })
    await expect
      .poll(() => at(ahead, '/readyz'))
      .toMatchObject(refusal(/^The clock of this machine is 172[78]\d\d s ahead/))
    await expect
      .poll(() => at(behind, '/readyz'))
      .toMatchObject(refusal(/^The clock of this machine is 1[12]\d\d s behind/))
  })

  it('check sign-ins, holds and repeated requests by the clock of the database', async () => {
    expect((await at(ahead, '/api/stations')).status).toBe(200)
    expect((await at(behind, '/api/stations')).status).toBe(200)
    expect((await (await connect(behind)).get('/stations')).status).toBe(200)

    const once = { 'idempotency-key': 'once' }
    const held = await right.post('/reservations', booking(), { headers: once })
    expect(held.status).toBe(201)
    const again = await at(ahead, '/api/reservations', booking(), once)
    expect(again).toMatchObject({ status: 201, body: { id: held.body['id'] } })
    const confirm = (address: string, id: unknown) =>
      at(address, `/api/reservations/${String(id)}/confirm`, {}, { 'if-match': '*' })
    expect((await confirm(ahead, held.body['id'])).status).toBe(200)

    const late = await right.post('/reservations', booking())
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(`update reservations set hold_expires_at = now() - interval '1 minute' where id = $1`, [
      late.body['id'],
    ])
    await client.end()
    expect(await confirm(behind, late.body['id'])).toMatchObject({ status: 409, body: { code: 'hold_expired' } })
  })
})
