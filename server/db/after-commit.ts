import type { Transaction } from 'kysely'
import type { AuditActor, AuditEntry, Change } from './audit-entry'
import type { Db } from './database'
import type { HistoryRow } from './history'
import type { LedgerRow } from './ledger'
import type { Signal } from './signals'
import type { Database } from './tables'

type Tx = Transaction<Database>

/*
 * What is to follow a transaction: what its last statement writes, and what is done once it has committed. None of it is
 * when it is rolled back, as a whole or to the savepoint of a part.
 */

/** What happened, as its followers get it after the commit. */
export interface DomainEvent {
  /** Null where nobody is told who did it. */
  actor: AuditActor | null
  entry: AuditEntry
  /** Who is told of it beside partners and the consoles that are open. */
  audience: { staff: boolean; passengers: boolean }
}

/** Records whose changes are followed one after another, in the order of their commits. */
export type FollowedInOrder = 'reservations' | 'journeys'

/** A change of such a record. */
export interface ChangedRecord extends Pick<AuditEntry, 'action'> {
  changes: Change[]
  type: FollowedInOrder
  id: string
}

interface Effects {
  /** Entries of the history, which its last statement writes. */
  history: HistoryRow[]
  /** Transactions of the ledger, which the same statement writes. */
  ledger: LedgerRow[]
  signals: Signal[]
  changes: ChangedRecord[]
  events: DomainEvent[]
  /** Kinds of jobs that may be begun at once. */
  jobs: string[]
}

const effectsOf = new WeakMap<Tx, Effects>()
const wakers = new WeakMap<Db, (kinds: readonly string[]) => void>()

/** @returns what is to follow the transaction, empty as yet */
export function collectEffects(tx: Tx): Effects {
  const effects: Effects = { history: [], ledger: [], signals: [], changes: [], events: [], jobs: [] }
  effectsOf.set(tx, effects)
  return effects
}

/** @returns takes back what is added from now on */
export function markEffects(tx: Tx): () => void {
  const effects = effectsOf.get(tx)
  const lists: unknown[][] = effects
    ? [effects.history, effects.ledger, effects.signals, effects.changes, effects.events, effects.jobs]
    : []
  const lengths = lists.map((list) => list.length)
  return () => lists.forEach((list, index) => list.splice(lengths[index] ?? 0))
}

/** Keeps an entry of the history for the last statement of the transaction. @returns false where nobody ends it so */
export function recordHistory(tx: Tx, row: HistoryRow): boolean {
  return effectsOf.get(tx)?.history.push(row) !== undefined
}

/** Keeps a transaction of the ledger for the last statement of the transaction. @returns false where nobody ends it so */
export function recordLedger(tx: Tx, row: LedgerRow): boolean {
  return effectsOf.get(tx)?.ledger.push(row) !== undefined
}

/** @returns the transactions of the ledger that are not written yet, which whoever calls writes now */
export function takeLedger(tx: Tx): LedgerRow[] {
  return effectsOf.get(tx)?.ledger.splice(0) ?? []
}

/** Tells every process once the transaction has committed. */
export function signalAfterCommit(tx: Tx, signal: Signal): void {
  effectsOf.get(tx)?.signals.push(signal)
}

/** Keeps a change for those who follow the record in the order of its commits. */
export function recordChange(tx: Tx, change: ChangedRecord): void {
  effectsOf.get(tx)?.changes.push(change)
}

/** Keeps what happened for those who follow it. */
export function recordEvent(tx: Tx, event: DomainEvent): void {
  effectsOf.get(tx)?.events.push(event)
}

/** Has a job begun as soon as the transaction has committed. */
export function beginAfterCommit(tx: Tx, kind: string): void {
  effectsOf.get(tx)?.jobs.push(kind)
}

/** Has this called with their kinds whenever a transaction of this process has enqueued jobs that may begin at once. */
export function onJobsEnqueued(db: Db, wake: (kinds: readonly string[]) => void): void {
  wakers.set(db, wake)
}

export function wakeWorkers(db: Db, kinds: readonly string[]): void {
  if (kinds.length > 0) wakers.get(db)?.(kinds)
}
