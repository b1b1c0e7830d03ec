import type { Reservation } from '../../../contract/entities/reservation'
import { ACTIVE, SEATED, type ReservationStatus } from './status'

type PaymentStatus = Reservation['payment_status']

interface Account {
  status: ReservationStatus
  /** `total` and `paid` are minor units of one currency. */
  total: number
  paid: number
  /** Cancellation fee, minor units. */
  fee?: number
  /** Previous payment status, null for a new reservation. It distinguishes a refund from a sum that was never paid. */
  before: PaymentStatus | null
}

/**
 * Returns the payment status. For a cancelled, expired or rejected reservation only the fee is owed, and what was paid
 * beyond it is to be refunded.
 */
export function paymentStatus({ status, total, paid, fee = 0, before }: Account): PaymentStatus {
  const stands = isStanding(status)
  const owed = owedFor({ status, total, fee })
  if (paid > owed) return 'refund_due'
  // A refund beyond the due amount is owed again.
  if (!stands && paid === owed && (before === 'refund_due' || before === 'refunded')) return 'refunded'
  if (!stands && owed === 0) return 'unpaid'
  if (paid === owed) return 'paid'
  return paid > 0 ? 'part_paid' : 'unpaid'
}

/** Returns what a reservation costs: its total, or the fee once it is cancelled, expired or rejected. */
export const owedFor = ({ status, total, fee = 0 }: Pick<Account, 'status' | 'total' | 'fee'>): number =>
  isStanding(status) ? total : fee

const isStanding = (status: ReservationStatus): boolean => ACTIVE.includes(status) || SEATED.includes(status)
