import { sql } from 'kysely'
import type { Reader } from '../db/transaction'

/** Whether a table has a row with this id. */
export async function recordExists(reader: Reader, table: string, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table)} where id = ${id}`.execute(reader)
  return rows.length > 0
}
