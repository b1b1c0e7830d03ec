import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { checkMoney } from '../../server/features/payments/repository/check'
import { useApi, type Json } from '../support/api'
import { useBooking } from '../support/booking'
import { make } from '../support/factories'

/* Refused and expired movements of money. A seat costs 1000, which includes 83 of tax. */
const api = useApi()
const desk = useBooking(api)
let journey: Json
beforeEach(async () => {
  await api.reset()
  await desk.at('2030-05-17T04:00:00Z')
  await desk.admin.patch('/company', { fare_tax_bp: 900, refund_limit_minor: 5000 }, { ifMatch: '*' })
  journey = await make(desk.admin, 'journeys', { capacity: 45 })
  await make(desk.admin, 'fares', { route_id: journey['route_id'], amount_minor: 1000 })
})

const path = ({ id }: Json, end: string) => `/reservations/${String(id)}/${end}`
const why = { reason: 'Asked for' }
const pay = (made: Json, amount_minor: number) =>
  desk.admin.post(path(made, 'payments'), { amount_minor, method: 'cash' })
const refund = (made: Json, amount_minor: number, more: Json = {}) =>
  desk.admin.post(path(made, 'refunds'), { amount_minor, method: 'cash', ...why, ...more })
const money = async (made: Json) => (await desk.admin.get(path(made, 'payments'))).body
const sold = async (count = 1, more: Json = {}) => (await desk.book(journey, count, more)).body
const addsUp = async () => expect((await checkMoney(api.db)).difference).toBeNull()

/** Returns the balance of each account of a reservation, without zero balances. */
async function balances(made: Json): Promise<Record<string, number>> {
  const { rows } = await sql<{ account: string; sum: number }>`
    select e.account, sum(e.amount_minor)::int as sum from ledger_entries e
    join ledger_transactions t on t.id = e.transaction_id where t.reservation_id = ${String(made['id'])}
    group by e.account having sum(e.amount_minor) <> 0 order by e.account`.execute(api.db)
  return Object.fromEntries(rows.map(({ account, sum }) => [account, sum]))
}

describe('a write-off', () => {
  const off = (made: Json, amount_minor: number) => desk.admin.post(path(made, 'write-off'), { amount_minor, ...why })
  const reverse = (payment: unknown) =>
    desk.admin.post(`/payments/${String((payment as Json)['id'])}/reverse`, why, { ifMatch: '*' })

  it('lapses with its debt, and leaves no refund of money that was not paid', async () => {
    const made = await sold(2)
    const { body } = await off(made, 2000)
    await desk.at('2030-05-19T12:00:00Z')
    const cancelled = (await desk.step(made, 'cancel', why)).body
    expect(cancelled).toMatchObject({ cancellation_fee_minor: 1000, paid_minor: 1000, payment_status: 'paid' })
    expect(await desk.read(made)).toMatchObject({ paid_minor: 1000, payment_status: 'paid' })
    expect(await balances(made)).toEqual({ fees: -917, tax: -83, written_off: 1000 })
    expect(await money(made)).toMatchObject({
      balance_minor: 0,
      refundable_minor: 0,
      payments: [
        { method: 'written_off', direction: 'payment', amount_minor: 2000 },
        { method: 'written_off', direction: 'refund', amount_minor: 1000, reason: why.reason },
      ],
    })
    await addsUp()
    const undone = (await desk.step(made, 'undo-cancel', why)).body
    expect(undone).toMatchObject({ paid_minor: 1000, payment_status: 'part_paid' })
    expect(await reverse(body['payment'])).toMatchObject({ status: 200, body: { amount_minor: 1000 } })
    expect(await reverse(body['payment'])).toMatchObject({ status: 409 })
    expect(await desk.read(made)).toMatchObject({ paid_minor: 0, payment_status: 'unpaid' })
    await addsUp()
  })

  it('allows the refund of a payment of the same reservation', async () => {
    const made = await sold(1, { paid_minor: 400 })
    await off(made, 600)
    expect((await desk.step(made, 'cancel', why)).body).toMatchObject({ paid_minor: 400, payment_status: 'refund_due' })
    const { payments, ...rest } = await money(made)
    expect(rest).toMatchObject({ balance_minor: -400, refundable_minor: 400 })
    expect(await reverse((payments as Json[])[2])).toMatchObject({ status: 409 })
    await refund(made, 400)
    expect(await desk.read(made)).toMatchObject({ paid_minor: 0, payment_status: 'refunded' })
    expect(await balances(made)).toEqual({})
    await addsUp()
  })

  it('lapses when the price falls, the latest one first', async () => {
    const made = await sold(2)
    await off(made, 500)
    await off(made, 1500)
    await desk.step(made, 'cancel-passengers', { ...why, positions: [2] })
    const { payments } = await money(made)
    expect((payments as Json[]).map(({ direction, amount_minor }) => [direction, amount_minor])).toEqual([
      ['payment', 500],
      ['payment', 1500],
      ['refund', 1000],
    ])
    expect((payments as Json[])[2]?.['refund_of_id']).toBe((payments as Json[])[1]?.['id'])
    await addsUp()
  })

  it('is refused for a hold, which has no debt', async () => {
    const made = await sold(1, { status: 'on_hold' })
    expect(await off(made, 1000)).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
  })
})

