import { z } from 'zod'
import { PAYMENT_EVENT_MAX_BYTES } from '../core/limits'
import { operation } from '../core/operations'
import {
  PAYMENT_LINK_LIFE_H,
  PAYMENT_LINK_MAX_H,
  PAYMENT_PAGES_PER_MINUTE,
  PROVIDER_EVENTS_PER_MINUTE,
} from '../core/money-limits'
import { Currency, Email, Id, Instant, LanguageCode, MinorAmount } from '../core/scalars'
import { Reason, stepsOf } from '../core/steps'
import { LANGUAGES } from '../core/languages'
import { MAIL_STATUSES } from '../core/vocabulary'
import { payment } from '../entities/payment'
import { reservation } from '../entities/reservation'

/* Payments by a link: a page of ours that anybody with the link may open, which leads to a page of a provider. */

const tag = 'payments'
const take = { right: 'take_payment' } as const

export const PaymentLink = z.object({
  /** The address of the page, for whoever sends it by a way of their own. */
  url: z.string(),
  expires_at: Instant,
  /** Null where no mail was written. */
  sent_to: z.string().nullable(),
  /** When a customer was last led to the provider; null while none was. */
  opened_at: Instant.nullable(),
})
export type PaymentLink = z.output<typeof PaymentLink>

export const sendPaymentLink = operation({
  id: 'sendPaymentLink',
  method: 'POST',
  path: '/reservations/:id/payment-links',
  tag,
  summary: 'Ask for all or a part of what is owed by a link, and write it to the party if an address is given',
  access: take,
  params: z.object({ id: Id }),
  body: z.strictObject({
    amount_minor: MinorAmount.min(1, 'Give an amount above zero.'),
    /** The reservation’s; said by whoever wants it checked. */
    currency: Currency.optional(),
    /** How many hours it may be paid. */
    hours: z
      .int()
      .min(1, 'Leave an hour at least.')
      .max(PAYMENT_LINK_MAX_H, `Give ${PAYMENT_LINK_MAX_H} hours at most.`)
      .default(PAYMENT_LINK_LIFE_H),
    /** Whom it is mailed to; nobody unless given. */
    email: Email.optional(),
    /** Of the mail; the party’s unless given. */
    language: LanguageCode.optional(),
    reason: Reason.optional(),
  }),
  ok: {
    status: 201,
    description: 'The payment that waits, its link, and what became of the mail.',
    schema: z.object({
      payment: payment.record,
      reservation: reservation.record,
      link: PaymentLink,
      /** `kept` where no mail server is set up; null where no address was given. */
      mail: z.enum(MAIL_STATUSES).nullable(),
    }),
  },
  errors: [
    'not_found',
    'validation',
    'invalid_state',
    'over_payment',
    'other_currency',
    'idempotency_in_progress',
    'idempotency_mismatch',
  ],
  once: true,
})

export const getPaymentLink = operation({
  id: 'getPaymentLink',
  method: 'GET',
  path: '/payments/:id/link',
  tag,
  summary: 'The link of a payment that waits, to copy it',
  access: take,
  params: z.object({ id: Id }),
  ok: { status: 200, description: 'The link.', schema: PaymentLink },
  errors: ['not_found'],
})

export const cancelPaymentLink = stepsOf({
  resource: 'payments',
  answer: 'The payment, voided.',
  record: payment.record,
  access: take,
})(
  'cancelPaymentLink',
  'cancel',
  'Take back a payment link that was not paid',
  z.strictObject({ reason: Reason.optional() }),
)

/** Of 32 random bytes, so that nobody guesses one. */
const Token = z.object({ token: z.string().max(128) })

export const openPaymentPage = operation({
  id: 'openPaymentPage',
  method: 'GET',
  path: '/pay/:token',
  root: 'host',
  tag,
  summary: 'The page of a payment link, for whoever pays',
  access: 'public',
  params: Token,
  query: z.object({
    lang: z.enum(LANGUAGES).optional().catch(undefined),
    /** Set where the provider leads back to. */
    back: z.literal('1').optional().catch(undefined),
  }),
  ok: { status: 200, description: 'What is to be paid, for which trip, until when.', type: 'text/html' },
  errors: ['not_found'],
  perMinute: PAYMENT_PAGES_PER_MINUTE,
})

export const goToProvider = operation({
  id: 'goToProvider',
  method: 'GET',
  path: '/pay/:token/checkout',
  root: 'host',
  tag,
  summary: 'Leads to the page of the provider that takes the money',
  access: 'public',
  params: Token,
  ok: {
    status: 303,
    description: 'The page of the provider, or the page of the link where it cannot be paid.',
    type: 'text/html',
  },
  errors: ['not_found'],
  perMinute: PAYMENT_PAGES_PER_MINUTE,
})

export const takeProviderEvent = operation({
  id: 'takeProviderEvent',
  method: 'POST',
  path: '/payments/events/:provider',
  tag,
  summary: 'What a payment provider tells of a payment or a refund, signed by it; applied once however often it comes',
  access: 'public',
  params: z.object({ provider: z.string().max(40) }),
  body: z.unknown(),
  bodyType: 'application/json',
  bodyMaxBytes: PAYMENT_EVENT_MAX_BYTES,
  ok: {
    status: 200,
    description: 'What was made of it.',
    schema: z.object({ outcome: z.enum(['applied', 'repeated', 'ignored']) }),
  },
  errors: ['not_found', 'signature_invalid', 'malformed', 'other_currency'],
  perMinute: PROVIDER_EVENTS_PER_MINUTE,
})
