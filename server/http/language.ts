import type { FastifyRequest } from 'fastify'
import { INTL_LOCALES, LANGUAGES, type Language } from '../../contract/core/languages'

/** Returns the language that a caller prefers, by the first one of Accept-Language; English for any other. */
export function languageOf(request: FastifyRequest): Language {
  const asked = request.headers['accept-language']?.slice(0, 2).toLowerCase()
  if (asked === 'ar') return 'ae'
  return LANGUAGES.find((language) => language === asked) ?? 'en'
}

/** Returns the tag of a language for the header Content-Language; the product's own code for Arabic is `ae`. */
export const tagOf = (language: Language): string => new Intl.Locale(INTL_LOCALES[language]).language
