import { sentence } from '../../../../contract/core/sentence'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { Reader } from '../../../db/transaction'
import { SEATED } from '../../../domain/reservations/status'
import { invalidAt } from '../../../http/refusal'
import { hasOpenMoney } from '../repository/money'

/**
 * Refuses two currencies in one price, and another currency once a reservation is confirmed, paid or being paid.
 * @param currencies of the new price
 * @throws Refusal validation
 */
export async function refuseOtherCurrency(
  reader: Reader,
  current: Reservation,
  currencies: readonly string[],
): Promise<void> {
  const other = currencies.find((currency) => currency !== current.currency)
  if (other === undefined) return
  const isFree =
    currencies.length === 1 &&
    !SEATED.includes(current.status) &&
    current.paid_minor === 0 &&
    !(await hasOpenMoney(reader, current.id))
  if (isFree) return
  throw invalidAt(
    current.hire ? 'hire' : 'legs',
    sentence`${current.reference} was sold in ${current.currency}, and this is sold in ${other}. Cancel it and book again.`,
  )
}
