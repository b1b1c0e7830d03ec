import { dateOrder, monthOf, nearDayOf, phraseOf, plainText, weekdayOf, type DatePart } from './calendarWords'
import { addDays } from './dates'

export interface DayContext {
  /** Locale for Intl, e.g. `en-GB`. */
  locale: string
  /** Today's date in the time zone of the field: `2026-03-29`. */
  today: string
  /** First and last allowed day; absent means unbounded. */
  min?: string | undefined
  max?: string | undefined
}

/** Parsed day or time, or the reason why the text is neither. */
export type Reading =
  | { value: string; fault?: undefined }
  | { value: ''; fault: 'unread' }
  /** `weekday`: the day falls on another weekday than typed. `noTime`: a day without the required time. */
  | { value: ''; fault: 'weekday' | 'noTime'; day: string }

export const UNREAD: Reading = { value: '', fault: 'unread' }

/** Parts of a day, as typed. */
interface Said {
  day: number
  /** 1 to 12; null means the next day with that number. */
  month: number | null
  year: number | null
  /** 0 for Monday; null when not typed. */
  weekday: number | null
}

const FIRST_YEAR = 1900
const LAST_YEAR = 2199
const CENTURY = 2000
/** Days that a date without a year may lie in the past; an older one belongs to next year. */
const LOOK_BACK_DAYS = 90
/** 29 February recurs after eight years at the latest. */
const YEARS_AHEAD = 8
/** Days to search: every day number and every weekday recurs within two months. */
const COMING_DAYS = 62

/** Words between the parts of a date that carry no meaning. */
const FILLERS = new Set('on the of at um am den der le la el de del a las من في يوم الساعه'.split(' '))
/** Ordinal suffixes, as in `3rd`, `1er`, `3º`. */
const ORDINAL = /(\d)(?:st|nd|rd|th|er|e|o|a)(?!\p{L})/gu
const NOT_OF_A_DATE = /[^\p{L}\d\s.,،/-]/u

/**
 * Parses a typed day: `3.12`, `3/12/26`, `2026-12-03`, `3 dec`, `fri`, `fri 3.12`, `27`, `tomorrow`, `+3`, in the words and
 * the order of the language or in English words. Ambiguous text is rejected.
 * @param brief whether forms as short as a time are accepted: `27`, `0312`, `fri 4`, `3 dec 26`
 */
export function readDay(text: string, context: DayContext, brief = true): Reading {
  const { locale, today } = context
  const plain = plainText(text)
  const step = /^([+-])\s*(\d{1,4})$/.exec(plain)
  if (step) return { value: addDays(today, Number(`${step[1] ?? ''}${step[2] ?? ''}`)) }
  const near = nearDayOf(locale, phraseOf(plain))
  if (near !== null) return { value: addDays(today, near) }
  if (NOT_OF_A_DATE.test(plain)) return UNREAD
  const tokens = (plain.replace(ORDINAL, '$1').match(/\p{L}+|\d+/gu) ?? []).filter((token) => !FILLERS.has(token))
  const [word = '', ...others] = tokens.filter((token) => /\p{L}/u.test(token))
  const weekday = weekdayOf(locale, word)
  if (tokens.length === 1 && weekday !== null) {
    const day = coming(context, (date) => weekdayAt(date) === weekday)
    return day === null ? UNREAD : { value: day }
  }
  // Two digits after a repeated separator are unambiguously a year.
  const isBrief = brief || /^\d{1,2}([./-])\d{1,2}\1\d{2}$/.test(plain)
  const said = others.length > 1 ? null : saidIn(tokens, locale, isBrief)
  return said ? settle(said, context) : UNREAD
}

/** Returns the parts of a day that tokens of letters and digits name. */
function saidIn(tokens: readonly string[], locale: string, brief: boolean): Said | null {
  const numbers = tokens.filter((token) => /\d/.test(token))
  const words = tokens.filter((token) => !/\d/.test(token))
  const [first = '', second = ''] = words
  if (words.length === 0) {
    const [only = ''] = numbers
    return numbers.length === 1 ? alone(only, locale, brief) : inDigits(numbers, null, locale, brief)
  }
  if (words.length === 2) {
    const [weekday, month] = [weekdayOf(locale, first), monthOf(locale, second)]
    if (weekday !== null && month !== null) return withMonth(month, numbers, weekday, brief)
    const [late, early] = [weekdayOf(locale, second), monthOf(locale, first)]
    return late !== null && early !== null ? withMonth(early, numbers, late, brief) : null
  }
  const [weekday, month] = [weekdayOf(locale, first), monthOf(locale, first)]
  // In Spanish, "mar" is Tuesday before a number and March after it.
  if (month !== null && (weekday === null || tokens[0] !== first)) return withMonth(month, numbers, null, brief)
  if (weekday === null) return null
  return numbers.length === 1
    ? brief
      ? ofNumber(numbers[0], weekday)
      : null
    : inDigits(numbers, weekday, locale, brief)
}

