import { sql } from 'kysely'
import type { Db } from '../db/database'
import { inTransaction, type Tx } from '../db/transaction'
import { COUNTRY, ZONE } from './world/clock'
import { CURRENCY } from './world/network/fares'
import { WORLD_TABLES, type World, type WorldTable } from './world/rows'

const BATCH_ROWS = 500

/** Replaces everything in the database by the demo company, in one transaction. */
export async function fillDatabase(db: Db, world: World): Promise<void> {
  await inTransaction(db, async (tx) => {
    await empty(tx)
    for (const table of WORLD_TABLES) await insert(tx, table, world[table])
    await tx
      .updateTable('company')
      .set({ name: 'Costa Coaches', currency: CURRENCY, timezone: ZONE, country: COUNTRY, locale: 'en' })
      .execute()
    await sql`analyze`.execute(tx)
  })
}

/** Deletes everything except the schema's own history and the row of the company, which always exists. */
async function empty(tx: Tx): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = current_schema() and tablename not in ('schema_migrations', 'company')`.execute(tx)
  await sql`truncate table ${sql.join(rows.map((row) => sql.table(row.name)))}`.execute(tx)
}

async function insert(tx: Tx, table: WorldTable, rows: readonly object[]): Promise<void> {
  for (const batch of batchesOf(table, rows)) {
    const columns = sql.join(Object.keys(batch[0] ?? {}).map((column) => sql.ref(column)))
    await sql`
      insert into ${sql.table(table)} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(batch)}::jsonb)`.execute(
      tx,
    )
  }
}

/** Cuts rows into batches that never split a transaction of the ledger: its entries are written together. */
function* batchesOf(table: WorldTable, rows: readonly object[]): Generator<readonly object[]> {
  const transactionOf = (row: object | undefined) => (row && 'transaction_id' in row ? row.transaction_id : null)
  for (let start = 0, end = 0; start < rows.length; start = end) {
    end = Math.min(start + BATCH_ROWS, rows.length)
    while (table === 'ledger_entries' && end < rows.length && transactionOf(rows[end]) === transactionOf(rows[end - 1]))
      end += 1
    yield rows.slice(start, end)
  }
}
