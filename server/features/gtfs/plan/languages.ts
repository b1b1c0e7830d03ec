import type { I18nText } from '../../../../contract/core/scalars'
import type { Translated } from '../read/translations'

/** Maximum length of a text in `I18nText`. */
const MAX_CHARS = 200

/**
 * Returns the key of a BCP 47 tag in `I18nText`: its language without script and region. Arabic is `ae`.
 * Undefined when the tag names no language.
 */
export function languageKey(tag: string): string | undefined {
  const [language = ''] = tag.toLowerCase().split(/[-_]/)
  if (language === 'ar') return 'ae'
  return /^[a-z]{2,3}$/.test(language) && language !== 'mul' && language !== 'und' ? language : undefined
}

/**
 * Returns a name in all languages of the feed. English is the English translation, or else the text itself.
 * @param language BCP 47 tag of the text; empty when the feed has none
 */
export function nameOf(text: string, language: string, translated: Translated): I18nText {
  const native = languageKey(language)
  const names: I18nText = { en: cut(text) }
  if (native) names[native] = cut(text)
  for (const [tag, translation] of translated) {
    const key = languageKey(tag)
    if (key) names[key] = cut(translation)
  }
  return names
}

const cut = (text: string) => (text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS - 1)}…` : text)
