export const LANGUAGES = ['en', 'ae', 'fr', 'de', 'es'] as const
export type Language = (typeof LANGUAGES)[number]

/** Locale of each language for numbers and dates, as Intl knows it. */
export const INTL_LOCALES: Readonly<Record<Language, string>> = {
  en: 'en-GB',
  ae: 'ar-AE',
  fr: 'fr',
  de: 'de',
  es: 'es',
}
