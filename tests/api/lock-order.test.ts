import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { useApi, type Answer, type Client, type Json } from '../support/api'
import { adults, ride, useBooking } from '../support/booking'
import { make, unique } from '../support/factories'
import { PARTNER_CONTRACT, usePartners, WIDE_HOLD_BOUNDS } from '../support/partner'
import { createBarrier } from '../support/race/barrier'
import { sweepOf } from '../support/work'

/* A retry hides a deadlock from the caller, so this counts what PostgreSQL reports. */
const api = useApi()
const desk = useBooking(api)
const { program } = usePartners(api)

const TRIPS = 12
const why = { reason: 'Other plans' }

let live: Client
let partner: Json
let journeys: Json[]

beforeAll(async () => {
  await desk.at('2030-05-17T04:00:00Z')
  const contract = { ...PARTNER_CONTRACT, credit_limit_minor: 100_000_000 }
  partner = await make(desk.admin, 'partners', { status: 'active', contract, ...WIDE_HOLD_BOUNDS })
  live = (await program(partner)).client
  const type = await make(desk.admin, 'vehicle-types', { seats: 120 })
  const on = { vehicle_type_id: type['id'] }
  // The ids of the journeys have another order than their departures.
  const noon = await make(desk.admin, 'journeys', { ...on, departure_time: '12:00:00' })
  const { route_id } = noon
  const morning = await make(desk.admin, 'journeys', { ...on, route_id, departure_time: '08:30:00' })
  const evening = await make(desk.admin, 'journeys', { ...on, route_id, departure_time: '18:00:00' })
  await make(desk.admin, 'fares', { route_id, amount_minor: 1000 })
  journeys = [morning, noon, evening]
})

afterEach(() => vi.restoreAllMocks())

/** Counts the deadlocks that PostgreSQL reports from now on. */
function countDeadlocks(): () => number {
  let count = 0
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const result = query.apply(this, args)
    if (result instanceof Promise)
      result.catch((error: { code?: string }) => {
        if (error.code === '40P01') count += 1
      })
    return result as never
  })
  return () => count
}

/** Legs of a trip: one journey in turn, or all but one in turn. */
const legsOf = (index: number) =>
  journeys.filter((_, at) => (index % 2 === 0 ? at === index % 3 : at !== index % 3)).map((journey) => ride(journey))

async function trip(index: number, confirm: boolean): Promise<Json> {
  const { status, body } = await live.post('/partner/trips/', {
    partner_reference: unique('LO-'),
    lead_name: 'Ana Ruiz',
    legs: legsOf(index),
    passengers: adults(1),
    confirm,
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

const isPostgres = inject('postgresServer') !== null

it.runIf(isPostgres)('a deadlock of two transactions is counted', async () => {
  const deadlocks = countDeadlocks()
  const haveBothLocked = createBarrier(2)
  const lock = (order: readonly Json[]) =>
    api.db.transaction().execute(async (tx) => {
      for (const { id } of order) {
        await sql`select 1 from journeys where id = ${id} for update`.execute(tx)
        await haveBothLocked()
      }
    })
  const results = await Promise.allSettled([lock(journeys.slice(0, 2)), lock(journeys.slice(0, 2).toReversed())])
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  expect(deadlocks()).toBe(1)
})

describe.runIf(isPostgres)('simultaneous operations of a partner and of staff', () => {
  it('lock seats, reservations and the account of the partner in one order', async () => {
    const held: Json[] = []
    const sold: Json[] = []
    for (let index = 0; index < TRIPS; index += 1) {
      held.push(await trip(index, false))
      sold.push(await trip(index, true))
    }
    const deadlocks = countDeadlocks()
    const at = ({ id }: Json, verb: string) => `/partner/trips/${String(id)}/${verb}/`
    const calls: (() => Promise<Answer>)[] = [
      ...held.map((each) => () => live.post(at(each, 'confirm'), {}, { ifMatch: '*' })),
      ...held.map((each) => () => desk.step(each, 'revise', { passengers: adults(2) })),
      ...sold.map(
        (each, index) => () =>
          index % 2 === 0
            ? live.post(at(each, 'change'), { passengers: adults(2) }, { ifMatch: '*' })
            : desk.step(each, 'amend', { ...why, passengers: adults(2) }),
      ),
      ...sold.map(
        (each, index) => () =>
          index % 3 === 0
            ? live.post(at(each, 'cancel'), {}, { ifMatch: '*' })
            : desk.step(each, 'cancel', { ...why, waive_fee: true }),
      ),
      ...Array.from(
        { length: TRIPS },
        (_, index) => () =>
          desk.book(journeys[0] as Json, 1, {
            partner_id: partner['id'],
            channel: 'partner',
            legs: legsOf(index),
          }),
      ),
    ]
    const answers = await Promise.all([...calls.map((call) => call()), sweepOf(api)()])
    const statuses = answers.flatMap((answer) => (answer ? [answer.status] : []))
    expect(statuses.filter((status) => status >= 500)).toEqual([])
    expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(TRIPS * 3)
    expect(deadlocks()).toBe(0)
  })
})
