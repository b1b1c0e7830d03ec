import type { Reservation } from '../../../../contract/entities/reservation'
import type { Values, Write } from '../../../crud/store-options'
import { same } from '../../../kernel/audit'
import type { Tx } from '../../../db/transaction'
import { paymentStatus } from '../../../domain/reservations/payment'
import { ACTIVE, DELETABLE } from '../../../domain/reservations/status'
import { wrongStateAt } from '../../../http/refusal'
import { refuseBlocked } from './buyer'
import { rerun } from './change-hire'
import { allocateHire } from './hire'
import { refuseOtherBuyer } from './return-link'

/** The columns that follow from a form that was changed. */
export async function editReservation(tx: Tx, { next: values, context }: Write, current: Reservation): Promise<Values> {
  const next = values as Reservation
  const columns: Values =
    next.hire && !same(current.hire, next.hire)
      ? (await rerun(tx, current, { ...next, hire: next.hire }, false, context)).columns
      : {}
  if (next.customer_id !== current.customer_id) {
    await refuseBlocked(tx, next.customer_id)
    await refuseOtherBuyer(tx, current, next.customer_id, context)
  }
  const { status, cancellation_fee_minor: fee, payment_status: before } = current
  const total = (columns['total_minor'] ?? current.total_minor) as number
  const account = { status, total, paid: current.paid_minor, fee, before }
  return { ...columns, payment_status: paymentStatus(account) }
}

/** @throws Refusal invalid_state where it still counts, or belongs to the records */
export function refuseToDelete({ status }: Reservation, hasMoney: boolean): void {
  if (hasMoney) throw wrongStateAt('status', 'Money was posted for this reservation, so it stays in the records.')
  if (DELETABLE.includes(status)) return
  const remedy = ACTIVE.includes(status) ? 'Cancel it first.' : 'It stays in the records.'
  const message = `This reservation is ${status.replaceAll('_', ' ')}, so it cannot be deleted. ${remedy}`
  throw wrongStateAt('status', message)
}

/** The vehicle and driver of a hire that runs otherwise are taken for its new time. */
export async function followRun(tx: Tx, current: Reservation, next: Reservation): Promise<void> {
  if (!next.hire || same(current.hire, next.hire) || !ACTIVE.includes(current.status)) return
  await allocateHire(tx, { ...current, hire: next.hire })
}
