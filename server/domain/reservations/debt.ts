import type { Reservation } from '../../../contract/entities/reservation'
import { SEATED } from './status'

type Owing = Pick<
  Reservation,
  | 'partner_id'
  | 'customer_id'
  | 'payment_method'
  | 'environment'
  | 'currency'
  | 'status'
  | 'total_minor'
  | 'paid_minor'
  | 'cancellation_fee_minor'
>

/** Returns the account that a reservation is charged to; a partner owes what it sells. Null = paid otherwise. */
export function accountOf({ partner_id, payment_method, environment }: Owing): 'partner' | 'customer' | null {
  if (partner_id !== null) return 'partner'
  return payment_method === 'on_account' && environment === 'live' ? 'customer' : null
}

/** Returns what is still owed for a reservation, minor units, at least 0. Holds and requests are not agreed yet. */
export function debtOf({ status, total_minor, paid_minor, cancellation_fee_minor }: Owing): number {
  if (status === 'cancelled') return Math.max(0, cancellation_fee_minor - paid_minor)
  return SEATED.includes(status) ? Math.max(0, total_minor - paid_minor) : 0
}

/**
 * Returns whether a new or changed reservation increases the debt of its account. Neither a cancellation nor a recorded
 * payment or refund counts as an increase.
 */
export function debtGrows(before: Owing | null, after: Owing): boolean {
  const account = accountOf(after)
  if (account === null || (after.status === 'cancelled' && before?.status !== 'cancelled')) return false
  const isSame =
    before !== null &&
    accountOf(before) === account &&
    before.partner_id === after.partner_id &&
    (account === 'partner' || before.customer_id === after.customer_id) &&
    before.currency === after.currency
  return debtOf(after) > (isSame ? debtOf({ ...before, paid_minor: after.paid_minor }) : 0)
}
