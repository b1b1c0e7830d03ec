import { sql } from 'kysely'
import type { PriceLine } from '../../../../contract/core/price-line'
import type { Environment } from '../../../../contract/core/vocabulary'
import type { Db } from '../../../db/database'
import type { Reader } from '../../../db/transaction'
import { changeOfSale, type Sale } from '../../../domain/ledger/sale'
import type { Entry } from '../../../domain/ledger/entries'
import { owedFor, paymentStatus } from '../../../domain/reservations/payment'
import type { ReservationStatus } from '../../../domain/reservations/status'
import { COMMISSION } from '../../../kernel/credit'

/* Recomputes all money: stored sums must equal the ledger entries, and the entries must follow from the records. */

/** A sentence that names the record and its discrepancy. */
export type Difference = string

export interface Checked {
  transactions: number
  reservations: number
  payments: number
  /** The first discrepancy; null when there is none. */
  difference: Difference | null
}

const RESERVATIONS_AT_ONCE = 1_000

/** Checks all money in one snapshot of the database, without a statement timeout. */
export async function checkMoney(db: Db): Promise<Checked> {
  const reader = await db.startTransaction().setIsolationLevel('repeatable read').execute()
  try {
    await sql`set local statement_timeout = 0`.execute(reader)
    const counts = await countAll(reader)
    const difference =
      (await unbalanced(reader)) ??
      (await unpostedPayment(reader)) ??
      (await tillThatDiffers(reader)) ??
      (await statementThatDiffers(reader)) ??
      (await reservationThatDiffers(reader))
    return { ...counts, difference }
  } finally {
    await reader.rollback().execute()
  }
}

async function countAll(reader: Reader): Promise<Omit<Checked, 'difference'>> {
  const { rows } = await sql<Record<'transactions' | 'reservations' | 'payments', number>>`
    select (select count(*)::int from ledger_transactions) as transactions,
      (select count(*)::int from reservations) as reservations, (select count(*)::int from payments) as payments`.execute(
    reader,
  )
  return rows[0] ?? { transactions: 0, reservations: 0, payments: 0 }
}

/** The database refuses unbalanced transactions; this check covers rows that bypassed it. */
async function unbalanced(reader: Reader): Promise<Difference | null> {
  const { rows } = await sql<{ id: string; sum: number; currencies: number }>`
    select t.id, coalesce(sum(e.amount_minor), 0)::bigint as sum, count(distinct e.currency)::int as currencies
    from ledger_transactions t left join ledger_entries e on e.transaction_id = t.id
    group by t.id having coalesce(sum(e.amount_minor), 0) <> 0 or count(distinct e.currency) <> 1
    order by t.id limit 1`.execute(reader)
  const [row] = rows
  return row ? `Transaction ${row.id} sums to ${row.sum} in ${row.currencies} currencies, not to 0 in one.` : null
}

/** A posted payment has one transaction of its amount; any other payment has none. */
async function unpostedPayment(reader: Reader): Promise<Difference | null> {
  const { rows } = await sql<{ reference: string; state: string; amount: number; posted: number; times: number }>`
    select p.reference, p.state, case when p.direction = 'refund' then -p.amount_minor else p.amount_minor end as amount,
      coalesce(-sum(e.amount_minor) filter (where e.account in ('customers', 'partners')), 0)::bigint as posted,
      count(distinct t.id)::int as times
    from payments p left join ledger_transactions t on t.payment_id = p.id
      left join ledger_entries e on e.transaction_id = t.id
    group by p.id
    having count(distinct t.id) <> case when p.state = 'posted' then 1 else 0 end
      or (p.state = 'posted' and coalesce(-sum(e.amount_minor) filter (where e.account in ('customers', 'partners')), 0)
        <> case when p.direction = 'refund' then -p.amount_minor else p.amount_minor end)
    order by p.reference limit 1`.execute(reader)
  const [row] = rows
  return row
    ? `Payment ${row.reference} is ${row.state} with ${row.amount}; ${row.times} transactions post ${row.posted}.`
    : null
}

/** The balance of a closed till equals its last count. */
async function tillThatDiffers(reader: Reader): Promise<Difference | null> {
  const { rows } = await sql<{ code: string; counted: number; balance: number }>`
    select t.code, s.counted_minor as counted, e.balance
    from tills t
      cross join lateral (select * from till_sessions where till_id = t.id order by opened_at desc, id desc limit 1) s
      cross join lateral (select coalesce(sum(amount_minor), 0)::bigint as balance from ledger_entries
        where sub_id = t.id and account = 'tills' and currency = t.currency) e
    where s.closed_at is not null and s.counted_minor <> e.balance order by t.code limit 1`.execute(reader)
  const [row] = rows
  return row ? `Till ${row.code} was closed with ${row.counted}, its entries come to ${row.balance}.` : null
}

