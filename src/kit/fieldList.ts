import type { ComponentType } from 'react'
import type { RaRecord } from 'react-admin'
import type { ListedResource } from '../../contract/core/listed-resources'
import { at } from './paths'
import type { Vocabulary } from './vocabularies'

/** Views that a field can be hidden in. */
export type View = 'list' | 'create' | 'edit' | 'show'

/** Options of each kind of field, beside those of all kinds. */
interface KindOptions {
  /** `isReason`: the reason of a change, which may be one of the predefined reasons. */
  text: { multiline?: boolean; isReason?: boolean }
  prose: object
  /** Text in several languages. */
  i18n: { multiline?: boolean }
  /** Code that people read out, in a monospaced font; `upper` converts the input to capitals. */
  code: { upper?: boolean }
  plate: object
  email: object
  phone: object
  password: object
  integer: { unit?: Unit; signed?: boolean }
  number: { unit?: Unit }
  boolean: object
  /** Value of a vocabulary; a status is shown as a chip with an icon. */
  choice: { vocabulary: Vocabulary; status?: boolean }
  choices: { vocabulary: Vocabulary }
  /** `grouped`: lists can be sorted by the id, which groups the rows of each target. */
  reference: { to: ListedResource; filter?: Record<string, unknown>; grouped?: boolean }
  references: { to: ListedResource }
  date: object
  /** Instant, shown in the zone of another field or of a station, else in the user's own. */
  dateTime: { zone?: string | { station: string } }
  /** Time of a service day, which may exceed 24:00. */
  serviceTime: object
  /** Time of day. */
  clockTime: object
  /** Whole minutes, shown as hours and minutes. */
  minutes: object
  /** Minor units; `currency` is the field of the currency, by default the company's currency. */
  money: { currency?: string }
  percentBp: object
  color: object
  /** List of free texts. */
  tags: { suggestions?: readonly string[] }
  languageCodes: object
  dates: object
  dateRanges: object
  weekdays: object
  timeZone: object
  country: object
  currency: object
  language: object
  /** Latitude in degrees; `longitude` is the field of the longitude. */
  coordinates: { longitude: string }
  /** Object with fields of its own; `optional` ones can be absent as a whole. */
  group: { fields: readonly AnyField[]; optional?: boolean; initial?: Record<string, unknown> }
  /** List of objects with fields of their own. */
  rows: { fields: readonly AnyField[]; ordered?: boolean; initial?: Record<string, unknown> }
  /** Rendered by components of its own. */
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
  /** Whether to mark the field as required; the schema decides whether it is. */
  required?: boolean
  hideIn?: readonly View[]
  /** Computed by the server, so never an input. */
  readOnly?: boolean
  /** Entered at creation, read-only afterwards. */
  fixed?: boolean
  /** Set by an operation of its own and not by the form of an existing record: `setBy` of the contract. */
  owned?: boolean
  /** Whether a hint is shown below the input: `resources.<r>.hints.<source>`. */
  hint?: boolean
  /** Shown only while another field has one of these values. */
  when?: { source: string; in: readonly unknown[] }
  /** Whether it takes the full width of its section. */
  wide?: boolean
}

export type FieldOf<K extends FieldKind, S extends string = string> = { kind: K } & Common<S> & KindOptions[K]

/** Field of a record of type R. */
export type Field<R> = { [K in FieldKind]: FieldOf<K, keyof R & string> }[FieldKind]

export type AnyField = { [K in FieldKind]: FieldOf<K> }[FieldKind]

/** Group of fields. The title has the key `app.section.<key>`. */
export interface Section<F = AnyField> {
  key: string
  /** Whether the page of a record shows the section without expanding, if it has values. */
  upfront?: boolean
  fields: readonly F[]
}

export function isVisible(field: AnyField, view: View): boolean {
  if (field.hideIn?.includes(view)) return false
  if (view === 'create') return !field.readOnly
  return true
}

/** Whether the form of an existing record has an input for a field. */
export const isEditable = (field: AnyField): boolean =>
  isVisible(field, 'edit') && !field.readOnly && !field.fixed && !field.owned

/** Whether a field applies to the present values of a record. */
export const applies = (field: AnyField, record: RaRecord): boolean =>
  isVisible(field, 'show') && (!field.when || field.when.in.includes(at(record, field.when.source)))

/** Whether a field refers to other records. */
export const isReference = (field: AnyField): field is FieldOf<'reference'> | FieldOf<'references'> =>
  field.kind === 'reference' || field.kind === 'references'

/** Kinds whose values are aligned to the end of their column, so that numbers can be compared. */
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
