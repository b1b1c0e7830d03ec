import { sql, type RawBuilder } from 'kysely'
import { minorToDecimal } from '../../contract/core/currency'
import type { Environment } from '../../contract/core/vocabulary'
import { writePosted } from './ledger'
import { readCompanyCurrency } from './prices'
import type { Reader, Tx } from '../db/transaction'
import { SEATED } from '../domain/reservations/status'

/*
 * What customers and partners owe, and what they may. Who lets it grow locks the account, after the reservations and the
 * seats (`seats.ts`), and adds up then: of two at once the later one sees the other.
 */

/** Of a hold or a request nothing is owed yet, and nothing any more of one that ran out or was declined. */
const OWES = sql`r.status = any(${[...SEATED, 'cancelled']}::text[])`

/** What the reservation `t` costs as it is, less what was paid. */
export const OPEN_AMOUNT = sql<number>`(case when t.status = 'cancelled' then coalesce(t.cancellation_fee_minor, 0)
  else t.total_minor end - t.paid_minor)`

/** Reservations, as `t`, for which a customer owes something. The text of the index `reservations_owed_idx`. */
export const isOwed = () => sql<boolean>`(t.partner_id is null
  and t.status in ('confirmed', 'checked_in', 'boarded', 'completed', 'no_show', 'cancelled')
  and case when t.status = 'cancelled' then coalesce(t.cancellation_fee_minor, 0) else t.total_minor end > t.paid_minor)`

/**
 * Commission of a reservation `r` of a partner `p`: as it was agreed at the sale; of what was sold before that was kept,
 * as the contract says now. Half a unit is rounded away from zero.
 */
export const COMMISSION = sql<number>`coalesce(r.commission_minor, case when p.contract->>'commission_mode' = 'percent' then round(
  (r.total_minor - case when (p.contract->>'commission_on_addons')::boolean then 0 else coalesce((
    select sum((line->>'amount_minor')::bigint) from jsonb_array_elements(r.price_lines) line
    where line->>'kind' = 'addon'), 0) end) * (p.contract->>'commission_bp')::int / 10000.0)::bigint else 0::bigint end)`

/** What a reservation `r` comes to for the partner `p` that has it; nothing where another one has it, or nobody. */
const byStatus = (sold: RawBuilder<number>, cancelled: RawBuilder<number>) => sql<number>`
  case when r.partner_id is distinct from p.id then 0 when r.status = any(${[...SEATED]}::text[]) then ${sold}
    when r.status = 'cancelled' then ${cancelled} else 0 end`

/**
 * What a statement of a partner `p` has of a reservation `r`, closed or not: `gross` less `commission` less `collected` is
 * owed. Of a cancelled trip the partner owes the fee and earns nothing.
 */
export const STATEMENT_LINE = {
  gross: byStatus(sql`r.total_minor`, sql`r.cancellation_fee_minor`),
  commission: byStatus(COMMISSION, sql`0`),
  /** What passengers paid us. */
  collected: sql<number>`case when r.partner_id = p.id then r.paid_minor else 0 end`,
}

/** An amount in minor units of one currency. */
export interface Credit {
  limit: number
  currency: string
}

/** An amount as refusals tell it. */
export const amountText = (minor: number, currency: string): string => `${minorToDecimal(minor, currency)} ${currency}`

/** What a customer may owe on account, in the company's currency; others wait for its account until the transaction ends. */
export async function lockCustomerCredit(tx: Tx, id: string): Promise<Credit> {
  const { rows } = await sql<{ limit: number | null }>`
    select credit_limit_minor as limit from customers where id = ${id} for no key update`.execute(tx)
  return { limit: Number(rows[0]?.limit ?? 0), currency: await readCompanyCurrency(tx) }
}

/** What a customer owes on account, in minor units of a currency. What a partner sold to them the partner owes. */
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
 * What a partner may owe by its contract, null where that sets no limit; where it does, others wait for the account until
 * the transaction ends.
 */
export async function lockPartnerCredit(tx: Tx, id: string): Promise<Credit | null> {
  const { rows } = await sql<Credit>`
    select (contract->>'credit_limit_minor')::bigint as limit, currency from partners
    where id = ${id} and contract->>'credit_limit_minor' is not null for no key update`.execute(tx)
  const [credit] = rows
  return credit ? { ...credit, limit: Number(credit.limit) } : null
}

/**
 * What a partner owes, net, in minor units of its currency: of live trips what the ledger says, of test trips, which are in
 * no ledger, what they come to that is not paid.
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
