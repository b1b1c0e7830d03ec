import { minorToDecimal } from '../../../contract/currency'
import { formatBasisPoints } from '../../format/money'
import { nameOfCode, weekdayNames } from '../../format/names'
import type { Format } from '../../ui/useFormat'
import type { AnyField, FieldKind, FieldOf } from './fields'
import { at } from './paths'
import { textIn } from './text'
import { choiceKey } from './vocabularies'

export interface TextContext extends Format {
  record: unknown
  /** Name of a record that another one refers to. */
  nameOf: (resource: string, id: string) => string
}

type ToText<K extends FieldKind> = (value: unknown, field: FieldOf<K>, context: TextContext) => string | number

const plain = (value: unknown): string | number =>
  typeof value === 'number' || typeof value === 'string' ? value : isNone(value) ? '' : JSON.stringify(value)
/** A value that is a single word; nothing for anything else. */
const word = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
const isNone = (value: unknown): value is null | undefined => value === null || value === undefined
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const each = (value: unknown, name: (item: string) => string) =>
  list(value)
    .map((item) => name(String(item)))
    .join(', ')

/** Every kind of field as one cell of plain text, for CSV files and comparisons. */
const TEXTS: { [K in FieldKind]: ToText<K> } = {
  text: plain,
  prose: plain,
  code: plain,
  plate: plain,
  email: plain,
  phone: plain,
  integer: plain,
  number: plain,
  date: plain,
  dateTime: plain,
  serviceTime: plain,
  clockTime: plain,
  minutes: plain,
  color: plain,
  timeZone: plain,
  currency: plain,
  password: () => '',
  i18n: (value, _field, { language }) => textIn(value as Record<string, string> | null, language),
  boolean: (value, _field, { t }) => (isNone(value) ? '' : t(`ra.boolean.${value === true}`)),
  choice: (value, { vocabulary }, { t }) => (isNone(value) ? '' : t(choiceKey(vocabulary, word(value)))),
  choices: (value, { vocabulary }, { t }) => each(value, (item) => t(choiceKey(vocabulary, item))),
  reference: (value, { to }, { nameOf }) => (isNone(value) ? '' : nameOf(to, word(value))),
  references: (value, { to }, { nameOf }) => each(value, (id) => nameOf(to, id)),
  money: (value, { currency }, { record }) => {
    const code = currency ? at(record, currency) : undefined
    return typeof value === 'number' ? minorToDecimal(value, typeof code === 'string' ? code : '') : ''
  },
  percentBp: (value, _field, { locale }) => (typeof value === 'number' ? formatBasisPoints(value, locale) : ''),
  tags: (value) => each(value, String),
  dates: (value) => each(value, String),
  languageCodes: (value, _field, { locale }) => each(value, (code) => nameOfCode('language', code, locale)),
  weekdays: (value, _field, { locale }) => {
    const names = weekdayNames(locale, 'short')
    return each(value, (day) => names.find((name) => String(name.day) === day)?.name ?? day)
  },
  country: (value, _field, { locale }) => (isNone(value) ? '' : nameOfCode('region', word(value), locale)),
  language: (value, _field, { locale }) => (isNone(value) ? '' : nameOfCode('language', word(value), locale)),
  dateRanges: (value) =>
    list(value)
      .map((range) => `${String(at(range, 'from'))}/${String(at(range, 'to'))}`)
      .join(', '),
  coordinates: (value, { longitude }, { record }) =>
    isNone(value) ? '' : `${word(value)}, ${String(at(record, longitude))}`,
  group: (value) => (isNone(value) ? '' : JSON.stringify(value)),
  rows: (value) => (list(value).length === 0 ? '' : JSON.stringify(value)),
  custom: (value, { toText }) => toText?.(value) ?? plain(value),
}

export function textOf(field: AnyField, value: unknown, context: TextContext): string | number {
  const toText = TEXTS[field.kind] as ToText<FieldKind>
  return toText(value, field, context)
}
