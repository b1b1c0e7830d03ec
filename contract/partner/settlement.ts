import { z } from 'zod'
import { SLIP_MAX_CHARS } from '../core/money-limits'
import { operation } from '../core/operations'
import { Currency, I18nText, Id, Instant, LanguageCode, MinorAmount, PlainDate, line } from '../core/scalars'
import { Reason } from '../core/steps'
import { PARTNER_ROLES } from '../core/vocabulary'

/* What a partner owes, closed period by period: numbered without gaps, frozen, and paid. Live trips alone. */

export const STATEMENT_STATES = ['open', 'part_paid', 'paid', 'overdue'] as const
export type StatementState = (typeof STATEMENT_STATES)[number]

/** The amounts of a statement, and of each of its lines. */
export const statementAmounts = {
  /** What passengers pay; of a cancelled trip the fee that is kept. */
  gross_minor: MinorAmount,
  commission_minor: MinorAmount,
  /** What passengers paid us. */
  collected_minor: MinorAmount,
  /** What the partner owes: gross less commission and what we have collected; less than zero is owed to it. */
  net_minor: MinorAmount,
}

export const SettledStatement = z.object({
  id: Id,
  /** Of all partners, without gaps. */
  number: z.int().min(1),
  partner: z.object({ id: Id, code: z.string(), legal_name: z.string() }),
  /** Days on the partner's clock, both included. Changes of trips that were on an earlier statement are on this one. */
  period: z.object({ from: PlainDate, to: PlainDate }),
  currency: Currency,
  lines: z.int().min(1),
  ...statementAmounts,
  /** What the partner has paid of it; less than zero was paid to it. */
  paid_minor: MinorAmount,
  state: z.enum(STATEMENT_STATES),
  closed_at: Instant,
  due_on: PlainDate,
})
export type SettledStatement = z.output<typeof SettledStatement>

/** A trip, or by how much one changed since an earlier statement. */
const StatementLine = z.object({
  /** From 1. */
  position: z.int().min(1),
  reservation_id: Id,
  reference: z.string(),
  partner_reference: z.string().nullable(),
  travel_at: Instant.nullable(),
  /** The clock that the departure is told by. */
  timezone: z.string(),
  origin: I18nText.nullable(),
  destination: I18nText.nullable(),
  ...statementAmounts,
})
export type StatementLine = z.output<typeof StatementLine>

const StatementPayment = z.object({
  id: Id,
  reference: z.string(),
  direction: z.enum(['payment', 'refund']),
  amount_minor: MinorAmount,
  posted_at: Instant,
  /** What the bank calls it. */
  provider_reference: z.string().nullable(),
  /** Whether it was taken back, or takes another one back. */
  is_reversed: z.boolean(),
})

export const StatementDetail = SettledStatement.extend({
  trips: z.array(StatementLine),
  payments: z.array(StatementPayment),
})
export type StatementDetail = z.output<typeof StatementDetail>

const IdParams = z.object({ id: Id })
const InLanguage = z.object({ language: LanguageCode.default('en') })
const staff = { tag: 'partner-access', access: { action: 'show', resource: 'partners' } } as const
const settling = { tag: 'partner-access', access: { right: 'settle_partners' } } as const
const partners = { tag: 'partner-trips', access: { partner: PARTNER_ROLES } } as const

const DETAIL = {
  status: 200,
  description: 'The statement, its trips and its payments.',
  schema: StatementDetail,
} as const
const LIST = { status: 200, description: 'The newest first.', schema: z.array(SettledStatement) } as const
const PDF = { status: 200, description: 'A PDF.', type: 'application/pdf' } as const
const CSV = {
  status: 200,
  description: 'Comma-separated values, UTF-8, with a line of names.',
  type: 'text/csv',
} as const

export const listPartnerStatements = operation({
  ...staff,
  id: 'listPartnerStatements',
  method: 'GET',
  path: '/partners/:id/statements',
  summary: 'The statements that were closed for a partner',
  params: IdParams,
  ok: LIST,
  errors: ['not_found', 'malformed'],
})

