import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { PAYMENTS_SHOWN } from '../../contract/core/limits/money'
import { checkMoney } from '../../server/features/payments/repository/check'
import type { SignedEvent } from '../../server/adapters/payments/fake/fake-provider'
import { useApi, type Client, type Json } from '../support/api'
import { useBooking } from '../support/booking'
import { make } from '../support/factories'

/* Payments by links, with the fake provider. A seat costs 1000. */
const api = useApi({ payments: 'fake' })
const desk = useBooking(api)
let journey: Json
let made: Json
beforeEach(async () => {
  await api.reset()
  await desk.at('2030-05-17T04:00:00Z')
  journey = await make(desk.admin, 'journeys', { capacity: 45 })
  await make(desk.admin, 'fares', { route_id: journey['route_id'], amount_minor: 1000 })
  made = (await desk.book(journey, 1, { lead_email: 'ana@example.com', locale: 'es' })).body
})

const path = ({ id }: Json, end: string) => `/reservations/${String(id)}/${end}`
const later = (minutes: number) => desk.at(new Date(api.now.getTime() + minutes * 60_000).toISOString())
const send = (amount_minor = 1000, more: Json = {}, as: Client = desk.admin) =>
  as.post(path(made, 'payment-links'), { amount_minor, ...more })
const money = async () => (await desk.admin.get(path(made, 'payments'))).body
const payments = async () => (await money())['payments'] as Json[]
const addsUp = async () => expect((await checkMoney(api.db)).difference).toBeNull()

/** Sends a payment link. @returns its payment and the address of its page */
async function sent(amount = 1000, more: Json = {}): Promise<{ payment: Json; page: string }> {
  const { status, body } = await send(amount, more)
  expect(status, JSON.stringify(body)).toBe(201)
  return { payment: body['payment'] as Json, page: new URL(String((body['link'] as Json)['url'])).pathname }
}

const open = (url: string) => api.app.inject({ url })
/** Continues to the provider. @returns the reference of its page */
async function checkout(page: string): Promise<string> {
  const { statusCode, headers } = await open(`${page}/checkout`)
  expect(statusCode).toBe(303)
  const to = String(headers.location)
  expect(to).toContain('/fake-provider/')
  return to.split('/').at(-1) ?? ''
}
const postEvent = async ({ body, headers }: SignedEvent, provider = 'fake') => {
  const answer = await api.app.inject({
    method: 'POST',
    url: `/api/payments/events/${provider}`,
    headers,
    payload: body,
  })
  return { status: answer.statusCode, body: answer.json<Json>() }
}
const balances = async (): Promise<Record<string, number>> => {
  const { rows } = await sql<{ account: string; sum: number }>`
    select account, sum(amount_minor)::int as sum from ledger_entries group by account
    having sum(amount_minor) <> 0 order by account`.execute(api.db)
  return Object.fromEntries(rows.map(({ account, sum }) => [account, sum]))
}

