import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { EXACT_TOTAL_ROWS } from '../../../../contract/core/limits'
import { RETENTION_EVERY_H } from '../../../../contract/core/retention-limits'
import type { Db } from '../../../db/database'
import type { Reader, Tx } from '../../../db/transaction'

/** Since when a customer `c` has had no journey, and how the clock stands. */
export interface Span {
  months: number
  now: Date
}

const since = ({ months, now }: Span) =>
  sql`${now.toISOString()}::timestamptz - make_interval(months => ${months}::int)`

/** Reservations `r` that keep their customer: a journey since, one that is open, or money that is owed to anybody. */
const keeps = (span: Span) => sql<SqlBool>`
  r.environment = 'live' and (
    coalesce(r.travel_at, r.created_at) > ${since(span)}
    or r.status in ('on_hold', 'pending')
    or (r.travel_at is null and r.status in ('confirmed', 'checked_in', 'boarded'))
    or r.payment_status in ('part_paid', 'refund_due')
    or (r.payment_status = 'unpaid' and case when r.status in ('cancelled', 'expired', 'rejected')
      then coalesce(r.cancellation_fee_minor, 0) else r.total_minor end > 0))`

/**
 * Customers `c` without a journey since. What was booked for nobody from their address or number is theirs, as in
 * `personOf`; whoever shares either with somebody who is to stay, stays as well, for erasing one takes from the other.
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

/** @returns as many as there are up to `EXACT_TOTAL_ROWS`, and one more where there are more */
export async function countInactive(reader: Reader, span: Span): Promise<number> {
  const { rows } = await sql<{ customers: number }>`
    select count(*)::int as customers from (
      select from customers c where ${inactive(span)} limit ${EXACT_TOTAL_ROWS + 1}) counted`.execute(reader)
  return rows[0]?.customers ?? 0
}

/** In no order, so that the search ends with the last that is asked for. @returns their ids */
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

/** Locks a customer unless somebody else has it. @returns whether it is locked and still without a journey */
export async function lockInactive(tx: Tx, span: Span, id: string): Promise<boolean> {
  const locked = await sql`select from customers where id = ${id} for update skip locked`.execute(tx)
  if (locked.rows.length === 0) return false
  // Looked at again under the lock: a booking that was under way has been written by now.
  const { rows } = await sql`select from customers c where c.id = ${id} and ${inactive(span)}`.execute(tx)
  return rows.length > 0
}

/** Whether it is time to look for customers again. */
export async function isRetentionDue(reader: Reader, now: Date): Promise<boolean> {
  const { rows } = await sql<{ is_due: boolean }>`
    select retention_done_at is null
      or retention_done_at <= ${now.toISOString()}::timestamptz - make_interval(hours => ${RETENTION_EVERY_H}::int) as is_due
    from company`.execute(reader)
  return rows[0]?.is_due === true
}

export const noteRetention = (db: Db, now: Date) =>
  db.updateTable('company').set({ retention_done_at: now.toISOString() }).execute()
