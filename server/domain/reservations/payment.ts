import type { Reservation } from '../../../contract/entities/reservation'
import { ACTIVE, SEATED, type ReservationStatus } from './status'

type PaymentStatus = Reservation['payment_status']

interface Account {
  status: ReservationStatus
  /** Minor units of one currency, both. */
  total: number
  paid: number
  /** The payment status before, null for a new reservation: it tells a refund from a sum never paid. */
  before: PaymentStatus | null
}

/** What is owed to whom. Nothing is owed for a reservation that came to nothing: what was paid for it is due back. */
export function paymentStatus({ status, total, paid, before }: Account): PaymentStatus {
  const stands = ACTIVE.includes(status) || SEATED.includes(status)
  const owed = stands ? total : 0
  if (paid > owed) return 'refund_due'
  if (!stands) return before === 'refund_due' || before === 'refunded' ? 'refunded' : 'unpaid'
  if (paid === owed) return 'paid'
  return paid > 0 ? 'part_paid' : 'unpaid'
}
