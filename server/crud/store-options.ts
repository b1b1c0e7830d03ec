import type { EventVerb } from '../../contract/core/events'
import type { AnyEntity } from '../../contract/core/entity'
import type { Action } from '../../contract/core/permissions'
import type { Resource, Role } from '../../contract/core/vocabulary'
import type { Change } from '../db/audit-entry'
import type { Parts } from '../db/parts'
import type { Reader, Tx } from '../db/transaction'
import type { Context } from '../http/context'
import type { Condition, CustomFilter } from './where'

export type Values = Record<string, unknown>
export type Row = Values & { id: string; version: number }

/** Records of another resource that stand in the way of a deletion. The texts are SQL of our own, never a caller's. */
export interface BlockedBy {
  resource: Resource
  /** Table, or a join of the record's table with the one that refers. */
  table: string
  /** The record's id, where the table is a join. */
  id?: string
  column: string
  /** The column is a list of ids. */
  list?: boolean
  /** Column or expression that names such a row to a person. */
  label: string
  /** Which of these rows stand in the way; all unless said. */
  where?: string
}

export interface Write<R extends Row = Row> {
  current: R | null
  /** The whole record as it is to be: what is stored, with what the client sent over it. */
  next: Values
  /** What the client sent, parsed. */
  input: Values
  context: Context
  /** What the statement that writes the record writes elsewhere, as `prepare` says. */
  alongside?: Parts
}

/** What a step in the life of a record comes to. */
export interface Done {
  /** Told in the history. */
  action: EventVerb
  /** Columns with their new values. */
  values: Values
  reason?: string | null
  /** The customer is not written to. */
  isUntold?: true
  /** What the history tells beside the fields that differ. */
  changes?: Change[]
  /** What is written elsewhere by the statement that writes them. */
  alongside?: Parts
  /** Writes what lies elsewhere and follows from the row as it is now. */
  settle?: () => Promise<void>
  /** What a dry run answers beside the record. */
  explain?: () => Values
}

/** Does the opposite of a step that the history tells of, where nothing stands in its way. @throws Refusal */
export interface Inverse<R extends Row = Row> {
  /** What one has to be allowed to do. */
  action: Action
  run(tx: Tx, current: R, changes: readonly Change[], context: Context): Promise<Done>
}

/** Checks a step and does what lies outside the record's row; null when there is nothing to do. @throws Refusal */
export type Step<R extends Row = Row> = (tx: Tx, current: R) => Promise<Done | null>

/** The ways between the statuses of a record, and the operation that goes each; null where time alone does. */
export interface StatusWays {
  between: (from: string, to: string) => { operation: string | null } | undefined
}

/** What a new record has in other tables. */
export interface NewParts {
  parts: Parts
  /** All that lies `elsewhere`, which is not read again then. */
  elsewhere: Values
}

/** @typeParam R the record, as the entity says; what serves every resource leaves it open, and so these are methods */
export interface StoreOptions<R extends Row = Row> {
  entity: AnyEntity
  table: string
  /** Names a record to a person, in the history and in refusals. */
  label(record: R): string
  /** Fields of the record that have no column of their own and are made by `complete` or `completeOne`. */
  withoutColumn?: readonly string[]
  /** Fields that lie in other tables: the SQL that reads each, for the row `t`. The texts are our own, never a caller's. */
  elsewhere?: Record<string, string>
  /** The SQL that a list sorts a field by, for the row `t`, where what it is read from takes long for many rows. */
  sortedBy?: Record<string, string>
  blockedBy?: readonly BlockedBy[]
  /** Records that need this one to stay active. */
  usedBy?: readonly BlockedBy[]
  filters?: Record<string, CustomFilter>
  /** Filters of lists that hold while they say nothing of the fields that these are about. */
  assumed?: Values
  /** Which records a role may see; all of them unless said. */
  visibleTo?: (role: Role) => Condition
  /** What a role is told in the place of the fields that it may not read; nothing unless said. */
  hiddenFrom?: (role: Role) => Values
  /** Overrides the search over the column `search_text`. */
  search?: (words: string) => Condition
  /** Adds what no table holds to a page of rows. */
  complete?(reader: Reader, rows: R[]): Promise<void>
  /** Adds what only a single record shows. */
  completeOne?(reader: Reader, row: R): Promise<void>
  /** Whether fields that change until something comes of the record are settled by now. */
  settled?: Readonly<Record<string, (tx: Tx, row: Row) => Promise<boolean>>>
  /** Last check and last word on the columns before they are written. @throws Refusal */
  prepare?(tx: Tx, write: Write<R>): Promise<Values>
  /** Writes what belongs to the record and lies in other tables. */
  stored?(tx: Tx, id: string, write: Write<R>): Promise<void>
  /** The same for a new record, in the statement that writes the record itself. */
  newParts?(id: string, write: Write<R>): NewParts
  /** Where steps alone change the status: every way that they go. */
  ways?: StatusWays
  /**
   * Compares a record that was made, changed or taken a step further with what it was, once it is written.
   * @returns columns of the record that it has written itself, with their values; nothing where it has none @throws Refusal
   */
  compare?(tx: Tx, before: R | null, after: R, context: Context): Promise<Values | undefined>
  /**
   * Every change of a field that a client may set leaves an entry in the history, so that of a creation the history keeps
   * nothing that the record and those entries say.
   */
  tellsOfItself?: true
  /** Other tables whose rows a write changes, so that totals counted over them are counted anew. */
  alsoWrites?: readonly string[]
  /** How steps of the record's own are taken back from the history, by their word there. */
  inverses?: Readonly<Record<string, Inverse<R>>>
  /** @throws Refusal when the record must stay. */
  removing?(tx: Tx, row: R, context: Context): Promise<void>
}

/** Names of the fields that are no columns of the record's own table. */
export const withoutOwnColumn = ({
  withoutColumn = [],
  elsewhere = {},
}: Pick<StoreOptions, 'withoutColumn' | 'elsewhere'>): string[] => [...withoutColumn, ...Object.keys(elsewhere)]
