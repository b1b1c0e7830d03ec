import { sql } from 'kysely'
import type { Tx } from '../db/transaction'

/** Returns the next number of a kind of document. Concurrent callers wait, so that numbers have no gaps. */
export async function nextNumber(tx: Tx, kind: 'receipt' | 'statement'): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    insert into document_numbers (kind, last) values (${kind}, 1)
    on conflict (kind) do update set last = document_numbers.last + 1 returning last`.execute(tx)
  return Number(rows[0]?.last)
}
