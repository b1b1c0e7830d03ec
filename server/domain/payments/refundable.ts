import type { MoneyMethod, PaymentDirection, PaymentState } from '../../../contract/core/vocabulary'

export interface Moved {
  id: string
  direction: PaymentDirection
  method: MoneyMethod
  state: PaymentState
  amount_minor: number
  refund_of_id: string | null
  reverses_id: string | null
}

/** Whether it is a refund that is posted or pending. */
const goesOut = ({ direction, state }: Moved): boolean =>
  direction === 'refund' && (state === 'posted' || state === 'pending')

/** Returns what can still be refunded, minor units. Write-offs do not count, because they were never paid. */
export function refundable(payments: readonly Moved[]): number {
  const money = payments.filter(({ method }) => method !== 'written_off')
  const came = money.filter(({ direction, state }) => direction === 'payment' && state === 'posted')
  return sum(came) - sum(money.filter(goesOut))
}

/** Returns what can still be refunded of one payment, minor units. */
export function refundableOf(
  payments: readonly Moved[],
  { id, amount_minor }: Pick<Moved, 'id' | 'amount_minor'>,
): number {
  const back = payments.filter((one) => goesOut(one) && (one.refund_of_id === id || one.reverses_id === id))
  // A refund that was reversed as a mistake refunds nothing.
  const undone = payments.filter(({ reverses_id: of }) => of !== null && back.some((one) => one.id === of))
  return amount_minor - sum(back) + sum(undone)
}

interface RefundRules {
  /** In the company's currency, minor units; null = no refund requires a second approver. */
  refund_limit_minor: number | null
  currency: string
}

/**
 * Returns what may still be refunded without a second approver, minor units; null = any sum. The limit applies to all
 * refunds of a reservation by one person alone, except reversed mistakes. It is 0 in another currency.
 */
export function refundableAlone(
  payments: readonly (Moved & { needs_approval: boolean; approved_by_user_id: string | null })[],
  currency: string,
  { refund_limit_minor: limit, currency: limitCurrency }: RefundRules,
): number | null {
  if (limit === null) return null
  if (currency !== limitCurrency) return 0
  const mistakes = new Set(payments.map(({ reverses_id }) => reverses_id))
  const alone = payments.filter(
    (one) =>
      goesOut(one) &&
      one.method !== 'written_off' &&
      one.reverses_id === null &&
      !one.needs_approval &&
      one.approved_by_user_id === null &&
      !mistakes.has(one.id),
  )
  return Math.max(0, limit - sum(alone))
}

interface RefundablePayment {
  payment_id: string
  method: MoneyMethod
  amount_minor: number
}

/** Returns the payments, the latest first, with what can be refunded of each, minor units. */
export function refundablePayments(payments: readonly Moved[]): RefundablePayment[] {
  let left = refundable(payments)
  const refundables: RefundablePayment[] = []
  for (const one of [...payments].reverse()) {
    if (one.direction !== 'payment' || one.state !== 'posted' || one.method === 'written_off') continue
    if (one.reverses_id !== null) continue
    const amount = Math.min(left, refundableOf(payments, one))
    if (amount <= 0) continue
    refundables.push({ payment_id: one.id, method: one.method, amount_minor: amount })
    left -= amount
  }
  return refundables
}

/** Returns the sum of pending payments (by payment links) or of pending refunds, minor units. */
export const pendingOf = (payments: readonly Moved[], direction: PaymentDirection): number =>
  sum(payments.filter((one) => one.state === 'pending' && one.direction === direction))

const sum = (some: readonly Moved[]): number => some.reduce((all, { amount_minor }) => all + amount_minor, 0)
