import { RETENTION_BATCH_CUSTOMERS } from '../../../contract/limits'
import type { Db } from '../../db/database'
import { inTransaction } from '../../db/transaction'
import type { Context } from '../../http/context'
import { erase } from './erasure'
import { findInactive, isRetentionDue, lockInactive, noteRetention } from './repository/retention'

/**
 * Once a day, erases customers who have had no journey for so many months; null erases nobody. Each goes in a transaction
 * of its own, some at a time, so that nobody waits for it. Any number of processes may do it at once.
 */
export async function eraseInactive(db: Db, months: number | null, context: Context): Promise<void> {
  const span = months === null ? null : { months, now: context.now() }
  if (span === null || !(await isRetentionDue(db, span.now))) return
  const ids = await findInactive(db, span, RETENTION_BATCH_CUSTOMERS)
  for (const id of ids)
    await inTransaction(db, async (tx) => {
      if (await lockInactive(tx, span, id)) await erase(tx, id, `No journey for ${span.months} months`, context)
    })
  if (ids.length < RETENTION_BATCH_CUSTOMERS) await noteRetention(db, span.now)
}