describe('a payment link', () => {
  it('is sent for the debt, opened, paid, and posted by the event of the provider', async () => {
    const { payment, page } = await sent(400, { email: 'ana@example.com' })
    expect(payment).toMatchObject({ state: 'pending', method: 'link', amount_minor: 400, provider: 'fake' })
    expect(await money()).toMatchObject({ paid_minor: 0, pending_payments_minor: 400, balance_minor: 1000 })
    await addsUp()
    const reference = await checkout(page)
    const [event] = api.fake.play(reference, 'pay', 'never')
    expect(await postEvent(event as SignedEvent)).toMatchObject({ status: 200, body: { outcome: 'applied' } })
    expect(await desk.read(made)).toMatchObject({
      paid_minor: 400,
      payment_status: 'part_paid',
      payment_method: 'link',
    })
    expect(await payments()).toMatchObject([
      { id: payment['id'], state: 'posted', card_last4: '4242', place: 'provider', provider: 'fake' },
    ])
    expect(await balances()).toMatchObject({ provider: 400, customers: 600 })
    await addsUp()
    expect(await postEvent(event as SignedEvent)).toMatchObject({ status: 200, body: { outcome: 'repeated' } })
    expect(await desk.read(made)).toMatchObject({ paid_minor: 400 })
  })

  it('stores only a hash of its token, and can be copied', async () => {
    const { payment, page } = await sent()
    const token = page.split('/').at(-1) ?? ''
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const { rows } = await sql<{ row: string }>`select to_jsonb(l)::text as row from payment_links l`.execute(api.db)
    expect(rows[0]?.row).not.toContain(token)
    const link = await desk.admin.get(`/payments/${String(payment['id'])}/link`)
    expect(new URL(String(link.body['url'])).pathname).toBe(page)
    expect((await (await api.as('viewer')).get(`/payments/${String(payment['id'])}/link`)).status).toBe(403)
  })

  it('is sent once for each Idempotency-Key, which does not store its token', async () => {
    const again = () => desk.admin.post(path(made, 'payment-links'), { amount_minor: 1000 }, { headers: KEY })
    const KEY = { 'idempotency-key': 'link-1' }
    const first = await again()
    const second = await again()
    expect(second).toMatchObject({ status: 201, headers: { 'idempotent-replayed': 'true' }, body: first.body })
    const token = new URL(String((first.body['link'] as Json)['url'])).pathname.split('/').at(-1) ?? ''
    const { rows } = await sql<{ answer: string }>`select answer from idempotency_keys where key = 'link-1'`.execute(
      api.db,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.answer).not.toContain(token)
  })

  it('is mailed in the language of the party with its address, which the outbox hides', async () => {
    const { page } = await sent(1000, { email: 'ana@example.com' })
    const { rows } = await desk.admin.list('mails', { filter: { kind: 'payment_link' } })
    expect(rows).toMatchObject([{ recipient: 'ana@example.com', language: 'es', status: 'kept' }])
    expect(JSON.stringify(rows)).not.toContain(page)
  })

  it('is for no more than the debt less other links, in one currency, and not for a test', async () => {
    await sent(600)
    const refused = (code: string, field: string) => ({
      status: 422,
      body: { code, errors: [{ pointer: `/${field}` }] },
    })
    expect(await send(500)).toMatchObject(refused('over_payment', 'amount_minor'))
    expect(await send(400, { currency: 'JPY' })).toMatchObject(refused('other_currency', 'currency'))
    expect((await send(400, { hours: 0 })).status).toBe(422)
    const test = (await desk.book(journey, 1, { environment: 'test' })).body
    expect((await desk.admin.post(path(test, 'payment-links'), { amount_minor: 1 })).status).toBe(409)
    expect((await send(1, {}, await api.as('viewer'))).status).toBe(403)
    await sent(400)
  })

  it('that is not paid hides no payment, however many there were before', async () => {
    const { payment } = await sent(400)
    await desk.admin.post(`/payments/${String(payment['id'])}/cancel`, {}, { ifMatch: '*' })
    await sql`
      insert into payments select o.* from payments p, generate_series(2, ${PAYMENTS_SHOWN}) n,
        jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'reference', p.reference || '-' || n)) o
      where p.id = ${payment['id']}`.execute(api.db)
    await desk.pay(made, 700)
    expect(await money()).toMatchObject({
      paid_minor: 700,
      refundable_minor: 700,
      refund_ways: [{ amount_minor: 700 }],
    })
    expect((await payments()).at(-1)).toMatchObject({ method: 'cash', amount_minor: 700 })
    expect(await payments()).toHaveLength(PAYMENTS_SHOWN)
  })

  it('expires, or is withdrawn, and its page shows that', async () => {
    const first = await sent(400, { hours: 1 })
    const second = await sent(600, { hours: 3 })
    expect((await open(`${first.page}?lang=en`)).body).toContain('€4.00')
    const provided = await checkout(second.page)
    const cancel = (payment: Json) => desk.admin.post(`/payments/${String(payment['id'])}/cancel`, {}, { ifMatch: '*' })
    expect(await cancel(second.payment)).toMatchObject({ status: 200, body: { state: 'voided' } })
    expect(await cancel(second.payment)).toMatchObject({ status: 409 })
    expect((await open(`${second.page}?lang=en`)).body).toContain('no longer valid')
    await api.server.workers.call()
    expect(api.fake.play(provided, 'pay', 'now')).toEqual([])
    await later(61)
    await api.server.workers.recur()
    expect(await payments()).toMatchObject([{ state: 'expired' }, { state: 'voided' }])
    expect((await open(`${first.page}?lang=en`)).body).toContain('has expired')
    expect((await open(`${first.page}/checkout`)).headers.location).toBe(first.page)
    await addsUp()
  })

  it('leads to the same page of the provider as long as that page accepts money', async () => {
    const { page } = await sent(1000, { hours: 2 })
    const reference = await checkout(page)
    expect(await checkout(page)).toBe(reference)
  })

  it('is not found by a guess, and is neither framed nor stored', async () => {
    const { page } = await sent()
    const guess = await open(`/pay/${'A'.repeat(43)}`)
    expect(guess.statusCode).toBe(404)
    expect(guess.headers['content-type']).toContain('text/html')
    const { headers, body } = await open(page)
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
    expect(body).toContain('lang="es"')
    expect(body).not.toContain('<script')
    expect((await open(`${page}?lang=ae`)).body).toContain('dir="rtl"')
  })
})

