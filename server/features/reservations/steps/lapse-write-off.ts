import { uuidv7 } from 'uuidv7'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { Values } from '../../../crud/store-options'
import type { Tx } from '../../../db/transaction'
import { refunded } from '../../../domain/ledger/money'
import { lapsedWriteOff } from '../../../domain/payments/written-off'
import { owedFor, paymentStatus } from '../../../domain/reservations/payment'
import type { Context } from '../../../kernel/context'
import { post } from '../../../kernel/ledger'
import { writeOffsOf, writePaid, writePayment } from '../repository/money'

/**
 * Reverts the part of a write-off that is no longer owed, by a payment that refers to it. Without it the amount would look
 * like money to refund.
 * @returns the changed columns of the reservation
 */
export async function lapseWriteOff(
  tx: Tx,
  before: Reservation | null,
  after: Reservation,
  context: Context,
): Promise<Values | undefined> {
  const { id, status, total_minor: total, cancellation_fee_minor: fee, environment } = after
  const owed = owedFor({ status, total, fee })
  if (before === null || environment === 'test' || after.paid_minor <= owed) return undefined
  const { standing, payments } = await writeOffsOf(tx, id)
  let [paid, count] = [after.paid_minor, payments]
  for (const { id: writeOffId, amount_minor: writtenOff } of standing) {
    const amount = lapsedWriteOff({ owed, paid, writtenOff })
    if (amount === 0) break
    paid -= amount
    count += 1
    await writeLapse(tx, after, { writeOffId, amount, place: count }, context)
  }
  if (paid === after.paid_minor) return undefined
  const columns = {
    paid_minor: paid,
    payment_status: paymentStatus({ status, total, paid, fee, before: before.payment_status }),
  }
  await writePaid(tx, id, columns)
  return columns
}

interface Lapse {
  writeOffId: string
  amount: number
  /** Number of the payment within the reservation, from 1. */
  place: number
}

async function writeLapse(tx: Tx, after: Reservation, { writeOffId, amount, place }: Lapse, context: Context) {
  const { actor } = context
  const paymentId = uuidv7()
  const reason = after.status === 'cancelled' ? after.cancel_reason : null
  await writePayment(tx, {
    id: paymentId,
    reference: `${after.reference}-${place}`,
    direction: 'refund',
    method: 'written_off',
    state: 'posted',
    amount_minor: amount,
    currency: after.currency,
    reservation_id: after.id,
    partner_id: after.partner_id,
    posted_at: context.now().toISOString(),
    refund_of_id: writeOffId,
    place: 'system',
    user_id: actor.kind === 'user' ? actor.id : null,
    reason,
  })
  await post(tx, actor, {
    kind: 'written_off',
    currency: after.currency,
    entries: refunded('written_off', amount, after, null),
    reason,
    place: 'system',
    reservation_id: after.id,
    payment_id: paymentId,
  })
}
