import type { z } from 'zod'
import type { AnyEntity } from '../../../../contract/core/entity'
import { LANGUAGES } from '../../../../contract/core/languages'
import { inLanguage, type I18nText } from '../../../../contract/core/scalars'
import type { Text } from '../../../../contract/core/sentence'
import { isI18n } from '../../../crud/columns'
import type { Values } from '../../../crud/store-options'
import { CellFault, valueOf, type Reading } from './values'

/** Language that every text has. */
const FALLBACK = 'en'

export interface Fault {
  field: string
  code: string
  detail: Text
}

type RowReading = Pick<Reading, 'currency' | 'country' | 'idOf'> & {
  /** The record before the import; null for a new one. */
  before: Values | null
  /** Fields whose dates begin with the month. */
  monthFirst: readonly string[]
}

/** Returns the non-empty cells of a row by their target. An empty cell leaves its field unchanged. */
export function textsOf(cells: readonly string[], columns: readonly (string | null)[]): Map<string, string> {
  const texts = new Map<string, string>()
  for (const [place, target] of columns.entries()) {
    const text = cells[place] ?? ''
    if (target !== null && text.trim() !== '') texts.set(target, text)
  }
  return texts
}

export async function valuesOf(
  entity: AnyEntity,
  texts: ReadonlyMap<string, string>,
  { monthFirst, before, ...reading }: RowReading,
): Promise<{ values: Values; faults: Fault[] }> {
  const values: Values = {}
  const faults: Fault[] = []
  for (const [target, text] of texts) {
    const [field = ''] = target.split('.')
    const schema = entity.writable[field] as z.ZodType | undefined
    if (!schema) continue
    if (isI18n(schema)) values[target] = text
    else
      try {
        const isMonthFirst = monthFirst.includes(field)
        values[field] = await valueOf(text, schema, { ...reading, field, stored: before?.[field], isMonthFirst })
      } catch (error) {
        if (!(error instanceof CellFault)) throw error
        faults.push({ field, code: error.code, detail: error.text })
      }
  }
  return { values, faults }
}

/**
 * Merges texts in several languages from their columns into the stored ones. A text in a language that the record lacks is
 * omitted where it repeats the fallback.
 */
export function inTexts(entity: AnyEntity, values: Values, before: Values | null): Values {
  const whole: Values = {}
  for (const [target, value] of Object.entries(values)) {
    const [field = ''] = target.split('.')
    if (!isI18n(entity.writable[field] as z.ZodType)) whole[field] = value
    else whole[field] ??= textsIn(field, values, before?.[field] as I18nText | null | undefined)
  }
  return whole
}

function textsIn(field: string, values: Values, before: I18nText | null | undefined): I18nText {
  const given = LANGUAGES.flatMap((language) => {
    const text = values[language === FALLBACK ? field : `${field}.${language}`]
    return typeof text === 'string' ? [[language, text] as const] : []
  })
  const isKnown = ([language]: readonly [string, string]) =>
    language === FALLBACK || Object.hasOwn(before ?? {}, language)
  const known: I18nText = { ...before, ...Object.fromEntries(given.filter(isKnown)) }
  const others = given.filter((entry) => !isKnown(entry))
  const added = before
    ? others.filter(([language, text]) => inLanguage(known, language).trim() !== text.trim())
    : others
  return { ...known, ...Object.fromEntries(added) }
}
