import { describe, expect, it } from 'vitest'
import { checkMoney } from '../../server/features/payments/repository/check'
import { useApi, type Answer, type Client, type Json } from '../support/api'
import { adults, useBooking } from '../support/booking'
import { make } from '../support/factories'
import { MoneyOracle, type Moved } from '../support/money-oracle'
import { onceHeaders } from '../support/once'

/**
 * Random movements of money on one reservation: payments, payment links, refunds with and without a second approver,
 * reversals and write-offs, while it is changed and cancelled. After every step the server is compared with a model that
 * adds up the acknowledged movements, and the money is checked again. The price of a change is tested elsewhere.
 */
const api = useApi({ payments: 'fake' })
const desk = useBooking(api)

const STEPS = 18
/** Number of random sequences; `MONEY_ORACLE_FIRST_SEED` is the first seed. */
const SEEDS = Number(process.env['MONEY_ORACLE_SEEDS'] ?? 8)
const FIRST_SEED = Number(process.env['MONEY_ORACLE_FIRST_SEED'] ?? 118)
const LIMIT = 800
const FLOAT = 5_000
/** A moment at which a cancellation has a fee. */
const LATE = '2030-05-19T12:00:00Z'
const why = { reason: 'Asked for' }

function createDraw(seed: number): (below: number) => number {
  let state = seed * 7919
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

let clerk: Client

/** Opens a till for a clerk and creates a reservation for two passengers. */
async function begin(seed: number): Promise<Run> {
  const draw = createDraw(seed)
  await api.reset()
  await desk.at(draw(3) === 0 ? LATE : '2030-05-17T04:00:00Z')
  const rules = { fare_tax_bp: 900, refund_limit_minor: LIMIT, cash_needs_till: true }
  await desk.admin.patch('/company', rules, { ifMatch: '*' })
  const journey = await make(desk.admin, 'journeys', { capacity: 45 })
  await make(desk.admin, 'fares', { route_id: journey['route_id'], amount_minor: 1000 })
  clerk = await api.as('agent')
  const till = await make(desk.admin, 'tills')
  const session = (await clerk.post(`/tills/${String(till['id'])}/open`, count(FLOAT))).body
  const made = (await desk.book(journey, 2)).body
  const oracle = new MoneyOracle(LIMIT)
  oracle.owed = Number(made['total_minor'])
  return { made, session, oracle, draw, log: [], pages: new Map(), approved: new Set(), isCancelled: false }
}
const count = (minor: number) => ({ pieces: [{ denomination_minor: 100, pieces: minor / 100 }] })

/** State of a sequence: the reservation, the model of its money, and a log of the steps for failure messages. */
interface Run {
  made: Json
  /** Session of the clerk's till. */
  session: Json
  oracle: MoneyOracle
  draw: (below: number) => number
  log: string[]
  /** Provider pages of its payment links, by payment. */
  pages: Map<string, string>
  /** Provider refunds that a second person has approved. */
  approved: Set<string>
  isCancelled: boolean
}

const path = ({ made }: Run, end: string) => `/reservations/${String(made['id'])}/${end}`
const one = <T>(draw: Run['draw'], list: readonly T[]): T | undefined => list[draw(list.length)]
/** Draws all of an amount, more than it, or a part of it. */
function someOf(draw: Run['draw'], most: number): number {
  const how = draw(10)
  if (how < 4) return Math.max(1, most)
  return how < 6 ? Math.max(1, most) + 1 + draw(400) : Math.max(1, draw(Math.max(1, most)))
}

/** Sends a movement of money twice with the same key. @returns the result, or null for an expected refusal */
async function send(run: Run, to: string, body: Json, refusal: string | null, by = clerk): Promise<Json | null> {
  const headers = { 'idempotency-key': `${String(run.made['id'])}-${run.log.length}` }
  const answer = await by.post(to, body, { headers, ifMatch: '*' })
  run.log.push(`${to.split('/').slice(-1).join()} ${JSON.stringify(body)} → ${answer.status}`)
  const words = () => run.log.join('\n')
  expect(codeOf(answer), words()).toBe(refusal)
  if (refusal !== null) return null
  if ('reason' in body && Object.keys(onceHeaders(to)).length > 0 && run.draw(4) === 0) {
    const again = await by.post(to, body, { headers, ifMatch: '*' })
    expect([again.status, again.body], words()).toEqual([answer.status, answer.body])
    const other = await by.post(to, { ...body, reason: 'Another' }, { headers, ifMatch: '*' })
    expect(codeOf(other), words()).toBe('idempotency_mismatch')
  }
  return (answer.body['payment'] ?? answer.body) as Json
}
const codeOf = ({ status, body }: Answer) => (status < 300 ? null : body['code'])
const note = ({ oracle }: Run, moved: Json | null) => moved && oracle.moved.push(moved as unknown as Moved)

const ACTS: Record<string, (run: Run) => Promise<unknown>> = {
  pay: async (run) => {
    const { oracle, draw } = run
    const amount_minor = someOf(draw, oracle.open())
    const refusal = amount_minor > Math.max(0, oracle.open()) ? 'over_payment' : null
    const method = one(draw, ['cash', 'terminal', 'transfer'])
    note(run, await send(run, path(run, 'payments'), { amount_minor, method, ...why }, refusal))
  },
  refund: async (run) => {
    const { oracle, draw } = run
    const of = one(
      draw,
      oracle.moved.filter((moved) => moved.direction === 'payment' && moved.state === 'posted' && draw(2) > 0),
    )
    if (of?.method === 'written_off') return
    const most = Math.min(oracle.refundable(), of ? oracle.leftOf(of) : Infinity)
    const amount_minor = someOf(draw, most)
    const method = of?.method === 'link' ? 'link' : one(draw, ['cash', 'terminal', 'transfer'])
    const refusal = amount_minor > most ? 'refund_beyond_paid' : null
    const needs_approval = oracle.needsSecond(amount_minor)
    const body = { amount_minor, method, ...(of && { refund_of_id: of.id }), ...why }
    const made = await send(run, path(run, 'refunds'), body, refusal)
    if (!made) return
    const state = needs_approval || method === 'link' ? 'pending' : 'posted'
    expect(made, run.log.join('\n')).toMatchObject({ needs_approval, state })
    note(run, made)
  },
  decide: async (run) => {
    const { oracle, draw } = run
    const waiting = one(
      draw,
      oracle.moved.filter((moved) => isHeld(run, moved)),
    )
    if (!waiting) return
    const verb = draw(3) > 0 ? 'approve' : 'decline'
    // The approver has no till.
    const refusal = verb === 'approve' && waiting.method === 'cash' ? 'till_needed' : null
    const body = verb === 'approve' ? {} : why
    if (!(await send(run, `/payments/${waiting.id}/${verb}`, body, refusal, desk.admin))) return
    if (verb === 'decline') waiting.state = 'voided'
    else if (waiting.method === 'link') run.approved.add(waiting.id)
    else waiting.state = 'posted'
  },
  reverse: async (run) => {
    const { oracle, draw } = run
    const mistake = one(draw, oracle.moved)
    if (!mistake) return
    const back = oracle.reversal(mistake)
    const refusal = typeof back === 'string' ? back : null
    const made = await send(run, `/payments/${mistake.id}/reverse`, why, refusal, desk.admin)
    if (made) expect(made, run.log.join('\n')).toMatchObject({ reverses_id: mistake.id, amount_minor: back })
    note(run, made)
  },
  writeOff: async (run) => {
    const amount_minor = someOf(run.draw, run.oracle.open())
    const refusal = amount_minor > Math.max(0, run.oracle.open()) ? 'over_payment' : null
    note(run, await send(run, path(run, 'write-off'), { amount_minor, ...why }, refusal, desk.admin))
  },
  link: async (run) => {
    const open = Math.max(0, run.oracle.open() - run.oracle.pending('payment'))
    const amount_minor = someOf(run.draw, open)
    const made = await send(
      run,
      path(run, 'payment-links'),
      { amount_minor, ...why },
      amount_minor > open ? 'over_payment' : null,
    )
    if (!made) return
    note(run, made)
    const { body } = await clerk.get(`/payments/${String(made['id'])}/link`)
    const answer = await api.app.inject({ url: `${new URL(String(body['url'])).pathname}/checkout` })
    run.pages.set(String(made['id']), String(answer.headers.location).split('/fake-provider/')[1] ?? '')
  },
  takeBack: async (run) => {
    const link = one(run.draw, linksOf(run))
    if (!link) return
    const isWaiting = link.state === 'pending'
    await send(run, `/payments/${link.id}/cancel`, {}, isWaiting ? null : 'invalid_state')
    if (isWaiting) link.state = 'voided'
  },
  payByLink: async (run) => {
    const link = one(run.draw, linksOf(run))
    if (!link) return
    const events = api.fake.play(run.pages.get(link.id) ?? '', run.draw(3) === 0 ? 'pay_twice' : 'pay', 'never')
    run.log.push(`${events.length} × ${link.amount_minor} by a link that is ${link.state}`)
    for (const { headers, body } of [...events.toReversed(), ...events])
      await api.app.inject({ method: 'POST', url: '/api/payments/events/fake', headers, payload: body })
    const before = new Set(run.oracle.moved.map(({ id }) => id))
    const fresh = (await movementsOf(run)).filter((moved) => !before.has(moved.id) && moved.method === 'link')
    const isPosted = link.state === 'pending' && events.length > 0
    if (isPosted) link.state = 'posted'
    expect(fresh.map(({ amount_minor, state }) => [amount_minor, state])).toEqual(
      Array.from({ length: events.length - (isPosted ? 1 : 0) }, () => [link.amount_minor, 'posted']),
    )
    run.oracle.moved.push(...fresh)
  },
  work: async (run) => {
    run.log.push('the provider is asked')
    await api.server.workers.call()
    await api.fake.delivered()
    for (const moved of run.oracle.moved)
      if (moved.direction === 'refund' && moved.state === 'pending' && moved.method === 'link' && !isHeld(run, moved))
        moved.state = 'posted'
  },
  amend: async (run) => {
    if (run.isCancelled) return
    await change(run, 'amend', { passengers: adults(1 + run.draw(3)) })
  },
  cancel: async (run) => {
    await change(run, run.isCancelled ? 'undo-cancel' : 'cancel')
    run.isCancelled = !run.isCancelled
  },
}
/** Returns whether a refund waits for a second approver. */
const isHeld = ({ approved }: Run, { id, state, needs_approval }: Moved) =>
  state === 'pending' && needs_approval && !approved.has(id)
const linksOf = ({ oracle, pages }: Run) => oracle.moved.filter(({ id }) => pages.has(id))

async function change(run: Run, verb: string, body: Json = {}): Promise<void> {
  const answer = await desk.step(run.made, verb, { ...why, ...body })
  run.log.push(`${verb} ${JSON.stringify(body)} → ${String(answer.body['total_minor'])}`)
  expect(answer.status, run.log.join('\n')).toBe(200)
  const { status, cancellation_fee_minor: fee, total_minor: total } = answer.body
  run.oracle.owed = Number(status === 'cancelled' ? fee : total)
}

const movementsOf = async (run: Run): Promise<Moved[]> =>
  (await clerk.get(path(run, 'payments'))).body['payments'] as Moved[]

/** Weight of each step. A step with nothing to do is replaced by another draw. */
const DRAWN = Object.entries({
  pay: 4,
  refund: 4,
  decide: 2,
  reverse: 3,
  writeOff: 2,
  link: 2,
  takeBack: 1,
  payByLink: 3,
  work: 1,
  amend: 2,
  cancel: 2,
}).flatMap(([name, times]) => Array.from({ length: times }, () => name))

async function act(run: Run, first: string | null): Promise<void> {
  const before = run.log.length
  for (let name = first ?? one(run.draw, DRAWN); run.log.length === before; name = one(run.draw, DRAWN))
    await ACTS[name ?? '']?.(run)
}

/** Adds lapsed write-offs to the model and compares it with the server. */
async function compare(run: Run): Promise<void> {
  const { oracle, log, made } = run
  const words = log.join('\n')
  const lapsing = oracle.lapsing()
  const { body } = await clerk.get(path(run, 'payments'))
  const listed = body['payments'] as Moved[]
  const lapsed = listed.filter(({ id }) => !oracle.get(id))
  expect(
    lapsed.filter(({ method, direction }) => method !== 'written_off' || direction !== 'refund'),
    words,
  ).toEqual([])
  expect(
    lapsed.reduce((all, { amount_minor }) => all + amount_minor, 0),
    words,
  ).toBe(lapsing)
  oracle.moved.push(...lapsed)
  expect(body, words).toMatchObject({
    owed_minor: oracle.owed,
    paid_minor: oracle.paid(),
    balance_minor: oracle.open(),
    refundable_minor: oracle.refundable(),
    pending_payments_minor: oracle.pending('payment'),
    pending_refunds_minor: oracle.pending('refund'),
  })
  const states = (moved: readonly Moved[]) => moved.map(({ id, state }) => `${id} ${state}`).sort()
  expect(states(listed), words).toEqual(states(oracle.moved))
  const { payment_status: status, paid_minor } = await desk.read(made)
  expect(paid_minor, words).toBe(oracle.paid())
  expect(status === 'refund_due', words).toBe(oracle.open() < 0)
  if (oracle.open() > 0) expect(status, words).toBe(oracle.paid() > 0 ? 'part_paid' : 'unpaid')
  if (oracle.open() === 0 && !run.isCancelled) expect(status, words).toBe('paid')
  expect((await checkMoney(api.db)).difference, words).toBeNull()
}

describe('the money of a reservation', () => {
  it.each(Array.from({ length: SEEDS }, (_, index) => FIRST_SEED + index))('adds up, seed %i', async (seed) => {
    const run = await begin(seed)
    const { session } = run
    for (let step = 0; step < STEPS; step += 1) {
      await act(run, step === 0 ? 'pay' : null)
      await compare(run)
    }
    const cash = run.oracle.paid((method) => method === 'cash')
    const sheet = await clerk.post(`/till-sessions/${String(session['id'])}/count`, count(FLOAT))
    expect(sheet.body['expected_minor'], run.log.join('\n')).toBe(FLOAT + cash)
  })
})
