import { sql, type Insertable } from 'kysely'
import type { Payment } from '../../../../contract/entities/payment'
import type { PaymentsTable } from '../../../db/money-tables'
import type { Parts } from '../../../db/parts'
import type { Reader, Tx } from '../../../db/transaction'

export type NewPayment = Insertable<PaymentsTable>

/** Returns the insert of a payment as part of the statement that updates its reservation. */
export const newPayment = (tx: Tx, row: NewPayment): Parts => ({ new_payment: tx.insertInto('payments').values(row) })

/** The fields of a payment that decide how much can be refunded. */
export type PaymentFacts = Pick<
  Payment,
  | 'id'
  | 'direction'
  | 'method'
  | 'state'
  | 'amount_minor'
  | 'refund_of_id'
  | 'reverses_id'
  | 'provider'
  | 'needs_approval'
  | 'approved_by_user_id'
>

/** Returns the payments of a reservation in creation order. The caller has locked the row of the reservation. */
export async function paymentsOf(reader: Reader, reservationId: string): Promise<PaymentFacts[]> {
  const { rows } = await sql<PaymentFacts>`
    select id, direction, method, state, amount_minor, refund_of_id, reverses_id, provider, needs_approval,
      approved_by_user_id
    from payments where reservation_id = ${reservationId} order by created_at, id`.execute(reader)
  return rows
}

/** Company settings for money. */
export interface MoneyRules {
  /** Refunds above this amount need a second person, in the company's currency; null = no limit. */
  refund_limit_minor: number | null
  currency: string
  cash_needs_till: boolean
}

export async function moneyRules(reader: Reader): Promise<MoneyRules> {
  const { rows } = await sql<MoneyRules>`select refund_limit_minor, currency, cash_needs_till from company`.execute(
    reader,
  )
  const [rules] = rows
  if (!rules) throw new Error('There is no company.')
  return rules
}

export interface OpenTill {
  session_id: string
  till_id: string
  user_id: string
  currency: string
  is_open: boolean
}

const TILL = sql`
  select s.id as session_id, s.till_id, s.user_id, t.currency, s.counted_at is null as is_open
  from till_sessions s join tills t on t.id = s.till_id`

/** Returns a till session and locks it: it cannot be counted or closed until the transaction ends. */
export async function lockTill(tx: Tx, sessionId: string): Promise<OpenTill | null> {
  const { rows } = await sql<OpenTill>`${TILL} where s.id = ${sessionId} for key share of s`.execute(tx)
  return rows[0] ?? null
}

/** Returns and locks the most recently opened open till session of a user in a currency. */
export async function ownTill(tx: Tx, userId: string, currency: string): Promise<OpenTill | null> {
  const { rows } = await sql<OpenTill>`${TILL}
    where s.user_id = ${userId} and t.currency = ${currency} and s.counted_at is null
    order by s.opened_at desc limit 1 for key share of s`.execute(tx)
  return rows[0] ?? null
}

/** Returns the id of the ledger transaction that posted a payment. */
export async function transactionOf(tx: Tx, paymentId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from ledger_transactions where payment_id = ${paymentId} and reverses_id is null
    order by at limit 1`.execute(tx)
  return rows[0]?.id ?? null
}

/** Returns the names of the users and tills of some payments, by id. */
export async function namesIn(
  reader: Reader,
  payments: readonly Pick<Payment, 'user_id' | 'till_id'>[],
): Promise<Record<string, string>> {
  const ids = payments.flatMap(({ user_id, till_id }) => [user_id, till_id]).filter((id) => id !== null)
  if (ids.length === 0) return {}
  const { rows } = await sql<{ id: string; name: string }>`
    select id, coalesce(nullif(trim(concat_ws(' ', first_name, last_name)), ''), username) as name
    from users where id = any(${ids}::uuid[])
    union all select id, name from tills where id = any(${ids}::uuid[])`.execute(reader)
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]))
}
