import type { Reservation } from '../../../../contract/entities/reservation'
import { call, newKey } from '../../../providers/http/call'
import type { Payment, PaymentRequest, Sold } from './deskTypes'
import { givenOf, type Paying } from './paying'

/** Methods by which the money is received at the time of sale. */
const PAID_AT_ONCE = ['cash', 'terminal'] as const

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
