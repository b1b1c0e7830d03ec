import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import type { OpenDatabase } from '../../server/db/database'
import { migrate } from '../../server/db/migrate'
import { checkMoney } from '../../server/features/payments/repository/check'
import { useApi } from '../support/api'
import { openEmpty } from '../support/empty-database'
import { multiplyReservations } from '../support/versions/multiply'

useApi()

/** Reservations to migrate; 300 at the gate, 100,000 in the long run. */
const RESERVATIONS = Number(process.env['WAYLINE_MIGRATED_RESERVATIONS'] ?? 300)

let database: OpenDatabase
afterEach(() => database.close())

/** Reads the amounts of each reservation. */
async function amounts() {
  const { rows } =
    await sql`select id, status, kind, currency, total_minor, paid_minor, payment_status, cancellation_fee_minor,
    commission_minor, price_lines::text as lines from reservations order by id`.execute(database.db)
  return rows.map((row) => JSON.stringify(row))
}

/** Reads what customers and partners have paid, by currency. */
async function payments(query: string) {
  const { rows } = await sql`${sql.raw(query)} group by currency order by currency`.execute(database.db)
  return rows
}

it.each(['5043b98d', '40095dbf'])('reservations of version %s keep their totals and payments', async (version) => {
  database = await openEmpty()
  await database.exec(gunzipSync(readFileSync(`tests/support/versions/${version}/database.sql.gz`)).toString())
  const { length: originals } = await amounts()
  const count = await multiplyReservations(database.db, Math.ceil(RESERVATIONS / originals) - 1)
  expect(count).toBeGreaterThanOrEqual(RESERVATIONS)
  const before = await amounts()
  const paid = await payments(
    `select currency, sum(paid_minor)::text as minor from reservations where environment = 'live'`,
  )
  expect(paid).toHaveLength(1)

  await migrate(database)

  const after = await amounts()
  expect(after).toHaveLength(count)
  expect(after.filter((row, index) => row !== before[index])).toEqual([])
  const opened = `select currency, sum(amount_minor)::text as minor from ledger_entries where account = 'opening'`
  expect(await payments(opened)).toEqual(paid)
  expect((await checkMoney(database.db)).difference).toBeNull()
})
