import { sql } from 'kysely'
import type { AccountCodes } from '../../../../contract/core/accounts'
import type { Db } from '../../../db/database'
import type { Reader } from '../../../db/transaction'
import type { JournalBalance, JournalTransaction } from '../../../domain/ledger/journal'

const TRANSACTIONS_AT_ONCE = 2_000

interface Books {
  timezone: string
  codes: AccountCodes
  /** Codes of tills and partners by id. */
  names: ReadonlyMap<string, string>
}

export async function readBooks(reader: Reader): Promise<Books> {
  const { timezone, account_codes: codes } = await reader
    .selectFrom('company')
    .select(['timezone', 'account_codes'])
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ id: string; code: string }>`
    select id, code from tills union all select id, code from partners`.execute(reader)
  return { timezone, codes, names: new Map(rows.map(({ id, code }) => [id, code])) }
}

const startOf = (day: string, timezone: string) => sql`${day}::date::timestamp at time zone ${timezone}`

/** Returns the balance of each account at the start of a day, without a statement timeout. */
export const balancesBefore = (db: Db, day: string, timezone: string): Promise<JournalBalance[]> =>
  db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    const { rows } = await sql<JournalBalance>`
      select e.account, e.sub_id, e.tax_bp, e.currency, sum(e.amount_minor)::bigint as amount_minor
      from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
      where t.at < ${startOf(day, timezone)}
      group by e.account, e.sub_id, e.tax_bp, e.currency having sum(e.amount_minor) <> 0
      order by e.currency, e.account, e.sub_id, e.tax_bp`.execute(tx)
    return rows
  })

/** Returns the days of the first and the last transaction; undefined while the ledger is empty. */
export async function daysOfLedger(
  reader: Reader,
  timezone: string,
): Promise<{ first: string; last: string } | undefined> {
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select to_char(min(at) at time zone ${timezone}, 'YYYY-MM-DD') as first,
      to_char(max(at) at time zone ${timezone}, 'YYYY-MM-DD') as last
    from ledger_transactions`.execute(reader)
  const { first, last } = rows[0] ?? { first: null, last: null }
  return first === null || last === null ? undefined : { first, last }
}

/** Yields the transactions of a day in posting order, in pages. */
export async function* transactionsOf(
  reader: Reader,
  day: string,
  timezone: string,
): AsyncGenerator<JournalTransaction[]> {
  let after = { at: '-infinity', id: '00000000-0000-0000-0000-000000000000' }
  for (;;) {
    // Text preserves the microseconds of the timestamp.
    const { rows } = await sql<Omit<JournalTransaction, 'day'> & { at: string }>`
      select t.id, t.at::text as at, t.kind, coalesce(r.reference, p.reference) as reference, e.currency, e.entries
      from (
        select * from ledger_transactions
        where at >= ${startOf(day, timezone)} and at < (${day}::date + 1)::timestamp at time zone ${timezone}
          and (at, id) > (${after.at}::timestamptz, ${after.id}::uuid)
        order by at, id limit ${TRANSACTIONS_AT_ONCE}
      ) t
        left join reservations r on r.id = t.reservation_id
        left join payments p on p.id = t.payment_id
        cross join lateral (
          select min(currency) as currency, jsonb_agg(jsonb_build_object('account', account, 'sub_id', sub_id,
            'tax_bp', tax_bp, 'amount_minor', amount_minor) order by line) as entries
          from ledger_entries where transaction_id = t.id
        ) e
      order by t.at, t.id`.execute(reader)
    if (rows.length > 0) yield rows.map(({ at: _, ...row }) => ({ ...row, day }))
    const last = rows.at(-1)
    if (last === undefined || rows.length < TRANSACTIONS_AT_ONCE) return
    after = last
  }
}
