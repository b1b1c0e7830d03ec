import type { Reservation } from '../../../../contract/entities/reservation'
import { parseMoney } from '../../../providers/format/money'
import { call, newKey } from '../../../providers/http/call'
import type { Payment, PaymentRequest, Sold } from './deskTypes'

/** Payment methods of the desk, in the order of the list. */
export const PAYMENT_METHODS = ['cash', 'terminal', 'transfer', 'on_account'] as const satisfies readonly Payment[]
/** Methods by which the money is received at the time of sale. */
const PAID_AT_ONCE = ['cash', 'terminal'] as const

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

/** Returns the payment taken at the time of sale; null when paid later. */
export function paymentOf(
  method: Payment,
  paying: Paying,
  reservation: Pick<Reservation, 'total_minor' | 'paid_minor' | 'currency'>,
  locale: string,
): PaymentRequest | null {
  const now = PAID_AT_ONCE.find((one) => one === method)
  const { currency } = reservation
  const owed = reservation.total_minor - reservation.paid_minor
  if (now === undefined || owed <= 0) return null
  const once = newKey()
  if (now === 'terminal') {
    const slip = paying.slip.trim()
    const body = { method: now, currency, amount_minor: owed, ...(slip !== '' && { provider_reference: slip }) }
    return { body, once }
  }
  const given = givenOf(paying, { total_minor: owed, currency }, locale) ?? owed
  return { body: { method: now, currency, amount_minor: Math.min(given, owed), tendered_minor: given }, once }
}

/** Takes the payment of a sale. The sale remains valid when the payment fails. */
export async function payFor(sold: Sold, request: PaymentRequest): Promise<Sold> {
  try {
    const { body, once } = request
    const { reservation } = await call('POST /reservations/:id/payments', {
      params: { id: sold.reservation.id },
      body,
      once,
    })
    return { ...sold, reservation, payment: { request, failure: null } }
  } catch (failure) {
    return { ...sold, payment: { request, failure } }
  }
}
