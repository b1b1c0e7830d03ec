import { INTL_LOCALES, type Language, LANGUAGES } from '../../../contract/core/languages'

export interface LanguageInfo {
  code: Language
  /** The language's own name. */
  name: string
  /** BCP 47 tag: `ae` is the product's code for Arabic and means Avestan to everybody else. */
  tag: string
  /** Locale for numbers and dates: Latin digits in Arabic, so that they match plates, references and times. */
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

/** The product's language for a code as browsers or storage spell it (`fr-CA` → `fr`); null where it is none of ours. */
export function toLanguage(code: string | null | undefined): Language | null {
  const short = code?.split('-')[0]
  return LANGUAGES.find((language) => language === short) ?? null
}

export function languageInfo(code: string | null | undefined): LanguageInfo {
  return LANGUAGE_TABLE[toLanguage(code) ?? FALLBACK_LANGUAGE]
}
