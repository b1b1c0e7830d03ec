import type { Reservation } from '../../../contract/entities/reservation'
import type { ReservationMoney } from '../../../contract/operations/payments'
import type { Reader } from '../../db/transaction'
import { pendingOf, refundable, refundableAlone, refundablePayments } from '../../domain/payments/refundable'
import { owedFor } from '../../domain/reservations/payment'
import { isUnagreed } from '../../domain/reservations/status'
import { moneyRules, namesIn, paymentsOf } from './repository/payments'
import type { MoneyStores } from './steps/money'
import { PAYMENTS_SHOWN } from '../../../contract/core/limits/money'
import type { Role } from '../../../contract/core/vocabulary'

/** Returns what was paid, refunded and is owed for a reservation, and the possible refund methods. */
export async function presentMoney(
  reader: Reader,
  { payments: store, provider }: Pick<MoneyStores, 'payments' | 'provider'>,
  reservation: Reservation,
  role: Role,
): Promise<ReservationMoney> {
  const all = await paymentsOf(reader, reservation.id)
  const { rows: latest } = await store.list({
    filter: { reservation_id: reservation.id },
    sort: { field: 'created_at', order: 'DESC' },
    offset: 0,
    limit: PAYMENTS_SHOWN,
    role,
    language: 'en',
  })
  const owed = owedFor({
    status: reservation.status,
    total: reservation.total_minor,
    fee: reservation.cancellation_fee_minor,
  })
  const { paid_minor, currency } = reservation
  const payments = latest.toReversed()
  return {
    currency,
    owed_minor: owed,
    paid_minor,
    balance_minor: owed - paid_minor,
    pending_payments_minor: pendingOf(all, 'payment'),
    pending_refunds_minor: pendingOf(all, 'refund'),
    takes_links: provider !== null && reservation.environment === 'live',
    write_off_max_minor: isUnagreed(reservation.status) ? 0 : Math.max(0, owed - paid_minor),
    refundable_minor: Math.max(0, Math.min(refundable(all), paid_minor)),
    refund_alone_minor: refundableAlone(all, currency, await moneyRules(reader)),
    refund_ways: refundablePayments(all).map(({ method, ...payment }) => ({
      ...payment,
      method: method === 'opening' || method === 'written_off' ? 'cash' : method,
    })),
    payments,
    names: await namesIn(reader, payments),
  }
}
