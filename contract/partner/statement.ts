import { z } from 'zod'
import { operation } from '../core/operations'
import { PartnerTrip } from './sales'
import { statementAmounts } from './settlement'
import { Currency, Id, LanguageCode, PlainDate } from '../core/scalars'

/** Travel dates in the partner's time zone, both included; booking dates for bookings without a departure. */
const Period = z.object({ from: PlainDate, to: PlainDate })
export type Period = z.output<typeof Period>

const totals = {
  trips: z.int().min(0),
  seats: z.int().min(0),
  ...statementAmounts,
}

/** Debt of a partner for the live bookings of a period, closed or not. */
export const PartnerStatement = z.object({
  period: Period,
  partner: z.object({ id: Id, code: z.string(), legal_name: z.string(), timezone: z.string() }),
  /** One entry for each currency of the sales. */
  totals: z.array(z.object({ currency: Currency, ...totals })),
  /** Sorted by departure, or by booking time without a departure. */
  trips: z.array(PartnerTrip.extend(statementAmounts)),
  /** Whether the list is truncated; the totals include all bookings. */
  is_cut: z.boolean(),
})
export type PartnerStatement = z.output<typeof PartnerStatement>

const common = {
  method: 'GET',
  tag: 'partner-access',
  access: { action: 'show', resource: 'partners' },
  params: z.object({ id: Id }),
  errors: ['not_found', 'malformed', 'validation'],
} as const

export const getPartnerStatement = operation({
  ...common,
  id: 'getPartnerStatement',
  path: '/partners/:id/statement',
  summary: 'Get the statement of a partner for a period',
  query: Period,
  ok: { status: 200, description: 'The totals and their bookings.', schema: PartnerStatement },
})

export const exportPartnerStatement = operation({
  ...common,
  id: 'exportPartnerStatement',
  path: '/partners/:id/statement.csv',
  summary: 'Export the bookings of a partner for a period as CSV, with decimal amounts',
  query: Period,
  ok: { status: 200, description: 'CSV in UTF-8 with a header line.', type: 'text/csv' },
})

export const printPartnerStatement = operation({
  ...common,
  id: 'printPartnerStatement',
  path: '/partners/:id/statement.pdf',
  summary: 'Print the statement of a partner for a period',
  query: Period.extend({ language: LanguageCode.default('en') }),
  ok: { status: 200, description: 'The statement as a PDF.', type: 'application/pdf' },
})
