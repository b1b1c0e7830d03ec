import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { checkMoney } from '../../server/features/payments/repository/check'
import { useApi, type Client, type Json } from '../support/api'
import { useBooking } from '../support/booking'
import { changeBetween } from '../support/change-between'
import { make } from '../support/factories'

/* Tills: opened with a float, counted without the expected amount in view, closed. A seat costs 1000. */
const api = useApi()
const desk = useBooking(api)
let journey: Json
let agent: Client
let till: Json
beforeEach(async () => {
  await api.reset()
  await desk.at('2030-05-17T04:00:00Z')
  journey = await make(desk.admin, 'journeys', { capacity: 45 })
  await make(desk.admin, 'fares', { route_id: journey['route_id'], amount_minor: 1000 })
  till = await make(desk.admin, 'tills', { name: 'Counter 1' })
  agent = await api.as('agent')
})

/** Splits an amount into notes of ten and coins of one. */
const cash = (minor: number) => ({
  pieces: [
    { denomination_minor: 1000, pieces: Math.floor(minor / 1000) },
    { denomination_minor: 100, pieces: (minor % 1000) / 100 },
  ],
})
const open = (minor = 0, of = till, as = agent, reason?: string) =>
  as.post(`/tills/${String(of['id'])}/open`, { ...cash(minor), reason })
const opened = async (minor = 0, of = till, as = agent, reason?: string) => {
  const { status, body } = await open(minor, of, as, reason)
  expect(status).toBe(201)
  return body
}
const at = ({ id }: Json, end: string) => `/till-sessions/${String(id)}${end}`
const count = (session: Json, minor: number, as = agent) => as.post(at(session, '/count'), cash(minor))
const close = (session: Json, reason?: string, as = agent) => as.post(at(session, '/close'), { reason })
const read = async (session: Json, as: Client = agent) => (await as.get(at(session, ''))).body
const pay = (made: Json, amount_minor: number, more: Json = {}, as = agent) =>
  as.post(`/reservations/${String(made['id'])}/payments`, { amount_minor, method: 'cash', ...more })
const sold = async (seats = 1) => (await desk.book(journey, seats)).body
const refusedOn = (code: string, status = 422, field?: string) => ({
  status,
  body: field === undefined ? { code } : { code, errors: [{ pointer: `/${field}` }] },
})
/** Returns ledger balances by till, and of the other accounts of tills. */
async function ledger(): Promise<Record<string, number>> {
  const { rows } = await sql<{ place: string; sum: number }>`
    select case when e.account = 'tills' then coalesce(t.code, 'no till') else e.account end as place,
      sum(e.amount_minor)::int as sum
    from ledger_entries e left join tills t on t.id = e.sub_id
    where e.account in ('tills', 'bank', 'till_differences')
    group by 1 having sum(e.amount_minor) <> 0`.execute(api.db)
  return Object.fromEntries(rows.map(({ place, sum }) => [place, sum]))
}
/** Collects every number of an answer, at any depth. */
const numbersIn = (value: unknown): number[] => {
  if (typeof value === 'number') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : []
}
const code = (of = till) => String(of['code'])
const addsUp = async () => expect((await checkMoney(api.db)).difference).toBeNull()

