import { sentence, type Sentence } from '../../../contract/core/sentence'
import { Temporal } from 'temporal-polyfill'
import { EMPTY_RUN_KMH } from '../../../contract/core/limits/dispatch'
import { utcText } from '../timetable/service-time'
import type { Staff } from '../../../contract/entities/staff'

const MINUTE_MS = 60_000

export type Limits = Pick<Staff, 'max_daily_drive_min' | 'min_rest_min'>
export type Driver = Pick<Staff, 'first_name' | 'last_name'> & Limits

/** A working time, `[from, to)` in instants. */
export interface Duty {
  from: string
  to: string
  /** Distance of a hire, if known. A run of more than a day is not driven all the time. */
  distanceKm?: number | null
}

/** The work of a person on one day: start of the first duty, end of the last (ms), and minutes at the wheel. */
export interface WorkDay {
  from: number
  to: number
  drivenMin: number
  /** It continues a duty of the day before, during which the driver rests. */
  continues?: boolean
}

/** An exceeded limit: minutes at the wheel on a day, or minutes of rest before that day. */
interface PassedLimit {
  kind: 'drive' | 'rest'
  day: string
  minutes: number
}

/**
 * Returns which limits a person would exceed with one more job: the minutes at the wheel of one day, and the
 * rest between two days. `duties` are those of the days around it. A duty belongs to the day in `timezone` it starts on.
 */
export function drivingIssues(driver: Driver, job: Duty, duties: readonly Duty[], timezone: string): Sentence[] {
  const name = `${driver.first_name} ${driver.last_name}`
  const days = workDays([...duties, job], timezone)
  const touched = [...new Set(sharesOf(job, timezone).map(({ day }) => day))]
  const passed = touched.flatMap((day) => passedLimits(driver, days, day))
  const once = new Map(passed.map((limit) => [`${limit.kind} ${limit.day}`, limit]))
  return [...once.values()].map(({ kind, day, minutes }) =>
    kind === 'drive'
      ? sentence`${name} would drive ${inWords(minutes)} on ${day}; ${inWords(driver.max_daily_drive_min)} are allowed.`
      : sentence`${name} would rest ${inWords(minutes)} before ${day}; ${inWords(driver.min_rest_min)} are needed.`,
  )
}

/** Returns the work of a person by calendar day in a time zone. */
export function workDays(duties: readonly Duty[], timezone: string): Map<string, WorkDay> {
  const days = new Map<string, WorkDay>()
  for (const duty of duties)
    for (const { day, drivenMin, continues, ...share } of sharesOf(duty, timezone)) {
      const before = days.get(day)
      const now = withDuty(before, share)
      days.set(day, {
        ...now,
        drivenMin: (before?.drivenMin ?? 0) + drivenMin,
        ...((continues || before?.continues) && { continues: true }),
      })
    }
  return days
}

const DAY_MS = 24 * 60 * MINUTE_MS

interface Share extends Duty {
  day: string
  drivenMin: number
  continues: boolean
}

/**
 * Splits a duty over the days in a time zone. One of up to 24 hours is driven all the time and belongs to the day it starts
 * on. A longer one is driven for as long as its distance takes at EMPTY_RUN_KMH, or all the time if that is unknown, spread
 * evenly over its time.
 */
function sharesOf({ from, to, distanceKm = null }: Duty, timezone: string): Share[] {
  const [start, end] = [Date.parse(from), Date.parse(to)]
  const lastsMin = Math.round((end - start) / MINUTE_MS)
  if (end - start <= DAY_MS) return [{ from, to, day: dayOf(from, timezone), drivenMin: lastsMin, continues: false }]
  const driven = distanceKm === null ? lastsMin : Math.min(lastsMin, Math.ceil((distanceKm / EMPTY_RUN_KMH) * 60))
  const shares: Share[] = []
  let at = Temporal.Instant.from(from).toZonedDateTimeISO(timezone)
  while (at.epochMilliseconds < end) {
    const midnight = at.add({ days: 1 }).startOfDay()
    const till = Math.min(midnight.epochMilliseconds, end)
    shares.push({
      from: at.toInstant().toString(),
      to: utcText(till),
      day: at.toPlainDate().toString(),
      drivenMin: Math.round((driven * (till - at.epochMilliseconds)) / (end - start)),
      continues: shares.length > 0,
    })
    at = midnight
  }
  return shares
}

/** Returns a day with one more duty. */
export function withDuty(day: WorkDay | undefined, duty: Duty): WorkDay {
  const [from, to] = [Date.parse(duty.from), Date.parse(duty.to)]
  return {
    from: Math.min(day?.from ?? Infinity, from),
    to: Math.max(day?.to ?? -Infinity, to),
    drivenMin: (day?.drivenMin ?? 0) + Math.round((to - from) / MINUTE_MS),
  }
}

/** Returns the limits exceeded on `day`, and by the rest before and after it. */
export function passedLimits(limits: Limits, days: ReadonlyMap<string, WorkDay>, day: string): PassedLimit[] {
  const passed: PassedLimit[] = []
  const minutes = days.get(day)?.drivenMin ?? 0
  if (minutes > limits.max_daily_drive_min) passed.push({ kind: 'drive', day, minutes })
  const order = [...days.keys()].sort()
  for (const [index, later] of order.entries()) {
    const before = order[index - 1]
    if (before === undefined || (later !== day && before !== day) || days.get(later)?.continues) continue
    const rest = Math.floor(((days.get(later)?.from ?? 0) - (days.get(before)?.to ?? 0)) / MINUTE_MS)
    if (rest < limits.min_rest_min) passed.push({ kind: 'rest', day: later, minutes: Math.max(0, rest) })
  }
  return passed
}

/** Returns the calendar day of an instant in a time zone. */
export const dayOf = (instant: string, timezone: string): string =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(timezone).toPlainDate().toString()

const inWords = (minutes: number): string =>
  `${Math.floor(minutes / 60)} h${minutes % 60 === 0 ? '' : ` ${minutes % 60} min`}`
