import { Temporal } from 'temporal-polyfill'
import type { Staff } from '../../../contract/entities/staff'

const MINUTE_MS = 60_000

export type Driver = Pick<Staff, 'first_name' | 'last_name' | 'max_daily_drive_min' | 'min_rest_min'>

/** A time at work, `[from, to)` in instants. */
export interface Duty {
  from: string
  to: string
}

/**
 * Which limits a person would pass by taking a job beside the duties of the days around it, in words: the minutes at
 * the wheel of one day, and the rest between two days. A duty belongs to the day in `timezone` that it starts on.
 */
export function drivingIssues(driver: Driver, job: Duty, duties: readonly Duty[], timezone: string): string[] {
  const name = `${driver.first_name} ${driver.last_name}`
  const days = byDay([...duties, job], timezone)
  const jobDay = dayOf(job.from, timezone)
  const issues: string[] = []
  const driven = (days.get(jobDay) ?? []).reduce((sum, duty) => sum + minutesOf(duty), 0)
  if (driven > driver.max_daily_drive_min)
    issues.push(
      `${name} would drive ${inWords(driven)} on ${jobDay}; ${inWords(driver.max_daily_drive_min)} are allowed.`,
    )
  const order = [...days.keys()].sort()
  for (const [index, day] of order.entries()) {
    const before = order[index - 1]
    if (before === undefined || (day !== jobDay && before !== jobDay)) continue
    const end = Math.max(...(days.get(before) ?? []).map((duty) => Date.parse(duty.to)))
    const start = Math.min(...(days.get(day) ?? []).map((duty) => Date.parse(duty.from)))
    const rest = Math.floor((start - end) / MINUTE_MS)
    if (rest < driver.min_rest_min)
      issues.push(
        `${name} would rest ${inWords(Math.max(0, rest))} before ${day}; ${inWords(driver.min_rest_min)} are needed.`,
      )
  }
  return issues
}

function byDay(duties: readonly Duty[], timezone: string): Map<string, Duty[]> {
  const days = new Map<string, Duty[]>()
  for (const duty of duties) {
    const day = dayOf(duty.from, timezone)
    days.set(day, [...(days.get(day) ?? []), duty])
  }
  return days
}

const dayOf = (instant: string, timezone: string): string =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(timezone).toPlainDate().toString()

const minutesOf = ({ from, to }: Duty): number => Math.round((Date.parse(to) - Date.parse(from)) / MINUTE_MS)

const inWords = (minutes: number): string =>
  `${Math.floor(minutes / 60)} h${minutes % 60 === 0 ? '' : ` ${minutes % 60} min`}`
