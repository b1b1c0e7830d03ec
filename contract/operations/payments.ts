import { z } from 'zod'
import type { ErrorCode } from '../core/errors'
import { SLIP_MAX_CHARS } from '../core/money-limits'
import { operation } from '../core/operations'
import { Currency, Id, LanguageCode, MinorAmount, line } from '../core/scalars'
import { Reason, STEP_ERRORS, stepsOf } from '../core/steps'
import { DESK_METHODS } from '../core/vocabulary'
import { payment } from '../entities/payment'
import { reservation } from '../entities/reservation'

/* Money that comes and goes back. What moves money is done once for its Idempotency-Key, and refused without; amounts in minor units of the reservation's currency. */

const tag = 'payments'
const IdParams = z.object({ id: Id })
const MONEY_ERRORS = STEP_ERRORS.filter(
  (code) => code !== 'version_mismatch' && code !== 'precondition_required',
) satisfies ErrorCode[]

const Amount = MinorAmount.min(1, 'Give an amount above zero.')
/** The reservation's; said by whoever wants it checked. */
const SaidCurrency = Currency.optional()

/** What a payment or a refund comes to. */
export const MoneyMoved = z.object({
  /** Null in the test environment, where a mark is kept and no money moves. */
  payment: payment.record.nullable(),
  reservation: reservation.record,
})
export type MoneyMoved = z.output<typeof MoneyMoved>

export const takePayment = operation({
  id: 'takePayment',
  method: 'POST',
  path: '/reservations/:id/payments',
  tag,
  summary: 'Take what a party pays, at most what is owed',
  access: { right: 'take_payment' },
  once: true,
  params: IdParams,
  body: z.strictObject({
    amount_minor: Amount,
    currency: SaidCurrency,
    method: z.enum(DESK_METHODS),
    /** Of cash what was handed over; the amount unless given. */
    tendered_minor: Amount.optional(),
    /** Of cash the till that it goes into; the caller's own open one unless given. */
    till_session_id: Id.optional(),
    /** The number on the slip of a terminal, or of a transfer. */
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
  summary: 'Give back money that was paid; above the limit of the company it waits for a second person',
  access: { right: 'refund' },
  once: true,
  params: IdParams,
  body: z.strictObject({
    amount_minor: Amount,
    currency: SaidCurrency,
    /** The way that the money came unless given. */
    method: z.enum([...DESK_METHODS, 'link']).optional(),
    /** The payment that is given back; needed where the provider of a link gives back. */
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
  summary: 'Ask no longer for what is owed',
  access: { right: 'write_off' },
  once: true,
  params: IdParams,
  body: z.strictObject({ amount_minor: Amount, currency: SaidCurrency, reason: Reason }),
  ok: { status: 201, description: 'What was written off, and the reservation as it is now.', schema: MoneyMoved },
  errors: [...MONEY_ERRORS, 'over_payment', 'other_currency'],
})

/** One way to give money back. */
const RefundWay = z.object({
  method: z.enum([...DESK_METHODS, 'link']),
  /** Null where what was paid before the ledger began is given back. */
  payment_id: Id.nullable(),
  /** What of it can still be given back. */
  amount_minor: MinorAmount,
})

export const ReservationMoney = z.object({
  currency: Currency,
  /** The price, or what is kept of it once it came to nothing. */
  owed_minor: MinorAmount,
  paid_minor: MinorAmount,
  /** Above zero it is still owed, below zero it is to be given back. */
  balance_minor: MinorAmount,
  /** Paid by links that are out, and refunds that wait. */
  pending_payments_minor: MinorAmount,
  pending_refunds_minor: MinorAmount,
  /** Whether it can be asked for by a link: a provider takes payments, and it is no trial. */
  takes_links: z.boolean(),
  /** The most that can be written off now: nothing before a price is agreed to. */
  write_off_max_minor: MinorAmount,
  /** The most that can be given back now. */
  refundable_minor: MinorAmount,
  /** What may still be given back without a second person; null: any sum. */
  refund_alone_minor: MinorAmount.nullable(),
  /** The way that the money came, the latest first: what a refund proposes. */
  refund_ways: z.array(RefundWay),
  /** In the order that they were made in. */
  payments: z.array(payment.record),
  /** What the users and tills of these payments are called, by id. */
  names: z.record(Id, z.string()),
})
export type ReservationMoney = z.output<typeof ReservationMoney>

export const getReservationMoney = operation({
  id: 'getReservationMoney',
  method: 'GET',
  path: '/reservations/:id/payments',
  tag,
  summary: 'What was paid for a reservation and given back, what is owed, and how it can be given back',
  access: { action: 'show', resource: 'payments' },
  params: IdParams,
  ok: { status: 200, description: 'Its money.', schema: ReservationMoney },
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
    'Be the second person of a refund above the limit',
    z.strictObject({
      /** Of cash the till that it comes from; the caller's own open one unless given. */
      till_session_id: Id.optional(),
    }),
    ['second_person_needed', 'till_closed', 'till_needed', 'refund_beyond_paid'],
  ),
  once: true,
})
export const declineRefund = step(
  'declineRefund',
  'decline',
  'Decline a refund that waits for a second person',
  z.strictObject({ reason: Reason }),
)
export const reversePayment = operation({
  ...stepsOf({
    resource: 'payments',
    answer: 'The payment that takes it back.',
    record: payment.record,
    access: { right: 'reverse_payment' },
  })(
    'reversePayment',
    'reverse',
    'Take a payment or a refund back that was made by mistake; nothing of it is deleted',
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
  summary: 'The receipt of a payment or refund to print; its number is given with the first print, without gaps',
  access: { right: 'take_payment' },
  params: IdParams,
  query: z.object({
    /** The party's own unless said. */
    language: LanguageCode.optional(),
  }),
  ok: { status: 200, description: 'The receipt, a PDF.', type: 'application/pdf' },
  errors: ['not_found', 'malformed', 'invalid_state'],
})
