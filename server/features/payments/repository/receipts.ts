import { sql } from 'kysely'
import type { Reader, Tx } from '../../../db/transaction'
import { nextNumber } from '../../../kernel/document-numbers'

/** Returns the receipt number of a payment; null before a receipt was issued. */
async function numberOf(tx: Tx, paymentId: string): Promise<number | null> {
  const { rows } = await sql<{ number: number }>`
    select number from payment_receipts where payment_id = ${paymentId}`.execute(tx)
  return rows[0]?.number ?? null
}

/** Returns the receipt number of a payment, and assigns the next one when it has none. The caller has locked the payment. */
export async function receiptNumberOf(
  tx: Tx,
  paymentId: string,
  issued: { at: string; userId: string | null },
): Promise<number> {
  const known = await numberOf(tx, paymentId)
  if (known !== null) return known
  const number = await nextNumber(tx, 'receipt')
  await sql`
    insert into payment_receipts (payment_id, number, issued_at, issued_by_user_id)
    values (${paymentId}, ${number}, ${issued.at}, ${issued.userId})`.execute(tx)
  return number
}

/** Returns the company details for the receipt header. */
export async function issuer(reader: Reader): Promise<{ name: string; timezone: string }> {
  const { rows } = await sql<{ name: string; timezone: string }>`select name, timezone from company`.execute(reader)
  const [company] = rows
  if (!company) throw new Error('There is no company.')
  return company
}
