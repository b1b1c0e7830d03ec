import { z } from 'zod'
import { SLIP_MAX_CHARS } from '../core/limits/money'
import { operation } from '../core/operations'
import { Currency, Id, MinorAmount, PlainDate, line } from '../core/scalars'

/* Payouts of card terminals: the terminal company transfers to the bank what the terminals have taken, less its fee. */

const access = { right: 'record_payouts' } as const
const tag = 'payments'

/** Amounts that card terminals have taken and that are not paid out, by currency; negative after more refunds. */
const InTransit = z.array(z.object({ currency: Currency, amount_minor: MinorAmount }))

export const TerminalPayout = z.object({
  id: Id,
  /** Numbered without gaps. */
  number: z.int().min(1),
  currency: Currency,
  /** Amount that arrived at the bank. */
  amount_minor: MinorAmount,
  fee_minor: MinorAmount,
  paid_on: PlainDate,
  reference: z.string().nullable(),
  in_transit: InTransit,
})
export type TerminalPayout = z.output<typeof TerminalPayout>

export const getTerminalTransit = operation({
  id: 'getTerminalTransit',
  method: 'GET',
  path: '/terminal-payouts/in-transit',
  tag,
  summary: 'Get the amounts that card terminals have taken and that are not paid out yet, by currency',
  access,
  ok: {
    status: 200,
    description: 'The amounts, without currencies of which nothing is in transit.',
    schema: z.object({ in_transit: InTransit }),
  },
  errors: [],
})
export type TerminalTransit = z.output<typeof getTerminalTransit.ok.schema>

export const recordTerminalPayout = operation({
  id: 'recordTerminalPayout',
  method: 'POST',
  path: '/terminal-payouts',
  tag,
  summary: 'Record a payout by the company of the card terminals, less its fee',
  access,
  once: true,
  body: z.strictObject({
    /** Amount that arrived at the bank; together with the fee at most what is in transit. */
    amount_minor: MinorAmount.min(1, 'Give an amount above zero.'),
    /** Fee that the terminal company has deducted. */
    fee_minor: MinorAmount.min(0, 'Give a fee of zero or more.').default(0),
    currency: Currency,
    /** Day of arrival at the bank, not after today in the company's time zone. */
    paid_on: PlainDate,
    /** Reference on the bank statement. */
    reference: line(SLIP_MAX_CHARS).optional(),
  }),
  ok: { status: 201, description: 'The payout, and the amounts that are still in transit.', schema: TerminalPayout },
  errors: ['validation', 'over_payment', 'idempotency_in_progress', 'idempotency_mismatch'],
})
