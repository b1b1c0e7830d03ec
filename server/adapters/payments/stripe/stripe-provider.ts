import Stripe from 'stripe'
import { PROVIDER_CALL_LIMIT_MS, PROVIDER_EVENT_TOLERANCE_S } from '../../../../contract/core/limits/money'
import {
  ProviderUnavailable,
  SignatureInvalid,
  type Capture,
  type PageRequest,
  type PaymentProvider,
  type Payout,
  type ProviderEvent,
  type ProviderPage,
  type ProviderRefund,
  type RefundRequest,
  type SignedCall,
} from '../provider'
import { amountStep, fromStripe, toStripe } from './amounts'

/** A Checkout Session lives at least half an hour and at most a day; one minute is left for the call. */
const PAGE_MIN_MS = 31 * 60_000
const PAGE_MAX_MS = 24 * 3_600_000 - 60_000
/** Balance transactions of a payout that change captured money. */
const MOVES: readonly string[] = [
  'charge',
  'payment',
  'refund',
  'payment_refund',
  'refund_failure',
  'payment_failure_refund',
]

interface Settings {
  stripe: Stripe
  webhookSecret: string
  now: () => Date
}

/** Creates a client of Stripe's API. @param server address of another server with that API */
export const stripeClient = (
  key: string,
  server: Pick<Stripe.StripeConfig, 'protocol' | 'host' | 'port'> = {},
): Stripe => new Stripe(key, { timeout: PROVIDER_CALL_LIMIT_MS, maxNetworkRetries: 1, ...server })

/** Creates a provider of payments through Stripe: a Checkout Session for each page, and refunds of its payment intent. */
export function stripeProvider({ stripe, webhookSecret, now }: Settings): PaymentProvider {
  async function createPage(request: PageRequest): Promise<ProviderPage> {
    const { paymentId, currency, returnUrl } = request
    const at = now().getTime()
    const end = Math.min(Math.max(request.expiresAt.getTime(), at + PAGE_MIN_MS), at + PAGE_MAX_MS)
    const metadata = { payment_id: paymentId }
    const product = {
      currency,
      unit_amount: toStripe(request.amount, currency),
      product_data: { name: request.description },
    }
    const { id, url, expires_at } = await stripe.checkout.sessions.create({
      mode: 'payment',
      client_reference_id: paymentId,
      metadata,
      payment_intent_data: { metadata },
      line_items: [{ quantity: 1, price_data: product }],
      success_url: returnUrl,
      cancel_url: returnUrl,
      expires_at: Math.floor(end / 1_000),
      // Stripe does not support Arabic.
      locale: request.language === 'ae' ? 'auto' : request.language,
    })
    if (url === null) throw new Error(`Stripe gave no address for ${id}.`)
    return { reference: id, url, expiresAt: new Date(expires_at * 1_000) }
  }

  async function lookUp(pageReference: string): Promise<Capture[]> {
    const expand = ['payment_intent.latest_charge.balance_transaction']
    const capture = captureOf(await stripe.checkout.sessions.retrieve(pageReference, { expand }))
    return capture ? [capture] : []
  }

  async function closePage(pageReference: string): Promise<void> {
    const { status } = await stripe.checkout.sessions.retrieve(pageReference)
    if (status === 'open') await stripe.checkout.sessions.expire(pageReference)
  }

  async function refund({ refundId, captureReference, amount, currency }: RefundRequest): Promise<ProviderRefund> {
    try {
      const made = await stripe.refunds.create(
        { payment_intent: captureReference, amount: toStripe(amount, currency), metadata: { refund_id: refundId } },
        { idempotencyKey: refundId },
      )
      return { refundId, reference: made.id, state: stateOf(made) }
    } catch (error) {
      // The amount exceeds the rest of the payment, or the payment was already refunded.
      if (error instanceof Stripe.errors.StripeInvalidRequestError)
        return { refundId, reference: `refused ${refundId}`, state: 'failed' }
      throw error
    }
  }

  async function lookUpRefund({ refundId, captureReference }: RefundRequest): Promise<ProviderRefund | null> {
    for await (const made of stripe.refunds.list({ payment_intent: captureReference, limit: 100 }))
      if (made.metadata?.['refund_id'] === refundId) return { refundId, reference: made.id, state: stateOf(made) }
    return null
  }

  async function payouts(since: Date): Promise<Payout[]> {
    const found: Payout[] = []
    const arrival_date = { gte: Math.floor(since.getTime() / 1_000) }
    for await (const payout of stripe.payouts.list({ status: 'paid', arrival_date, limit: 100 })) {
      let gross = 0
      for await (const { type, amount } of stripe.balanceTransactions.list({ payout: payout.id, limit: 100 }))
        if (MOVES.includes(type)) gross += amount
      const currency = payout.currency.toUpperCase()
      const amount = fromStripe(gross, currency)
      found.push({ reference: payout.id, amount, fee: amount - fromStripe(payout.amount, currency), currency })
    }
    return found
  }

  function readEvent({ body, headers, now: at }: SignedCall): ProviderEvent {
    const header = headers['stripe-signature']
    const event = verified(body, typeof header === 'string' ? header : '', at)
    return { id: event.id, type: event.type, at: new Date(event.created * 1_000), content: contentOf(event) }
  }

  /** @throws SignatureInvalid */
  function verified(body: Buffer, header: string, at: Date): Stripe.Event {
    try {
      // The library uses a clock of its own, so its tolerance is off and the time is checked below.
      const event = stripe.webhooks.constructEvent(body, header, webhookSecret, 0)
      const times = header.split(',').filter((part) => part.startsWith('t='))
      // Of several times the library verifies one, which may not be the one that is checked here.
      if (times.length !== 1)
        throw new SignatureInvalid('The signature must have exactly one time (t=). Send it as Stripe made it.')
      const signedS = Number(times[0]?.slice(2))
      const offS = Math.round(Math.abs(at.getTime() / 1_000 - signedS))
      if (offS <= PROVIDER_EVENT_TOLERANCE_S) return event
      throw new SignatureInvalid(
        `The time of the signature differs from the clock of this server by ${offS} s; at most ${PROVIDER_EVENT_TOLERANCE_S} s are allowed. Set the clock of this server, and have Stripe send the event again.`,
      )
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error
      throw new SignatureInvalid('The signature does not match the body. Check STRIPE_WEBHOOK_SECRET.')
    }
  }

  return {
    name: 'stripe',
    amountStep,
    createPage: asked(createPage),
    lookUp: asked(lookUp),
    closePage: asked(closePage),
    refund: asked(refund),
    lookUpRefund: asked(lookUpRefund),
    payouts: asked(payouts),
    readEvent,
  }
}

