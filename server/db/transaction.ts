import { sql, type Kysely, type Transaction } from 'kysely'
import type { AuditEntry } from './audit-entry'
import type { Db } from './database'
import { tellSignals, type Signal } from './signals'
import type { Database } from './tables'

export type Tx = Transaction<Database>
/** What a repository reads with: the database, or the transaction that a use case is in. */
export type Reader = Kysely<Database>

/** Deadlock and serialization failure: the same transaction may succeed when it is run again. */
const RETRYABLE = new Set(['40001', '40P01'])
/** Of values drawn at random: the next draw is another one. */
const DRAWN = new Set(['reservations_reference_key'])
const TRIES = 4

const signalsOf = new WeakMap<Tx, Signal[]>()

/** A change of a record, as those who are told within the transaction hear of it. */
export type Noted = Pick<AuditEntry, 'action' | 'changes'> & { entity: NonNullable<AuditEntry['entity']> }
type Settle = (tx: Tx, noted: readonly Noted[]) => Promise<void>

const notedIn = new WeakMap<Tx, Noted[]>()
const settlers = new WeakMap<Db, Settle>()

/**
 * Has every transaction of a database end with this, once all it changed is written: what it writes belongs to the
 * transaction, too.
 */
export function registerBeforeCommit(db: Db, settle: Settle): void {
  settlers.set(db, settle)
}

/** Keeps a change in mind until the transaction settles. */
export function recordChange(tx: Tx, change: Noted): void {
  notedIn.get(tx)?.push(change)
}

/**
 * Runs `work` in one transaction; it runs again from the start when the database broke a deadlock, or when a value drawn
 * at random was taken.
 * Never await the network inside: on the embedded database everybody waits meanwhile.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const signals: Signal[] = []
    try {
      const result = await db.transaction().execute(async (tx) => {
        const noted: Noted[] = []
        signalsOf.set(tx, signals)
        notedIn.set(tx, noted)
        const outcome = await work(tx)
        if (noted.length > 0) await settlers.get(db)?.(tx, noted)
        return outcome
      })
      if (signals.length > 0) tellSignals(db, signals)
      return result
    } catch (error) {
      const { code = '', constraint = '' } = error as { code?: string; constraint?: string }
      if (tries >= TRIES || !(RETRYABLE.has(code) || DRAWN.has(constraint))) throw error
    }
  }
}

/** Does a part of a transaction that may be refused: what it has written by then is taken back, and the rest goes on. */
export async function attempt<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const [signals, noted] = [signalsOf.get(tx), notedIn.get(tx)]
  const [told, kept] = [signals?.length ?? 0, noted?.length ?? 0]
  await sql`savepoint attempt`.execute(tx)
  try {
    const outcome = await work()
    await sql`release savepoint attempt`.execute(tx)
    return outcome
  } catch (error) {
    await sql`rollback to savepoint attempt`.execute(tx)
    await sql`release savepoint attempt`.execute(tx)
    signals?.splice(told)
    noted?.splice(kept)
    throw error
  }
}

/**
 * Does what no two processes of one installation may do at once, wherever they run. The lock is the database's: it is
 * free as soon as whoever has it is gone.
 * @param name of what is done; only who does the same waits
 */
export function inTurn<T>(db: Db, name: string, work: () => T): Promise<T> {
  return inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(tx)
    return work()
  })
}

/** Tells every process once the transaction has committed; nothing when it is rolled back. */
export function signalAfterCommit(tx: Tx, signal: Signal): void {
  signalsOf.get(tx)?.push(signal)
}
