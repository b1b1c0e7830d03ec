import { Temporal } from 'temporal-polyfill'

const WEEK = 7

/** Reported days and the same weekdays before them, each `YYYY-MM-DD` and inclusive. */
export interface ComparedDays {
  from: string
  to: string
  beforeFrom: string
  beforeTo: string
}

/** Returns the calendar day of an instant in an IANA zone. @throws RangeError if the zone does not exist */
export const dayIn = (at: Date, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).toPlainDate().toString()

/** Returns the instant at which a calendar day begins in an IANA zone, as `2030-05-19T21:00:00Z`. */
export const startOfDay = (day: string, zone: string): string =>
  Temporal.PlainDate.from(day).toZonedDateTime(zone).toInstant().toString()

/** Returns `days` days up to and including `to`, and the same days whole weeks earlier, so that weekdays agree. */
export function comparedDays(to: string, days: number): ComparedDays {
  const last = Temporal.PlainDate.from(to)
  const first = last.subtract({ days: days - 1 })
  const back = { days: Math.ceil(days / WEEK) * WEEK }
  return {
    from: first.toString(),
    to,
    beforeFrom: first.subtract(back).toString(),
    beforeTo: last.subtract(back).toString(),
  }
}

/** Returns every day between two, both inclusive. */
export function daysBetween(from: string, to: string): string[] {
  const last = Temporal.PlainDate.from(to)
  const days: string[] = []
  for (let day = Temporal.PlainDate.from(from); Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 }))
    days.push(day.toString())
  return days
}

/** Consecutive days that are stored as one, starting with `day`. */
export interface Span {
  days: number
  day: string
}

/** Lengths for which figures of routes, channels and partners are stored, as in the SQL function `figure_spans`. */
const SPAN_DAYS = [16, 4, 1]
const DAY_MS = 86_400_000

/** Returns the fewest spans that make up all days between two, both inclusive. */
export function spansBetween(from: string, to: string): Span[] {
  const last = Date.parse(to) / DAY_MS
  const spans: Span[] = []
  for (let at = Date.parse(from) / DAY_MS; at <= last;) {
    const days = SPAN_DAYS.find((length) => at % length === 0 && at + length - 1 <= last) ?? 1
    spans.push({ days, day: new Date(at * DAY_MS).toISOString().slice(0, 10) })
    at += days
  }
  return spans
}
