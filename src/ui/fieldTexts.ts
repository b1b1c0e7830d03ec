import { fieldTextKey } from '../../contract/core/field-texts'
import type { Format } from './useFormat'

/** Returns a field error in the reader's language; the server's text in English, and for codes without a translation. */
export function serverFieldText(code: string, detail: string, { t, language }: Pick<Format, 't' | 'language'>): string {
  const key = fieldTextKey(code)
  return language === 'en' || key === null ? detail : t(key)
}

/** Returns the message of a field error; undefined without one. */
export const messageOf = (error: unknown): string | undefined => (typeof error === 'string' ? error : undefined)
