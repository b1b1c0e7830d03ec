import { z } from 'zod'
import { SLIP_MAX_CHARS } from '../core/limits/money'
import { operation } from '../core/operations'
import { Currency, I18nText, Id, Instant, LanguageCode, MinorAmount, PlainDate, line } from '../core/scalars'
import { Reason } from '../core/steps'
import { PARTNER_ROLES } from '../core/vocabulary'
import { schemaMessage } from '../core/sentence'

/* Closed statements of a partner by period: immutable, numbered without gaps. They contain live bookings only. */

export const STATEMENT_STATES = ['open', 'part_paid', 'paid', 'overdue'] as const
export type StatementState = (typeof STATEMENT_STATES)[number]

/** Amounts of a statement, and of each of its lines. */
export const statementAmounts = {
  /** Price for passengers; the cancellation fee of a cancelled booking. */
  gross_minor: MinorAmount,
  commission_minor: MinorAmount,
  /** Amount that passengers paid to the operator. */
  collected_minor: MinorAmount,
  /** Debt of the partner: gross less commission less collected amount. Negative = owed to the partner. */
  net_minor: MinorAmount,
}

export const SettledStatement = z.object({
  id: Id,
  /** One sequence for all partners, without gaps. */
  number: z.int().min(1),
  partner: z.object({ id: Id, code: z.string(), legal_name: z.string() }),
  /** Days in the partner's time zone, both included. Includes changes of bookings from earlier statements. */
  period: z.object({ from: PlainDate, to: PlainDate }),
  currency: Currency,
  lines: z.int().min(1),
  ...statementAmounts,
  /** Amount paid by the partner; negative = paid to the partner. */
  paid_minor: MinorAmount,
  state: z.enum(STATEMENT_STATES),
  closed_at: Instant,
  due_on: PlainDate,
})
export type SettledStatement = z.output<typeof SettledStatement>

/** A booking, or its difference to an earlier statement. */
const StatementLine = z.object({
  /** Line number, from 1. */
  position: z.int().min(1),
  reservation_id: Id,
  reference: z.string(),
  partner_reference: z.string().nullable(),
  travel_at: Instant.nullable(),
  /** Time zone in which the departure is displayed. */
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
  /** Reference of the bank transfer. */
  provider_reference: z.string().nullable(),
  /** Whether it was reversed, or reverses another payment. */
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
  description: 'The statement with its bookings and payments.',
  schema: StatementDetail,
} as const
const LIST = { status: 200, description: 'Statements, the newest first.', schema: z.array(SettledStatement) } as const
const PDF = { status: 200, description: 'The statement as a PDF.', type: 'application/pdf' } as const
const CSV = {
  status: 200,
  description: 'CSV in UTF-8 with a header line.',
  type: 'text/csv',
} as const

export const listPartnerStatements = operation({
  ...staff,
  id: 'listPartnerStatements',
  method: 'GET',
  path: '/partners/:id/statements',
  summary: 'List the closed statements of a partner',
  params: IdParams,
  ok: LIST,
  errors: ['not_found', 'malformed'],
})

export const closePartnerStatement = operation({
  ...settling,
  id: 'closePartnerStatement',
  method: 'POST',
  path: '/partners/:id/statements',
  summary: 'Close the period up to a day: one statement for each currency, with all bookings not settled yet',
  params: IdParams,
  body: z.strictObject({
    /** Last day in the partner's time zone; must be in the past. */
    to: PlainDate,
    /** Defaults to today plus the `payment_days` of the partner. */
    due_on: PlainDate.optional(),
  }),
  ok: { status: 201, description: 'The closed statements.', schema: z.array(SettledStatement) },
  errors: ['not_found', 'malformed', 'validation'],
})

export const getStatement = operation({
  ...staff,
  id: 'getStatement',
  method: 'GET',
  path: '/statements/:id',
  summary: 'Get a closed statement with its bookings',
  params: IdParams,
  ok: DETAIL,
  errors: ['not_found', 'malformed'],
})

export const exportStatement = operation({
  ...staff,
  id: 'exportStatement',
  method: 'GET',
  path: '/statements/:id/statement.csv',
  summary: 'Export the bookings of a closed statement as CSV, with decimal amounts',
  params: IdParams,
  ok: CSV,
  errors: ['not_found', 'malformed'],
})

export const printStatement = operation({
  ...staff,
  id: 'printStatement',
  method: 'GET',
  path: '/statements/:id/statement.pdf',
  summary: 'Print a closed statement',
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
  summary: 'Record a bank transfer from or to a partner for a statement, up to the open amount',
  params: IdParams,
  body: z.strictObject({
    amount_minor: MinorAmount.min(1, schemaMessage`Give an amount above zero.`),
    /** Reference of the bank transfer. */
    provider_reference: line(SLIP_MAX_CHARS).optional(),
  }),
  ok: { status: 201, description: 'The statement as it is now.', schema: StatementDetail },
  errors: ['not_found', 'malformed', 'validation', 'over_payment'],
  once: true,
})

export const reverseStatementPayment = operation({
  tag: 'partner-access',
  access: { right: 'reverse_payment' },
  id: 'reverseStatementPayment',
  method: 'POST',
  path: '/statements/:id/payments/:payment_id/reverse',
  summary: 'Reverse a statement payment that was recorded by mistake',
  params: z.object({ id: Id, payment_id: Id }),
  body: z.strictObject({ reason: Reason }),
  ok: { status: 201, description: 'The statement as it is now.', schema: StatementDetail },
  errors: ['not_found', 'malformed', 'validation', 'invalid_state'],
  once: true,
})

export const listOwnStatements = operation({
  ...partners,
  id: 'listOwnStatements',
  method: 'GET',
  path: '/partner/dashboard/statements',
  summary: 'List the closed statements of the own partner',
  ok: LIST,
  errors: [],
})

export const getOwnStatement = operation({
  ...partners,
  id: 'getOwnStatement',
  method: 'GET',
  path: '/partner/dashboard/statements/:id',
  summary: 'Get an own statement with its bookings',
  params: IdParams,
  ok: DETAIL,
  errors: ['not_found', 'malformed'],
})

export const exportOwnStatement = operation({
  ...partners,
  id: 'exportOwnStatement',
  method: 'GET',
  path: '/partner/dashboard/statements/:id/statement.csv',
  summary: 'Export the bookings of an own statement as CSV, with decimal amounts',
  params: IdParams,
  ok: CSV,
  errors: ['not_found', 'malformed'],
})

export const printOwnStatement = operation({
  ...partners,
  id: 'printOwnStatement',
  method: 'GET',
  path: '/partner/dashboard/statements/:id/statement.pdf',
  summary: 'Print an own statement',
  params: IdParams,
  query: InLanguage,
  ok: PDF,
  errors: ['not_found', 'malformed'],
})
