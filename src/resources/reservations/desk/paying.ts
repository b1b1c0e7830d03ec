import type { Reservation } from '../../../../contract/entities/reservation'
import { parseMoney } from '../../../providers/format/money'
import type { Payment } from './deskTypes'

/** Payment methods of the desk, in the order of the list. */
export const PAYMENT_METHODS = ['cash', 'terminal', 'transfer', 'on_account'] as const satisfies readonly Payment[]

/** Typed fields of a payment method. */
export interface Paying {
  /** Cash received; empty = the exact price. */
  given: string
  /** Number on the slip of the card terminal. */
  slip: string
}
export const NOTHING_PAID: Paying = { given: '', slip: '' }

type Price = Pick<Reservation, 'total_minor' | 'currency'>

/** Returns the cash received in minor units; null when the text is not an amount. */
export function givenOf({ given }: Paying, { total_minor, currency }: Price, locale: string): number | null {
  if (given.trim() === '') return total_minor
  const amount = parseMoney(given, currency, locale)
  return amount !== null && amount > 0 ? amount : null
}