describe('a till', () => {
  it('is opened with a float by one user, once, and a user opens no second till at a station', async () => {
    const session = await opened(5000)
    expect(session).toMatchObject({ state: 'open', float_minor: 5000, till_name: 'Counter 1', expected_minor: null })
    expect(await ledger()).toEqual({ [code()]: 5000, 'no till': -5000 })
    expect(await open(0, till, await api.as('agent'))).toMatchObject(refusedOn('till_open', 409))
    const second = await make(desk.admin, 'tills')
    expect((await desk.admin.get(`/tills/${String(second['id'])}`)).body).toEqual(second)
    expect(await open(0, second)).toMatchObject(refusedOn('till_open', 409))
    const elsewhere = await make(desk.admin, 'tills', { station_id: (await make(desk.admin, 'stations'))['id'] })
    await opened(0, elsewhere)
    expect((await desk.admin.get(`/tills/${String(till['id'])}`)).body).toMatchObject({
      open_user_id: session['user_id'],
    })
    await addsUp()
  })

  it('is not opened with coins that its currency does not have, or while it is out of use', async () => {
    const wrong = await agent.post(`/tills/${String(till['id'])}/open`, {
      pieces: [{ denomination_minor: 300, pieces: 1 }],
    })
    expect(wrong).toMatchObject(refusedOn('validation', 422, 'pieces/0/denomination_minor'))
    const path = `/tills/${String(till['id'])}`
    const session = await opened()
    expect(await desk.admin.patch(path, { status: 'inactive' }, { ifMatch: '*' })).toMatchObject(
      refusedOn('invalid_state', 409, 'status'),
    )
    await count(session, 0)
    await close(session)
    expect((await desk.admin.patch(path, { status: 'inactive' }, { ifMatch: '*' })).status).toBe(200)
    expect(await open()).toMatchObject(refusedOn('invalid_state', 409, 'status'))
    expect((await desk.admin.delete(path, { ifMatch: '*' })).body).toMatchObject({ code: 'still_referenced' })
  })

  it('includes cash payments, and separates the other methods', async () => {
    const session = await opened(5000)
    const made = await sold(3)
    await pay(made, 1700, { tendered_minor: 2000 })
    await pay(made, 400, { method: 'terminal' })
    await agent.post(`/reservations/${String(made['id'])}/refunds`, {
      amount_minor: 300,
      method: 'cash',
      reason: 'Late',
    })
    expect((await read(session))['takings']).toEqual([
      { method: 'cash', payments: 1, refunds: 1, payments_minor: null, refunds_minor: null },
      { method: 'terminal', payments: 1, refunds: 0, payments_minor: 400, refunds_minor: 0 },
    ])
    const counted = (await count(session, 6400)).body
    expect(counted).toMatchObject({ state: 'counted', counted_minor: 6400, expected_minor: 6400, difference_minor: 0 })
    expect((counted['takings'] as Json[])[0]).toMatchObject({ payments_minor: 1700, refunds_minor: 300 })
    expect((await close(session)).body).toMatchObject({ state: 'closed', difference_minor: 0 })
    expect(await ledger()).toMatchObject({ [code()]: 6400 })
    await addsUp()
  })

  it('does not show its expected amount before it is counted', async () => {
    const session = await opened(12_300)
    const made = await sold(8)
    await pay(made, 4500)
    await pay(made, 2700)
    const expected = 12_300 + 4500 + 2700
    const manager = await api.as('manager')
    const answers = []
    for (const as of [agent, manager, desk.admin])
      for (const path of [
        at(session, ''),
        '/till-sessions',
        `/tills/${String(till['id'])}`,
        '/tills',
        '/audit-events',
        '/payments',
        `/reservations/${String(made['id'])}/payments`,
      ])
        answers.push(await as.get(path))
    answers.push(await agent.post(at(session, '/close'), {}), await open(0, till, manager))
    answers.push(await agent.post(at(session, '/move'), { amount_minor: 900_000, move: 'to_bank' }))
    for (const { body, rows } of answers) {
      const actual = rows.length > 0 ? rows : body
      expect(numbersIn(actual)).not.toContain(expected)
      expect(JSON.stringify(actual)).not.toContain('195.00')
    }
    expect(answers.flatMap(({ body, rows }) => numbersIn(rows.length > 0 ? rows : body))).toContain(4500)
    await agent.post(at(session, '/move'), { amount_minor: 900_000, move: 'from_bank' })
    expect((await count(session, 19_500)).body).toMatchObject({ expected_minor: expected, difference_minor: 0 })
  })

  it('is closed with a difference only with a reason, and the difference is posted to its account', async () => {
    const session = await opened(5000)
    await pay(await sold(), 1000)
    expect(await close(session, 'Short')).toMatchObject(refusedOn('invalid_state', 409, 'state'))
    expect((await count(session, 5500)).body).toMatchObject({ difference_minor: -500 })
    expect((await count(session, 5800)).body).toMatchObject({ difference_minor: -200, expected_minor: 6000 })
    const bare = await close(session)
    expect(bare).toMatchObject(refusedOn('validation', 422, 'reason'))
    expect(bare.body['detail']).toContain('2.00 EUR less')
    const closed = (await close(session, 'Wrong change')).body
    expect(closed).toMatchObject({ state: 'closed', difference_minor: -200, difference_reason: 'Wrong change' })
    expect((closed['counts'] as Json[]).map((one) => [one['kind'], one['total_minor']])).toEqual([
      ['opening', 5000],
      ['closing', 5500],
      ['closing', 5800],
    ])
    expect(await ledger()).toEqual({ [code()]: 5800, 'no till': -5000, till_differences: 200 })
    expect(await close(session, 'Again')).toMatchObject(refusedOn('till_closed', 409))
    expect(await count(session, 0)).toMatchObject(refusedOn('till_closed', 409))
    await addsUp()
  })

  it('is opened again with the amount that was left, or with a reason for the difference', async () => {
    const session = await opened(5000)
    expect(session).toMatchObject({ opening_difference_minor: 0, opening_reason: null })
    await count(session, 5000)
    await close(session)
    const short = await open(3000)
    expect(short).toMatchObject(refusedOn('validation', 422, 'reason'))
    expect(JSON.stringify(short.body)).not.toMatch(/[25]0\.00/)
    expect((await agent.get('/till-sessions?is_closed=false')).body['sessions']).toEqual([])
    const reopened = await opened(3000, till, agent, 'Drawer was forced')
    expect(reopened).toMatchObject({ opening_difference_minor: -2000, opening_reason: 'Drawer was forced' })
    expect(await ledger()).toEqual({ [code()]: 3000, 'no till': -5000, till_differences: 2000 })
    expect((await count(reopened, 3000)).body).toMatchObject({ expected_minor: 3000 })
    expect((await close(reopened)).body).toMatchObject({ difference_minor: 0, opening_difference_minor: -2000 })
    expect(await opened(3000)).toMatchObject({ opening_difference_minor: 0 })
    await addsUp()
  })

  it('requires a reason when a count was corrected after the expected amount was shown', async () => {
    const session = await opened(5000)
    expect((await count(session, 0)).body).toMatchObject({ expected_minor: 5000, has_differed: true })
    expect((await count(session, 5000)).body).toMatchObject({ difference_minor: 0, has_differed: true })
    expect(await close(session)).toMatchObject(refusedOn('validation', 422, 'reason'))
    const handed = { user_id: (await (await api.as('agent')).get('/auth/user')).body['id'] }
    expect(await agent.post(at(session, '/hand-over'), handed)).toMatchObject(refusedOn('validation', 422, 'reason'))
    expect((await close(session, 'Sent too early')).body).toMatchObject({
      difference_minor: 0,
      difference_reason: 'Sent too early',
      has_differed: true,
    })
    expect(await ledger()).toEqual({ [code()]: 5000, 'no till': -5000 })
  })

  it('is not counted as empty without pieces: an empty till has zero pieces of a coin', async () => {
    const nothing = { pieces: [] }
    const path = `/tills/${String(till['id'])}/open`
    expect(await agent.post(path, nothing)).toMatchObject(refusedOn('validation', 422, 'pieces'))
    const session = await opened(0)
    expect(await agent.post(at(session, '/count'), nothing)).toMatchObject(refusedOn('validation', 422, 'pieces'))
    expect(await read(session)).toMatchObject({ state: 'open' })
  })

  it('accepts large amounts of a currency with unknown coins, and no more than the maximum amount', async () => {
    const yuan = await make(desk.admin, 'tills', { currency: 'CNY' })
    const into = (pieces: number) =>
      agent.post(`/tills/${String(yuan['id'])}/open`, { pieces: [{ denomination_minor: 1, pieces }] })
    expect(await into(1_000_000_000_001)).toMatchObject({ status: 422, body: { code: 'validation' } })
    expect((await into(250_000_000)).body).toMatchObject({ float_minor: 250_000_000 })
    const millions = await agent.post(`/tills/${String(till['id'])}/open`, {
      pieces: [{ denomination_minor: 1000, pieces: 1_000_000_001 }],
    })
    expect(millions).toMatchObject(refusedOn('validation', 422, 'pieces'))
  })

  it('is read with its counts in one snapshot', async () => {
    const session = await opened(5000)
    const { body } = await changeBetween(
      'from till_sessions s join tills t',
      () => count(session, 5000),
      () => agent.get(at(session, '')),
    )
    expect(body).toMatchObject({ state: 'open', counts: [{ kind: 'opening' }] })
    expect(await read(session)).toMatchObject({ state: 'counted', counts: [{ kind: 'opening' }, { kind: 'closing' }] })
  })

  it('accepts no cash after it is counted, and the company can require an open till', async () => {
    const session = await opened()
    const made = await sold()
    await count(session, 0)
    const named = { till_session_id: session['id'] }
    expect(await pay(made, 100, named)).toMatchObject(refusedOn('till_closed', 409, 'till_session_id'))
    expect((await pay(made, 100)).body['payment']).toMatchObject({ till_id: null })
    await desk.admin.patch('/company', { cash_needs_till: true }, { ifMatch: '*' })
    expect(await pay(made, 100)).toMatchObject(refusedOn('till_needed', 409, 'till_session_id'))
    expect(await agent.post(at(session, '/move'), { amount_minor: 1, move: 'to_bank' })).toMatchObject(
      refusedOn('till_closed', 409),
    )
    await addsUp()
  })

  it('is handed over with the counted amount, and then belongs to the next user', async () => {
    const session = await opened(5000)
    await pay(await sold(), 1000)
    const next = await api.as('agent')
    const nextId = String((await next.get('/auth/user')).body['id'])
    expect((await agent.get('/till-keepers')).rows).toContainEqual(expect.objectContaining({ id: nextId }))
    const handOver = (user_id: string, reason?: string) => agent.post(at(session, '/hand-over'), { user_id, reason })
    expect(await handOver(nextId)).toMatchObject(refusedOn('invalid_state', 409))
    await count(session, 6100)
    expect(await handOver(nextId)).toMatchObject(refusedOn('validation', 422, 'reason'))
    expect(await handOver(String(session['user_id']), 'x')).toMatchObject(refusedOn('validation', 422, 'user_id'))
    expect((await handOver(nextId, 'A tip')).body).toMatchObject({ state: 'closed', difference_minor: 100 })
    const [theirs] = (await next.get('/till-sessions')).body['sessions'] as Json[]
    expect(theirs).toMatchObject({ state: 'open', float_minor: 6100, user_id: nextId })
    expect(((await read(theirs ?? {}, next))['counts'] as Json[])[0]).toMatchObject({ kind: 'hand_over' })
    expect(await ledger()).toEqual({ [code()]: 6100, 'no till': -5000, till_differences: -100 })
    await addsUp()
  })

  it('transfers cash to the bank and to another till, and from the bank', async () => {
    const session = await opened(5000)
    const other = await make(desk.admin, 'tills', { name: 'Counter 2' })
    const move = (request: Json) => agent.post(at(session, '/move'), request)
    const toOther = { amount_minor: 700, move: 'to_till', to_till_id: other['id'], reason: 'Change' }
    expect(await move(toOther)).toMatchObject(refusedOn('till_closed', 409, 'to_till_id'))
    const colleague = await api.as('agent')
    const theirs = await opened(100, other, colleague)
    expect((await move(toOther)).status).toBe(200)
    expect((await move({ amount_minor: 2000, move: 'to_bank' })).status).toBe(200)
    const sheet = (await move({ amount_minor: 300, move: 'from_bank' })).body
    expect((sheet['moves'] as Json[]).map((one) => [one['amount_minor'], one['till_name']])).toEqual([
      [-700, 'Counter 2'],
      [-2000, null],
      [300, null],
    ])
    expect((await read(theirs, colleague))['moves']).toMatchObject([
      { amount_minor: 700, till_name: 'Counter 1', reason: 'Change' },
    ])
    expect(await ledger()).toEqual({ [code()]: 2600, [code(other)]: 800, 'no till': -5100, bank: 1700 })
    expect(await move({ amount_minor: 1, move: 'to_till', to_till_id: till['id'] })).toMatchObject(
      refusedOn('validation', 422, 'to_till_id'),
    )
    expect(await move({ amount_minor: 1, move: 'to_till' })).toMatchObject(refusedOn('validation', 422, 'to_till_id'))
    await addsUp()
  })

  it('is read, counted and closed by its own user and by managers', async () => {
    const session = await opened()
    const other = await api.as('agent')
    expect((await other.get(at(session, ''))).status).toBe(404)
    expect((await other.get('/till-sessions')).body).toEqual({ sessions: [], has_more: false })
    expect((await count(session, 0, other)).status).toBe(404)
    const viewer = await api.as('viewer')
    expect((await viewer.get('/till-sessions')).status).toBe(403)
    expect((await open(0, till, viewer)).status).toBe(403)
    const manager = await api.as('manager')
    expect((await manager.get('/till-sessions?is_closed=false')).body['sessions']).toHaveLength(1)
    expect((await manager.get('/till-sessions?is_closed=false&is_own=true')).body['sessions']).toEqual([])
    expect((await agent.get('/till-sessions?is_closed=false&is_own=true')).body['sessions']).toHaveLength(1)
    expect((await count(session, 0, manager)).status).toBe(200)
    expect((await close(session, undefined, manager)).body).toMatchObject({ state: 'closed' })
    expect((await agent.get('/till-sessions?is_closed=true')).body['sessions']).toHaveLength(1)
  })
})

