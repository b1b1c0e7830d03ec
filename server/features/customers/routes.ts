import type { Customer } from '../../../contract/entities/customer'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { previewRetention } from '../../../contract/operations/company'
import * as operations from '../../../contract/operations/customers'
import type { Operation } from '../../../contract/core/operations'
import * as account from '../../../contract/operations/ownership'
import type { Id } from '../../../contract/core/scalars'
import type { Step } from '../../crud/store-options'
import type { Store } from '../../crud/store'
import { audit } from '../../kernel/audit'
import { customerOwes } from '../../kernel/credit'
import { readCompanyCurrency } from '../../kernel/prices'
import type { Db } from '../../db/database'
import { inTransaction } from '../../db/transaction'
import { matchedVersion, tagged } from '../../http/etag'
import { changeOnce } from '../../http/idempotency'
import { serve } from '../../http/serve'
import { systemContext } from '../../kernel/context'
import type { Feature } from '../feature'
import { setAccount } from './account'
import { eraseCustomer } from './erasure'
import { personalData, type CompleteHistory } from './personal-data'
import { countInactive } from './repository/retention'
import { customerMergeRoutes } from './merge-routes'
import { customersStore } from './store'
import { createRetention } from './retention'

interface Deps {
  db: Db
  store: Store<Customer>
  now: () => Date
  completeHistory: CompleteHistory
  /** Receives a customer who could not be erased. */
  onError: (error: unknown, customerId: string) => void
}

export const customerFeature: Feature<Deps> = {
  stores: [customersStore],
  routes: (app, { db, store, completeHistory }) => {
    customerRoutes(app, { db, store, completeHistory })
    customerMergeRoutes(app, { db, store })
  },
  sweeps: ({ db, now, onError }) => {
    const eraseInactive = createRetention({ db, context: systemContext('retention', now), onError })
    return { customers: ({ company }) => eraseInactive(company.customers_kept_months) }
  },
}

/** Serves balance, export, erasure and account settings of customers, and the preview of retention. */
function customerRoutes(app: FastifyInstance, { db, store, completeHistory }: Omit<Deps, 'now' | 'onError'>): void {
  serve(app, operations.readCustomerBalance, async ({ params }) => {
    const { id, credit_limit_minor } = await store.get(params.id)
    const currency = await readCompanyCurrency(db)
    return { currency, owed_minor: await customerOwes(db, id, currency), credit_limit_minor }
  })
  serve(app, operations.exportCustomer, async ({ params, context, reply }) => {
    const zip = await personalData(db, params.id, context.now(), completeHistory)
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
  serve(app, operations.eraseCustomer, ({ params, body, context }) =>
    changeOnce(db, context, async (tx) => {
      await eraseCustomer(tx, params.id, body.reason, context)
      return store.getIn(tx, params.id)
    }),
  )
  const step: Stepping = (operation, make) =>
    serve(app, operation, async ({ params, body, context, request, reply }) =>
      tagged(await store.act(params.id, matchedVersion(request), context, make(body as never)), reply),
    )
  step(account.setCreditLimit, ({ reason, ...values }) => setAccount('credit_limit_set', values, reason))
  step(account.blockCustomer, ({ reason }) =>
    setAccount('blocked', { is_blocked: true, blocked_reason: reason }, reason),
  )
  step(account.unblockCustomer, ({ reason }) =>
    setAccount('unblocked', { is_blocked: false, blocked_reason: null }, reason),
  )
  step(account.setLegalHold, ({ reason, ...values }) => setAccount('legal_hold_set', values, reason))
  serve(app, previewRetention, async ({ query, context }) => ({
    customers: await countInactive(db, { months: query.months, now: context.now() }),
  }))
}

type Stepping = <B extends z.ZodType>(
  operation: Operation<z.ZodObject<{ id: typeof Id }>, undefined, B>,
  make: (body: z.output<B>) => Step<Customer>,
) => void
