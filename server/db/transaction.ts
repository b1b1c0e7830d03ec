import { sql, type Kysely, type Transaction } from 'kysely'
import { collectEffects, markEffects, noEffects, takeLedger, wakeWorkers, type Effects } from './after-commit'
import type { Db } from './database'
import { historyPart } from './history'
import { changesPart, eventsPart } from './jobs'
import { ledgerPart } from './ledger'
import { sendLast, writeParts } from './parts'
import { publishSignals } from './signals'
import type { Database } from './tables'
import { codeOf, isStalePlan, unavailable } from './unavailable'

export type Tx = Transaction<Database>
/** Source of reads: the database, or the transaction of the caller. */
export type Reader = Kysely<Database>

/** Deadlock and serialization failure: the same transaction may succeed when it is run again. */
const RETRYABLE = new Set(['40001', '40P01'])
export const isRetryable = (error: unknown): boolean => RETRYABLE.has(codeOf(error) ?? '') || isStalePlan(error)
/** Unique constraints on random values: the next attempt draws another value. */
const DRAWN = new Set(['reservations_reference_key'])
const TRIES = 4

/**
 * Runs `work` in one transaction. It runs again from the start after a deadlock, after a change of the schema under a
 * prepared statement, or when a random value was already in use.
 * Never await the network inside: on the embedded database all other calls wait.
 * @throws DatabaseUnavailable `unconfirmed` if the answer to the commit was lost, so that its outcome is unknown
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const effects = noEffects()
    try {
      const { outcome, last } = await db.transaction().execute(async (tx) => {
        collectEffects(tx, effects)
        const outcome = await work(tx)
        const last = await sendLast(tx, {
          ...historyPart(effects.history),
          ...ledgerPart(effects.ledger),
          ...eventsPart(tx, effects.events),
          ...changesPart(db, tx, effects.changes),
        })
        return { outcome, last }
      })
      await last.done
      announce(db, effects)
      return outcome
    } catch (error) {
      // Consoles and workers read the database themselves, so that an announced change may turn out to be missing.
      if (unavailable(error)?.trouble === 'unconfirmed') announce(db, effects)
      const { constraint = '' } = error as { constraint?: string }
      if (tries >= TRIES || !(isRetryable(error) || DRAWN.has(constraint))) throw error
    }
  }
}

function announce(db: Db, { signals, jobs }: Effects): void {
  if (signals.length > 0) publishSignals(db, signals)
  wakeWorkers(db, jobs)
}

/**
 * Reads everything from one state of the database, for a consistent answer from several statements.
 * Never await the network inside, nor render documents: on the embedded database all other calls wait.
 */
export async function inSnapshot<T>(db: Db, read: (reader: Reader) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
    } catch (error) {
      if (tries >= TRIES || !isRetryable(error)) throw error
    }
  }
}

/** Runs a part of a transaction that may fail: its writes are then rolled back, and the transaction goes on. */
export async function attempt<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  // Earlier postings must not be rolled back with the savepoint.
  await writeParts(tx, ledgerPart(takeLedger(tx)))
  const takeBack = markEffects(tx)
  await sql`savepoint attempt`.execute(tx)
  try {
    const outcome = await work()
    await sql`release savepoint attempt`.execute(tx)
    return outcome
  } catch (error) {
    await sql`rollback to savepoint attempt`.execute(tx)
    await sql`release savepoint attempt`.execute(tx)
    takeBack()
    throw error
  }
}

/**
 * Runs work that no two processes of one installation may do at once, on any machine. The database's lock is released as
 * soon as its process is gone.
 * @param name of the work; only work of the same name waits
 */
export function inTurn<T>(db: Db, name: string, work: () => T): Promise<T> {
  return inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(tx)
    return work()
  })
}
