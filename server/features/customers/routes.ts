import type { FastifyInstance } from 'fastify'
import { previewRetention } from '../../../contract/company'
import * as operations from '../../../contract/customer-operations'
import type { Store } from '../../crud/store'
import { audit } from '../../db/audit'
import type { Db } from '../../db/database'
import { inTransaction } from '../../db/transaction'
import { serve } from '../../http/serve'
import { eraseCustomer } from './erasure'
import { personalData } from './personal-data'
import { countInactive } from './repository/retention'

/** What a customer may ask for by law, and how many nobody has to keep. */
export function customerRoutes(app: FastifyInstance, { db, store }: { db: Db; store: Store }): void {
  serve(app, operations.exportCustomer, async ({ params, context, reply }) => {
    const zip = await personalData(db, params.id, context.now())
    await inTransaction(db, (tx) =>
      audit(tx, context, {
        action: 'customers.exported',
        entity: { type: 'customers', id: params.id, label: params.id },
      }),
    )
    reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="customer-${params.id.slice(0, 8)}.zip"`)
    return zip
  })
  serve(app, operations.eraseCustomer, async ({ params, body, context }) => {
    await eraseCustomer(db, params.id, body.reason, context)
    return store.get(params.id)
  })
  serve(app, previewRetention, async ({ query, context }) => ({
    customers: await countInactive(db, { months: query.months, now: context.now() }),
  }))
}
