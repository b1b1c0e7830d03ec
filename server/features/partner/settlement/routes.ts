import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Language } from '../../../../contract/core/languages'
import * as operations from '../../../../contract/partner/settlement'
import { sentence } from '../../../../contract/core/sentence'
import { changeOnce } from '../../../http/idempotency'
import type { Db } from '../../../db/database'
import { inSnapshot, type Reader } from '../../../db/transaction'
import { printPdf } from '../../../documents/print-pdf'
import type { Context } from '../../../kernel/context'
import { knownPartner, partnerOf } from '../../../http/partner-caller'
import { Refusal } from '../../../http/refusal'
import { serve } from '../../../http/serve'
import type { Feature } from '../../feature'
import { csvOf } from './csv'
import { readStatement, statementsOf } from './repository/statements'
import { closePeriod } from './steps/close'
import { pay, takeBack } from './steps/pay'

type Statement = operations.StatementDetail

export const partnerSettlementFeature: Feature<{ db: Db }> = {
  routes: settlementRoutes,
}

/** Registers the routes for statements: staff close and record payments, partners read their own. */
function settlementRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  const staffReads = (id: string, context: Context) => inSnapshot(db, (reader) => known(reader, id, null, context))
  const partnerReads = (id: string, context: Context) =>
    inSnapshot(db, (reader) => known(reader, id, partnerOf(context), context))
  const changed = (id: string, context: Context, work: (tx: Parameters<typeof pay>[0]) => Promise<void>) =>
    changeOnce(db, context, async (tx) => {
      await work(tx)
      return known(tx, id, null, context)
    })

  serve(app, operations.listPartnerStatements, async ({ params, context }) =>
    statementsOf(db, await knownPartner(db, params.id), context.now()),
  )
  serve(app, operations.closePartnerStatement, ({ params, body, context }) =>
    changeOnce(db, context, (tx) => closePeriod(tx, params.id, body, context)),
  )
  serve(app, operations.getStatement, ({ params, context }) => staffReads(params.id, context))
  serve(app, operations.payStatement, ({ params, body, context }) =>
    changed(params.id, context, (tx) => pay(tx, params.id, body, context)),
  )
  serve(app, operations.reverseStatementPayment, ({ params, body, context }) =>
    changed(params.id, context, (tx) => takeBack(tx, params, body.reason, context)),
  )
  serve(app, operations.exportStatement, async ({ params, context, reply }) =>
    asCsv(await staffReads(params.id, context), reply),
  )
  serve(app, operations.printStatement, async ({ params, query, context, reply }) =>
    asPdf(await staffReads(params.id, context), query.language, reply),
  )

  serve(app, operations.listOwnStatements, ({ context }) => statementsOf(db, partnerOf(context), context.now()))
  serve(app, operations.getOwnStatement, ({ params, context }) => partnerReads(params.id, context))
  serve(app, operations.exportOwnStatement, async ({ params, context, reply }) =>
    asCsv(await partnerReads(params.id, context), reply),
  )
  serve(app, operations.printOwnStatement, async ({ params, query, context, reply }) =>
    asPdf(await partnerReads(params.id, context), query.language, reply),
  )
}

/** @throws Refusal not_found, also for another partner's statement */
async function known(reader: Reader, id: string, partnerId: string | null, context: Context): Promise<Statement> {
  const statement = await readStatement(reader, id, partnerId, context.now())
  if (!statement) throw new Refusal('not_found', sentence`There is no statement with this id.`)
  return statement
}

const fileName = ({ partner, number }: Statement) => `${partner.code}-${number}`

function asCsv(statement: Statement, reply: FastifyReply): Promise<string> {
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName(statement)}.csv"`)
  return csvOf(statement)
}

function asPdf(statement: Statement, language: Language, reply: FastifyReply): Promise<Buffer> {
  reply.type('application/pdf').header('content-disposition', `inline; filename="${fileName(statement)}.pdf"`)
  return printPdf({ kind: 'settled_statement', sheet: statement, language })
}