export const closePartnerStatement = operation({
  ...settling,
  id: 'closePartnerStatement',
  method: 'POST',
  path: '/partners/:id/statements',
  summary: 'Close the period until a day: one statement for each currency, of all that no earlier one has',
  params: IdParams,
  body: z.strictObject({
    /** Last day, on the partner's clock; over by now. */
    to: PlainDate,
    /** `STATEMENT_DUE_DAYS` from today unless given. */
    due_on: PlainDate.optional(),
  }),
  ok: { status: 201, description: 'What was closed.', schema: z.array(SettledStatement) },
  errors: ['not_found', 'malformed', 'validation', 'idempotency_mismatch', 'idempotency_in_progress'],
})

export const getStatement = operation({
  ...staff,
  id: 'getStatement',
  method: 'GET',
  path: '/statements/:id',
  summary: 'A closed statement, trip by trip',
  params: IdParams,
  ok: DETAIL,
  errors: ['not_found', 'malformed'],
})

export const exportStatement = operation({
  ...staff,
  id: 'exportStatement',
  method: 'GET',
  path: '/statements/:id/statement.csv',
  summary: 'The trips of a closed statement as CSV, amounts as decimals',
  params: IdParams,
  ok: CSV,
  errors: ['not_found', 'malformed'],
})

export const printStatement = operation({
  ...staff,
  id: 'printStatement',
  method: 'GET',
  path: '/statements/:id/statement.pdf',
  summary: 'A closed statement on paper',
  params: IdParams,
  query: InLanguage,
  ok: PDF,
  errors: ['not_found', 'malformed'],
})

export const payStatement = operation({
  ...settling,
  id: 'payStatement',
  method: 'POST',
  path: '/statements/:id/payments',
  summary:
    'Record what a partner paid by transfer, at most what is open; of a statement in its favour what it was paid',
  params: IdParams,
  body: z.strictObject({
    amount_minor: MinorAmount.min(1, 'Give an amount above zero.'),
    /** What the bank calls it. */
    provider_reference: line(SLIP_MAX_CHARS).optional(),
  }),
  ok: { status: 201, description: 'The statement as it is now.', schema: StatementDetail },
  errors: ['not_found', 'malformed', 'validation', 'over_payment', 'idempotency_mismatch', 'idempotency_in_progress'],
  once: true,
})

export const reverseStatementPayment = operation({
  tag: 'partner-access',
  access: { right: 'reverse_payment' },
  id: 'reverseStatementPayment',
  method: 'POST',
  path: '/statements/:id/payments/:payment_id/reverse',
  summary: 'Take back what was recorded as paid by mistake',
  params: z.object({ id: Id, payment_id: Id }),
  body: z.strictObject({ reason: Reason }),
  ok: { status: 201, description: 'The statement as it is now.', schema: StatementDetail },
  errors: ['not_found', 'malformed', 'validation', 'invalid_state', 'idempotency_mismatch', 'idempotency_in_progress'],
  once: true,
})

export const listOwnStatements = operation({
  ...partners,
  id: 'listOwnStatements',
  method: 'GET',
  path: '/partner/dashboard/statements',
  summary: 'The statements that the operator has closed',
  ok: LIST,
  errors: [],
})

export const getOwnStatement = operation({
  ...partners,
  id: 'getOwnStatement',
  method: 'GET',
  path: '/partner/dashboard/statements/:id',
  summary: 'A statement, trip by trip',
  params: IdParams,
  ok: DETAIL,
  errors: ['not_found', 'malformed'],
})

export const exportOwnStatement = operation({
  ...partners,
  id: 'exportOwnStatement',
  method: 'GET',
  path: '/partner/dashboard/statements/:id/statement.csv',
  summary: 'The trips of a statement as CSV, amounts as decimals',
  params: IdParams,
  ok: CSV,
  errors: ['not_found', 'malformed'],
})

export const printOwnStatement = operation({
  ...partners,
  id: 'printOwnStatement',
  method: 'GET',
  path: '/partner/dashboard/statements/:id/statement.pdf',
  summary: 'A statement on paper',
  params: IdParams,
  query: InLanguage,
  ok: PDF,
  errors: ['not_found', 'malformed'],
})
