import { dateFormat, relativeTime } from './intl'

/** A text without case, accents, marks of direction and the digits of other scripts. */
export const plainText = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu, '')
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) % 16))
    .replace(/[−–—]/g, '-')
    .replaceAll('ة', 'ه')
    .replaceAll('ى', 'ي')
    .trim()

/** Letters and digits of a plain text alone, with one blank between words. */
export const phraseOf = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()

/** What a date in digits is made of. */
export type DatePart = 'day' | 'month' | 'year'

interface Words {
  /** Spellings of each month, January first. */
  months: string[][]
  /** Spellings of each weekday, Monday first. */
  weekdays: string[][]
  /** What the days around today are called; empty where the language counts them. */
  near: string[][]
}
type Calendar = Words & { order: DatePart[] }

const NEAR_DAYS = [-2, -1, 0, 1, 2]
const calendars = new Map<string, Calendar>()

/** The words of a language for its calendar, as Intl has them. */
function wordsOf(locale: string): Calendar {
  const known = calendars.get(locale)
  if (known) return known
  const spellings = (unit: 'month' | 'weekday', month: number, day: number) => {
    // 2024-01-01 was a Monday.
    const date = new Date(Date.UTC(2024, month, day))
    const parts = (['long', 'short'] as const).flatMap((width) =>
      [{}, { day: 'numeric' } as const].flatMap((beside) =>
        dateFormat(locale, { ...beside, [unit]: width, timeZone: 'UTC' })
          .formatToParts(date)
          .filter(({ type }) => type === unit)
          .map(({ value }) => value),
      ),
    )
    // As they are typed without an umlaut, and without the article of Arabic.
    const typed = parts.flatMap((part) => [part, part.replace('ä', 'ae'), part.replace(/^ال/, '')])
    return [...new Set(typed.map((part) => phraseOf(plainText(part))))]
  }
  const words: Calendar = {
    months: Array.from({ length: 12 }, (_, month) => spellings('month', month, 1)),
    weekdays: Array.from({ length: 7 }, (_, day) => spellings('weekday', 0, day + 1)),
    near: NEAR_DAYS.map((days) => {
      const phrase = phraseOf(plainText(relativeTime(locale).format(days, 'day')))
      return /\d/.test(phrase) ? [] : [phrase]
    }),
    order: dateFormat(locale, { day: 'numeric', month: 'numeric', year: 'numeric' })
      .formatToParts(0)
      .map(({ type }) => type)
      .filter((type): type is DatePart => type === 'day' || type === 'month' || type === 'year'),
  }
  calendars.set(locale, words)
  return words
}

/**
 * Which one a word names, in full or by its beginning, in the language or else in English, which every keyboard can
 * write; null where it is none, or not clear which.
 */
function lookUp(locale: string, kind: keyof Words, word: string, leastLetters: number): number | null {
  for (const spellings of [wordsOf(locale)[kind], wordsOf('en-GB')[kind]]) {
    const among = (fits: (spelling: string) => boolean) =>
      spellings.flatMap((all, index) => (all.some(fits) ? [index] : []))
    const exact = among((spelling) => spelling === word)
    const found = exact.length > 0 ? exact : among((spelling) => spelling.startsWith(word))
    if (found.length > 0)
      return found.length === 1 && (exact.length > 0 || word.length >= leastLetters) ? (found[0] ?? null) : null
  }
  return null
}

/** The month that a plain word names, 1 to 12. */
export function monthOf(locale: string, word: string): number | null {
  const at = lookUp(locale, 'months', word, 3)
  return at === null ? null : at + 1
}

/** The weekday that a plain word names, Monday 0. */
export const weekdayOf = (locale: string, word: string): number | null => lookUp(locale, 'weekdays', word, 2)

/** How many days from today it is that a phrase such as “tomorrow” names. */
export function nearDayOf(locale: string, phrase: string): number | null {
  const at = phrase === '' ? null : lookUp(locale, 'near', phrase, 3)
  return at === null ? null : (NEAR_DAYS[at] ?? null)
}

/** In which order a language writes day, month and year in digits. */
export const dateOrder = (locale: string): readonly DatePart[] => wordsOf(locale).order
