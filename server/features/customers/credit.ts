import { sentence } from '../../../contract/core/sentence'
import type { Customer } from '../../../contract/entities/customer'
import { amountText, customerOwes } from '../../kernel/credit'
import { readCompanyCurrency } from '../../kernel/prices'
import type { Tx } from '../../db/transaction'
import { Refusal } from '../../http/refusal'

/**
 * Refuses a merge if the joint debt exceeds the resulting limit by more than both debts together exceeded theirs.
 * @throws Refusal credit_limit
 */
export async function refuseBeyondCredit(tx: Tx, survivor: Customer, other: Customer, next: Customer): Promise<void> {
  const currency = await readCompanyCurrency(tx)
  const joining = await customerOwes(tx, other.id, currency)
  if (joining === 0) return
  const owed = await customerOwes(tx, survivor.id, currency)
  const beyond = (one: Customer, sum: number) => Math.max(0, sum - Number(one.credit_limit_minor ?? 0))
  if (beyond(next, owed + joining) <= beyond(survivor, owed) + beyond(other, joining)) return
  const detail = sentence`Together they owe ${amountText(owed + joining, currency)} on account; the limit would be ${amountText(next.credit_limit_minor ?? 0, currency)}. Keep the higher limit, raise it first, or record the payments received.`
  throw new Refusal('credit_limit', detail, {
    errors: [{ pointer: '/choices/credit_limit_minor', code: 'credit_limit', detail }],
  })
}
