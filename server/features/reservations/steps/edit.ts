import { choice, sentence } from '../../../../contract/core/sentence'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { Values, Write } from '../../../crud/store-options'
import { same } from '../../../kernel/audit'
import type { Tx } from '../../../db/transaction'
import { paymentStatus } from '../../../domain/reservations/payment'
import { ACTIVE, DELETABLE } from '../../../domain/reservations/status'
import { refusedDeletion } from '../../../http/refusal'
import { refuseBlocked } from './buyer'
import { rerun } from './change-hire'
import { allocateHire } from './hire'
import { refuseOtherBuyer } from './return-link'

/** Returns the columns that depend on the fields of an edited form. */
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

/** Refuses to delete a reservation that is active, or that has to stay on record. @throws Refusal invalid_state */
export function refuseToDelete({ status }: Reservation, hasMoney: boolean): void {
  if (hasMoney)
    throw refusedDeletion('has_payments', sentence`A reservation with payments stays on record and cannot be deleted.`)
  if (DELETABLE.includes(status)) return
  const name = choice('reservationStatuses', status)
  throw ACTIVE.includes(status)
    ? refusedDeletion('still_active', sentence`This reservation is ${name}. Cancel it before you delete it.`)
    : refusedDeletion('on_record', sentence`This reservation is ${name}, so it stays on record and cannot be deleted.`)
}

/** Allocates the vehicle and driver of a changed hire for its new time. */
export async function followRun(tx: Tx, current: Reservation, next: Reservation): Promise<void> {
  if (!next.hire || same(current.hire, next.hire) || !ACTIVE.includes(current.status)) return
  await allocateHire(tx, { ...current, hire: next.hire })
}