/** Wraps a call so that any error becomes a ProviderUnavailable. */
const asked =
  <A extends unknown[], R>(call: (...given: A) => Promise<R>) =>
  (...given: A): Promise<R> =>
    call(...given).catch((error: unknown) => {
      throw new ProviderUnavailable(error)
    })

/** Returns the capture of a session; null while it is unpaid, or for a session that this system has not made. */
function captureOf(session: Stripe.Checkout.Session): Capture | null {
  const { payment_intent: intent, metadata, amount_total: total, payment_status: status } = session
  const paymentId = metadata?.['payment_id']
  if (status !== 'paid' || intent === null || paymentId === undefined || total === null) return null
  const currency = (session.currency ?? '').toUpperCase()
  const charge = typeof intent === 'string' || typeof intent.latest_charge === 'string' ? null : intent.latest_charge
  const card = charge?.payment_method_details?.card
  const settled = charge?.balance_transaction
  const isSettled = settled !== null && settled !== undefined && typeof settled !== 'string'
  return {
    reference: typeof intent === 'string' ? intent : intent.id,
    paymentId,
    amount: fromStripe(total, currency),
    currency,
    cardBrand: card?.brand ?? null,
    cardLast4: card?.last4 ?? null,
    fee: isSettled && settled.currency.toUpperCase() === currency ? fromStripe(settled.fee, currency) : null,
  }
}

const stateOf = ({ status }: Stripe.Refund): ProviderRefund['state'] =>
  status === 'succeeded' ? 'succeeded' : status === 'failed' || status === 'canceled' ? 'failed' : 'pending'

function contentOf(event: Stripe.Event): ProviderEvent['content'] {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      const capture = captureOf(event.data.object)
      return capture && { capture }
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed': {
      const made = event.data.object
      const refundId = made.metadata?.['refund_id']
      return refundId === undefined ? null : { refund: { refundId, reference: made.id, state: stateOf(made) } }
    }
    default:
      return null
  }
}