/** Totals of a statement equal its lines, its paid amount equals its payments and its entries, and numbers have no gaps. */
async function statementThatDiffers(reader: Reader): Promise<Difference | null> {
  const { rows } = await sql<{ number: number; says: number; lines: number; paid: number; posted: number }>`
    select s.number, s.net_minor as says, l.net as lines,
      s.paid_minor as paid, e.posted
    from partner_statements s
      cross join lateral (
        select coalesce(sum(net_minor), 0)::bigint as net, coalesce(sum(gross_minor), 0) as gross,
          coalesce(sum(commission_minor), 0) as commission, coalesce(sum(collected_minor), 0) as collected
        from partner_statement_lines where statement_id = s.id
      ) l
      cross join lateral (
        select coalesce(sum(case direction when 'refund' then -amount_minor else amount_minor end), 0) as paid
        from payments where statement_id = s.id and state = 'posted'
      ) p
      cross join lateral (
        select coalesce(-sum(e.amount_minor), 0)::bigint as posted
        from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
        where t.statement_id = s.id and e.account = 'partners' and e.sub_id = s.partner_id and e.currency = s.currency
      ) e
    where (s.gross_minor, s.commission_minor, s.collected_minor, s.net_minor) <> (l.gross, l.commission, l.collected, l.net)
      or s.paid_minor <> p.paid or s.paid_minor <> e.posted
    order by s.number limit 1`.execute(reader)
  const [row] = rows
  if (row)
    return `Statement ${row.number} says ${row.says} and ${row.paid} paid; its lines come to ${row.lines}, its entries to ${row.posted}.`
  const { rows: gaps } = await sql<{ number: number }>`
    select generate_series(1, (select last from document_numbers where kind = 'statement')) as number
    except select number from partner_statements order by number limit 1`.execute(reader)
  return gaps[0] ? `There is no statement ${gaps[0].number}.` : null
}

interface Row extends Omit<Sale, 'price_lines'> {
  id: string
  reference: string
  price_lines: PriceLine[]
  environment: Environment
  status: ReservationStatus
  paid_minor: number
  payment_status: Parameters<typeof paymentStatus>[0]['before']
  /** Posted payments minus refunds, in minor units. */
  counted: number
  balances: Entry[]
}

async function reservationThatDiffers(reader: Reader): Promise<Difference | null> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await page(reader, after)
    for (const row of rows) {
      const difference = differenceOf(row)
      if (difference !== null) return `${row.reference}: ${difference}`
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < RESERVATIONS_AT_ONCE) return null
    after = last.id
  }
}

async function page(reader: Reader, after: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select r.id, r.reference, r.environment, r.status, r.total_minor, r.price_lines, r.cancellation_fee_minor,
      r.partner_id, case when r.partner_id is null then 0 else ${COMMISSION} end as commission_minor,
      r.operated_by_partner_id, r.operator_cost_minor, r.paid_minor, r.payment_status,
      coalesce((select sum(case p.direction when 'refund' then -p.amount_minor else p.amount_minor end)
        from payments p where p.reservation_id = r.id and p.state = 'posted'), 0)::bigint as counted,
      coalesce((select jsonb_agg(b) from (
        select e.account, e.sub_id, e.tax_bp, sum(e.amount_minor)::bigint as amount_minor
        from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
        where t.reservation_id = r.id group by e.account, e.sub_id, e.tax_bp) b), '[]') as balances
    from reservations r left join partners p on p.id = r.partner_id
    where r.id > ${after} order by r.id limit ${RESERVATIONS_AT_ONCE}`.execute(reader)
  return rows
}

/** Returns the first discrepancy of one reservation, or null. */
function differenceOf(row: Row): string | null {
  const { paid_minor: paid, counted, balances, environment } = row
  if (environment === 'live' && paid !== counted) return `${paid} is stored as paid, its payments come to ${counted}.`
  const account = {
    status: row.status,
    total: row.total_minor,
    paid,
    fee: row.cancellation_fee_minor,
    before: row.payment_status,
  }
  const status = paymentStatus(account)
  if (status !== row.payment_status) return `stored as ${String(row.payment_status)}, it is ${status}.`
  const [missing] = changeOfSale(balances, row)
  if (missing) return `${missing.account} is short of ${missing.amount_minor} for what was sold.`
  if (environment === 'test') return balances.length > 0 ? 'a test reservation has entries.' : null
  const owes = sumOf(balances, ['customers', 'partners'])
  const commission = sumOf(balances, ['commission'])
  const expected = (isSold(row.status) ? owedFor(account) : 0) - commission - paid
  return owes === expected ? null : `${owes} is owed by its entries, ${expected} by its price and its payments.`
}

const UNSOLD: readonly ReservationStatus[] = ['on_hold', 'pending', 'expired', 'rejected']
const isSold = (status: ReservationStatus) => !UNSOLD.includes(status)

const sumOf = (balances: readonly Entry[], accounts: readonly Entry['account'][]) =>
  balances.filter(({ account }) => accounts.includes(account)).reduce((sum, { amount_minor }) => sum + amount_minor, 0)
