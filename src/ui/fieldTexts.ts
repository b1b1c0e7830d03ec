import { fieldTextKey } from '../../contract/core/field-texts'
import { languageInfo } from '../providers/i18n/languages'
import type { Format } from './useFormat'

interface ServerText {
  code: string
  detail: string
  /** Tag of the language of the detail; null for English. */
  writtenIn: string | null
}

/** Returns a field error in the reader's language; the server's text if it is in that language, or has no other. */
export function serverFieldText(
  { code, detail, writtenIn }: ServerText,
  { t, language }: Pick<Format, 't' | 'language'>,
): string {
  const key = fieldTextKey(code)
  return isReadable(writtenIn, language) || key === null ? detail : t(key)
}

/** Returns whether a text of the server is in the reader's language. @param writtenIn its tag; null for English */
export const isReadable = (writtenIn: string | null, language: Format['language']): boolean =>
  (writtenIn ?? 'en') === languageInfo(language).tag

/** Returns the message of a field error; undefined without one. */
export const messageOf = (error: unknown): string | undefined => (typeof error === 'string' ? error : undefined)
