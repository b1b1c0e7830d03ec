import { z } from 'zod'
import { operation } from '../core/operations'
import { PartnerTrip } from './sales'
import { statementAmounts } from './settlement'
import { Currency, Id, LanguageCode, PlainDate } from '../core/scalars'

/** Days of travel on the partner's clock, both included; of booking where a trip has no departure. */
const Period = z.object({ from: PlainDate, to: PlainDate })
export type Period = z.output<typeof Period>

const totals = {
  trips: z.int().min(0),
  seats: z.int().min(0),
  ...statementAmounts,
}

/** What a partner owes for the trips of a period, closed or not, trip by trip. Live trips alone. */
export const PartnerStatement = z.object({
  period: Period,
  partner: z.object({ id: Id, code: z.string(), legal_name: z.string(), timezone: z.string() }),
  /** One entry for each currency that was sold in. */
  totals: z.array(z.object({ currency: Currency, ...totals })),
  /** By departure, or by when it was booked where there is none. */
  trips: z.array(PartnerTrip.extend(statementAmounts)),
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
