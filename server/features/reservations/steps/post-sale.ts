import type { Reservation } from '../../../../contract/entities/reservation'
import type { Tx } from '../../../db/transaction'
import { changeOfSale, kindOfChange, soldOtherwise } from '../../../domain/ledger/sale'
import type { Context } from '../../../kernel/context'
import { balancesOf, post } from '../../../kernel/ledger'
import { commissionOf } from '../repository/money'

/** Posts the change of a reservation's price to the ledger, where there is one. */
export async function postSale(
  tx: Tx,
  before: Reservation | null,
  after: Reservation,
  { actor }: Context,
): Promise<void> {
  const sold = { ...after, commission_minor: 0 }
  if (!soldOtherwise(before && { ...before, commission_minor: 0 }, sold)) return
  const commission_minor = after.partner_id === null ? 0 : await commissionOf(tx, after.id)
  const balances = before === null ? [] : await balancesOf(tx, after.id)
  const entries = changeOfSale(balances, { ...sold, commission_minor })
  if (entries.length === 0) return
  await post(tx, actor, {
    kind: kindOfChange(before && { ...before, commission_minor: 0 }, sold),
    currency: after.currency,
    entries,
    reason: after.status === 'cancelled' ? after.cancel_reason : null,
    reservation_id: after.id,
  })
}
