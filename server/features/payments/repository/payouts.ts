import { sql, type Insertable } from 'kysely'
import type { TerminalTransit } from '../../../../contract/operations/payouts'
import type { TerminalPayoutsTable } from '../../../db/money-tables'
import type { Reader, Tx } from '../../../db/transaction'

/** Returns the amounts that card terminals have taken and that are not paid out, without zero amounts. */
export async function terminalTransit(reader: Reader): Promise<TerminalTransit['in_transit']> {
  const { rows } = await sql<TerminalTransit['in_transit'][number]>`
    select currency, sum(amount_minor)::bigint as amount_minor
    from (
      select currency, case direction when 'refund' then -amount_minor else amount_minor end as amount_minor
      from payments where posted_at is not null and method = 'terminal'
      union all select currency, -(amount_minor + fee_minor) from terminal_payouts
    ) moved
    group by currency having sum(amount_minor) <> 0 order by currency`.execute(reader)
  return rows.map(({ currency, amount_minor }) => ({ currency, amount_minor: Number(amount_minor) }))
}

export const insertPayout = async (tx: Tx, row: Insertable<TerminalPayoutsTable>): Promise<void> =>
  void (await tx.insertInto('terminal_payouts').values(row).execute())
