import { Temporal } from 'temporal-polyfill'

const WEEK = 7

/** Days that are told of and the same weekdays before them, each `YYYY-MM-DD` and inclusive. */
export interface ComparedDays {
  from: string
  to: string
  beforeFrom: string
  beforeTo: string
}

/** The calendar day of an instant by the clocks of an IANA zone. Raises RangeError when the zone does not exist. */
export const dayIn = (at: Date, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).toPlainDate().toString()

/** The instant that a calendar day begins at by the clocks of an IANA zone, as `2030-05-19T21:00:00Z`. */
export const startOfDay = (day: string, zone: string): string =>
  Temporal.PlainDate.from(day).toZonedDateTime(zone).toInstant().toString()

/** So many days up to and with `to`, compared with as many whole weeks earlier as they fill, so that weekdays agree. */
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

/** Every day between two, both among them. */
export function daysBetween(from: string, to: string): string[] {
  const last = Temporal.PlainDate.from(to)
  const days: string[] = []
  for (let day = Temporal.PlainDate.from(from); Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 }))
    days.push(day.toString())
  return days
}

/** Days that are kept as one, the first of which is `day`. */
export interface Span {
  days: number
  day: string
}

/** Lengths that figures of routes, channels and partners are kept for, as in the function `figure_spans` of the database. */
const SPAN_DAYS = [16, 4, 1]
const DAY_MS = 86_400_000

/** The fewest spans that make up all days between two, both among them. */
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
