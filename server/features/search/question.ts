import { searchedPhoneDigits } from '../../../contract/core/phone'

/** A search text in the forms that each kind of record is searched by. */
export interface Question {
  text: string
  /** Digits as a phone number may be stored; null for a text without a phone number. */
  phone: string[] | null
  /** Letters and digits only, in capitals: for spoken plates and references. */
  compact: string
}

export function readQuestion(text: string): Question {
  const compact = text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()
  return { text, phone: searchedPhoneDigits(text), compact }
}
