import { Temporal } from 'temporal-polyfill'

/** The weekly rule of a service. GTFS calendar.txt; Transmodel DAY TYPE with OPERATING PERIOD. */
export interface WeeklyCalendar {
  /** Monday first; always seven. */
  weekdays: readonly boolean[]
  /** First service date, `YYYY-MM-DD`. */
  from: string
  /** Last service date, inclusive. */
  to: string
}

/** The operating days of a service: weekly rule, added dates and removed dates (GTFS calendar_dates.txt). */
export interface ServiceCalendar {
  weekly: WeeklyCalendar | undefined
  added: ReadonlySet<string>
  removed: ReadonlySet<string>
}

/** Returns whether a service runs on a service date (`YYYY-MM-DD`). An exception overrides the weekly rule. */
export function runsOn(calendar: ServiceCalendar, serviceDate: string): boolean {
  if (calendar.removed.has(serviceDate)) return false
  if (calendar.added.has(serviceDate)) return true
  const { weekly } = calendar
  if (!weekly || serviceDate < weekly.from || serviceDate > weekly.to) return false
  return weekly.weekdays[Temporal.PlainDate.from(serviceDate).dayOfWeek - 1] ?? false
}

/** Returns all dates from `from` to `to`, both inclusive, in order; none if `to` is before `from`. */
export function datesBetween(from: string, to: string): string[] {
  const dates: string[] = []
  for (let date = Temporal.PlainDate.from(from); date.toString() <= to; date = date.add({ days: 1 }))
    dates.push(date.toString())
  return dates
}

/** Returns the date `days` after another one, or before it if negative. */
export const dayAfter = (date: string, days = 1): string => Temporal.PlainDate.from(date).add({ days }).toString()

/** Returns the number of days from `from` to `to`, both inclusive; 0 or less if `to` is before `from`. */
export function daysBetween(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(to, { largestUnit: 'days' }).days + 1
}
