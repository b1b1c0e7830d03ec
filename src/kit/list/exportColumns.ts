import type { ExportColumn } from '../../../contract/operations/exports'
import { IMPORT_KEYS } from '../../../contract/core/import-keys'
import { isPersonal } from '../../../contract/core/personal-data'
import { LANGUAGES } from '../../../contract/core/languages'
import { nameOfCode, weekdayNames } from '../../providers/format/names'
import type { Format } from '../../ui/useFormat'
import { isVisible, type AnyField } from '../fieldList'
import { labelOf } from '../labels'
import { fieldsOf, type AnySpec } from '../resource'
import { VOCABULARIES, choiceKey } from '../vocabularies'

/** Returns the fields that a file can contain. @param withPersonal whether the reader may export personal data */
export const exportableFields = (spec: AnySpec, withPersonal: boolean): AnyField[] =>
  fieldsOf(spec).filter(
    (field) =>
      field.kind !== 'password' &&
      (isVisible(field, 'show') || isVisible(field, 'list')) &&
      (withPersonal || !isPersonal(spec.name, field.source)),
  )

/**
 * Returns the columns of an exported file, with headings and values in the reader's language. Records without a key of
 * their own have a column for their id, because an import of the file would create them again.
 */
export function exportColumns(resource: string, fields: readonly AnyField[], format: Format): ExportColumn[] {
  const columns = fields.flatMap((field) => {
    const column = {
      field: field.source,
      label: labelOf(format.t, resource, field.source),
      ...displayOf(field, format),
    }
    if (field.kind !== 'coordinates') return [column]
    return [column, { field: field.longitude, label: labelOf(format.t, resource, field.longitude) }]
  })
  return isKeyless(resource) ? [...columns, { field: 'id', label: labelOf(format.t, resource, 'id') }] : columns
}

const isKeyless = (resource: string): boolean =>
  Object.entries(IMPORT_KEYS).some(([name, key]) => name === resource && key === null)

function displayOf(field: AnyField, { t, locale }: Format): Partial<ExportColumn> {
  switch (field.kind) {
    case 'boolean':
      return { words: { true: t('ra.boolean.true'), false: t('ra.boolean.false') } }
    case 'choice':
    case 'choices':
      return { words: wordsOf(VOCABULARIES[field.vocabulary], (value) => t(choiceKey(field.vocabulary, value))) }
    case 'language':
      return { words: wordsOf(LANGUAGES, (code) => nameOfCode('language', code, locale)) }
    case 'weekdays':
      return { words: Object.fromEntries(weekdayNames(locale, 'short').map(({ day, name }) => [String(day), name])) }
    case 'reference':
    case 'references':
      return { reference: field.to }
    case 'money':
      return { as: 'money', ...(field.currency && !field.currency.includes('.') ? { currency: field.currency } : {}) }
    case 'percentBp':
      return { as: 'percent' }
    default:
      return {}
  }
}

const wordsOf = (values: readonly string[], word: (value: string) => string): Record<string, string> =>
  Object.fromEntries(values.map((value) => [value, word(value)]))
