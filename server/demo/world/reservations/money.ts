import type { MoneyMethod } from '../../../../contract/core/vocabulary'
import { summed, type Entry } from '../../../domain/ledger/entries'
import { paid } from '../../../domain/ledger/money'
import { changeOfSale, kindOfChange, type Sale } from '../../../domain/ledger/sale'
import { SEATED } from '../../../domain/reservations/status'
import { idOf } from '../chance'
import type { FullRow, RowOf } from '../rows'

type Reservation = FullRow<'reservations'>
type Transaction = RowOf<'ledger_transactions'>

export interface MoneyRows {
  payments: RowOf<'payments'>[]
  ledger_transactions: Transaction[]
  ledger_entries: RowOf<'ledger_entries'>[]
}

/** Returns payments and ledger entries of what was sold, paid and travelled. */
export function moneyRows(reservations: readonly Reservation[]): MoneyRows {
  const rows: MoneyRows = { payments: [], ledger_transactions: [], ledger_entries: [] }
  for (const reservation of reservations) addMoney(rows, reservation)
  return rows
}

/** Payment methods of the demo with a payment record. */
const METHODS: Partial<Record<NonNullable<Reservation['payment_method']>, MoneyMethod>> = {
  cash: 'cash',
  terminal: 'terminal',
}

function addMoney(rows: MoneyRows, reservation: Reservation): void {
  const { id, paid_minor: amount, updated_at, created_at, booked_by_user_id: user } = reservation
  const balances: Entry[] = []
  const add = (kind: Transaction['kind'], at: string, entries: readonly Entry[], payment_id: string | null) => {
    const transaction_id = idOf('ledger', id, rows.ledger_transactions.length)
    balances.push(...entries)
    rows.ledger_transactions.push({
      id: transaction_id,
      at,
      kind,
      reservation_id: id,
      journey_id: null,
      payment_id,
      statement_id: null,
      till_session_id: null,
      reverses_id: null,
      actor_kind: user === null ? 'system' : 'user',
      actor_id: user,
      place: user === null ? 'system' : 'desk',
      reason: null,
    })
    for (const [index, entry] of entries.entries())
      rows.ledger_entries.push({ transaction_id, line: index + 1, ...entry, currency: reservation.currency })
  }
  const sell = (before: Sale | null, now: Sale, at: string) => {
    const entries = changeOfSale(summed(balances), now)
    if (entries.length > 0) add(kindOfChange(before, now), at, entries, null)
  }
  const after: Sale = { ...reservation, commission_minor: reservation.commission_minor ?? 0 }
  const first: Sale = { ...after, status: 'confirmed' }
  const wasSold = SEATED.includes(after.status) || after.status === 'cancelled'
  if (wasSold) sell(null, first, created_at)
  if (amount > 0) {
    const method = METHODS[reservation.payment_method ?? 'cash'] ?? 'transfer'
    const payment = paymentOf(reservation, method)
    rows.payments.push(payment)
    add('paid', created_at, paid(method, amount, reservation, null), payment.id)
  }
  if (wasSold) sell(first, after, updated_at)
}

const paymentOf = (reservation: Reservation, method: MoneyMethod): RowOf<'payments'> => ({
  id: idOf('payment', reservation.id),
  created_at: reservation.created_at,
  updated_at: reservation.created_at,
  reference: `${reservation.reference}-1`,
  direction: 'payment',
  method,
  state: 'posted',
  amount_minor: reservation.paid_minor,
  currency: reservation.currency,
  reservation_id: reservation.id,
  partner_id: reservation.partner_id,
  statement_id: null,
  posted_at: reservation.created_at,
  expires_at: null,
  tendered_minor: null,
  till_id: null,
  till_session_id: null,
  refund_of_id: null,
  reverses_id: null,
  provider: null,
  provider_reference: null,
  card_brand: null,
  card_last4: null,
  fee_minor: null,
  place: reservation.booked_by_user_id === null ? 'system' : 'desk',
  user_id: reservation.booked_by_user_id,
  needs_approval: false,
  approved_by_user_id: null,
  reason: null,
})
