import type { Archive } from './archive'
import { readRows } from './csv'
import { translationsFile } from './files'
import type { Issues } from './issues'

/** Translations of a text by BCP 47 tag. */
export type Translated = ReadonlyMap<string, string>

const NONE: Translated = new Map()
/** Tables with translated names in our records. */
const TABLES = new Set(['stops', 'routes'])

/** Reads both forms of translations.txt: the current one (by record or value) and the older one (by value in any table). */
export class Translations {
  readonly #texts = new Map<string, Map<string, string>>()

  /** Returns the translations of a field. Those for the record override those for the value. */
  of(table: string, field: string, recordId: string, value: string): Translated {
    const found = [valueKey('', '', value), valueKey(table, field, value), recordKey(table, field, recordId)]
      .map((key) => this.#texts.get(key))
      .filter((texts) => texts !== undefined)
    return found.length === 0 ? NONE : new Map(found.flatMap((texts) => [...texts]))
  }

  add(key: string, language: string, translation: string): void {
    const texts = this.#texts.get(key) ?? new Map<string, string>()
    texts.set(language.toLowerCase(), translation)
    this.#texts.set(key, texts)
  }
}

export async function readTranslations(archive: Archive, issues: Issues): Promise<Translations> {
  const translations = new Translations()
  for await (const { row } of readRows(archive, translationsFile, issues)) {
    const language = row.language || row.lang
    if (language === '' || row.translation === '') continue
    if (row.trans_id !== '') translations.add(valueKey('', '', row.trans_id), language, row.translation)
    else if (!TABLES.has(row.table_name)) continue
    else if (row.record_id !== '')
      translations.add(recordKey(row.table_name, row.field_name, row.record_id), language, row.translation)
    else if (row.field_value !== '')
      translations.add(valueKey(row.table_name, row.field_name, row.field_value), language, row.translation)
  }
  return translations
}

const recordKey = (table: string, field: string, id: string) => JSON.stringify([table, field, 'id', id])
const valueKey = (table: string, field: string, value: string) => JSON.stringify([table, field, 'value', value])
