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
