import { sql, type OperationNodeSource, type RawBuilder, type Transaction } from 'kysely'
import type { Database } from './tables'

type Tx = Transaction<Database>

/**
 * Writes of one statement, by the names that they have in it. Each sees the database as it was before the statement, so a
 * part can use only what another part returns.
 */
export type Parts = Readonly<Record<string, OperationNodeSource>>

/** Returns the beginning of a statement that also executes these parts. */
export function withParts(parts: Parts): RawBuilder<unknown> {
  const named = Object.entries(parts).map(([name, part]) => sql`${sql.ref(name)} as (${part})`)
  return named.length === 0 ? sql`` : sql`with ${sql.join(named)}`
}

/** Executes parts in a statement of their own. */
export async function writeParts(tx: Tx, parts: Parts): Promise<void> {
  if (Object.keys(parts).length > 0) await sql`${withParts(parts)} select 1`.execute(tx)
}

/**
 * Sends parts as the last statement of a transaction: the commit follows without waiting for the answer. If they fail,
 * PostgreSQL treats that commit as a rollback.
 * @returns once they are sent, a promise that settles when they are done and rejects if they fail
 */
export async function sendLast(tx: Tx, parts: Parts): Promise<{ done: Promise<unknown> }> {
  if (Object.keys(parts).length === 0) return { done: Promise.resolve() }
  const query = sql`${withParts(parts)} select 1`.compile(tx)
  return tx.getExecutor().provideConnection(async (connection) => {
    const done = connection.executeQuery(query)
    // The caller gets the error from `done` after the transaction has ended.
    done.catch(() => undefined)
    return { done }
  })
}
