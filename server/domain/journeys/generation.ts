import { Temporal } from 'temporal-polyfill'
import type { Season } from '../../../contract/entities/season'
import { datesBetween } from '../timetable/calendar'

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

/** Returns the service days of a pattern, in order. */
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

const NOON = Temporal.PlainTime.from({ hour: 12 })

/**
 * Returns whether local clocks differ from the timetable of a service day at one of these instants: they are changed
 * between it and the noon that service times count from, or they show its time twice.
 */
export function isClockChange(serviceDate: string, instants: readonly string[], zone: string): boolean {
  const noon = Temporal.PlainDate.from(serviceDate).toZonedDateTime({ timeZone: zone, plainTime: NOON })
  return instants.some((instant) => {
    const then = Temporal.Instant.from(instant).toZonedDateTimeISO(zone)
    return then.offsetNanoseconds !== noon.offsetNanoseconds || isShownTwice(then)
  })
}

function isShownTwice(moment: Temporal.ZonedDateTime): boolean {
  const shown = moment.toPlainDateTime()
  const [first, second] = (['earlier', 'later'] as const).map((disambiguation) =>
    shown.toZonedDateTime(moment.timeZoneId, { disambiguation }),
  )
  return first?.epochMilliseconds !== second?.epochMilliseconds
}
