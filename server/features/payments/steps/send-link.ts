import { sentence } from '../../../../contract/core/sentence'
import { uuidv7 } from 'uuidv7'
import type { z } from 'zod'
import type { cancelPaymentLink, PaymentLink, sendPaymentLink } from '../../../../contract/operations/payment-links'
import type { Payment } from '../../../../contract/entities/payment'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { Mail } from '../../../../contract/entities/mail'
import type { Language } from '../../../../contract/core/languages'
import type { Step } from '../../../crud/store-options'
import type { Tx } from '../../../db/transaction'
import { enqueue } from '../../../db/jobs'
import { pendingOf } from '../../../domain/payments/refundable'
import type { Context } from '../../../kernel/context'
import { refusedAt, wrongStateAt } from '../../../http/refusal'
import { amountText } from '../../../kernel/credit'
import { insertLink, linkOfPayment, type LinkRow } from '../repository/links'
import { paymentsOf } from '../repository/payments'
import { movement, openOf, refuseOddAmount, refuseOtherCurrency, type MoneyStores } from './money'

const HOUR_MS = 3_600_000
/** Kind of the job that closes the provider's page of a cancelled link. */
export const CLOSE_PAGE = 'payments.close_page'

/** An email with a payment link. */
export interface PaymentMail {
  linkId: string
  recipient: string
  language: Language
  reservation: Reservation
  amount: number
  expiresAt: string
}

export interface LinkDeps extends MoneyStores {
  /** Returns the token of a link, the last segment of its URL. */
  tokenOf: (linkId: string) => string
  origin: string
  /** Stores the email and enqueues it. @returns the status of the email */
  mailLink: (tx: Tx, mail: PaymentMail) => Promise<Mail['status']>
}

export const addressOf = ({ origin, tokenOf }: Pick<LinkDeps, 'origin' | 'tokenOf'>, linkId: string): string =>
  `${origin}/pay/${tokenOf(linkId)}`

export const presentLink = (deps: LinkDeps, link: LinkRow): PaymentLink => ({
  url: addressOf(deps, link.id),
  expires_at: link.expires_at,
  sent_to: link.sent_to,
  opened_at: link.opened_at,
})

type Sent = z.output<typeof sendPaymentLink.ok.schema>
/** The response without the URL: it is stored with the Idempotency-Key, and tokens are never stored. */
type SentUnaddressed = Omit<Sent, 'link'> & { link: Omit<PaymentLink, 'url'> & { id: string } }

/** Returns the response with the URL of the link. */
export const addressed = (deps: LinkDeps, { link: { id, ...link }, ...sent }: SentUnaddressed): Sent => ({
  ...sent,
  link: { url: addressOf(deps, id), ...link },
})

/**
 * Creates a pending payment and a link to its payment page.
 * @throws Refusal over_payment, other_currency, validation or invalid_state
 */
export async function sendLink(
  tx: Tx,
  deps: LinkDeps,
  id: string,
  request: z.output<typeof sendPaymentLink.body>,
  context: Context,
): Promise<SentUnaddressed> {
  const { provider } = deps
  if (provider === null)
    throw wrongStateAt(
      '',
      sentence`This server has no payment provider. Set STRIPE_SECRET_KEY, or use another payment method.`,
    )
  const { amount_minor: amount, hours, email = null, reason = null } = request
  const linkId = uuidv7()
  const expiresAt = new Date(context.now().getTime() + hours * HOUR_MS).toISOString()
  let paymentId = ''
  const reservation = await deps.reservations.actIn(tx, id, null, context, async (_, current) => {
    if (current.environment === 'test')
      throw wrongStateAt('environment', sentence`A test reservation accepts no payments. Send the link of a live one.`)
    refuseOtherCurrency(request.currency, current)
    const payments = await paymentsOf(tx, id)
    refuseMoreThanOpen(amount, current, pendingOf(payments, 'payment'))
    refuseOddAmount(amount, current.currency, deps)
    const { done, paymentId: made } = await movement(
      tx,
      current,
      {
        direction: 'payment',
        method: 'link',
        amount_minor: amount,
        state: 'pending',
        before: payments.length,
        till: null,
        reason,
        more: { provider, expires_at: expiresAt },
      },
      context,
    )
    paymentId = made
    const settle = () =>
      insertLink(tx, { id: linkId, paymentId: made, token: deps.tokenOf(linkId), sentTo: email, expiresAt })
    return { ...done, values: { ...done.values, payment_method: current.payment_method ?? 'link' }, settle }
  })
  const mail =
    email === null
      ? null
      : await deps.mailLink(tx, {
          linkId,
          recipient: email,
          language: request.language ?? reservation.locale,
          reservation,
          amount,
          expiresAt,
        })
  const link = { id: linkId, expires_at: expiresAt, sent_to: email, opened_at: null }
  return { payment: await deps.payments.getIn(tx, paymentId), reservation, link, mail }
}

/** Refuses an amount above the debt minus the amounts of pending links. */
function refuseMoreThanOpen(amount: number, reservation: Reservation, asked: number): void {
  const { reference, currency } = reservation
  const open = Math.max(0, openOf(reservation) - asked)
  if (amount <= open) return
  const detail =
    open === 0 && asked === 0
      ? sentence`Nothing is owed for ${reference}, so no payment link can be sent for it.`
      : asked === 0
        ? sentence`${amountText(open, currency)} is owed for ${reference}. Ask for at most that amount, or cancel the other link.`
        : sentence`${amountText(open, currency)} is owed for ${reference}, in addition to ${amountText(asked, currency)} that a link asks for. Ask for at most that amount, or cancel the other link.`
  throw refusedAt('over_payment', 'amount_minor', detail)
}

/** Cancels an unpaid link. */
export const cancelLink =
  ({ reason }: z.output<NonNullable<typeof cancelPaymentLink.body>>): Step<Payment> =>
  async (tx, payment) => {
    if (payment.state !== 'pending' || payment.direction !== 'payment' || payment.method !== 'link')
      throw wrongStateAt('state', sentence`${payment.reference} is not waiting for a payment by link.`)
    const link = await linkOfPayment(tx, payment.id)
    if (link?.session_reference)
      await enqueue(tx, { kind: CLOSE_PAGE, payload: { page: link.session_reference }, key: payment.id })
    return { action: 'voided', values: { state: 'voided' }, reason: reason ?? null }
  }
