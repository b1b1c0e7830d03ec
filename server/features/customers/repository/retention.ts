import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { EXACT_TOTAL_ROWS } from '../../../../contract/core/limits/requests'
import { RETENTION_EVERY_H } from '../../../../contract/core/limits/retention'
import type { Db } from '../../../db/database'
import type { Reader, Tx } from '../../../db/transaction'

/** Number of months without a journey, and the current time. */
export interface Span {
  months: number
  now: Date
}

const since = ({ months, now }: Span) =>
  sql`${now.toISOString()}::timestamptz - make_interval(months => ${months}::int)`

/** Reservations `r` that prevent erasure: a journey within the span, an open reservation, or an open amount. */
const keeps = (span: Span) => sql<SqlBool>`
  r.environment = 'live' and (
    coalesce(r.travel_at, r.created_at) > ${since(span)}
    or r.status in ('on_hold', 'pending')
    or (r.travel_at is null and r.status in ('confirmed', 'checked_in', 'boarded'))
    or r.payment_status in ('part_paid', 'refund_due')
    or (r.payment_status = 'unpaid' and case when r.status in ('cancelled', 'expired', 'rejected')
      then coalesce(r.cancellation_fee_minor, 0) else r.total_minor end > 0))`

/**
 * Customers `c` without a journey within the span. Reservations without a customer belong to those with the same email or
 * phone, as in `personOf`. Customers who share either with one who stays are not erased: this would remove data of both.
 */
const inactive = (span: Span): RawBuilder<SqlBool> => sql<SqlBool>`
  c.anonymised_at is null and c.merged_into_id is null and c.legal_hold_reason is null
  and c.created_at <= ${since(span)}
  and not exists (select from reservations r where r.customer_id = c.id and ${keeps(span)})
  and not exists (
    select from customers f
    where (f.id = c.id or f.merged_into_id = c.id or f.phone = c.phone or lower(f.email) = lower(c.email)) and (
      f.created_at > ${since(span)} or f.legal_hold_reason is not null
      or exists (select from reservations r where r.customer_id = f.id and ${keeps(span)})
      or exists (select from reservations r
        where r.customer_id is null and r.lead_phone = f.phone and ${keeps(span)})
      or exists (select from reservations r
        where r.customer_id is null and lower(r.lead_email) = lower(f.email) and ${keeps(span)})
      or exists (select from waiting_entries w where w.state in ('waiting', 'offered') and (
        w.customer_id = f.id or w.customer_id is null
        and (w.lead_phone = f.phone or lower(w.lead_email) = lower(f.email))))))`

/** @returns the number of customers up to `EXACT_TOTAL_ROWS`, or one more if there are more */
export async function countInactive(reader: Reader, span: Span): Promise<number> {
  const { rows } = await sql<{ customers: number }>`
    select count(*)::int as customers from (
      select from customers c where ${inactive(span)} limit ${EXACT_TOTAL_ROWS + 1}) counted`.execute(reader)
  return rows[0]?.customers ?? 0
}

/** Returns ids without an order, so that the search stops at the limit. */
export async function findInactive(
  reader: Reader,
  span: Span,
  { limit, except }: { limit: number; except: ReadonlySet<string> },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from customers c where ${inactive(span)} and c.id <> all(${[...except]}::uuid[]) limit ${limit}`.execute(
    reader,
  )
  return rows.map((row) => row.id)
}

/** Locks a customer unless another transaction has locked it. @returns whether it is locked and still without a journey */
export async function lockInactive(tx: Tx, span: Span, id: string): Promise<boolean> {
  const locked = await sql`select from customers where id = ${id} for update skip locked`.execute(tx)
  if (locked.rows.length === 0) return false
  // Re-read after locking: a concurrent booking may have been committed.
  const { rows } = await sql`select from customers c where c.id = ${id} and ${inactive(span)}`.execute(tx)
  return rows.length > 0
}

/** Returns whether the daily search for inactive customers is due. */
export async function isRetentionDue(reader: Reader, now: Date): Promise<boolean> {
  const { rows } = await sql<{ is_due: boolean }>`
    select retention_done_at is null
      or retention_done_at <= ${now.toISOString()}::timestamptz - make_interval(hours => ${RETENTION_EVERY_H}::int) as is_due
    from company`.execute(reader)
  return rows[0]?.is_due === true
}

export const noteRetention = (db: Db, now: Date) =>
  db.updateTable('company').set({ retention_done_at: now.toISOString() }).execute()
