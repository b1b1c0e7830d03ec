import { RETENTION_BATCH_CUSTOMERS } from '../../../contract/core/limits/retention'
import type { Db } from '../../db/database'
import { inTransaction } from '../../db/transaction'
import type { Context } from '../../kernel/context'
import { erase } from './erasure'
import { findInactive, isRetentionDue, lockInactive, noteRetention } from './repository/retention'

interface Retention {
  db: Db
  context: Context
  /** Receives a customer who could not be erased. The others are erased, and this one is tried again the next day. */
  onError: (error: unknown, customerId: string) => void
}

/**
 * Returns a function that erases, once a day, customers without a journey for some months; null erases no one. Each customer
 * has its own transaction, in small batches, so that other writers do not wait. Processes may call it concurrently.
 */
export function createRetention({ db, context, onError }: Retention): (months: number | null) => Promise<void> {
  const failed = new Set<string>()
  return async (months) => {
    const span = months === null ? null : { months, now: context.now() }
    if (span === null || !(await isRetentionDue(db, span.now))) return
    const ids = await findInactive(db, span, { limit: RETENTION_BATCH_CUSTOMERS, except: failed })
    for (const id of ids)
      try {
        await inTransaction(db, async (tx) => {
          if (await lockInactive(tx, span, id)) await erase(tx, id, `No journey for ${span.months} months`, context)
        })
      } catch (error) {
        failed.add(id)
        onError(error, id)
      }
    if (ids.length === RETENTION_BATCH_CUSTOMERS) return
    await noteRetention(db, span.now)
    failed.clear()
  }
}
