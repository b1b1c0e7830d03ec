import type { EventVerb } from '../../contract/core/events'
import type { AnyEntity } from '../../contract/core/entity'
import type { Action } from '../../contract/core/permissions'
import type { Resource, Role } from '../../contract/core/vocabulary'
import type { Change } from '../db/audit-entry'
import type { Parts } from '../db/parts'
import type { Reader, Tx } from '../db/transaction'
import type { callerKindOf, Context } from '../kernel/context'
import type { Condition, CustomFilter } from './where'

export type Values = Record<string, unknown>
export type Row = Values & { id: string; version: number }

/** Records of another resource that prevent a deletion. The texts are constant SQL, never input of a caller. */
export interface BlockedBy {
  resource: Resource
  /** Table, or a join of the record's table with the one that refers. */
  table: string
  /** Id of the referring record, where the table is a join. */
  id?: string
  column: string
  /** Whether the column is a list of ids. */
  list?: boolean
  /** Column or expression that names a referring row to a person. */
  label: string
  /** SQL condition on the rows that prevent a deletion; all of them by default. */
  where?: string
}

export interface Write<R extends Row = Row> {
  current: R | null
  /** The whole record after the write: stored values, overridden by what the client sent. */
  next: Values
  /** What the client sent, parsed. */
  input: Values
  context: Context
  /** Rows that the statement that writes the record also writes to other tables, set by `beforeWrite`. */
  alongside?: Parts
}

/** Result of a step in the life of a record. */
export interface Done {
  /** Verb of the event in the history. */
  action: EventVerb
  /** Columns with their new values. */
  values: Values
  reason?: string | null
  /** The customer is not notified. */
  isUntold?: true
  /** Changes in the history in addition to the fields that differ. */
  changes?: Change[]
  /** Rows that the same statement writes to other tables. */
  alongside?: Parts
  /** Writes to other tables what follows from the updated row. */
  settle?: () => Promise<void>
  /** Returns what a dry run answers in addition to the record. */
  explain?: () => Values
}

/** Undoes a step of the history. @throws Refusal where something prevents it */
export interface Inverse<R extends Row = Row> {
  /** Permission that the user needs. */
  action: Action
  run(tx: Tx, current: R, changes: readonly Change[], context: Context): Promise<Done>
}

/** Checks a step and does its work outside the record's row; null when there is nothing to do. @throws Refusal */
export type Step<R extends Row = Row> = (tx: Tx, current: R) => Promise<Done | null>

export type CallerKind = ReturnType<typeof callerKindOf>

/** Transitions between the statuses of a record: the operation that makes each, null where only time does, and who may. */
export interface StatusTransitions {
  between: (from: string, to: string) => { operation: string | null; who: readonly CallerKind[] } | undefined
}

/** Parts of a new record in other tables. */
export interface NewParts {
  parts: Parts
  /** Values of all fields in `elsewhere`, which are not read again then. */
  elsewhere: Values
}

/** @typeParam R record type of the entity; generic code leaves it open, which is why members are methods */
export interface StoreOptions<R extends Row = Row> {
  entity: AnyEntity
  table: string
  /** Returns the name of a record for people, in the history and in refusals. */
  label(record: R): string
  /** Fields of the record that have no column of their own and that `afterRead` or `afterReadOne` computes. */
  withoutColumn?: readonly string[]
  /** Fields in other tables: the SQL that reads each, for the row `t`. The texts are constants, never input of a caller. */
  elsewhere?: Record<string, string>
  /** SQL that a list sorts a field by, for the row `t`, where reading the field is slow for many rows. */
  sortedBy?: Record<string, string>
  blockedBy?: readonly BlockedBy[]
  /** Records that need this one to stay active. */
  usedBy?: readonly BlockedBy[]
  filters?: Record<string, CustomFilter>
  /** Filters that apply to a list unless its request filters by the same fields. */
  assumed?: Values
  /** Condition on the records that a role may see; all of them by default. */
  visibleTo?: (role: Role) => Condition
  /** Values that replace the fields that a role may not read; none by default. */
  hiddenFrom?: (role: Role) => Values
  /** Overrides the search over the column `search_text`. */
  search?: (words: string) => Condition
  /** Adds computed fields to a page of rows. */
  afterRead?(reader: Reader, rows: R[]): Promise<void>
  /** Adds fields that only a single record shows. */
  afterReadOne?(reader: Reader, row: R): Promise<void>
  /** Whether fields that change only until the record is used are settled. */
  settled?: Readonly<Record<string, (tx: Tx, row: Row) => Promise<boolean>>>
  /** Does the last checks and returns the final columns before they are written. @throws Refusal */
  beforeWrite?(tx: Tx, write: Write<R>): Promise<Values>
  /** Writes the parts of the record in other tables. */
  afterWrite?(tx: Tx, id: string, write: Write<R>): Promise<void>
  /** Returns the parts of a new record that the statement that inserts the record also writes. */
  newParts?(id: string, write: Write<R>): NewParts
  /** Transitions of the status, where only steps change it. */
  transitions?: StatusTransitions
  /**
   * Writes what follows from the difference to the previous state, after a creation, an update or a step.
   * @returns columns that it has written itself, with their values; undefined without any @throws Refusal
   */
  afterChange?(tx: Tx, before: R | null, after: R, context: Context): Promise<Values | undefined>
  /**
   * Whether the history stores no values of a creation: each change of a writable field leaves an entry, so that the record
   * and these entries give the original values.
   */
  omitsCreationValues?: true
  /** Other tables with rows that a write changes, so that cached totals over them are dropped. */
  alsoWrites?: readonly string[]
  /** How the record's own steps are undone from the history, by their verb there. */
  inverses?: Readonly<Record<string, Inverse<R>>>
  /** Releases what the record holds. @throws Refusal when the record must stay */
  beforeDelete?(tx: Tx, row: R, context: Context): Promise<void>
}

/** Returns the names of the fields that are no columns of the record's own table. */
export const withoutOwnColumn = ({
  withoutColumn = [],
  elsewhere = {},
}: Pick<StoreOptions, 'withoutColumn' | 'elsewhere'>): string[] => [...withoutColumn, ...Object.keys(elsewhere)]
