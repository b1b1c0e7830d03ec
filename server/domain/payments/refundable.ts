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

/** Whether it has gone out, or is about to. */
const goesOut = ({ direction, state }: Moved): boolean =>
  direction === 'refund' && (state === 'posted' || state === 'pending')

/** What of what was paid can still be given back, in minor units. What was written off was never paid. */
export function refundable(payments: readonly Moved[]): number {
  const money = payments.filter(({ method }) => method !== 'written_off')
  const came = money.filter(({ direction, state }) => direction === 'payment' && state === 'posted')
  return sum(came) - sum(money.filter(goesOut))
}

/** What of one payment can still be given back. */
export function refundableOf(
  payments: readonly Moved[],
  { id, amount_minor }: Pick<Moved, 'id' | 'amount_minor'>,
): number {
  const back = payments.filter((one) => goesOut(one) && (one.refund_of_id === id || one.reverses_id === id))
  // A refund that was itself a mistake gives nothing back.
  const undone = payments.filter(({ reverses_id: of }) => of !== null && back.some((one) => one.id === of))
  return amount_minor - sum(back) + sum(undone)
}

interface RefundRules {
  /** In the company's currency; null = no refund takes a second person. */
  refund_limit_minor: number | null
  currency: string
}

/**
 * What may still be given back without a second person, in minor units; null: any sum. The limit holds for all that one
 * person alone gives back of a reservation, mistakes that were taken back aside; in another currency there is none.
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

interface RefundWay {
  payment_id: string
  method: MoneyMethod
  amount_minor: number
}

/** The ways that the money came, the latest first, with what can be given back of each. */
export function refundWays(payments: readonly Moved[]): RefundWay[] {
  let left = refundable(payments)
  const ways: RefundWay[] = []
  for (const one of [...payments].reverse()) {
    if (one.direction !== 'payment' || one.state !== 'posted' || one.method === 'written_off') continue
    if (one.reverses_id !== null) continue
    const amount = Math.min(left, refundableOf(payments, one))
    if (amount <= 0) continue
    ways.push({ payment_id: one.id, method: one.method, amount_minor: amount })
    left -= amount
  }
  return ways
}

/** What waits: payments by links that are out, or refunds. */
export const pendingOf = (payments: readonly Moved[], direction: PaymentDirection): number =>
  sum(payments.filter((one) => one.state === 'pending' && one.direction === direction))

const sum = (some: readonly Moved[]): number => some.reduce((all, { amount_minor }) => all + amount_minor, 0)
