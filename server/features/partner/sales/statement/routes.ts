import type { FastifyInstance } from 'fastify'
import { PARTNER_STATEMENT_MAX_DAYS, PARTNER_STATEMENT_MAX_TRIPS } from '../../../../../contract/core/limits/money'
import {
  exportPartnerStatement,
  getPartnerStatement,
  printPartnerStatement,
  type PartnerStatement,
  type Period,
} from '../../../../../contract/partner/statement'
import { sentence } from '../../../../../contract/core/sentence'
import type { Db } from '../../../../db/database'
import { inSnapshot } from '../../../../db/transaction'
import { daysBetween } from '../../../../domain/timetable/calendar'
import { printPdf } from '../../../../documents/print-pdf'
import { Refusal, invalid } from '../../../../http/refusal'
import { serve } from '../../../../http/serve'
import { statementPartner, statementTotals, statementTrips } from '../repository/statement'
import { csvOf } from './csv'

/** Registers the staff routes for a partner's statement as JSON, CSV and PDF. */
export function partnerStatementRoutes(app: FastifyInstance, db: Db): void {
  serve(app, getPartnerStatement, ({ params, query }) => statementOf(params.id, query))

  serve(app, exportPartnerStatement, async ({ params, query, reply }) => {
    const statement = await statementOf(params.id, query)
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${fileName(statement)}.csv"`)
    return csvOf(statement)
  })

  serve(app, printPartnerStatement, async ({ params, query: { language, ...period }, reply }) => {
    const statement = await statementOf(params.id, period)
    const pdf = await printPdf({ kind: 'statement', sheet: statement, language })
    reply.type('application/pdf').header('content-disposition', `inline; filename="${fileName(statement)}.pdf"`)
    return pdf
  })

  async function statementOf(id: string, period: Period): Promise<PartnerStatement> {
    refuseOddPeriod(period)
    const owner = { partnerId: id, environment: 'live' as const }
    return inSnapshot(db, async (reader) => {
      const partner = await statementPartner(reader, id)
      if (!partner) throw new Refusal('not_found', sentence`There is no partner with this id.`)
      const trips = await statementTrips(reader, owner, period)
      return {
        period,
        partner,
        totals: await statementTotals(reader, owner, period),
        trips: trips.slice(0, PARTNER_STATEMENT_MAX_TRIPS),
        is_cut: trips.length > PARTNER_STATEMENT_MAX_TRIPS,
      }
    })
  }
}

const fileName = ({ partner, period }: PartnerStatement) => `${partner.code}-${period.from}-${period.to}`

function refuseOddPeriod({ from, to }: Period): void {
  const days = daysBetween(from, to)
  if (days < 1)
    throw invalid([{ path: 'to', message: sentence`The last day is before the first. Choose a later one.` }])
  if (days > PARTNER_STATEMENT_MAX_DAYS)
    throw invalid([{ path: 'to', message: sentence`A statement covers ${PARTNER_STATEMENT_MAX_DAYS} days at most.` }])
}
