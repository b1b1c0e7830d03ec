import { z } from 'zod'
import { operation } from '../core/operations'
import { PartnerTrip } from './sales'
import { Currency, Id, LanguageCode, MinorAmount, PlainDate } from '../core/scalars'

/** Days of travel on the partner's clock, both included. */
const Period = z.object({ from: PlainDate, to: PlainDate })
export type Period = z.output<typeof Period>

const amounts = {
  trips: z.int().min(0),
  seats: z.int().min(0),
  /** What passengers pay; of a cancelled trip the fee that is kept. */
  gross_minor: MinorAmount,
  commission_minor: MinorAmount,
  /** What the partner owes. */
  net_minor: MinorAmount,
}

/** What a partner owes for the trips of a period, trip by trip. Live trips alone. */
export const PartnerStatement = z.object({
  period: Period,
  partner: z.object({ id: Id, code: z.string(), legal_name: z.string(), timezone: z.string() }),
  /** One entry for each currency that was sold in. */
  totals: z.array(z.object({ currency: Currency, ...amounts })),
  /** By departure. */
  trips: z.array(PartnerTrip),
  /** Whether there are more trips than are listed; the totals count them all. */
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
  summary: 'What a partner owes for the trips of a period',
  query: Period,
  ok: { status: 200, description: 'Totals, and the trips that they are made of.', schema: PartnerStatement },
})

export const exportPartnerStatement = operation({
  ...common,
  id: 'exportPartnerStatement',
  path: '/partners/:id/statement.csv',
  summary: 'The trips of a statement as CSV, amounts as decimals',
  query: Period,
  ok: { status: 200, description: 'Comma-separated values, UTF-8, with a line of names.', type: 'text/csv' },
})

export const printPartnerStatement = operation({
  ...common,
  id: 'printPartnerStatement',
  path: '/partners/:id/statement.pdf',
  summary: 'The statement on paper',
  query: Period.extend({ language: LanguageCode.default('en') }),
  ok: { status: 200, description: 'A PDF.', type: 'application/pdf' },
})

export const PARTNER_STATEMENT_OPERATIONS = [getPartnerStatement, exportPartnerStatement, printPartnerStatement]
