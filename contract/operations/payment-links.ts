import { z } from 'zod'
import { PAYMENT_EVENT_MAX_BYTES } from '../core/limits/requests'
import { operation } from '../core/operations'
import {
  PAYMENT_LINK_LIFE_H,
  PAYMENT_LINK_MAX_H,
  PAYMENT_PAGES_PER_MINUTE,
  PROVIDER_EVENTS_PER_MINUTE,
} from '../core/limits/money'
import { Currency, Email, Id, Instant, LanguageCode, MinorAmount } from '../core/scalars'
import { Reason, stepsOf } from '../core/steps'
import { LANGUAGES } from '../core/languages'
import { MAIL_STATUSES } from '../core/vocabulary'
import { payment } from '../entities/payment'
import { reservation } from '../entities/reservation'
import { schemaMessage } from '../core/sentence'

/* Payment links: a page that anyone with the link can open, and that redirects to a page of a payment provider. */

const tag = 'payments'
const take = { right: 'take_payment' } as const

export const PaymentLink = z.object({
  /** URL of the payment page, for sending it by other means than email. */
  url: z.string(),
  expires_at: Instant,
  /** Email address that the link was sent to; null without an email. */
  sent_to: z.string().nullable(),
  /** Time of the last redirect to the provider; null before the first one. */
  opened_at: Instant.nullable(),
})
export type PaymentLink = z.output<typeof PaymentLink>

export const sendPaymentLink = operation({
  id: 'sendPaymentLink',
  method: 'POST',
  path: '/reservations/:id/payment-links',
  tag,
  summary: 'Create a payment link for all or a part of the open amount, and email it if an address is given',
  access: take,
  params: z.object({ id: Id }),
  body: z.strictObject({
    amount_minor: MinorAmount.min(1, schemaMessage`Give an amount above zero.`),
    /** If given, must be the currency of the reservation. */
    currency: Currency.optional(),
    /** Hours until the link expires. */
    hours: z
      .int()
      .min(1, schemaMessage`Must be at least 1 hour.`)
      .max(PAYMENT_LINK_MAX_H, schemaMessage`Must be at most ${PAYMENT_LINK_MAX_H} hours.`)
      .default(PAYMENT_LINK_LIFE_H),
    /** Recipient of the email; without it, no email is sent. */
    email: Email.optional(),
    /** Language of the email; defaults to the language of the reservation. */
    language: LanguageCode.optional(),
    reason: Reason.optional(),
  }),
  ok: {
    status: 201,
    description: 'The pending payment, its link, and the status of the email.',
    schema: z.object({
      payment: payment.record,
      reservation: reservation.record,
      link: PaymentLink,
      /** `kept` if no mail server is set up; null if no address was given. */
      mail: z.enum(MAIL_STATUSES).nullable(),
    }),
  },
  errors: ['not_found', 'validation', 'invalid_state', 'over_payment', 'other_currency'],
  once: true,
})

export const getPaymentLink = operation({
  id: 'getPaymentLink',
  method: 'GET',
  path: '/payments/:id/link',
  tag,
  summary: 'Get the link of a pending payment',
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
  'Cancel a payment link that has not been paid',
  z.strictObject({ reason: Reason.optional() }),
)

/** Token of 32 random bytes, so that it cannot be guessed. */
const Token = z.object({ token: z.string().max(128) })

export const openPaymentPage = operation({
  id: 'openPaymentPage',
  method: 'GET',
  path: '/pay/:token',
  root: 'host',
  tag,
  summary: 'Show the page of a payment link',
  access: 'public',
  params: Token,
  query: z.object({
    lang: z.enum(LANGUAGES).optional().catch(undefined),
    /** Set in the return URL of the provider. */
    back: z.literal('1').optional().catch(undefined),
  }),
  ok: { status: 200, description: 'The page with amount, trip and expiry time.', type: 'text/html' },
  errors: ['not_found'],
  perMinute: PAYMENT_PAGES_PER_MINUTE,
})

export const goToProvider = operation({
  id: 'goToProvider',
  method: 'GET',
  path: '/pay/:token/checkout',
  root: 'host',
  tag,
  summary: 'Redirect to the payment page of the provider',
  access: 'public',
  params: Token,
  ok: {
    status: 303,
    description: 'Redirect to the page of the provider, or to the page of the link if it cannot be paid.',
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
  summary: 'Receive a signed event of a payment provider; repeated events are applied once',
  access: 'public',
  params: z.object({ provider: z.string().max(40) }),
  body: z.unknown(),
  bodyType: 'application/json',
  bodyMaxBytes: PAYMENT_EVENT_MAX_BYTES,
  ok: {
    status: 200,
    description: 'The result of the event.',
    schema: z.object({ outcome: z.enum(['applied', 'repeated', 'ignored']) }),
  },
  errors: ['not_found', 'signature_invalid', 'malformed', 'other_currency'],
  perMinute: PROVIDER_EVENTS_PER_MINUTE,
})
