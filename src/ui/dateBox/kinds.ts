import { addDays, formatDate, toZonedInput } from '../../providers/format/dates'
import { commaOf, listed, relativeTime } from '../../providers/format/intl'
import { readDay, type DayContext, type Reading } from '../../providers/format/readDay'
import { readDayTime, readServiceTime, readTime } from '../../providers/format/readTime'
import { dayOf } from '../addressValues'
import type { DateKind } from './props'

/** Part of a value that an arrow key changes. */
export type Part = 'day' | 'time'

interface Kind {
  /** Formats a value for the field; null for an invalid one. */
  write: (value: string, locale: string) => string | null
  /** @param standing present value of the field */
  read: (text: string, context: DayContext, standing: string) => Reading
  /** Returns the next value for an arrow key. @param by 1 or -1 */
  step: (value: string, by: number, part: Part) => string
  /** Returns the first value for an arrow key in an empty field. @param wall present local time, `2026-03-29T14:05` */
  start: (wall: string) => string
}

const QUARTER_MIN = 15
const MINUTES_OF_DAY = 1_440
const SHORT = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const
const WIDE = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const

const writeDay = (day: string, locale: string) => (dayOf(day) ? formatDate(day, locale, SHORT) : null)
/** Formats a day in full words, so that it is unambiguous. */
export const wideDay = (day: string, locale: string): string => formatDate(day, locale, WIDE)

const pad = (number: number) => String(number).padStart(2, '0')
const timeOf = (minutes: number) => `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
const minutesOf = (time: string) => Number(time.split(':')[0]) * 60 + Number(time.split(':')[1])
/** Returns the next quarter of an hour after a minute, or the previous one. */
const nextQuarter = (minutes: number, by: number) =>
  (by > 0 ? Math.floor(minutes / QUARTER_MIN) : Math.ceil(minutes / QUARTER_MIN)) * QUARTER_MIN + by * QUARTER_MIN
const isClock = (time: string) => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time)
const lastQuarter = (wall: string) => timeOf(nextQuarter(minutesOf(wall.slice(11)) + 1, -1))

/** Formatting, parsing and stepping of each kind of field. */
export const KINDS: Record<DateKind, Kind> = {
  day: {
    write: writeDay,
    read: (text, context) => readDay(text, context),
    step: addDays,
    start: (wall) => wall.slice(0, 10),
  },
  time: {
    write: (time) => (isClock(time) ? time : null),
    read: readTime,
    step: (time, by) => timeOf((nextQuarter(minutesOf(time), by) + MINUTES_OF_DAY) % MINUTES_OF_DAY),
    start: lastQuarter,
  },
  serviceTime: {
    write: (time) => (/^\d{2,3}:[0-5]\d:[0-5]\d$/.test(time) ? time.replace(/^(\d+:\d\d):00$/, '$1') : null),
    read: readServiceTime,
    step: (time, by) => `${timeOf(Math.max(0, nextQuarter(minutesOf(time), by)))}:00`,
    start: (wall) => `${lastQuarter(wall)}:00`,
  },
  dayTime: {
    write: (wall, locale) => {
      const [day, time] = [writeDay(wall.slice(0, 10), locale), wall.slice(11)]
      return day !== null && wall[10] === 'T' && isClock(time) ? `${day}${commaOf(locale)}${time}` : null
    },
    read: readDayTime,
    step: (wall, by, part) => {
      const [day, time] = [wall.slice(0, 10), wall.slice(11)]
      if (part === 'day') return `${addDays(day, by)}T${time}`
      const minutes = nextQuarter(minutesOf(time), by)
      return `${addDays(day, Math.floor(minutes / MINUTES_OF_DAY))}T${timeOf((minutes + MINUTES_OF_DAY) % MINUTES_OF_DAY)}`
    },
    start: (wall) => `${wall.slice(0, 10)}T${lastQuarter(wall)}`,
  },
}

/** Returns the present local time in a zone. */
export const wallNow = (zone: string): string => toZonedInput(new Date().toISOString(), zone)

/** Returns examples of accepted input in the reader's language. */
function examplesOf(kind: DateKind, locale: string): string[] {
  if (kind === 'time') return ['14:30', '9']
  if (kind === 'serviceTime') return ['8:30', '25:10']
  const days = [
    formatDate('2026-12-03', locale, { day: 'numeric', month: 'numeric' }).replace(/\b0/g, ''),
    // A Friday.
    formatDate('2026-12-04', locale, { weekday: 'short' }).replace(/\.$/, ''),
    relativeTime(locale).format(1, 'day'),
  ]
  // The sign precedes its number in right-to-left text, too.
  const later = locale.startsWith('ar') ? '\u200E+3' : '+3'
  return kind === 'day' ? [...days, later] : [`${days[0] ?? ''} 14:30`, `${days[1] ?? ''} 9`]
}

export const exampleText = (kind: DateKind, locale: string): string => listed(examplesOf(kind, locale), locale)
