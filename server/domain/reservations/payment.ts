import type { Reservation } from '../../../contract/entities/reservation'
import { ACTIVE, SEATED, type ReservationStatus } from './status'

type PaymentStatus = Reservation['payment_status']

interface Account {
  status: ReservationStatus
  /** Minor units of one currency, both. */
  total: number
  paid: number
  /** What is kept of a cancelled reservation. */
  fee?: number
  /** The payment status before, null for a new reservation: it tells a refund from a sum never paid. */
  before: PaymentStatus | null
}

/**
 * What is owed to whom. For a reservation that came to nothing only the fee is owed: what was paid beyond it is
 * due back.
 */
export function paymentStatus({ status, total, paid, fee = 0, before }: Account): PaymentStatus {
  const stands = isStanding(status)
  const owed = owedFor({ status, total, fee })
  if (paid > owed) return 'refund_due'
  // Who gets back more than was due owes again.
  if (!stands && paid === owed && (before === 'refund_due' || before === 'refunded')) return 'refunded'
  if (!stands && owed === 0) return 'unpaid'
  if (paid === owed) return 'paid'
  return paid > 0 ? 'part_paid' : 'unpaid'
}

/** What a reservation costs as it is: its price, or what is kept of it once it came to nothing. */
export const owedFor = ({ status, total, fee = 0 }: Pick<Account, 'status' | 'total' | 'fee'>): number =>
  isStanding(status) ? total : fee

const isStanding = (status: ReservationStatus): boolean => ACTIVE.includes(status) || SEATED.includes(status)
