import { sentence } from '../../../contract/core/sentence'
import { randomBytes } from 'node:crypto'
import type { Erasure } from '../../db/archive'
import { audit } from '../../kernel/audit'
import type { Db } from '../../db/database'
import { inTransaction, type Tx } from '../../db/transaction'
import { systemContext, type Context } from '../../kernel/context'
import { listedText } from '../../http/issue-text'
import { Refusal, wrongStateAt } from '../../http/refusal'
import { erasePerson, noteErasure } from './repository/erase'
import { lockCustomer, openTrips, personOf } from './repository/person'

/** Upcoming trips that a refusal names. */
const LISTED_TRIPS = 5

/**
 * Removes the personal data of a customer everywhere. Amounts, dates and the history of who did what stay.
 * @throws Refusal not_found, invalid_state if trips are open, a legal hold applies, or the data was removed before
 */
export async function eraseCustomer(tx: Tx, id: string, reason: string, context: Context): Promise<void> {
  const customer = await lockCustomer(tx, id)
  if (!customer) throw new Refusal('not_found', sentence`This customer no longer exists.`)
  if (customer.anonymised_at !== null)
    throw wrongStateAt('', sentence`The personal data of this customer was removed before.`)
  if (customer.merged_into_id !== null)
    throw wrongStateAt('', sentence`It was merged into another customer. Erase that one, which also erases this one.`)
  if (customer.legal_hold_reason !== null)
    throw wrongStateAt(
      'legal_hold_reason',
      sentence`A legal hold requires the data (${customer.legal_hold_reason}). Remove the legal hold first.`,
    )
  const { reservationIds } = await personOf(tx, id)
  const open = await openTrips(tx, reservationIds, context.now())
  if (open.length > 0)
    throw wrongStateAt(
      '',
      sentence`The customer still has upcoming trips: ${listedText(open, LISTED_TRIPS)}. Cancel them first.`,
    )
  await erase(tx, id, reason, context)
}

/** Erases a customer that is locked and may be erased, with a history entry. @param reason must not name a person */
export async function erase(tx: Tx, id: string, reason: string, context: Context): Promise<void> {
  const person = await personOf(tx, id)
  const name = `erased-${randomBytes(4).toString('hex')}`
  await erasePerson(tx, person, name, context.now())
  // In a backup from before a merge, the customers are still separate.
  for (const customerId of person.customerIds)
    await noteErasure(tx, customerId, context.actor.name, reason, context.now())
  await audit(tx, context, {
    action: 'customers.erased',
    entity: { type: 'customers', id, label: name },
    reason,
  })
}

/** Repeats erasures in data that is older than they are. @returns how many were due */
export async function eraseAgain(db: Db, ledger: readonly Erasure[], now: () => Date): Promise<number> {
  let done = 0
  for (const { customer_id: id, reason } of ledger)
    done += await inTransaction(db, async (tx) => {
      const customer = await lockCustomer(tx, id)
      if (!customer || customer.anonymised_at !== null) return 0
      await erase(tx, id, reason, systemContext('restore', now))
      return 1
    })
  return done
}
