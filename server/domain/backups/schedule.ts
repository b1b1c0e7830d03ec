import { Temporal } from 'temporal-polyfill'
import { BACKUP_RETENTION_MONTHS, BACKUP_RETENTION_WEEKS } from '../../../contract/core/limits/backups'

/** Returns the latest instant, at or before `now`, at which clocks in the zone showed the hour: one for each day. */
export function lastDue(now: Date, zone: string, hour: number): Date {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone)
  const at = (date: Temporal.PlainDate) =>
    date.toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from({ hour }) })
  const today = at(local.toPlainDate())
  const due = Temporal.ZonedDateTime.compare(today, local) <= 0 ? today : at(local.toPlainDate().subtract({ days: 1 }))
  return new Date(due.epochMilliseconds)
}

/**
 * Returns which backups are retained: the newest, and the last one of each of the latest weeks and months that have any.
 * The newest one is always retained.
 * @param made instants at which the backups were made, the newest first
 * @param newest number of the newest backups to retain
 * @returns for each backup whether it is retained
 */
export function retainedOf(made: readonly string[], newest: number, zone: string): boolean[] {
  const days = made.map((at) => Temporal.Instant.from(at).toZonedDateTimeISO(zone).toPlainDate())
  const weeks = new Set<string>()
  const months = new Set<string>()
  return days.map((day, place) => {
    const isOfWeek = isNew(weeks, `${day.yearOfWeek}-${day.weekOfYear}`, BACKUP_RETENTION_WEEKS)
    const isOfMonth = isNew(months, day.toPlainYearMonth().toString(), BACKUP_RETENTION_MONTHS)
    return place < Math.max(1, newest) || isOfWeek || isOfMonth
  })
}

function isNew(seen: Set<string>, name: string, most: number): boolean {
  if (seen.has(name) || seen.size >= most) return false
  seen.add(name)
  return true
}
