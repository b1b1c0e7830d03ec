import { Temporal } from 'temporal-polyfill'
import type { Season } from '../../../contract/entities/season'
import { datesBetween } from '../timetable/calendar'
import { serviceDayStart } from '../timetable/service-time'

interface Pattern {
  /** First and last service day, both included. */
  from: string
  to: string
  /** ISO days of the week; empty = every day. */
  weekdays: readonly number[]
  exceptDates: readonly string[]
  /** Only the days of this season; null = all. */
  season: Pick<Season, 'date_ranges' | 'excluded_dates' | 'weekdays'> | null
}

/** The service days of a pattern, in order. */
export function serviceDaysOf({ from, to, weekdays, exceptDates, season }: Pattern): string[] {
  return datesBetween(from, to).filter(
    (date) => isOn(date, weekdays) && !exceptDates.includes(date) && (season === null || isInSeason(date, season)),
  )
}

const isInSeason = (date: string, season: NonNullable<Pattern['season']>): boolean =>
  season.date_ranges.some((range) => range.from <= date && date <= range.to) &&
  !season.excluded_dates.includes(date) &&
  isOn(date, season.weekdays)

const isOn = (date: string, weekdays: readonly number[]): boolean =>
  weekdays.length === 0 || weekdays.includes(Temporal.PlainDate.from(date).dayOfWeek)

/** Whether the clock changes on a date in a zone, so that its service day does not start at midnight. */
export const isClockChange = (date: string, zone: string): boolean =>
  Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds !== serviceDayStart(date, zone)
