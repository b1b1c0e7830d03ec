import { sql } from 'kysely'
import type { Db } from '../../db/database'

/** The currency of amounts that name none. */
export async function readCurrency(db: Db): Promise<string> {
  const { rows } = await sql<{ currency: string }>`select currency from company`.execute(db)
  return rows[0]?.currency ?? 'EUR'
}
