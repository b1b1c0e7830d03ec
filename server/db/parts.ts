import { sql, type OperationNodeSource, type RawBuilder, type Transaction } from 'kysely'
import type { Database } from './tables'

type Tx = Transaction<Database>

/**
 * Writes that one statement does together, by the names that they have in it. Each sees the database as it was before the
 * statement, so none may build on what another one writes, but for what that one returns.
 */
export type Parts = Readonly<Record<string, OperationNodeSource>>

/** How a statement begins that does these, too. */
export function withParts(parts: Parts): RawBuilder<unknown> {
  const named = Object.entries(parts).map(([name, part]) => sql`${sql.ref(name)} as (${part})`)
  return named.length === 0 ? sql`` : sql`with ${sql.join(named)}`
}

/** Does them in a statement of their own. */
export async function writeParts(tx: Tx, parts: Parts): Promise<void> {
  if (Object.keys(parts).length > 0) await sql`${withParts(parts)} select 1`.execute(tx)
}

/**
 * Sends them as the last statement of a transaction: the commit goes right behind, without a wait for the answer. Where
 * they fail, PostgreSQL takes that commit for a rollback.
 * @returns once they are sent, what waits until they are done. @throws there
 */
export async function sendLast(tx: Tx, parts: Parts): Promise<{ done: Promise<unknown> }> {
  if (Object.keys(parts).length === 0) return { done: Promise.resolve() }
  const query = sql`${withParts(parts)} select 1`.compile(tx)
  return tx.getExecutor().provideConnection(async (connection) => {
    const done = connection.executeQuery(query)
    // Whoever waits for it hears of it once the transaction has ended.
    done.catch(() => undefined)
    return { done }
  })
}
