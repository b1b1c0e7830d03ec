import { nameOfCode, weekdayNames } from '../../providers/format/names'
import type { Format } from '../../ui/useFormat'
import { COUNTRIES, CURRENCIES, TIME_ZONES } from '../codes'
import type { AnyField } from '../fieldList'
import { choiceKey, VOCABULARIES } from '../vocabularies'

export interface Option {
  value: string | number
  label: string
}

/** Returns the values of a field with a closed list, with their texts. */
export function optionsOf(field: AnyField, { locale, t }: Format): Option[] {
  switch (field.kind) {
    case 'choice':
    case 'choices':
      return VOCABULARIES[field.vocabulary].map((value) => ({ value, label: t(choiceKey(field.vocabulary, value)) }))
    case 'language':
      return VOCABULARIES.languages.map((value) => ({ value, label: nameOfCode('language', value, locale) }))
    case 'weekdays':
      return weekdayNames(locale, 'long').map(({ day, name }) => ({ value: day, label: name }))
    case 'country':
      return COUNTRIES().map((value) => ({ value, label: nameOfCode('region', value, locale) }))
    case 'currency':
      return CURRENCIES().map((value) => ({ value, label: `${value} · ${nameOfCode('currency', value, locale)}` }))
    case 'timeZone':
      return TIME_ZONES().map((value) => ({ value, label: value.replaceAll('_', ' ') }))
    default:
      return []
  }
}
