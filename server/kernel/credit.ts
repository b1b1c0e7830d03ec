import { sql, type RawBuilder } from 'kysely'
import { minorToDecimal } from '../../contract/core/currency'
import type { Environment } from '../../contract/core/vocabulary'
import { writePosted } from './ledger'
import { readCompanyCurrency } from './prices'
import type { Reader, Tx } from '../db/transaction'
import { SEATED } from '../domain/reservations/status'

/*
 * Amounts that customers and partners owe, and their credit limits. A sale that increases a debt locks the account after
 * the reservations and the seats (`seats.ts`), and adds up under that lock, so that concurrent sales see each other.
 */

/** Condition for owed reservations `r`: holds and requests are not owed yet, expired and rejected ones not any more. */
const OWES = sql`r.status = any(${[...SEATED, 'cancelled']}::text[])`

/** Open amount of the reservation `t`: its total, or the cancellation fee once cancelled, less what was paid. */
export const OPEN_AMOUNT = sql<number>`(case when t.status = 'cancelled' then coalesce(t.cancellation_fee_minor, 0)
  else t.total_minor end - t.paid_minor)`

/** Returns the condition for reservations `t` that a customer owes for. Equals the predicate of `reservations_owed_idx`. */
export const isOwed = () => sql<boolean>`(t.partner_id is null
  and t.status in ('confirmed', 'checked_in', 'boarded', 'completed', 'no_show', 'cancelled')
  and case when t.status = 'cancelled' then coalesce(t.cancellation_fee_minor, 0) else t.total_minor end > t.paid_minor)`

/**
 * Commission of a reservation `r` of a partner `p` in minor units: the amount stored at the sale, or by the current
 * contract for older sales without one. Half a unit is rounded away from zero.
 */
export const COMMISSION = sql<number>`coalesce(r.commission_minor, case when p.contract->>'commission_mode' = 'percent' then round(
  (r.total_minor - case when (p.contract->>'commission_on_addons')::boolean then 0 else coalesce((
    select sum((line->>'amount_minor')::bigint) from jsonb_array_elements(r.price_lines) line
    where line->>'kind' = 'addon'), 0) end) * (p.contract->>'commission_bp')::int / 10000.0)::bigint else 0::bigint end)`

/** Amount of a reservation `r` for its partner `p` by status; 0 for reservations of another partner or of none. */
const byStatus = (sold: RawBuilder<number>, cancelled: RawBuilder<number>) => sql<number>`
  case when r.partner_id is distinct from p.id then 0 when r.status = any(${[...SEATED]}::text[]) then ${sold}
    when r.status = 'cancelled' then ${cancelled} else 0 end`

/**
 * Amounts of a reservation `r` in a statement of a partner `p`, open or closed. The partner owes `gross` less `commission`
 * less `collected`. For a cancelled trip the partner owes the fee and earns no commission.
 */
export const STATEMENT_LINE = {
  gross: byStatus(sql`r.total_minor`, sql`r.cancellation_fee_minor`),
  commission: byStatus(COMMISSION, sql`0`),
  /** Amount that passengers paid directly to the operator. */
  collected: sql<number>`case when r.partner_id = p.id then r.paid_minor else 0 end`,
}

/** Credit limit in minor units of its currency. */
export interface Credit {
  limit: number
  currency: string
}

/** Formats an amount for error messages. */
export const amountText = (minor: number, currency: string): string => `${minorToDecimal(minor, currency)} ${currency}`

/** Returns the credit limit of a customer in the company's currency. Locks the account until the transaction ends. */
export async function lockCustomerCredit(tx: Tx, id: string): Promise<Credit> {
  const { rows } = await sql<{ limit: number | null }>`
    select credit_limit_minor as limit from customers where id = ${id} for no key update`.execute(tx)
  return { limit: Number(rows[0]?.limit ?? 0), currency: await readCompanyCurrency(tx) }
}

/** Returns a customer's debt on account, in minor units of `currency`. Sales by partners are owed by the partner. */
export async function customerOwes(reader: Reader, id: string, currency: string): Promise<number> {
  const { rows } = await sql<{ owed: number | null }>`
    select sum(greatest(0, case when r.status = 'cancelled' then r.cancellation_fee_minor else r.total_minor end
      - r.paid_minor)) as owed
    from reservations r
    where r.customer_id = ${id} and r.partner_id is null and r.payment_method = 'on_account'
      and r.environment = 'live' and r.currency = ${currency} and ${OWES}`.execute(reader)
  return Number(rows[0]?.owed ?? 0)
}

/**
 * Returns the credit limit in the contract of a partner, null if it sets none.
 * Locks the account until the transaction ends if there is a limit.
 */
export async function lockPartnerCredit(tx: Tx, id: string): Promise<Credit | null> {
  const { rows } = await sql<Credit>`
    select (contract->>'credit_limit_minor')::bigint as limit, currency from partners
    where id = ${id} and contract->>'credit_limit_minor' is not null for no key update`.execute(tx)
  const [credit] = rows
  return credit ? { ...credit, limit: Number(credit.limit) } : null
}

/**
 * Returns the net amount that a partner owes, in minor units of its currency: the ledger balance for live trips, the unpaid
 * amounts for test trips, which are not in the ledger.
 */
export async function partnerOwes(tx: Tx, id: string, environment: Environment): Promise<number> {
  if (environment === 'live') {
    await writePosted(tx)
    const { rows } = await sql<{ owed: number | null }>`
      select sum(e.amount_minor) as owed from ledger_entries e join partners p on p.id = e.sub_id
      where e.sub_id = ${id} and e.account = 'partners' and e.currency = p.currency`.execute(tx)
    return Number(rows[0]?.owed ?? 0)
  }
  const { gross, commission, collected } = STATEMENT_LINE
  const { rows } = await sql<{ owed: number | null }>`
    select sum(greatest(0, ${gross} - ${commission} - ${collected})) as owed
    from reservations r join partners p on p.id = r.partner_id
    where r.partner_id = ${id} and r.environment = 'test' and r.currency = p.currency and ${OWES}`.execute(tx)
  return Number(rows[0]?.owed ?? 0)
}
