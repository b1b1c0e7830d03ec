import { plainText } from './calendarWords'
import { fromZonedInput, toZonedInput } from './dates'
import { readDay, UNREAD, type DayContext, type Reading } from './readDay'

/** Accepts `9`, `14:30`, `14.30`, `14h30`, `1430`, `14 Uhr`, `2:30 pm`, and seconds for timetables. */
const TIME = /^(\d{1,3}?)(?:\s*[:.h]\s*(\d\d)(?::(\d\d))?|(\d\d))?\s*(?:h|uhr)?\s*([ap]\.?\s?m?\.?|ص|م|صباحا|مساء)?$/
const IN_WORDS = /^(\d{1,2})\s*uhr\s*(\d\d)$/
const PREFIX = /^(?:الساعه|at|um|a las|a la|à)\s+/
const IN_THE_MORNING = /^[aص]/
const HALF_DAY = 12
const MINUTES = 60

/** Returns hours, minutes and seconds of a typed time; null for other text. */
function partsOf(text: string): { hours: number; minutes: number; seconds: number } | null {
  const plain = plainText(text).replace(PREFIX, '')
  const words = IN_WORDS.exec(plain)
  const [, hour, minute, second = '0', packed, half] = words ? [null, words[1], words[2]] : (TIME.exec(plain) ?? [])
  if (hour === undefined || hour === null) return null
  const minutes = Number(minute ?? packed ?? 0)
  const seconds = Number(second)
  const said = Number(hour)
  if (minutes >= MINUTES || seconds >= MINUTES || (half && (said < 1 || said > HALF_DAY))) return null
  const hours = half ? (said % HALF_DAY) + (IN_THE_MORNING.test(half) ? 0 : HALF_DAY) : said
  return { hours, minutes, seconds }
}

const pad = (number: number) => String(number).padStart(2, '0')

/** Parses a wall-clock time to `HH:MM`. */
export function readTime(text: string): Reading {
  const parts = partsOf(text)
  return parts && parts.hours < 24 && parts.seconds === 0
    ? { value: `${pad(parts.hours)}:${pad(parts.minutes)}` }
    : UNREAD
}

/** Parses a service-day time to `HH:MM:SS`; times after midnight exceed 24:00. */
export function readServiceTime(text: string): Reading {
  const parts = partsOf(text)
  return parts ? { value: [parts.hours, parts.minutes, parts.seconds].map(pad).join(':') } : UNREAD
}

/**
 * Parses a day with a time to a local time `2026-03-29T14:05`: `fri 14:30`, `3.12 9`, `tomorrow 9am`, `2pm fri`.
 * @param standing present value of the field, which supplies the day for a time alone; empty means today
 */
export function readDayTime(text: string, context: DayContext, standing = ''): Reading {
  const typed = text.trim().replace(/^(\d{4}-\d\d-\d\d)t(?=\d)/i, '$1 ')
  const whole = readDay(typed, context, false)
  if (whole.value) return { value: '', fault: 'noTime', day: whole.value }
  if (whole.fault === 'weekday') return whole
  const time = readTime(typed)
  if (!time.fault) return { value: `${standing.slice(0, 10) || context.today}T${time.value}` }
  const breaks = [...typed.matchAll(/[\s,،]+/g)].reverse()
  const halves = breaks.map(({ index, 0: { length } }) => [typed.slice(0, index), typed.slice(index + length)] as const)
  let fault: Reading = UNREAD
  for (const [before, after] of halves) {
    const [early, late] = [readTime(before), readTime(after)]
    // A plain number before a day could belong to the day.
    const isEarly = !early.fault && !/^\d+$/.test(before)
    if (late.fault && !isEarly) continue
    const day = readDay(late.fault ? after : before, context, false)
    if (day.value) return { value: `${day.value}T${late.fault ? early.value : late.value}` }
    if (day.fault === 'weekday') fault = day
  }
  return fault
}

/**
 * Returns whether clocks in a zone skip a local time or show it twice because of a clock change; null for a time that occurs
 * once.
 */
export function clockFault(wall: string, zone: string): 'skipped' | 'twice' | null {
  const instant = fromZonedInput(wall, zone)
  if (instant === null) return null
  if (toZonedInput(instant, zone) !== wall) return 'skipped'
  const shown = Date.parse(`${wall}Z`)
  // If this is the first of two occurrences, the second one has the UTC offset of a day later.
  const dayLater = new Date(Date.parse(instant) + 86_400_000).toISOString()
  const again = shown - (Date.parse(`${toZonedInput(dayLater, zone)}Z`) - Date.parse(dayLater))
  return again > Date.parse(instant) && toZonedInput(new Date(again).toISOString(), zone) === wall ? 'twice' : null
}
