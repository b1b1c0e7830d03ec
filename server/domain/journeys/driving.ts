import { Temporal } from 'temporal-polyfill'
import type { Staff } from '../../../contract/entities/staff'

const MINUTE_MS = 60_000

export type Limits = Pick<Staff, 'max_daily_drive_min' | 'min_rest_min'>
export type Driver = Pick<Staff, 'first_name' | 'last_name'> & Limits

/** A time at work, `[from, to)` in instants. */
export interface Duty {
  from: string
  to: string
}

/** What somebody does on one day: from the first duty to the end of the last (ms), and the minutes at the wheel. */
export interface WorkDay {
  from: number
  to: number
  drivenMin: number
}

/** A limit that is passed on a day: minutes at the wheel, or of rest before that day. */
interface PassedLimit {
  kind: 'drive' | 'rest'
  day: string
  minutes: number
}

/**
 * Which limits a person would pass by taking a job beside the duties of the days around it, in words: the minutes at
 * the wheel of one day, and the rest between two days. A duty belongs to the day in `timezone` that it starts on.
 */
export function drivingIssues(driver: Driver, job: Duty, duties: readonly Duty[], timezone: string): string[] {
  const name = `${driver.first_name} ${driver.last_name}`
  const passed = passedLimits(driver, workDays([...duties, job], timezone), dayOf(job.from, timezone))
  return passed.map(({ kind, day, minutes }) =>
    kind === 'drive'
      ? `${name} would drive ${inWords(minutes)} on ${day}; ${inWords(driver.max_daily_drive_min)} are allowed.`
      : `${name} would rest ${inWords(minutes)} before ${day}; ${inWords(driver.min_rest_min)} are needed.`,
  )
}

/** The days on which somebody works, told in a zone. */
export function workDays(duties: readonly Duty[], timezone: string): Map<string, WorkDay> {
  const days = new Map<string, WorkDay>()
  for (const duty of duties) {
    const day = dayOf(duty.from, timezone)
    days.set(day, withDuty(days.get(day), duty))
  }
  return days
}

/** A day with one duty more. */
export function withDuty(day: WorkDay | undefined, duty: Duty): WorkDay {
  const [from, to] = [Date.parse(duty.from), Date.parse(duty.to)]
  return {
    from: Math.min(day?.from ?? Infinity, from),
    to: Math.max(day?.to ?? -Infinity, to),
    drivenMin: (day?.drivenMin ?? 0) + Math.round((to - from) / MINUTE_MS),
  }
}

/** Which limits are passed on `day`, and by the rest before it and after it. */
export function passedLimits(limits: Limits, days: ReadonlyMap<string, WorkDay>, day: string): PassedLimit[] {
  const passed: PassedLimit[] = []
  const minutes = days.get(day)?.drivenMin ?? 0
  if (minutes > limits.max_daily_drive_min) passed.push({ kind: 'drive', day, minutes })
  const order = [...days.keys()].sort()
  for (const [index, later] of order.entries()) {
    const before = order[index - 1]
    if (before === undefined || (later !== day && before !== day)) continue
    const rest = Math.floor(((days.get(later)?.from ?? 0) - (days.get(before)?.to ?? 0)) / MINUTE_MS)
    if (rest < limits.min_rest_min) passed.push({ kind: 'rest', day: later, minutes: Math.max(0, rest) })
  }
  return passed
}

/** The day in a zone on which an instant lies. */
export const dayOf = (instant: string, timezone: string): string =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(timezone).toPlainDate().toString()

const inWords = (minutes: number): string =>
  `${Math.floor(minutes / 60)} h${minutes % 60 === 0 ? '' : ` ${minutes % 60} min`}`
