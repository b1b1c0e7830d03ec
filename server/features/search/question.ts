/** A phone number has at least this many digits; fewer may be the start of a code. */
const PHONE_MIN_DIGITS = 6

/** What somebody typed into the search box, as each kind of record may be called. */
export interface Question {
  text: string
  /** `+35799123456`, or `+99123456` where the country was left out; null where it is no phone number. */
  phone: string | null
  /** Letters and digits alone, in capitals: a plate or a reference as it was read out. */
  compact: string
}

export function readQuestion(text: string): Question {
  const compact = text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()
  return { text, phone: phoneOf(text), compact }
}

/** Digits in any grouping; the zeros that begin a number inside its country, or a call abroad, are not part of it. */
function phoneOf(text: string): string | null {
  if (!/^\s*\+?[\d\s()./-]+$/.test(text)) return null
  const digits = text.replace(/\(0\)/, '').replace(/\D/g, '').replace(/^0+/, '')
  return digits.length >= PHONE_MIN_DIGITS ? `+${digits}` : null
}
