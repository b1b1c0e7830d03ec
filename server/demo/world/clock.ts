import { Temporal } from 'temporal-polyfill'
import { dayAfter } from '../../domain/timetable/calendar'
import { serviceDayStart } from '../../domain/timetable/service-time'

export const ZONE = 'Europe/Madrid'
export const COUNTRY = 'ES'
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** Time that the demo is built around. Days are `YYYY-MM-DD` in the company's zone, times milliseconds since 1970. */
export interface Clock {
  now: number
  today: string
  /** Returns the day at this distance from today; before it when negative. */
  day: (offset: number) => string
  /** Returns the instant of a time of a service day, `HH:MM`, past 24:00 after midnight. */
  at: (day: string, time: string) => number
}

export function clockAt(now: Date): Clock {
  const today = localDay(now)
  const starts = new Map<string, number>()
  const startOf = (day: string): number => {
    const known = starts.get(day) ?? serviceDayStart(day, ZONE)
    starts.set(day, known)
    return known
  }
  return {
    now: now.getTime(),
    today,
    day: (offset) => dayAfter(today, offset),
    at: (day, time) => startOf(day) + minutesOf(time) * MINUTE_MS,
  }
}

/** Returns the current day in the company's time zone. */
export const localDay = (now: Date): string =>
  Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(ZONE).toPlainDate().toString()

/** 1 = Monday to 7 = Sunday. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