describe('a payment at the wrong time', () => {
  it('after its link has expired is posted, and is due back when there is no debt', async () => {
    const { page } = await sent(1000, { hours: 1 })
    const reference = await checkout(page)
    await later(61)
    await api.server.workers.recur()
    await desk.pay(made, 1000)
    const [event] = api.fake.play(reference, 'pay', 'never')
    expect(await postEvent(event as SignedEvent)).toMatchObject({ status: 200 })
    expect(await desk.read(made)).toMatchObject({ paid_minor: 2000, payment_status: 'refund_due' })
    expect(await money()).toMatchObject({ balance_minor: -1000, refundable_minor: 2000 })
    await addsUp()
    const actual = await desk.admin.get('/notifications')
    expect(JSON.stringify(actual.rows)).toContain(String(made['reference']))
  })

  it('after its link has expired is confirmed when the customer returns, and the page does not deny a payment', async () => {
    const { page } = await sent(1000, { hours: 1 })
    const reference = await checkout(page)
    await later(61)
    await api.server.workers.recur()
    expect((await open(`${page}?back=1&lang=en`)).body).toContain('has expired')
    expect((await open(`${page}?lang=en`)).body).not.toContain('Nothing was charged')
    api.fake.play(reference, 'pay', 'never')
    expect((await open(`${page}?back=1&lang=en`)).body).toContain('Paid. Thank you.')
    expect(await desk.read(made)).toMatchObject({ paid_minor: 1000 })
    await addsUp()
  })

  it('replaces an earlier write-off, and only what exceeds the price is due back', async () => {
    const { page } = await sent(700)
    const reference = await checkout(page)
    await desk.admin.post(path(made, 'write-off'), { amount_minor: 1000, reason: 'Not to be had' })
    const unexpected = async () =>
      (await sql`select 1 from notifications where kind = 'payment_unexpected'`.execute(api.db)).rows.length > 0
    await postEvent(api.fake.play(reference, 'pay', 'never')[0] as SignedEvent)
    expect(await desk.read(made)).toMatchObject({ paid_minor: 1000, payment_status: 'paid' })
    expect(await money()).toMatchObject({ balance_minor: 0, refundable_minor: 700 })
    expect(await balances()).toMatchObject({ provider: 700, written_off: 300 })
    expect(await unexpected()).toBe(false)
    await addsUp()
    await postEvent(api.fake.play(reference, 'pay', 'never')[0] as SignedEvent)
    expect(await desk.read(made)).toMatchObject({ paid_minor: 1400, payment_status: 'refund_due' })
    expect(await balances()).toMatchObject({ provider: 1400, customers: -400 })
    expect(await unexpected()).toBe(true)
    await addsUp()
  })

  it('made twice is posted twice, and the second one is refunded by the provider', async () => {
    const { page } = await sent()
    const events = api.fake.play(await checkout(page), 'pay_twice', 'never')
    for (const event of [...events].reverse()) await postEvent(event)
    expect(await desk.read(made)).toMatchObject({ paid_minor: 2000, payment_status: 'refund_due' })
    const [first, second] = await payments()
    expect([first?.['state'], second?.['state']]).toEqual(['posted', 'posted'])
    const request = { amount_minor: 1000, refund_of_id: second?.['id'], reason: 'Paid twice' }
    const refund = await desk.admin.post(path(made, 'refunds'), request)
    expect(refund.body['payment']).toMatchObject({ state: 'pending', method: 'link', refund_of_id: second?.['id'] })
    expect(await desk.read(made)).toMatchObject({ paid_minor: 2000 })
    await api.server.workers.call()
    await api.fake.delivered()
    expect(await desk.read(made)).toMatchObject({ paid_minor: 1000, payment_status: 'paid' })
    expect((await payments()).at(-1)).toMatchObject({ direction: 'refund', state: 'posted' })
    await addsUp()
  })

  it('has a refund that fails later, which is posted back once, with a notification to staff', async () => {
    const { page } = await sent()
    await postEvent(api.fake.play(await checkout(page), 'pay', 'never')[0] as SignedEvent)
    const [payment] = await payments()
    await desk.step(made, 'cancel', { reason: 'Ill' })
    const request = { amount_minor: 1000, refund_of_id: payment?.['id'], reason: 'Ill' }
    const { body } = await desk.admin.post(path(made, 'refunds'), request)
    await api.server.workers.call()
    await api.fake.delivered()
    expect(await desk.read(made)).toMatchObject({ paid_minor: 0, payment_status: 'refunded' })
    const refundId = String((body['payment'] as Json)['id'])
    const refund = await api.fake.lookUpRefund({ refundId, captureReference: '', amount: 1000, currency: 'EUR' })
    if (refund === null) throw new Error('The provider has no such refund.')
    for (const time of [1, 2]) {
      api.fake.settle(refund, 'failed')
      await api.fake.delivered()
      expect(await desk.read(made), `time ${time}`).toMatchObject({ paid_minor: 1000, payment_status: 'refund_due' })
    }
    const all = await payments()
    expect(all).toHaveLength(3)
    expect(all.at(-1)).toMatchObject({ direction: 'payment', method: 'link', reverses_id: refundId, place: 'provider' })
    expect(await money()).toMatchObject({ refundable_minor: 1000 })
    expect(await balances()).toMatchObject({ provider: 1000 })
    await addsUp()
    const { rows } = await sql`select 1 from notifications where kind = 'refund_failed'`.execute(api.db)
    expect(rows.length).toBeGreaterThan(0)
  })

  it('is refunded and not reversed, because a reversal moves nothing at the provider', async () => {
    const { page } = await sent()
    await postEvent(api.fake.play(await checkout(page), 'pay', 'never')[0] as SignedEvent)
    const [payment] = await payments()
    const reverse = await desk.admin.post(
      `/payments/${String(payment?.['id'])}/reverse`,
      { reason: 'Wrong party' },
      { ifMatch: '*' },
    )
    expect(reverse).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    expect(reverse.body['detail']).toContain('Refund it instead')
    expect(await desk.read(made)).toMatchObject({ paid_minor: 1000 })
  })

  it('has a refund that the provider declines, which is voided, with a notification to staff', async () => {
    const { page } = await sent()
    await postEvent(api.fake.play(await checkout(page), 'pay', 'never')[0] as SignedEvent)
    const [payment] = await payments()
    await desk.step(made, 'cancel', { reason: 'Ill' })
    const capture = String(payment?.['provider_reference'])
    // A part was already refunded on the pages of the provider.
    await api.fake.refund({ refundId: 'elsewhere', captureReference: capture, amount: 600, currency: 'EUR' })
    const request = { amount_minor: 1000, refund_of_id: payment?.['id'], reason: 'Ill' }
    expect((await desk.admin.post(path(made, 'refunds'), request)).status).toBe(201)
    await api.server.workers.call()
    expect((await payments()).at(-1)).toMatchObject({ direction: 'refund', state: 'voided' })
    expect(await desk.read(made)).toMatchObject({ paid_minor: 1000, payment_status: 'refund_due' })
    await addsUp()
  })
})

