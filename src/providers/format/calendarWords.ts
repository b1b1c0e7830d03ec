import { dateFormat, relativeTime } from './intl'

/** Normalizes text: lower case, Latin digits, no accents or direction marks. */
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

/** Reduces normalized text to letters and digits, with one space between words. */
export const phraseOf = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()

export type DatePart = 'day' | 'month' | 'year'

interface Words {
  /** Spellings of each month, January first. */
  months: string[][]
  /** Spellings of each weekday, Monday first. */
  weekdays: string[][]
  /** Names of the days in `NEAR_DAYS`; empty where the language only counts days. */
  near: string[][]
}
type Calendar = Words & { order: DatePart[] }

const NEAR_DAYS = [-2, -1, 0, 1, 2]
const calendars = new Map<string, Calendar>()

/** Returns the calendar words of a language, from Intl. */
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
    // Common spellings without an umlaut, and without the Arabic article.
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
 * Returns the index of the entry that a word names, in full or by a prefix, in the language or else in English, which every
 * keyboard can write. Null without a match or with several.
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

/** Returns the month that a normalized word names, 1 to 12. */
export function monthOf(locale: string, word: string): number | null {
  const at = lookUp(locale, 'months', word, 3)
  return at === null ? null : at + 1
}

/** Returns the weekday that a normalized word names, 0 for Monday. */
export const weekdayOf = (locale: string, word: string): number | null => lookUp(locale, 'weekdays', word, 2)

/** Returns the days from today to the day that a phrase like “tomorrow” names. */
export function nearDayOf(locale: string, phrase: string): number | null {
  const at = phrase === '' ? null : lookUp(locale, 'near', phrase, 3)
  return at === null ? null : (NEAR_DAYS[at] ?? null)
}

/** Returns the order of day, month and year in numeric dates of a language. */
export const dateOrder = (locale: string): readonly DatePart[] => wordsOf(locale).order
