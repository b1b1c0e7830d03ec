import { sql, type RawBuilder } from 'kysely'
import { attempt, type Tx } from './transaction'
import { codeOf, LOCK_NOT_AVAILABLE } from './unavailable'
import { pause } from './waits'

/** Tables that calls read before they begin a transaction: a call that waits there has nothing else locked. */
const READ_FIRST = ['auth_sessions', 'partner_session_tokens', 'partner_credentials']
/** Milliseconds that transactions already begun may take. */
const PATIENCE_MS = 15_000
const LOOK_AGAIN_MS = 50

/**
 * Locks all tables for a transaction until it ends: new calls wait, and running ones finish their work. While it waits, it
 * has no locks that those need, so that no deadlock occurs.
 * @throws Error naming the connections that do not finish
 */
export async function lockOut(tx: Tx, tables: readonly string[], patienceMs = PATIENCE_MS): Promise<void> {
  // This may take longer than any call.
  const limits = { statement_timeout: 0, idle_in_transaction_session_timeout: 0, lock_timeout: patienceMs }
  for (const [name, ms] of Object.entries(limits))
    await sql`select set_config(${name}, ${String(ms)}, true)`.execute(tx)
  const until = performance.now() + patienceMs
  let isMine = await lock(tx, READ_FIRST, sql``)
  while (isMine && !(await lock(tx, tables, sql`nowait`))) {
    isMine = performance.now() < until
    await pause(LOOK_AGAIN_MS)
  }
  if (!isMine) throw new Error(`${await describeLockHolders(tx, tables)} Stop the servers, then try again.`)
}

/** Locks tables. @returns false if another transaction has one of them; then none is locked */
async function lock(tx: Tx, tables: readonly string[], wait: RawBuilder<unknown>): Promise<boolean> {
  const names = sql.join(tables.map((table) => sql.table(table)))
  try {
    await attempt(tx, () => sql`lock table ${names} in access exclusive mode ${wait}`.execute(tx))
    return true
  } catch (error) {
    if (codeOf(error) === LOCK_NOT_AVAILABLE) return false
    throw error
  }
}

async function describeLockHolders(tx: Tx, tables: readonly string[]): Promise<string> {
  const { rows } = await sql<{ pid: number; client: string | null; since: string | null }>`
    select distinct a.pid, host(a.client_addr) as client, a.xact_start as since
    from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where l.relation = any(${[...tables]}::regclass[]) and a.pid <> pg_backend_pid()`.execute(tx)
  const backends = rows.map(
    ({ pid, client, since }) => `process ${pid} of PostgreSQL for ${client ?? 'this machine'} since ${since ?? 'now'}`,
  )
  return `Other processes use the database and do not finish: ${backends.join(', ')}.`
}
