import { searchedPhoneDigits } from '../../../contract/core/phone'

/** What somebody typed into the search box, as each kind of record may be called. */
export interface Question {
  text: string
  /** The digits that a phone number may have where it is stored; null for a text that is no phone number. */
  phone: string[] | null
  /** Letters and digits alone, in capitals: a plate or a reference as it was read out. */
  compact: string
}

export function readQuestion(text: string): Question {
  const compact = text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()
  return { text, phone: searchedPhoneDigits(text), compact }
}
