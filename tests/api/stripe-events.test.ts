import Stripe from 'stripe'
import { beforeEach, describe, expect, it } from 'vitest'
import { fromStripe, toStripe } from '../../server/adapters/payments/stripe/amounts'
import { checkMoney } from '../../server/features/payments/repository/check'
import { useApi, type Json } from '../support/api'
import { useBooking } from '../support/booking'
import { make } from '../support/factories'

/* Events signed by Stripe's own library, sent to the webhook endpoint. The tests make no calls to Stripe. */
const secret = 'whsec_of_the_tests'
const api = useApi({ payments: { stripeKey: 'sk_test_none', webhookSecret: secret } })
const desk = useBooking(api)
const { webhooks } = new Stripe('sk_test_none')
let made: Json
let payment: Json
beforeEach(async () => {
  await api.reset()
  await desk.at('2030-05-17T04:00:00Z')
  const journey = await make(desk.admin, 'journeys', { capacity: 45 })
  await make(desk.admin, 'fares', { route_id: journey['route_id'], amount_minor: 1000 })
  made = (await desk.book(journey, 1)).body
  const { body } = await desk.admin.post(`/reservations/${String(made['id'])}/payment-links`, { amount_minor: 1000 })
  payment = body['payment'] as Json
})

const seconds = () => Math.floor(api.now.getTime() / 1_000)
const session = (more: Json = {}): Json => ({
  id: 'cs_test_1',
  object: 'checkout.session',
  amount_total: 1000,
  currency: 'eur',
  payment_status: 'paid',
  payment_intent: 'pi_1',
  metadata: { payment_id: payment['id'] },
  ...more,
})
const event = (object: Json, type = 'checkout.session.completed', id = 'evt_1'): string =>
  JSON.stringify({ id, object: 'event', type, created: seconds(), data: { object } })
const signed = (payload: string, timestamp = seconds(), by = secret): string =>
  webhooks.generateTestHeaderString({ payload, secret: by, timestamp })
async function postEvent(payload: string, signature = signed(payload)) {
  const answer = await api.app.inject({
    method: 'POST',
    url: '/api/payments/events/stripe',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    payload,
  })
  return { status: answer.statusCode, body: answer.json<Json>() }
}

describe('an event with a signature of Stripe', () => {
  it('posts the payment of its session, once', async () => {
    expect(await postEvent(event(session()))).toMatchObject({ status: 200, body: { outcome: 'applied' } })
    expect(await postEvent(event(session()))).toMatchObject({ status: 200, body: { outcome: 'repeated' } })
    const again = event(session(), 'checkout.session.async_payment_succeeded', 'evt_2')
    expect(await postEvent(again)).toMatchObject({ status: 200 })
    expect(await desk.read(made)).toMatchObject({ paid_minor: 1000, payment_status: 'paid' })
    expect((await checkMoney(api.db)).difference).toBeNull()
  })

  it('is ignored when nothing was paid, or for a session of another system', async () => {
    for (const other of [session({ payment_status: 'unpaid' }), session({ metadata: {} })])
      expect(await postEvent(event(other))).toMatchObject({ status: 200, body: { outcome: 'ignored' } })
    expect(await desk.read(made)).toMatchObject({ paid_minor: 0 })
  })

  it('is refused when it was altered, signed by another key, or too old or too new', async () => {
    const payload = event(session())
    const refused = { status: 401, body: { code: 'signature_invalid' } }
    expect(await postEvent(payload.replace('1000', '1001'), signed(payload))).toMatchObject(refused)
    expect(await postEvent(payload, signed(payload, seconds(), 'whsec_other'))).toMatchObject(refused)
    expect(await postEvent(payload, '')).toMatchObject(refused)
    for (const off of [-301, 301]) {
      const answer = await postEvent(payload, signed(payload, seconds() + off))
      expect(answer).toMatchObject(refused)
      expect(answer.body['detail']).toContain('from the clock of this server by 301 s')
    }
    expect(await postEvent(payload, `t=${seconds()},${signed(payload, seconds() - 3_600)}`)).toMatchObject(refused)
    expect(await desk.read(made)).toMatchObject({ paid_minor: 0 })
    expect((await postEvent(payload, signed(payload, seconds() - 299))).status).toBe(200)
  })
})

it('an amount that Stripe does not accept is refused for a link and for a refund', async () => {
  const journey = await make(desk.admin, 'journeys', { capacity: 45 })
  await make(desk.admin, 'fares', { route_id: journey['route_id'], amount_minor: 1234, currency: 'KWD' })
  made = (await desk.book(journey, 1)).body
  expect(made).toMatchObject({ currency: 'KWD', total_minor: 1234 })
  const path = `/reservations/${String(made['id'])}`
  const send = (amount_minor: number) => desk.admin.post(`${path}/payment-links`, { amount_minor })
  const refused = {
    status: 422,
    body: { errors: [{ pointer: '/amount_minor', detail: expect.stringContaining('0.010 KWD') as string }] },
  }
  expect(await send(1234)).toMatchObject(refused)
  const sent = await send(1230)
  expect(sent.status).toBe(201)
  payment = sent.body['payment'] as Json
  await postEvent(event(session({ amount_total: 1230, currency: 'kwd' })))
  const refund = (amount_minor: number, method: string) =>
    desk.admin.post(`${path}/refunds`, { amount_minor, method, refund_of_id: payment['id'], reason: 'Asked for' })
  expect(await refund(235, 'link')).toMatchObject(refused)
  // The limit of refunds without a second approver is in another currency.
  expect(await refund(235, 'cash')).toMatchObject({ status: 201, body: { payment: { method: 'cash' } } })
})

it('amounts are converted as Stripe defines', () => {
  const cases = [
    ['EUR', 1250, 1250],
    ['JPY', 500, 500],
    ['KWD', 1500, 1500],
    ['KWD', 10, 10],
    ['ISK', 500, 50_000],
    ['MGA', 500, 5],
  ] as const
  for (const [currency, ours, theirs] of cases) {
    expect(toStripe(ours, currency), currency).toBe(theirs)
    expect(fromStripe(theirs, currency), currency).toBe(ours)
  }
  expect(() => toStripe(501, 'MGA')).toThrow(RangeError)
  expect(() => toStripe(1234, 'KWD')).toThrow(RangeError)
})
