import type { Transaction } from 'kysely'
import type { AuditActor, AuditEntry, Change } from './audit-entry'
import type { Db } from './database'
import type { HistoryRow } from './history'
import type { LedgerRow } from './ledger'
import type { Signal } from './signals'
import type { Database } from './tables'

type Tx = Transaction<Database>

/*
 * Effects of a transaction: what its last statement writes, and what happens after the commit. A rollback discards them, of
 * the whole transaction or to the savepoint of a part.
 */

/** Event as its subscribers receive it after the commit. */
export interface DomainEvent {
  /** Null if recipients do not learn who did it. */
  actor: AuditActor | null
  entry: AuditEntry
  /** Recipients in addition to partners and open consoles. */
  audience: { staff: boolean; passengers: boolean }
}

/** Records with changes that are delivered one after another, in the order of their commits. */
export type FollowedInOrder = 'reservations' | 'journeys'

/** Change of a record that is delivered in order. */
export interface ChangedRecord extends Pick<AuditEntry, 'action'> {
  changes: Change[]
  type: FollowedInOrder
  id: string
}

export interface Effects {
  /** History entries, which the last statement writes. */
  history: HistoryRow[]
  /** Ledger transactions, which the same statement writes. */
  ledger: LedgerRow[]
  signals: Signal[]
  changes: ChangedRecord[]
  events: DomainEvent[]
  /** Kinds of jobs that may start at once. */
  jobs: string[]
}

const effectsOf = new WeakMap<Tx, Effects>()
const wakers = new WeakMap<Db, (kinds: readonly string[]) => void>()

export const noEffects = (): Effects => ({ history: [], ledger: [], signals: [], changes: [], events: [], jobs: [] })

/** Collects the effects of a transaction in `effects`. */
export function collectEffects(tx: Tx, effects: Effects): void {
  effectsOf.set(tx, effects)
}

/** Returns a function that discards the effects added since this call. */
export function markEffects(tx: Tx): () => void {
  const effects = effectsOf.get(tx)
  const lists: unknown[][] = effects
    ? [effects.history, effects.ledger, effects.signals, effects.changes, effects.events, effects.jobs]
    : []
  const lengths = lists.map((list) => list.length)
  return () => lists.forEach((list, index) => list.splice(lengths[index] ?? 0))
}

/** Adds a history entry to the last statement of the transaction. @returns false if none follows */
export function recordHistory(tx: Tx, row: HistoryRow): boolean {
  return effectsOf.get(tx)?.history.push(row) !== undefined
}

/** Adds a ledger transaction to the last statement of the transaction. @returns false if none follows */
export function recordLedger(tx: Tx, row: LedgerRow): boolean {
  return effectsOf.get(tx)?.ledger.push(row) !== undefined
}

/** Removes and returns the pending ledger transactions, which the caller writes. */
export function takeLedger(tx: Tx): LedgerRow[] {
  return effectsOf.get(tx)?.ledger.splice(0) ?? []
}

/** Signals every process once the transaction has committed. */
export function signalAfterCommit(tx: Tx, signal: Signal): void {
  effectsOf.get(tx)?.signals.push(signal)
}

/** Adds a change for subscribers that receive the changes of a record in the order of its commits. */
export function recordChange(tx: Tx, change: ChangedRecord): void {
  effectsOf.get(tx)?.changes.push(change)
}

/** Adds an event for its subscribers. */
export function recordEvent(tx: Tx, event: DomainEvent): void {
  effectsOf.get(tx)?.events.push(event)
}

/** Starts jobs of a kind as soon as the transaction has committed. */
export function beginAfterCommit(tx: Tx, kind: string): void {
  effectsOf.get(tx)?.jobs.push(kind)
}

/** Calls `wake` with the kinds of jobs that a transaction of this process has enqueued to start at once. */
export function onJobsEnqueued(db: Db, wake: (kinds: readonly string[]) => void): void {
  wakers.set(db, wake)
}

export function wakeWorkers(db: Db, kinds: readonly string[]): void {
  if (kinds.length > 0) wakers.get(db)?.(kinds)
}