describe('an event of a provider', () => {
  it('is refused with an altered body, another key or a wrong clock, each with its own error', async () => {
    const { page } = await sent()
    const [event] = api.fake.play(await checkout(page), 'pay', 'never') as [SignedEvent]
    const invalid = (detail: RegExp) => ({
      status: 401,
      body: { code: 'signature_invalid', detail: expect.stringMatching(detail) as string },
    })
    expect(await postEvent({ ...event, body: event.body.replace('1000', '9000') })).toMatchObject(
      invalid(/does not match the body/),
    )
    expect(await postEvent({ ...event, headers: { 'content-type': 'application/json' } })).toMatchObject(
      invalid(/does not match the body/),
    )
    await later(6)
    expect(await postEvent(event)).toMatchObject(invalid(/from the clock of this server by 360 s/))
    await later(-12)
    expect(await postEvent(event)).toMatchObject(invalid(/differs from the clock/))
    expect(await desk.read(made)).toMatchObject({ paid_minor: 0 })
    expect(await payments()).toMatchObject([{ state: 'pending' }])
  })

  it('for an unknown payment, or of another provider, is refused', async () => {
    const capture = {
      reference: 'capture_x',
      paymentId: String(made['id']),
      amount: 1,
      currency: 'EUR',
      cardBrand: null,
      cardLast4: null,
      fee: 0,
    }
    const event = api.fake.sign({ type: 'payment.captured', at: api.now.toISOString(), capture })
    expect(await postEvent(event)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    const odd = api.fake.sign({
      type: 'payment.captured',
      at: api.now.toISOString(),
      capture: { ...capture, paymentId: 'x' },
    })
    expect(await postEvent(odd)).toMatchObject({ status: 404 })
    expect(await postEvent(event, 'stripe')).toMatchObject({ status: 404 })
    const other = api.fake.sign({ type: 'customer.created', at: api.now.toISOString() })
    expect(await postEvent(other)).toMatchObject({ status: 200, body: { outcome: 'ignored' } })
  })
})

describe('the reconciliation with the provider', () => {
  it('finds a payment and a refund without an event', async () => {
    const { page } = await sent()
    api.fake.play(await checkout(page), 'pay', 'never')
    await api.server.workers.recur()
    await api.server.workers.call()
    expect(await desk.read(made)).toMatchObject({ paid_minor: 0 })
    await later(6)
    await api.server.workers.recur()
    await api.server.workers.call()
    expect(await desk.read(made)).toMatchObject({ paid_minor: 1000, payment_status: 'paid' })
    await addsUp()
  })

  it('finds a payment when the customer returns', async () => {
    const { page } = await sent()
    api.fake.play(await checkout(page), 'pay', 'never')
    expect((await open(`${page}?back=1&lang=en`)).body).toContain('Paid. Thank you.')
    expect(await desk.read(made)).toMatchObject({ paid_minor: 1000 })
  })

  it('posts a payout once', async () => {
    // Pays out the balance of the earlier tests.
    api.fake.payOut()
    await api.server.workers.recur()
    const before = await balances()
    const { page } = await sent()
    await postEvent(api.fake.play(await checkout(page), 'pay', 'never')[0] as SignedEvent)
    api.fake.payOut()
    for (const minutes of [61, 61]) {
      await later(minutes)
      await api.server.workers.recur()
    }
    const after = await balances()
    const moved = (account: string) => (after[account] ?? 0) - (before[account] ?? 0)
    expect(['bank', 'provider_fees', 'provider'].map(moved)).toEqual([960, 40, 0])
    await addsUp()
  })
})
