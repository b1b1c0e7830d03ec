import { sql, type Insertable } from 'kysely'
import type { PaymentDirection, PaymentState } from '../../../../../contract/core/vocabulary'
import type { PaymentsTable } from '../../../../db/money-tables'
import type { Tx } from '../../../../db/transaction'

export interface StatementToPay {
  id: string
  number: number
  partner_id: string
  code: string
  currency: string
  net_minor: number
  paid_minor: number
  /** Number of payments of the statement. */
  payments: number
}

/** Locks and returns a statement, which serializes its payments. */
export async function lockStatement(tx: Tx, id: string): Promise<StatementToPay | undefined> {
  await sql`select 1 from partner_statements where id = ${id} for no key update`.execute(tx)
  const { rows } = await sql<StatementToPay>`
    select s.id, s.number, s.partner_id, p.code, s.currency, s.net_minor, s.paid_minor,
      (select count(*)::int from payments where statement_id = s.id) as payments
    from partner_statements s join partners p on p.id = s.partner_id where s.id = ${id}`.execute(tx)
  return rows[0]
}

/** Inserts a payment of a statement and updates its paid amount. */
export async function insertStatementPayment(
  tx: Tx,
  row: Insertable<PaymentsTable> & { statement_id: string; posted_at: string },
  paidMinor: number,
): Promise<void> {
  await tx.insertInto('payments').values(row).execute()
  await sql`
    update partner_statements set paid_minor = ${paidMinor}, version = version + 1, updated_at = ${row.posted_at}
    where id = ${row.statement_id}`.execute(tx)
}

export interface Mistake {
  id: string
  reference: string
  direction: PaymentDirection
  state: PaymentState
  amount_minor: number
  /** Whether it was reversed, or reverses another payment. */
  is_reversed: boolean
  transaction_id: string | null
}

/** Returns a payment of a statement that the caller has locked. */
export async function paymentOf(tx: Tx, statementId: string, id: string): Promise<Mistake | undefined> {
  const { rows } = await sql<Mistake>`
    select p.id, p.reference, p.direction, p.state, p.amount_minor,
      p.reverses_id is not null or exists (select 1 from payments r where r.reverses_id = p.id) as is_reversed,
      (select t.id from ledger_transactions t where t.payment_id = p.id and t.reverses_id is null) as transaction_id
    from payments p where p.id = ${id} and p.statement_id = ${statementId}`.execute(tx)
  return rows[0]
}