const isSmall = (digits: string | undefined): digits is string => digits !== undefined && /^\d{1,2}$/.test(digits)

/** Parses a day number without a month, as in `27`. */
const ofNumber = (digits: string | undefined, weekday: number | null): Said | null =>
  isSmall(digits) && Number(digits) <= 31 ? { day: Number(digits), month: null, year: null, weekday } : null

/** Parses a single group of digits: `27`, `0312`, `031226`, `03122026`, `20261203`. */
function alone(digits: string, locale: string, brief: boolean): Said | null {
  if (digits.length <= 2) return brief ? ofNumber(digits, null) : null
  if (digits.length % 2 === 1 || digits.length > 8 || (!brief && digits.length < 8)) return null
  if (/^(?:19|20|21)\d\d(?:0\d|1[0-2])/.test(digits) && digits.length === 8)
    return inDigits([digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)], null, locale, brief)
  let at = 0
  const lengths = dateOrder(locale).map((part) => (part === 'year' ? digits.length - 4 : 2))
  const numbers = lengths.map((length) => digits.slice(at, (at += length)))
  return inDigits(numbers.filter(Boolean), null, locale, brief)
}

/** Parses day, month and optional year in the order of the language; four leading digits are a year. */
function inDigits(numbers: readonly string[], weekday: number | null, locale: string, brief: boolean): Said | null {
  if (numbers.length !== 2 && numbers.length !== 3) return null
  const order: readonly DatePart[] = numbers[0]?.length === 4 ? ['year', 'month', 'day'] : dateOrder(locale)
  const parts = numbers.length === 2 ? order.filter((part) => part !== 'year') : order
  const of = (part: DatePart) => numbers[parts.indexOf(part)]
  const month = of('month')
  return isSmall(month) ? made(of('day'), Number(month), of('year'), weekday, brief) : null
}

/** Parses a month in words, with the day before or after it and an optional year at either end. */
function withMonth(month: number, numbers: readonly string[], weekday: number | null, brief: boolean): Said | null {
  if (numbers.length !== 1 && numbers.length !== 2) return null
  const [day, year] = numbers[0]?.length === 4 ? [numbers[1], numbers[0]] : numbers
  return made(day, month, year, weekday, brief)
}

function made(
  day: string | undefined,
  month: number,
  year: string | undefined,
  weekday: number | null,
  brief: boolean,
): Said | null {
  if (!isSmall(day)) return null
  const parts = { day: Number(day), month, weekday }
  if (year === undefined) return { ...parts, year: null }
  if (year.length === 4) return { ...parts, year: Number(year) }
  return year.length === 2 && brief ? { ...parts, year: CENTURY + Number(year) } : null
}

/** Resolves the parts to a day; fails when it falls on another weekday than typed. */
function settle({ day, month, year, weekday }: Said, context: DayContext): Reading {
  const lastYear = Number(context.today.slice(0, 4)) - 1
  const years = year === null ? Array.from({ length: YEARS_AHEAD + 2 }, (_, at) => lastYear + at) : [year]
  const found =
    month === null
      ? coming(context, (date) => Number(date.slice(8)) === day)
      : likeliest(
          years.flatMap((at) => dayAt(at, month, day) ?? []),
          context,
        )
  if (found === null) return UNREAD
  return weekday !== null && weekdayAt(found) !== weekday
    ? { value: '', fault: 'weekday', day: found }
    : { value: found }
}

const pad = (number: number) => String(number).padStart(2, '0')

/** Returns `2026-02-28`; null for a day that does not exist. */
function dayAt(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isThere = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isThere && year >= FIRST_YEAR && year <= LAST_YEAR ? `${year}-${pad(month)}-${pad(day)}` : null
}

/** Returns the weekday of a day, 0 for Monday. */
const weekdayAt = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

/** Returns the first of the sorted days that is not long past, preferably within the bounds. */
function likeliest(days: readonly string[], { today, min = '', max = '9' }: DayContext): string | null {
  const allowed = days.filter((day) => day >= min && day <= max)
  const among = allowed.length > 0 ? allowed : days
  const from = addDays(today, -LOOK_BACK_DAYS)
  return among.find((day) => day >= from) ?? among.at(-1) ?? null
}

/** Returns the first matching day from today or `min` on; if it is after `max`, the last matching day up to `max`. */
function coming({ today, min = '', max = '9' }: DayContext, fits: (day: string) => boolean): string | null {
  const days = (from: string, step: 1 | -1) => Array.from({ length: COMING_DAYS }, (_, at) => addDays(from, step * at))
  const ahead = days(min > today ? min : today, 1).find(fits)
  if (ahead !== undefined && ahead <= max) return ahead
  return (max === '9' ? undefined : days(max, -1).find(fits)) ?? ahead ?? null
}
