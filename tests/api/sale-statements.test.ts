import { sql } from 'kysely'
import pg from 'pg'
import { beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { recordEvent, recordHistory } from '../../server/db/after-commit'
import type { HistoryRow } from '../../server/db/history'
import { inTransaction } from '../../server/db/transaction'
import { useApi, type Json } from '../support/api'
import { useBooking } from '../support/booking'
import { make } from '../support/factories'
import { statementsOf } from '../support/statements'

const ENTRY: HistoryRow = {
  id: uuidv7(),
  actor_kind: 'system',
  actor_id: null,
  actor_name: 'nobody',
  ip: null,
  request_id: 'r',
  action: 'journeys.updated',
  entity_type: null,
  entity_id: null,
  entity_label: null,
  changes: null,
  reason: null,
}

const api = useApi()
const desk = useBooking(api)

let journey: Json
beforeEach(async () => {
  journey = await make(desk.admin, 'journeys', { capacity: 45 })
  // A sale with a price also writes to the ledger.
  await make(desk.admin, 'fares', { route_id: journey['route_id'] })
})

/** Returns the statements of the transaction that writes a reservation, including its begin and commit. */
async function saleStatementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const asked = await statementsOf(work)
  const write = asked.findIndex((text) => text.includes('into "reservations"'))
  return asked.slice(asked.lastIndexOf('begin', write), asked.indexOf('commit', write) + 1)
}

/** Counts the queries that PostgreSQL connections receive while they have none pending: the round trips. */
async function turnsOf(work: () => Promise<unknown>): Promise<number> {
  const [pending, original] = [new Map<unknown, number>(), pg.Client.prototype.query]
  let turns = 0
  const count = (client: unknown, by: number) => pending.set(client, (pending.get(client) ?? 0) + by)
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: unknown, ...asked: unknown[]) {
    if (!pending.get(this)) turns += 1
    count(this, 1)
    const answer = Promise.resolve(Reflect.apply(original, this, asked) as unknown)
    return answer.finally(() => count(this, -1)) as never
  })
  await work()
  spy.mockRestore()
  return turns
}

describe('the transaction of a sale', () => {
  /** Fills the cache of the price list, which the first booking reads. */
  beforeEach(async () => {
    expect((await desk.book(journey, 1)).status).toBe(201)
    expect((await desk.book(journey, 1)).status).toBe(201)
  })

  it.each(['confirmed', 'on_hold'])('has five statements, including begin and commit: %s', async (status) => {
    const asked = await saleStatementsOf(async () => {
      expect((await desk.book(journey, 2, { status })).status).toBe(201)
    })
    expect(asked.map((text) => text.slice(0, 80))).toHaveLength(5)
  })

  it.runIf(inject('postgresServer'))('waits three times: for the lock, the sold seats and the commit', async () => {
    const turns = await turnsOf(() =>
      inTransaction(api.db, async (tx) => {
        await sql`select 1 as locked`.execute(tx)
        await sql`select 2 as sold`.execute(tx)
        recordEvent(tx, {
          actor: null,
          entry: { action: 'journeys.seats_changed', entity: null },
          audience: { staff: false, passengers: false },
        })
      }),
    )
    expect(turns).toBe(3)
  })
})

describe('a transaction whose last statement fails', () => {
  it('writes nothing, and returns the error', async () => {
    const before = await desk.admin.list('customers')
    const failing = inTransaction(api.db, async (tx) => {
      await sql`update journeys set code = 'LEFT' where id = ${journey['id']}`.execute(tx)
      recordHistory(tx, { ...ENTRY, actor_name: null as unknown as string })
    })
    await expect(failing).rejects.toMatchObject({ code: '23502' })
    expect((await desk.admin.get(`/journeys/${String(journey['id'])}/`)).body['code']).toBe(journey['code'])
    // The connection stays usable.
    expect((await desk.admin.list('customers')).rows).toEqual(before.rows)
  })
})

// The embedded database has a single connection, so no sale waits for another there.
describe.runIf(inject('postgresServer'))('a sale that waits for its journey (with two connections: PostgreSQL)', () => {
  /** Books before a change of the journey is committed. @returns the answer, which follows the commit */
  async function bookDuring(change: ReturnType<typeof sql>, seats = 1) {
    const { answer } = await api.db.transaction().execute(async (tx) => {
      await sql`update journeys set version = version + 1 where id = ${journey['id']}`.execute(tx)
      await change.execute(tx)
      let isAnswered = false
      const answer = desk.book(journey, seats).finally(() => (isAnswered = true))
      const waiting = sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => isAnswered || (await waiting.execute(api.db)).rows.length > 0).toBe(true)
      return { answer }
    })
    return answer
  }

  it('uses the journey as it is after the wait', async () => {
    const { status, body } = await bookDuring(
      sql`update journeys set sales_status = 'closed' where id = ${journey['id']}`,
    )
    expect([status, body['code']]).toEqual([409, 'invalid_state'])
  })

  it('uses the calls as they are after the wait', async () => {
    const { status, body } = await bookDuring(
      sql`update journey_calls set pickup_type = 'none' where journey_id = ${journey['id']} and seq = 1`,
    )
    expect([status, body['code']]).toEqual([422, 'validation'])
  })

  it('uses the seats as they are after the wait', async () => {
    const legs = sql`update journey_legs set confirmed = 44 where journey_id = ${journey['id']}`
    expect((await bookDuring(legs, 2)).body['code']).toBe('sold_out')
    expect((await bookDuring(legs, 1)).status).toBe(201)
  })
})