describe('simultaneously', () => {
  it('one of two users opens a till, and one user opens one of two', async () => {
    const other = await api.as('agent')
    const both = await Promise.all([open(0), open(0, till, other)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const third = await api.as('agent')
    const tills = [await make(desk.admin, 'tills'), await make(desk.admin, 'tills')]
    const two = await Promise.all(tills.map((one) => open(0, one, third)))
    expect(two.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })

  it('two closings of one count close it once, with one difference', async () => {
    const session = await opened(5000)
    await Promise.all([count(session, 4900), count(session, 4900)])
    const both = await Promise.all([close(session, 'Lost'), close(session, 'Lost')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await ledger()).toEqual({ [code()]: 4900, 'no till': -5000, till_differences: 100 })
    await addsUp()
  })

  it('a step that is sent twice with its key is done once', async () => {
    const headers = { 'idempotency-key': 'move-1' }
    const session = await opened(5000)
    const move = () => agent.post(at(session, '/move'), { amount_minor: 500, move: 'to_bank' }, { headers })
    const [first, second] = [await move(), await move()]
    expect(second.body).toEqual(first.body)
    expect(await ledger()).toMatchObject({ bank: 500 })
  })

  it('a payment is included in a count, or is refused', async () => {
    const made = await sold(10)
    for (let round = 1; round <= 5; round += 1) {
      const session = await opened(round * 1000, till, agent, 'Next round')
      const named = { till_session_id: session['id'] }
      const [payment, counted] = await Promise.all([pay(made, 100, named), count(session, round * 1000)])
      const isIn = payment.status === 201
      if (!isIn) expect(payment).toMatchObject(refusedOn('till_closed', 409))
      expect(counted.body).toMatchObject({ expected_minor: round * 1000 + (isIn ? 100 : 0) })
      expect((await close(session, 'Raced')).status).toBe(200)
      expect((await ledger())[code()]).toBe(round * 1000)
      await addsUp()
    }
  })
})