describe('an operation that moves money', () => {
  it('is refused without a key, and writes nothing', async () => {
    const made = await sold(1, { paid_minor: 400 })
    const token = await api.tokenFor('admin')
    for (const [end, body] of [
      ['payments', { amount_minor: 100, method: 'cash' }],
      ['refunds', { amount_minor: 100, ...why }],
      ['write-off', { amount_minor: 100, ...why }],
    ] as const) {
      const answer = await api.app.inject({
        method: 'POST',
        url: `/api${path(made, end)}`,
        headers: { authorization: `Bearer ${token}` },
        payload: body,
      })
      expect(answer.statusCode, end).toBe(400)
      const problem = answer.json<Json>()
      expect(problem['code']).toBe('idempotency_key_needed')
      expect(problem['detail']).toContain('Idempotency-Key')
    }
    expect(await desk.read(made)).toMatchObject({ paid_minor: 400 })
    await addsUp()
  })

  it('refuses the reversal of a partly refunded payment', async () => {
    const made = await sold(1, { paid_minor: 400 })
    const first = (await pay(made, 600)).body['payment'] as Json
    await refund(made, 100, { refund_of_id: first['id'] })
    const undone = await desk.admin.post(`/payments/${String(first['id'])}/reverse`, why, { ifMatch: '*' })
    expect(undone).toMatchObject({ status: 422, body: { code: 'refund_beyond_paid' } })
  })

  it('refuses the reversal of a payment while its refund waits for approval', async () => {
    await desk.admin.patch('/company', { refund_limit_minor: 100 }, { ifMatch: '*' })
    const made = await sold()
    const taken = (await pay(made, 1000)).body['payment'] as Json
    const waiting = (await refund(made, 800)).body['payment'] as Json
    expect(waiting).toMatchObject({ state: 'pending' })
    const undo = () => desk.admin.post(`/payments/${String(taken['id'])}/reverse`, why, { ifMatch: '*' })
    expect(await undo()).toMatchObject({ status: 422, body: { code: 'refund_beyond_paid' } })
    await desk.admin.post(`/payments/${String(waiting['id'])}/decline`, why, { ifMatch: '*' })
    expect(await undo()).toMatchObject({ status: 200 })
    expect(await money(made)).toMatchObject({ paid_minor: 0, refundable_minor: 0 })
    await addsUp()
  })

  it('refuses the reversal of a refunded payment, whatever was written off', async () => {
    const made = await sold()
    const taken = (await pay(made, 500)).body['payment'] as Json
    await desk.admin.post(path(made, 'write-off'), { amount_minor: 500, ...why })
    await refund(made, 500)
    const undo = await desk.admin.post(`/payments/${String(taken['id'])}/reverse`, why, { ifMatch: '*' })
    expect(undo).toMatchObject({ status: 422, body: { code: 'refund_beyond_paid' } })
    expect(await balances(made)).toMatchObject({ customers: 500, written_off: 500 })
    await addsUp()
  })
})
