import { plainText } from './calendarWords'
import { fromZonedInput, toZonedInput } from './dates'
import { readDay, UNREAD, type DayContext, type Reading } from './readDay'

/** `9`, `14:30`, `14.30`, `14h30`, `1430`, `14 Uhr`, `2:30 pm`, with seconds where a timetable has them. */
const TIME = /^(\d{1,3}?)(?:\s*[:.h]\s*(\d\d)(?::(\d\d))?|(\d\d))?\s*(?:h|uhr)?\s*([ap]\.?\s?m?\.?|ص|م|صباحا|مساء)?$/
const IN_WORDS = /^(\d{1,2})\s*uhr\s*(\d\d)$/
const PREFIX = /^(?:الساعه|at|um|a las|a la|à)\s+/
const IN_THE_MORNING = /^[aص]/
const HALF_DAY = 12
const MINUTES = 60

/** Hours, minutes and seconds of what was typed; null where it is no time. */
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

/** Reads a time of day on the wall clock as `HH:MM`. */
export function readTime(text: string): Reading {
  const parts = partsOf(text)
  return parts && parts.hours < 24 && parts.seconds === 0
    ? { value: `${pad(parts.hours)}:${pad(parts.minutes)}` }
    : UNREAD
}

/** Reads a time of the service day as `HH:MM:SS`; what runs after midnight passes 24:00. */
export function readServiceTime(text: string): Reading {
  const parts = partsOf(text)
  return parts ? { value: [parts.hours, parts.minutes, parts.seconds].map(pad).join(':') } : UNREAD
}

/**
 * Reads a day with a time as clocks show them, `2026-03-29T14:05`: `fri 14:30`, `3.12 9`, `tomorrow 9am`, `2pm fri`.
 * @param standing what stands in the field, whose day a time alone is of; empty = nothing, and today is meant
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
    // A number before a day could be the day.
    const isEarly = !early.fault && !/^\d+$/.test(before)
    if (late.fault && !isEarly) continue
    const day = readDay(late.fault ? after : before, context, false)
    if (day.value) return { value: `${day.value}T${late.fault ? early.value : late.value}` }
    if (day.fault === 'weekday') fault = day
  }
  return fault
}

/**
 * What is odd about a time that clocks in a zone are to show: they skip it, or show it twice, as they are changed; null
 * for a time that there is once.
 */
export function clockFault(wall: string, zone: string): 'skipped' | 'twice' | null {
  const instant = fromZonedInput(wall, zone)
  if (instant === null) return null
  if (toZonedInput(instant, zone) !== wall) return 'skipped'
  const shown = Date.parse(`${wall}Z`)
  // Where it is taken as the first of two, clocks that were put back show it again as far from UTC as a day later.
  const dayLater = new Date(Date.parse(instant) + 86_400_000).toISOString()
  const again = shown - (Date.parse(`${toZonedInput(dayLater, zone)}Z`) - Date.parse(dayLater))
  return again > Date.parse(instant) && toZonedInput(new Date(again).toISOString(), zone) === wall ? 'twice' : null
}
