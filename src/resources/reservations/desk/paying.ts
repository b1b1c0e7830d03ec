import type { PaymentMethod } from '../../../../contract/core/vocabulary'
import type { Reservation } from '../../../../contract/entities/reservation'
import { parseMoney } from '../../../providers/format/money'
import type { Payment } from './deskTypes'

const ALWAYS = ['cash', 'terminal', 'transfer', 'on_account'] as const satisfies readonly Payment[]

/**
 * Returns the payment methods of the desk, in the order of the list.
 * @param chosen stays in the list even if it cannot be chosen
 * @param takesLinks whether payment links are possible
 */
export const methodsOf = (chosen: Payment, takesLinks: boolean): readonly PaymentMethod[] => {
  const methods: readonly PaymentMethod[] = takesLinks ? [...ALWAYS, 'link'] : ALWAYS
  return chosen === null || methods.includes(chosen) ? methods : [...methods, chosen]
}

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
