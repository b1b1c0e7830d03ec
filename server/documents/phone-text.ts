import type { Language } from '../../contract/core/languages'
import { formatPhone } from '../../contract/core/phone'
import { DICTIONARIES } from './words'

/** Returns a stored phone number for mails and pages, from left to right within Arabic. */
export const phoneText = (stored: string, language: Language): string =>
  formatPhone(stored, { wordExtension: wordsIn(language), isIsolated: language === 'ae' })

/** Returns a stored phone number for PDFs, which support no isolates: the order of its parts must not need them. */
export const printedPhone = (stored: string, language: Language): string =>
  formatPhone(stored, language === 'ae' ? {} : { wordExtension: wordsIn(language) })

const wordsIn = (language: Language) => (digits: string) =>
  DICTIONARIES[language].app.phone.extension.replace('{{digits}}', digits)
