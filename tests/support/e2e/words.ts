import { readFileSync } from 'node:fs'
import { at } from '../../../src/kit/paths'

const dictionaries = new Map<string, unknown>()

/** Returns a console text by its key, for steps that are the same in every resource. @throws if the key is missing */
export function word(key: string, language = 'en'): string {
  let dictionary = dictionaries.get(language)
  if (!dictionary) {
    dictionary = JSON.parse(readFileSync(`locales/${language}/translation.json`, 'utf8')) as unknown
    dictionaries.set(language, dictionary)
  }
  const text = at(dictionary, key)
  if (typeof text !== 'string') throw new Error(`No text "${key}" in ${language}`)
  return text
}

/** Returns the label of a field; `stops.station_id` → that of the stops' stations. */
export const label = (resource: string, source: string, language = 'en') =>
  word(`resources.${resource}.fields.${source.replaceAll('.', '_')}`, language)
