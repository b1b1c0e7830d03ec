import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { checkMoney } from '../../server/features/payments/repository/check'
import { useApi, type Json } from '../support/api'
import { useBooking } from '../support/booking'
import { make } from '../support/factories'
import { Draw } from '../support/odd/draw'
import { LONG_TEST_TIMEOUT_MS } from '../support/timeouts'

/* Late, repeated and reordered events give the same result as events in order. WAYLINE_PAYMENT_EVENTS is their number. */
const EVENTS = Number(process.env['WAYLINE_PAYMENT_EVENTS'] ?? 120)
/** Deliveries of each event. */
const TIMES = 4
const PAYMENTS = Math.ceil(EVENTS / TIMES / 1.5)

/** Seats of each departure. */
const SEATS = 45

const api = useApi({ payments: 'fake' })
const desk = useBooking(api)

/** Sells a seat, sends a payment link and opens its page. @returns the reference of the page */
async function ask(journey: Json): Promise<string> {
  const reservation = (await desk.book(journey, 1)).body
  const path = `/reservations/${String(reservation['id'])}/payment-links`
  const { body } = await desk.admin.post(path, { amount_minor: 1000, hours: 1 })
  const { pathname } = new URL(String((body['link'] as Json)['url']))
  const { headers } = await api.app.inject({ url: `${pathname}/checkout` })
  return String(headers.location).split('/').at(-1) ?? ''
}

async function balances(): Promise<Json[]> {
  const { rows } = await sql<Json>`
    select account, sum(amount_minor)::int as sum from ledger_entries group by account order by account`.execute(api.db)
  return rows
}
const paidOf = async (): Promise<Json[]> => {
  const { rows } = await sql<Json>`
    select paid_minor::int as paid, payment_status, count(*)::int as count from reservations
    group by paid_minor, payment_status order by 1, 2`.execute(api.db)
  return rows
}

/** Delivers the same payments in order, or shuffled with links that expire halfway. Every second one is paid twice. */
async function outcomeOf(
  inOrder: boolean,
): Promise<{ balances: Json[]; paid: Json[]; outcomes: Record<string, number> }> {
  await api.reset()
  await desk.at('2030-05-17T04:00:00Z')
  let journey: Json = {}
  const route = await make(desk.admin, 'routes')
  await make(desk.admin, 'fares', { route_id: route['id'], amount_minor: 1000 })
  const pages: string[] = []
  for (let index = 0; index < PAYMENTS; index += 1) {
    if (index % SEATS === 0) {
      const service_date = new Date(Date.UTC(2030, 4, 20 + index / SEATS)).toISOString().slice(0, 10)
      journey = await make(desk.admin, 'journeys', { route_id: route['id'], service_date, capacity: SEATS })
    }
    pages.push(await ask(journey))
  }
  const events = pages.flatMap((page, index) => api.fake.play(page, index % 2 === 0 ? 'pay' : 'pay_twice', 'never'))
  const all = Array.from({ length: TIMES }, () => events).flat()
  const draw = new Draw(7)
  const shuffled = all.map((event) => ({ event, at: draw.next() })).sort((a, b) => a.at - b.at)
  const order = inOrder ? events : shuffled.map(({ event }) => event)
  const outcomes: Record<string, number> = {}
  for (const [index, event] of order.entries()) {
    if (!inOrder && index === Math.floor(order.length / 2)) {
      // The links expire before the second half of the events. The signature is renewed, as providers do for each attempt.
      await desk.at('2030-05-17T05:01:00Z')
      await api.server.workers.recur()
    }
    const { body, headers } = api.fake.renewed(event)
    const answer = await api.app.inject({ method: 'POST', url: '/api/payments/events/fake', headers, payload: body })
    const { outcome = String(answer.statusCode) } = answer.json<{ outcome?: string }>()
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  }
  expect((await checkMoney(api.db)).difference).toBeNull()
  return { balances: await balances(), paid: await paidOf(), outcomes }
}

it(
  `${PAYMENTS} payments, each delivered ${TIMES} times out of order and late, give the same result as in order`,
  { timeout: LONG_TEST_TIMEOUT_MS + EVENTS * 200 },
  async () => {
    const ordered = await outcomeOf(true)
    const shuffled = await outcomeOf(false)
    expect(ordered.outcomes).toEqual({ applied: Math.floor(PAYMENTS * 1.5) })
    expect(shuffled.outcomes).toEqual({
      applied: Math.floor(PAYMENTS * 1.5),
      repeated: Math.floor(PAYMENTS * 1.5) * (TIMES - 1),
    })
    expect(shuffled.balances).toEqual(ordered.balances)
    expect(shuffled.paid).toEqual(ordered.paid)
  },
)
