import { Temporal } from 'temporal-polyfill'

const SERVICE_TIME = /^(\d{1,3}):([0-5]\d):([0-5]\d)$/
const HALF_DAY_H = 12

/**
 * Returns the seconds of a service time: `8:05:00` and `08:05:00` are 29,100; `25:10:00` is ten past one on the next day.
 * Hours may have one to three digits and may pass 24. Undefined if the text is not a service time.
 */
export function parseServiceTime(text: string): number | undefined {
  const match = SERVICE_TIME.exec(text)
  return match ? Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3]) : undefined
}

/**
 * Returns the canonical text of a service time: `HH:MM:SS` with at least two digits of hours, past `24:00:00` where needed.
 * @throws RangeError if `seconds` is not a whole number from 0
 */
export function formatServiceTime(seconds: number): string {
  if (!Number.isInteger(seconds) || seconds < 0)
    throw new RangeError(`A service time has whole seconds from 0, not ${seconds}.`)
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(twoDigits).join(':')
}

/**
 * Returns the instant that the times of a service day count from, in milliseconds since 1970: noon of `serviceDate` in
 * `zone` minus 12 hours (the rule of GTFS). That is midnight, except on days with a clock change: the service day of
 * 2025-03-30 in Asia/Nicosia starts at 23:00 the evening before.
 * @throws RangeError if the date or the zone does not exist
 */
export function serviceDayStart(serviceDate: string, zone: string): number {
  return Temporal.PlainDate.from(serviceDate)
    .toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from({ hour: HALF_DAY_H }) })
    .subtract({ hours: HALF_DAY_H }).epochMilliseconds
}

/**
 * Returns the UTC instant (`2025-03-30T05:00:00Z`) of a service time (`HH:MM:SS`, may pass 24:00:00) on a service date in
 * an IANA zone. @throws RangeError if the time, the date or the zone does not exist
 */
export function instantOf(serviceDate: string, time: string, zone: string): string {
  const seconds = parseServiceTime(time)
  if (seconds === undefined) throw new RangeError(`"${time}" is not a service time such as 08:30:00.`)
  return utcText(serviceDayStart(serviceDate, zone) + seconds * 1000)
}

/**
 * Returns the service time (`HH:MM:SS`, past 24:00:00 where needed) of an instant on the given service date in the zone:
 * the inverse of `instantOf`. Fractions of a second are dropped.
 * @throws RangeError if the instant is before the start of the service day
 */
export function serviceTimeOf(instant: string, serviceDate: string, zone: string): string {
  const elapsed = Temporal.Instant.from(instant).epochMilliseconds - serviceDayStart(serviceDate, zone)
  if (elapsed < 0) throw new RangeError(`${instant} lies before the service day ${serviceDate} in ${zone}.`)
  return formatServiceTime(Math.floor(elapsed / 1000))
}

/**
 * Returns the service day and the service time of an instant in a zone. The day is the local date, or the day before in
 * the hour of a clock change that precedes the start of the service day.
 */
export function serviceDayAt(instant: string, zone: string): { serviceDate: string; time: string } {
  const moment = Temporal.Instant.from(instant)
  const date = moment.toZonedDateTimeISO(zone).toPlainDate()
  const isBeforeStart = moment.epochMilliseconds < serviceDayStart(date.toString(), zone)
  const serviceDate = (isBeforeStart ? date.subtract({ days: 1 }) : date).toString()
  return { serviceDate, time: serviceTimeOf(instant, serviceDate, zone) }
}

/** Formats milliseconds since 1970 as an RFC 3339 instant in UTC without fractions: `2026-03-29T01:30:00Z`. */
export function utcText(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 19)}Z`
}

const twoDigits = (value: number) => String(value).padStart(2, '0')
