import { sentence } from '../../../contract/core/sentence'
import type { Customer } from '../../../contract/entities/customer'
import type { FastifyInstance } from 'fastify'
import * as operations from '../../../contract/operations/customer-merge'
import { MORE_THAN_TOTAL_HEADER, contentRange } from '../../../contract/core/list'
import type { Store } from '../../crud/store'
import { audit } from '../../kernel/audit'
import type { Db } from '../../db/database'
import { inTransaction } from '../../db/transaction'
import { matchedVersion } from '../../http/etag'
import { changeOnce } from '../../http/idempotency'
import { Refusal, invalidAt } from '../../http/refusal'
import { serve } from '../../http/serve'
import { merge } from './merge'
import { likelySame, pageOfDuplicates, writeDistinction } from './repository/duplicates'

/** Serves duplicate customers: find them, mark them as different, and merge them. */
export function customerMergeRoutes(app: FastifyInstance, { db, store }: { db: Db; store: Store<Customer> }): void {
  serve(app, operations.listDuplicates, async ({ query, reply }) => {
    const [from, to] = query.range
    const { rows, total } = await pageOfDuplicates(db, from, to - from + 1)
    reply.header('content-range', contentRange('customers', from, rows.length, total))
    if (!total.exact) reply.header(MORE_THAN_TOTAL_HEADER, 'true')
    return rows
  })

  serve(app, operations.listLikelySame, async ({ params }) => {
    const found = await inTransaction(db, (tx) => likelySame(tx, params.id))
    if (!found) throw new Refusal('not_found', sentence`This customer no longer exists.`)
    return found
  })

  serve(app, operations.distinguishCustomers, ({ params, body, context }) => {
    const ids = [params.id, body.other_id]
    if (params.id === body.other_id)
      throw invalidAt('other_id', sentence`A customer cannot be marked as different from itself.`)
    return changeOnce(db, context, async (tx) => {
      const labels = await store.labelsIn(tx, ids)
      if (labels.size < ids.length) throw new Refusal('not_found', sentence`One of the two customers no longer exists.`)
      if (!(await writeDistinction(tx, ids, body.are_two, context.now()))) return
      for (const id of ids)
        await audit(tx, context, {
          action: body.are_two ? 'customers.told_apart' : 'customers.not_told_apart',
          entity: { type: 'customers', id, label: labels.get(id) ?? id },
          reason: labels.get(ids.find((other) => other !== id) ?? id) ?? null,
        })
    })
  })

  serve(app, operations.mergeCustomers, async ({ params, body, context, request, reply }) => {
    const outcome = await merge(store, params.id, matchedVersion(request), body, context)
    reply.header('etag', `"${outcome.customer.version}"`)
    return outcome
  })
}
