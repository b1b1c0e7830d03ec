import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { exportJournal } from '../../../contract/operations/journal'
import * as operations from '../../../contract/operations/payments'
import { inTransaction } from '../../db/transaction'
import { roleOf } from '../../http/admit'
import { matchedVersion } from '../../http/etag'
import { serve } from '../../http/serve'
import { audit } from '../../kernel/audit'
import type { Feature } from '../feature'
import { journalFileName, journalOf } from './journal'
import type { MoneyStores } from './steps/money'
import { approve, askRefund, decline } from './steps/refund'
import { printReceipt } from './steps/receipt'
import { reverse } from './steps/reverse'
import { takeAtDesk, writeOffOwed } from './steps/take'
import { linkJobs, linkRoutes, type LinkRouteDeps } from './link-routes'
import { askAfterUnsettled, expireLinks } from './reconcile'
import { paymentsStore } from './repository/store'
import { presentMoney } from './present-money'

export const paymentFeature: Feature<LinkRouteDeps> = {
  stores: [paymentsStore],
  routes: async (app, deps) => {
    paymentRoutes(app, deps)
    await linkRoutes(app, deps)
  },
  jobs: linkJobs,
  sweeps: (deps) => ({
    payment_links: () => expireLinks(deps),
    unsettled_payments: () => askAfterUnsettled(deps),
  }),
}

/** Registers the routes for payments, refunds, reversals and the journal. */
function paymentRoutes(app: FastifyInstance, deps: LinkRouteDeps): void {
  const { db } = deps
  const stores: MoneyStores = deps
  const { reservations, payments } = stores
  serve(app, operations.takePayment, ({ params, body, context }) =>
    reservations.write(context, (tx) => takeAtDesk(tx, stores, params.id, body, context)),
  )
  serve(app, operations.refundPayment, ({ params, body, context }) =>
    reservations.write(context, (tx) => askRefund(tx, stores, params.id, body, context)),
  )
  serve(app, operations.writeOff, ({ params, body, context }) =>
    reservations.write(context, (tx) => writeOffOwed(tx, stores, params.id, body, context)),
  )
  serve(app, operations.getReservationMoney, async ({ params, context }) =>
    presentMoney(db, stores, await reservations.get(params.id), roleOf(context.actor)),
  )
  serve(app, operations.printReceipt, async ({ params, query, context, reply }) => {
    const { pdf, name } = await printReceipt(db, stores, { id: params.id, language: query.language }, context)
    reply.type('application/pdf').header('content-disposition', `inline; filename="${name}"`)
    return pdf
  })
  serve(app, operations.approveRefund, async ({ params, body, context, request, reply }) => {
    const version = matchedVersion(request)
    const refund = await reservations.write(context, (tx) =>
      approve(tx, stores, { id: params.id, version }, body, context),
    )
    reply.header('etag', `"${refund.version}"`)
    return refund
  })
  serve(app, operations.declineRefund, ({ params, body, context, request }) =>
    payments.act(params.id, matchedVersion(request), context, decline(body.reason)),
  )
  serve(app, operations.reversePayment, ({ params, body, context, request }) => {
    const version = matchedVersion(request)
    return reservations.write(context, (tx) => reverse(tx, stores, { id: params.id, version }, body.reason, context))
  })
  serve(app, exportJournal, async ({ query, context, reply }) => {
    const changes = (['from', 'to', 'format'] as const).map((field) => ({ field, old: null, new: query[field] }))
    await inTransaction(db, (tx) => audit(tx, context, { action: 'payments.exported', entity: null, changes }))
    reply
      .type(query.format === 'csv' ? 'text/csv; charset=utf-8' : 'text/plain; charset=utf-8')
      .header('content-disposition', `attachment; filename="${journalFileName(query)}"`)
    return Readable.from(journalOf(db, query), { objectMode: false })
  })
}
