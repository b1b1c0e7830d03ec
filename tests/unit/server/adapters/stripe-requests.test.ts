import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ProviderUnavailable } from '../../../../server/adapters/payments/provider'
import { stripeClient, stripeProvider } from '../../../../server/adapters/payments/stripe/stripe-provider'

/* Requests of Stripe's own library to a server on this machine that answers as Stripe documents. */

type Body = Record<string, unknown>
interface Call {
  /** Method and path, e.g. `POST /v1/refunds`. */
  name: string
  params: Record<string, string>
  headers: Record<string, string | string[] | undefined>
}
interface Reply {
  status?: number
  body: Body
}

const NOW = new Date('2030-05-17T04:00:00Z')
const SECOND = NOW.getTime() / 1_000
let server: Server
let calls: Call[] = []
let replies: Record<string, (call: Call) => Reply> = {}

beforeAll(async () => {
  server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    request.on('end', () => {
      const url = new URL(request.url ?? '', 'http://stripe.test')
      const params = Object.fromEntries(request.method === 'POST' ? new URLSearchParams(text) : url.searchParams)
      const call = { name: `${String(request.method)} ${url.pathname}`, params, headers: request.headers }
      calls.push(call)
      const missing = { status: 404, body: { error: { type: 'invalid_request_error', message: 'No such path' } } }
      const { status = 200, body } = replies[call.name]?.(call) ?? missing
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => server.close())
beforeEach(() => {
  calls = []
  replies = {}
})

const connect = () => {
  const { port } = server.address() as AddressInfo
  const stripe = stripeClient('sk_test_none', { protocol: 'http', host: '127.0.0.1', port })
  return stripeProvider({ stripe, webhookSecret: 'whsec_none', now: () => NOW })
}
const list = (data: Body[], hasMore = false): Reply => ({ body: { object: 'list', data, has_more: hasMore } })

describe('a page of Stripe', () => {
  const request = {
    paymentId: 'pay-1',
    amount: 500,
    currency: 'ISK',
    description: 'Booking K7M2QX',
    language: 'ae',
    returnUrl: 'https://wayline.test/pay/token',
  } as const
  const accept = (url: string | null = 'https://checkout.test/1') => {
    replies['POST /v1/checkout/sessions'] = ({ params }) => ({
      body: { id: 'cs_1', url, expires_at: Number(params['expires_at']) },
    })
  }

  it('names our payment, its amount in units of Stripe, and where the customer returns', async () => {
    accept()
    const expiresAt = new Date(NOW.getTime() + 3_600_000)
    expect(await connect().createPage({ ...request, expiresAt })).toEqual({
      reference: 'cs_1',
      url: 'https://checkout.test/1',
      expiresAt,
    })
    expect(calls).toHaveLength(1)
    expect(calls[0]?.params).toEqual({
      mode: 'payment',
      client_reference_id: 'pay-1',
      'metadata[payment_id]': 'pay-1',
      'payment_intent_data[metadata][payment_id]': 'pay-1',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'ISK',
      'line_items[0][price_data][unit_amount]': '50000',
      'line_items[0][price_data][product_data][name]': 'Booking K7M2QX',
      success_url: request.returnUrl,
      cancel_url: request.returnUrl,
      expires_at: String(SECOND + 3_600),
      locale: 'auto',
    })
    expect(calls[0]?.headers['authorization']).toBe('Bearer sk_test_none')
  })

  it.each([
    ['a minute', 60, 31 * 60],
    ['three days', 3 * 86_400, 86_400 - 60],
  ])('for a link that ends in %s ends when Stripe allows it', async (_, seconds, expected) => {
    accept()
    const expiresAt = new Date(NOW.getTime() + seconds * 1_000)
    const page = await connect().createPage({ ...request, expiresAt })
    expect(page.expiresAt.getTime() / 1_000 - SECOND).toBe(expected)
  })

  it('without an address is an answer that cannot be used', async () => {
    accept(null)
    await expect(connect().createPage({ ...request, expiresAt: NOW })).rejects.toThrow(ProviderUnavailable)
  })

  it('is closed while it is open, and left alone afterwards', async () => {
    const closing = 'POST /v1/checkout/sessions/cs_1/expire'
    replies[closing] = () => ({ body: { id: 'cs_1' } })
    for (const status of ['open', 'complete', 'expired']) {
      replies['GET /v1/checkout/sessions/cs_1'] = () => ({ body: { id: 'cs_1', status } })
      await connect().closePage('cs_1')
    }
    expect(calls.filter(({ name }) => name === closing)).toHaveLength(1)
    expect(calls).toHaveLength(4)
  })
})

describe('the captures of a page', () => {
  const charge = {
    payment_method_details: { card: { brand: 'visa', last4: '4242' } },
    balance_transaction: { currency: 'eur', fee: 45 },
  }
  const session = (more: Body = {}): Body => ({
    id: 'cs_1',
    amount_total: 1250,
    currency: 'eur',
    payment_status: 'paid',
    payment_intent: { id: 'pi_1', latest_charge: charge },
    metadata: { payment_id: 'pay-1' },
    ...more,
  })
  const lookUp = async (body: Body) => {
    replies['GET /v1/checkout/sessions/cs_1'] = () => ({ body })
    return connect().lookUp('cs_1')
  }

  it('have their card and fee, which one request reads', async () => {
    const capture = { reference: 'pi_1', paymentId: 'pay-1', amount: 1250, currency: 'EUR' }
    expect(await lookUp(session())).toEqual([{ ...capture, cardBrand: 'visa', cardLast4: '4242', fee: 45 }])
    expect(calls.map(({ params }) => params)).toEqual([
      { 'expand[0]': 'payment_intent.latest_charge.balance_transaction' },
    ])
  })

  it('have no fee that is not settled, or is in another currency', async () => {
    for (const balance_transaction of [null, 'txn_1', { currency: 'usd', fee: 45 }]) {
      const payment_intent = { id: 'pi_1', latest_charge: { ...charge, balance_transaction } }
      expect(await lookUp(session({ payment_intent }))).toMatchObject([{ amount: 1250, fee: null }])
    }
  })

  it('are none while it is unpaid, and for a page of another system', async () => {
    expect(await lookUp(session({ payment_status: 'unpaid', payment_intent: null }))).toEqual([])
    expect(await lookUp(session({ metadata: {} }))).toEqual([])
  })
})

describe('a refund by Stripe', () => {
  const request = { refundId: 'ref-1', captureReference: 'pi_1', amount: 500, currency: 'EUR' }
  const answer = (reply: Reply) => {
    replies['POST /v1/refunds'] = () => reply
    return connect().refund(request)
  }

  it('is requested under a key of its own, so that a repetition refunds once', async () => {
    const body = { id: 're_1', status: 'succeeded' }
    expect(await answer({ body })).toEqual({ refundId: 'ref-1', reference: 're_1', state: 'succeeded' })
    expect(calls[0]?.params).toEqual({ payment_intent: 'pi_1', amount: '500', 'metadata[refund_id]': 'ref-1' })
    expect(calls[0]?.headers['idempotency-key']).toBe('ref-1')
  })

  it.each([
    ['pending', 'pending'],
    ['requires_action', 'pending'],
    ['failed', 'failed'],
    ['canceled', 'failed'],
  ])('in the state %s is %s here', async (status, state) => {
    expect(await answer({ body: { id: 're_1', status } })).toMatchObject({ state })
  })

  it('that Stripe refuses has failed', async () => {
    const error = { type: 'invalid_request_error', code: 'charge_already_refunded', message: 'Refunded' }
    expect(await answer({ status: 400, body: { error } })).toMatchObject({ refundId: 'ref-1', state: 'failed' })
  })

  it.each([
    ['a wrong key', 401, 'invalid_request_error'],
    ['a failure of Stripe', 500, 'api_error'],
  ])('that was answered with %s is not decided', async (_, status, type) => {
    await expect(answer({ status, body: { error: { type, message: 'No' } } })).rejects.toThrow(ProviderUnavailable)
  })

  it('is found among all refunds of its payment', async () => {
    replies['GET /v1/refunds'] = ({ params }) =>
      params['starting_after'] === 're_1'
        ? list([{ id: 're_2', status: 'pending', metadata: { refund_id: 'ref-1' } }])
        : list([{ id: 're_1', status: 'succeeded', metadata: {} }], true)
    const found = { refundId: 'ref-1', reference: 're_2', state: 'pending' }
    expect(await connect().lookUpRefund(request)).toEqual(found)
    expect(await connect().lookUpRefund({ ...request, refundId: 'ref-2' })).toBeNull()
    expect(calls.every(({ params }) => params['payment_intent'] === 'pi_1')).toBe(true)
  })
})

describe('the payouts of Stripe', () => {
  it('are captures less refunds, and the fee is the rest', async () => {
    replies['GET /v1/payouts'] = () => list([{ id: 'po_1', currency: 'eur', amount: 1_155 }])
    replies['GET /v1/balance_transactions'] = () =>
      list([
        { id: 'txn_1', type: 'charge', amount: 1_500 },
        { id: 'txn_2', type: 'refund', amount: -300 },
        { id: 'txn_3', type: 'stripe_fee', amount: -5 },
        { id: 'txn_4', type: 'payout', amount: -1_155 },
      ])
    const payouts = await connect().payouts(new Date(NOW.getTime() - 86_400_000))
    expect(payouts).toEqual([{ reference: 'po_1', amount: 1_200, fee: 45, currency: 'EUR' }])
    expect(calls.map(({ params }) => params)).toEqual([
      { status: 'paid', 'arrival_date[gte]': String(SECOND - 86_400), limit: '100' },
      { payout: 'po_1', limit: '100' },
    ])
  })

  it('are unknown while Stripe is away', async () => {
    replies['GET /v1/payouts'] = () => ({ status: 503, body: { error: { type: 'api_error', message: 'Away' } } })
    await expect(connect().payouts(NOW)).rejects.toThrow(ProviderUnavailable)
  })
})
