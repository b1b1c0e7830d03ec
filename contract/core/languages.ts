export const LANGUAGES = ['en', 'ae', 'fr', 'de', 'es'] as const
export type Language = (typeof LANGUAGES)[number]

/** Intl locale of each language, for numbers and dates. */
export const INTL_LOCALES: Readonly<Record<Language, string>> = {
  en: 'en-GB',
  ae: 'ar-AE',
  fr: 'fr',
  de: 'de',
  es: 'es',
}
