import { sql, type Insertable } from 'kysely'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { PaymentsTable } from '../../../db/money-tables'
import { writeParts } from '../../../db/parts'
import type { Reader, Tx } from '../../../db/transaction'
import { COMMISSION } from '../../../kernel/credit'

/** Returns the commission on a reservation in minor units; zero without a partner. */
export async function commissionOf(reader: Reader, id: string): Promise<number> {
  const { rows } = await sql<{ commission: number }>`
    select ${COMMISSION} as commission from reservations r join partners p on p.id = r.partner_id
    where r.id = ${id}`.execute(reader)
  return Number(rows[0]?.commission ?? 0)
}

/** Whether the ledger has entries of a reservation, or a payment of it is pending. */
export async function hasMoney(reader: Reader, id: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select 1 from ledger_transactions where reservation_id = ${id})
      or exists (select 1 from payments where reservation_id = ${id}) as has`.execute(reader)
  return rows[0]?.has === true
}

/** Whether a reservation has a payment, or one is pending. */
export async function hasOpenMoney(reader: Reader, id: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (
      select from payments where reservation_id = ${id} and state in ('posted', 'pending')) as has`.execute(reader)
  return rows[0]?.has === true
}

interface WriteOff {
  id: string
  /** Amount that is not reverted, minor units. */
  amount_minor: number
}

/** Returns the write-offs of a locked reservation that are not fully reverted, the latest first. */
export async function writeOffsOf(reader: Reader, id: string): Promise<{ standing: WriteOff[]; payments: number }> {
  const { rows } = await sql<WriteOff & { payments: number }>`
    select w.id, (w.amount_minor - coalesce(b.back, 0))::bigint as amount_minor,
      (select count(*)::int from payments where reservation_id = ${id}) as payments
    from payments w
      left join lateral (select sum(amount_minor) as back from payments
        where w.id in (refund_of_id, reverses_id) and reservation_id = ${id} and state = 'posted') b on true
    where w.reservation_id = ${id} and w.method = 'written_off' and w.direction = 'payment' and w.state = 'posted'
      and w.amount_minor > coalesce(b.back, 0)
    order by w.created_at desc, w.id desc`.execute(reader)
  return {
    standing: rows.map((row) => ({ id: row.id, amount_minor: Number(row.amount_minor) })),
    payments: rows[0]?.payments ?? 0,
  }
}

/** Inserts a payment that results from a change of its reservation. */
export const writePayment = (tx: Tx, row: Insertable<PaymentsTable>): Promise<void> =>
  writeParts(tx, { new_payment: tx.insertInto('payments').values(row) })

/** Updates the paid amount of a reservation that this transaction has changed already. */
export async function writePaid(
  tx: Tx,
  id: string,
  { paid_minor, payment_status }: Pick<Reservation, 'paid_minor' | 'payment_status'>,
): Promise<void> {
  await tx.updateTable('reservations').set({ paid_minor, payment_status }).where('id', '=', id).execute()
}
