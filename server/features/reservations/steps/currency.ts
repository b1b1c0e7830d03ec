import type { Reservation } from '../../../../contract/entities/reservation'
import type { Reader } from '../../../db/transaction'
import { invalidAt } from '../../../http/refusal'
import { hasOpenMoney } from '../repository/money'

/**
 * Refuses another currency for a reservation that money was paid for, or that a payment is waited for.
 * @param currency of the new price
 * @throws Refusal validation
 */
export async function refuseOtherCurrency(reader: Reader, current: Reservation, currency: string): Promise<void> {
  if (currency === current.currency) return
  if (current.paid_minor === 0 && !(await hasOpenMoney(reader, current.id))) return
  throw invalidAt(
    current.hire ? 'hire' : 'legs',
    `${current.reference} is paid for in ${current.currency}, and this is sold in ${currency}. Cancel it and book again.`,
  )
}
