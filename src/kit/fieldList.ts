import type { ComponentType } from 'react'
import type { RaRecord } from 'react-admin'
import type { ListedResource } from '../../contract/core/listed-resources'
import { at } from './paths'
import type { Vocabulary } from './vocabularies'

/** Where a field can be left out. */
export type View = 'list' | 'create' | 'edit' | 'show'

/** Options of each kind of field beside its source. */
interface KindOptions {
  /** `isReason`: why something was done, which may be one of the usual causes. */
  text: { multiline?: boolean; isReason?: boolean }
  prose: object
  /** Text in several languages. */
  i18n: { multiline?: boolean }
  /** A key that people read out: monospaced; `upper` turns what is typed into capitals. */
  code: { upper?: boolean }
  plate: object
  email: object
  phone: object
  password: object
  integer: { unit?: Unit; signed?: boolean }
  number: { unit?: Unit }
  boolean: object
  /** One word of a vocabulary; a status is drawn as a chip with an icon. */
  choice: { vocabulary: Vocabulary; status?: boolean }
  choices: { vocabulary: Vocabulary }
  /** `grouped` = lists can be sorted by its id, which brings the rows of each target together. */
  reference: { to: ListedResource; filter?: Record<string, unknown>; grouped?: boolean }
  references: { to: ListedResource }
  date: object
  /** An instant, shown in the zone that another field names or whose station has it, else in the user's own. */
  dateTime: { zone?: string | { station: string } }
  /** Time of a service day; may pass 24:00. */
  serviceTime: object
  /** Time of day on a wall clock. */
  clockTime: object
  /** Whole minutes, shown as hours and minutes. */
  minutes: object
  /** Minor units; `currency` names the field that has the currency. None: the company's own. */
  money: { currency?: string }
  percentBp: object
  color: object
  /** A list of free words. */
  tags: { suggestions?: readonly string[] }
  languageCodes: object
  dates: object
  dateRanges: object
  weekdays: object
  timeZone: object
  country: object
  currency: object
  language: object
  /** Degrees; `longitude` names the other half. */
  coordinates: { longitude: string }
  /** An object with fields of its own; `optional` ones can be absent as a whole. */
  group: { fields: readonly AnyField[]; optional?: boolean; initial?: Record<string, unknown> }
  /** A list of objects with fields of their own. */
  rows: { fields: readonly AnyField[]; ordered?: boolean; initial?: Record<string, unknown> }
  /** Drawn by hand. */
  custom: { show?: ComponentType<FieldProps>; input?: ComponentType<FieldProps>; toText?: (value: unknown) => string }
}

export type Unit = 'km' | 'min' | 'days' | 'seats' | 'percent' | 'pieces'

export type FieldKind = keyof KindOptions

export interface FieldProps {
  field: AnyField
  record: RaRecord
}

interface Common<S extends string> {
  source: S
  /** Marked as needed; the schema decides. */
  required?: boolean
  hideIn?: readonly View[]
  /** Worked out by the server: shown, never asked for. */
  readOnly?: boolean
  /** Asked for at creation, shown ever after. */
  fixed?: boolean
  /** Set by an operation of its own, never by the form of a record that is there: `setBy` of the contract. */
  owned?: boolean
  /** A hint stands under the input: `resources.<r>.hints.<source>`. */
  hint?: boolean
  /** Shown and asked only while another field has one of these values. */
  when?: { source: string; in: readonly unknown[] }
  /** Takes the full width of its section. */
  wide?: boolean
}

export type FieldOf<K extends FieldKind, S extends string = string> = { kind: K } & Common<S> & KindOptions[K]

/** A field of a record of type R. */
export type Field<R> = { [K in FieldKind]: FieldOf<K, keyof R & string> }[FieldKind]

export type AnyField = { [K in FieldKind]: FieldOf<K> }[FieldKind]

/** Fields that answer one question. The title stands at `app.section.<key>`. */
export interface Section<F = AnyField> {
  key: string
  /** Shown on the page of a record without unfolding anything, where there is something in it. */
  upfront?: boolean
  fields: readonly F[]
}

export function isVisible(field: AnyField, view: View): boolean {
  if (field.hideIn?.includes(view)) return false
  if (view === 'create') return !field.readOnly
  return true
}

/** Whether the form of a record that is there asks for a field. */
export const isEditable = (field: AnyField): boolean =>
  isVisible(field, 'edit') && !field.readOnly && !field.fixed && !field.owned

/** Whether a field is shown on the page of a record as it is. */
export const applies = (field: AnyField, record: RaRecord): boolean =>
  isVisible(field, 'show') && (!field.when || field.when.in.includes(at(record, field.when.source)))

/** Whether a field names other records. */
export const isReference = (field: AnyField): field is FieldOf<'reference'> | FieldOf<'references'> =>
  field.kind === 'reference' || field.kind === 'references'

/** Kinds whose values stand at the end of their column, as numbers are compared. */
export const NUMERIC_KINDS: ReadonlySet<FieldKind> = new Set(['integer', 'number', 'money', 'percentBp', 'minutes'])

/** Kinds that fit into a cell of a table. */
const NOT_IN_TABLES: ReadonlySet<FieldKind> = new Set([
  'prose',
  'group',
  'rows',
  'dateRanges',
  'dates',
  'password',
  'coordinates',
])

export function isColumn(field: AnyField): boolean {
  return isVisible(field, 'list') && !NOT_IN_TABLES.has(field.kind)
}
