import { readFileSync } from 'node:fs'
import { createInstance } from 'i18next'
import type { Language } from '../../contract/core/languages'
import { LANGUAGE_TABLE } from '../../src/providers/i18n/languages'
import { takePluralRulesOfTag } from '../../src/providers/i18n/pluralRules'
import type { Format } from '../../src/ui/useFormat'

/** Returns the texts and formats of a language, without rendering. */
export async function wordsIn(language: Language): Promise<Format> {
  const translation = JSON.parse(readFileSync(`locales/${language}/translation.json`, 'utf8')) as object
  const i18n = createInstance()
  await i18n.init({ lng: language, resources: { [language]: { translation } }, interpolation: { escapeValue: false } })
  takePluralRulesOfTag(i18n)
  const t: Format['t'] = (key, { smart_count: count, ...options } = {}) =>
    i18n.t(key, { ...options, ...(typeof count === 'number' ? { count } : {}) })
  return { language, locale: LANGUAGE_TABLE[language].intl, t }
}
