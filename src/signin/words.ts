import words from 'virtual:signin-words'
import type { Language } from '../../contract/core/languages'
import { FALLBACK_LANGUAGE } from '../providers/i18n/languages'
import { useSettings } from '../providers/settings/SettingsProvider'

/** Returns a text of the sign-in page; without one, `values._`, else the key itself. */
export type Words = (key: string, values?: Record<string, unknown>) => string

export function wordsOf(language: Language): Words {
  return (key, values = {}) => {
    const text = words[language]?.[key] ?? words[FALLBACK_LANGUAGE]?.[key] ?? (written(values['_']) || key)
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => written(values[name]))
  }
}

const written = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** Returns the texts of the sign-in page in the reader's language, which need no dictionary. */
export function useWords(): { t: Words; language: Language } {
  const { locale } = useSettings()
  return { t: wordsOf(locale), language: locale }
}
