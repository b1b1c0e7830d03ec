import type { I18nText } from '../../../../contract/core/scalars'
import type { Translated } from '../read/translations'

/** I18nText holds no more. */
const MAX_CHARS = 200

/**
 * The key that a BCP 47 tag has in our texts: its language without script and region. Arabic goes by `ae` here.
 * Undefined when the tag names no language.
 */
export function languageKey(tag: string): string | undefined {
  const [language = ''] = tag.toLowerCase().split(/[-_]/)
  if (language === 'ar') return 'ae'
  return /^[a-z]{2,3}$/.test(language) && language !== 'mul' && language !== 'und' ? language : undefined
}

/**
 * A name of the feed in all languages it comes in. English is its English translation, else the text as it stands.
 * @param language BCP 47 tag of the text; empty when the feed does not say.
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
