import { INTL_LOCALES, type Language, LANGUAGES } from '../../../contract/core/languages'

export interface LanguageInfo {
  code: Language
  /** Native name of the language. */
  name: string
  /** BCP 47 tag: `ae` is the product's code for Arabic but means Avestan in the standard. */
  tag: string
  /** Locale for numbers and dates: Arabic uses Latin digits, to match plates, references and times. */
  intl: string
  rtl: boolean
}

export const LANGUAGE_TABLE: Record<Language, LanguageInfo> = {
  en: { code: 'en', name: 'English', tag: 'en', intl: INTL_LOCALES.en, rtl: false },
  ae: { code: 'ae', name: 'العربية', tag: 'ar', intl: INTL_LOCALES.ae, rtl: true },
  fr: { code: 'fr', name: 'Français', tag: 'fr', intl: INTL_LOCALES.fr, rtl: false },
  de: { code: 'de', name: 'Deutsch', tag: 'de', intl: INTL_LOCALES.de, rtl: false },
  es: { code: 'es', name: 'Español', tag: 'es', intl: INTL_LOCALES.es, rtl: false },
}

export const FALLBACK_LANGUAGE: Language = 'en'

/** Returns the product's language for a browser or storage code (`fr-CA` → `fr`); null if unsupported. */
export function toLanguage(code: string | null | undefined): Language | null {
  const short = code?.split('-')[0]
  return LANGUAGES.find((language) => language === short) ?? null
}

export function languageInfo(code: string | null | undefined): LanguageInfo {
  return LANGUAGE_TABLE[toLanguage(code) ?? FALLBACK_LANGUAGE]
}

/** Returns the first language of the browser that the product has; null if it has none of them. */
export function browserLanguage(): Language | null {
  const tags = navigator.languages.map((tag) => tag.split('-')[0])
  const found = tags.flatMap((short) => LANGUAGES.find((language) => LANGUAGE_TABLE[language].tag === short) ?? [])
  return found[0] ?? null
}
