import type { Reservation } from '../../../../contract/entities/reservation'
import { call, newKey } from '../../../providers/http/call'
import { sendLink } from '../money/paymentLink'
import type { Payment, PaymentRequest, Sold, SoldLink } from './deskTypes'
import { givenOf, type Paying } from './paying'

/** Methods by which the money is received at the time of sale. */
const PAID_AT_ONCE = ['cash', 'terminal'] as const

/** Returns the payment taken at the time of sale; null when paid later. */
function paymentOf(
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

/** Returns the request of a link for the open amount, emailed to the customer if an address is known. */
function linkOf({ total_minor, paid_minor, currency, locale, lead_email }: Reservation): SoldLink['request'] | null {
  const owed = total_minor - paid_minor
  if (owed <= 0) return null
  const body = { amount_minor: owed, currency, language: locale, ...(lead_email !== null && { email: lead_email }) }
  return { body, once: newKey() }
}

/** Requests the payment link of a sale. The sale remains valid when the request fails. */
export async function linkFor(sold: Sold, request: SoldLink['request']): Promise<Sold> {
  try {
    const sent = await sendLink(sold.reservation.id, request.body, request.once)
    return { ...sold, reservation: sent.reservation, link: { request, sent, failure: null } }
  } catch (failure) {
    return { ...sold, link: { request, sent: null, failure } }
  }
}

/** Takes the payment of a confirmed sale, or requests its payment link; other sales are paid later. */
export async function settleSale(sold: Sold, method: Payment, paying: Paying, locale: string): Promise<Sold> {
  const { reservation } = sold
  if (reservation.status !== 'confirmed') return sold
  const link = method === 'link' ? linkOf(reservation) : null
  if (link) return linkFor(sold, link)
  const payment = paymentOf(method, paying, reservation, locale)
  return payment ? payFor(sold, payment) : sold
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
