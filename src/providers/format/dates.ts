import { dateFormat, relativeTime } from './intl'

export interface TimeContext {
  /** Locale for Intl, e.g. `en-GB`. */
  locale: string
  /** IANA time zone to format in; the reader's own unless given. */
  zone?: string | undefined
}

const DATE: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' }
const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }

/** Format of a local time; checked because engines parse many other texts as dates. */
const WALL = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/

const inZone = (zone: string | undefined): Intl.DateTimeFormatOptions => (zone ? { timeZone: zone } : {})

/** Formats a calendar day `2026-03-29` in the reader's language; returns the text itself for an invalid day. */
export function formatDate(day: string, locale: string, options: Intl.DateTimeFormatOptions = DATE): string {
  const instant = new Date(`${day}T00:00:00Z`)
  return Number.isNaN(instant.getTime()) ? day : dateFormat(locale, { ...options, timeZone: 'UTC' }).format(instant)
}

/** Formats an instant as `29 Mar 2026, 14:05`. */
export function formatDateTime(instant: string, { locale, zone }: TimeContext): string {
  return dateFormat(locale, { ...DATE, ...TIME, ...inZone(zone) }).format(new Date(instant))
}

/** Formats an instant as `14:05`. */
export function formatTime(instant: string, { locale, zone }: TimeContext): string {
  return dateFormat(locale, { ...TIME, ...inZone(zone) }).format(new Date(instant))
}

/** Returns the short zone name at an instant (`CET`, `GMT+2`), or an empty text when its clocks match the reader's. */
export function foreignZone(instant: string, { locale, zone }: TimeContext): string {
  if (!zone || toZonedInput(instant, zone) === toZonedInput(instant, ownTimeZone())) return ''
  const parts = dateFormat(locale, { timeZoneName: 'short', timeZone: zone }).formatToParts(new Date(instant))
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? ''
}

/** Formats the distance to an instant: `in 5 minutes`, `3 days ago`. */
export function formatRelative(instant: string, nowMs: number, locale: string): string {
  const seconds = (Date.parse(instant) - nowMs) / 1000
  const steps: [Intl.RelativeTimeFormatUnit, number][] = [
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
  ]
  for (const [unit, size] of steps)
    if (Math.abs(seconds) >= size) return relativeTime(locale).format(Math.trunc(seconds / size), unit)
  return relativeTime(locale).format(Math.trunc(seconds), 'second')
}

/** Returns the local time of an instant in a zone, as `2026-03-29T14:05`. */
export function toZonedInput(instant: string, zone: string): string {
  const options = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: zone,
  } as const
  const parts = dateFormat('en-CA-u-ca-iso8601-nu-latn', options).formatToParts(new Date(instant))
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '00'
  return `${of('year')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}`
}

/**
 * Returns the instant (RFC 3339, UTC) of a local time `2026-03-29T14:05` in a zone; null for invalid text. Of a repeated
 * time it is the first occurrence; a skipped time is shifted forward by the length of the gap.
 */
export function fromZonedInput(wall: string, zone: string): string | null {
  const asUtc = WALL.test(wall) ? Date.parse(`${wall}Z`) : NaN
  if (Number.isNaN(asUtc)) return null
  const offsetAt = (ms: number) =>
    Date.parse(`${toZonedInput(new Date(ms).toISOString(), zone)}Z`) - Math.floor(ms / 60_000) * 60_000
  const DAY = 86_400_000
  const candidates = [offsetAt(asUtc - DAY), offsetAt(asUtc + DAY)]
    .map((offset) => asUtc - offset)
    .sort((a, b) => a - b)
  const exact = candidates.find((ms) => toZonedInput(new Date(ms).toISOString(), zone) === wall)
  const ms = exact ?? Math.max(...candidates)
  return new Date(ms).toISOString().replace('.000Z', 'Z')
}

/** Returns the time zone of the reader's device. The first call on a page takes tens of milliseconds. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Returns today's calendar day in a zone, the reader's unless given: `2026-03-29`. */
export function today(nowMs: number, zone = ownTimeZone()): string {
  return toZonedInput(new Date(nowMs).toISOString(), zone).slice(0, 10)
}

/** Returns the days from calendar day `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)
}

/** Returns the first and the last day of the month before the month of `day`. */
export function lastMonth(day: string): { from: string; to: string } {
  const to = addDays(`${day.slice(0, 8)}01`, -1)
  return { from: `${to.slice(0, 8)}01`, to }
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
