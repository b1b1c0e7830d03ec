import { z } from 'zod'
import type { ErrorCode } from '../core/errors'
import { SLIP_MAX_CHARS } from '../core/limits/money'
import { operation } from '../core/operations'
import { Currency, Id, LanguageCode, MinorAmount, line } from '../core/scalars'
import { Reason, STEP_ERRORS, stepsOf } from '../core/steps'
import { DESK_METHODS } from '../core/vocabulary'
import { payment } from '../entities/payment'
import { reservation } from '../entities/reservation'
import { schemaMessage } from '../core/sentence'

/* Moving money requires an Idempotency-Key and is done once for it. Amounts: minor units of the reservation's currency. */

const tag = 'payments'
const IdParams = z.object({ id: Id })
const MONEY_ERRORS = STEP_ERRORS.filter(
  (code) => code !== 'version_mismatch' && code !== 'precondition_required',
) satisfies ErrorCode[]

const Amount = MinorAmount.min(1, schemaMessage`Give an amount above zero.`)
/** If given, must be the currency of the reservation. */
const SaidCurrency = Currency.optional()

/** Result of a payment or a refund. */
export const MoneyMoved = z.object({
  /** Null in the test environment, which only marks the reservation and moves no money. */
  payment: payment.record.nullable(),
  reservation: reservation.record,
})
export type MoneyMoved = z.output<typeof MoneyMoved>

export const takePayment = operation({
  id: 'takePayment',
  method: 'POST',
  path: '/reservations/:id/payments',
  tag,
  summary: 'Record a payment for a reservation, up to the open amount',
  access: { right: 'take_payment' },
  once: true,
  params: IdParams,
  body: z.strictObject({
    amount_minor: Amount,
    currency: SaidCurrency,
    method: z.enum(DESK_METHODS),
    /** Cash handed over by the customer; defaults to `amount_minor`. */
    tendered_minor: Amount.optional(),
    /** Till session that receives the cash; defaults to the caller's open one. */
    till_session_id: Id.optional(),
    /** Number on the receipt of a card terminal, or of a bank transfer. */
    provider_reference: line(SLIP_MAX_CHARS).optional(),
    reason: Reason.optional(),
  }),
  ok: { status: 201, description: 'The payment, and the reservation as it is now.', schema: MoneyMoved },
  errors: [...MONEY_ERRORS, 'over_payment', 'other_currency', 'till_closed', 'till_needed'],
})

export const refundPayment = operation({
  id: 'refundPayment',
  method: 'POST',
  path: '/reservations/:id/refunds',
  tag,
  summary: "Refund a payment; above the company's limit the refund waits for a second approver",
  access: { right: 'refund' },
  once: true,
  params: IdParams,
  body: z.strictObject({
    amount_minor: Amount,
    currency: SaidCurrency,
    /** Defaults to the method of the payment. */
    method: z.enum([...DESK_METHODS, 'link']).optional(),
    /** Refunded payment; required for refunds by the provider of a payment link. */
    refund_of_id: Id.optional(),
    till_session_id: Id.optional(),
    provider_reference: line(SLIP_MAX_CHARS).optional(),
    reason: Reason,
  }),
  ok: { status: 201, description: 'The refund, and the reservation as it is now.', schema: MoneyMoved },
  errors: [...MONEY_ERRORS, 'refund_beyond_paid', 'other_currency', 'till_closed', 'till_needed'],
})

export const writeOff = operation({
  id: 'writeOff',
  method: 'POST',
  path: '/reservations/:id/write-off',
  tag,
  summary: 'Write off a debt of a reservation',
  access: { right: 'write_off' },
  once: true,
  params: IdParams,
  body: z.strictObject({ amount_minor: Amount, currency: SaidCurrency, reason: Reason }),
  ok: { status: 201, description: 'The write-off, and the reservation as it is now.', schema: MoneyMoved },
  errors: [...MONEY_ERRORS, 'over_payment', 'other_currency'],
})

/** Refund method with its refundable amount. */
const RefundMethod = z.object({
  method: z.enum([...DESK_METHODS, 'link']),
  /** Null for money that was paid before the ledger was introduced. */
  payment_id: Id.nullable(),
  /** Refundable amount. */
  amount_minor: MinorAmount,
})

export const ReservationMoney = z.object({
  currency: Currency,
  /** The price, or the cancellation fee of a cancelled reservation. */
  owed_minor: MinorAmount,
  paid_minor: MinorAmount,
  /** Positive: the customer owes it. Negative: it is to be refunded. */
  balance_minor: MinorAmount,
  /** Sum of the open payment links; `pending_refunds_minor`: sum of the pending refunds. */
  pending_payments_minor: MinorAmount,
  pending_refunds_minor: MinorAmount,
  /** Whether payment links are possible: a provider is set up, and the reservation is no test. */
  takes_links: z.boolean(),
  /** Highest amount that can be written off; 0 before a price is agreed. */
  write_off_max_minor: MinorAmount,
  /** Highest amount that can be refunded. */
  refundable_minor: MinorAmount,
  /** Amount that can still be refunded without a second approver; null: unlimited. */
  refund_alone_minor: MinorAmount.nullable(),
  /** Refund methods by the methods of the payments, the latest first; a refund suggests the first one. */
  refund_ways: z.array(RefundMethod),
  /** Sorted by creation. */
  payments: z.array(payment.record),
  /** Names of the users and tills of these payments, by id. */
  names: z.record(Id, z.string()),
})
export type ReservationMoney = z.output<typeof ReservationMoney>

export const getReservationMoney = operation({
  id: 'getReservationMoney',
  method: 'GET',
  path: '/reservations/:id/payments',
  tag,
  summary: 'Get the payments, refunds, balance and refund methods of a reservation',
  access: { action: 'show', resource: 'payments' },
  params: IdParams,
  ok: { status: 200, description: 'The payments and the balance.', schema: ReservationMoney },
  errors: ['not_found'],
})

const step = stepsOf({
  resource: 'payments',
  answer: 'The payment as it is now.',
  record: payment.record,
  access: { right: 'approve_refund' },
})

export const approveRefund = operation({
  ...step(
    'approveRefund',
    'approve',
    'Approve a refund above the limit as the second approver',
    z.strictObject({
      /** Till session that pays the cash; defaults to the caller's open one. */
      till_session_id: Id.optional(),
    }),
    ['second_person_needed', 'till_closed', 'till_needed', 'refund_beyond_paid'],
  ),
  once: true,
})
export const declineRefund = step(
  'declineRefund',
  'decline',
  'Decline a refund that waits for a second approver',
  z.strictObject({ reason: Reason }),
)
export const reversePayment = operation({
  ...stepsOf({
    resource: 'payments',
    answer: 'The reversing payment.',
    record: payment.record,
    access: { right: 'reverse_payment' },
  })(
    'reversePayment',
    'reverse',
    'Reverse a payment or a refund that was made by mistake; nothing is deleted',
    z.strictObject({ reason: Reason }),
    ['refund_beyond_paid', 'till_closed'],
  ),
  once: true,
})

export const printReceipt = operation({
  id: 'printReceipt',
  method: 'POST',
  path: '/payments/:id/receipt',
  tag,
  summary: 'Print the receipt of a payment or refund; the first print assigns its number, without gaps',
  access: { right: 'take_payment' },
  params: IdParams,
  query: z.object({
    /** Defaults to the language of the reservation. */
    language: LanguageCode.optional(),
  }),
  ok: { status: 200, description: 'The receipt as a PDF.', type: 'application/pdf' },
  errors: ['not_found', 'malformed', 'invalid_state'],
  isRepeatable: true,
})
