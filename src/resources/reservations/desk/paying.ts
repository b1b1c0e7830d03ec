import type { Reservation } from '../../../../contract/entities/reservation'
import { parseMoney } from '../../../providers/format/money'
import { call, newKey } from '../../../providers/http/call'
import type { Payment, PaymentWish, Sold } from './deskTypes'

/** How a caller may pay at the desk, in the order of the list. */
export const WAYS_TO_PAY = ['cash', 'terminal', 'transfer', 'on_account'] as const satisfies readonly Payment[]
/** By these the money is there when it is sold. */
const PAID_AT_ONCE = ['cash', 'terminal'] as const

/** What is typed beside the way of paying. */
export interface Paying {
  /** Cash that is handed over; nothing typed is the price. */
  given: string
  /** The number on the slip of the terminal. */
  slip: string
}
export const NOTHING_PAID: Paying = { given: '', slip: '' }

type Price = Pick<Reservation, 'total_minor' | 'currency'>

/** Cash that is handed over, in minor units; null where what was typed is no amount. */
export function givenOf({ given }: Paying, { total_minor, currency }: Price, locale: string): number | null {
  if (given.trim() === '') return total_minor
  const amount = parseMoney(given, currency, locale)
  return amount !== null && amount > 0 ? amount : null
}

/** What is taken for a reservation as it is sold; null where it is paid later. */
export function paymentOf(
  method: Payment,
  paying: Paying,
  reservation: Pick<Reservation, 'total_minor' | 'paid_minor' | 'currency'>,
  locale: string,
): PaymentWish | null {
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

/** Takes a payment of what was sold, which stays sold where that comes to nothing. */
export async function payFor(sold: Sold, wish: PaymentWish): Promise<Sold> {
  try {
    const { body, once } = wish
    const { reservation } = await call('POST /reservations/:id/payments', {
      params: { id: sold.reservation.id },
      body,
      once,
    })
    return { ...sold, reservation, payment: { wish, failure: null } }
  } catch (failure) {
    return { ...sold, payment: { wish, failure } }
  }
}
