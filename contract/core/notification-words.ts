/** Units with their length in seconds; a month has 30 days and a year 365. */
const UNITS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** Returns the time from the instant to `now` in words of the locale, in the largest whole unit; "now" within a minute. */
export function timeAgo(instant: string, now: Date, locale: string): string {
  const seconds = (now.getTime() - new Date(instant).getTime()) / 1000
  for (const [unit, length] of UNITS)
    if (seconds >= length) return new Intl.RelativeTimeFormat(locale).format(-Math.floor(seconds / length), unit)
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second')
}

/** Known facts about the subject of a message on a booking or a journey. */
interface Subject {
  who?: unknown
  from?: unknown
  to?: unknown
  /** Local time at the start of the trip: `2026-12-11T14:05`. */
  at?: unknown
}

/** Range of future days, in addition to one past day, for which the weekday alone is shown. */
const WEEK_AHEAD_DAYS = 6
const DAY_MS = 86_400_000

/** Formats `2026-12-11T14:05` as `Fri 14:05` within the week, else as `11 Dec 14:05`. @param locale for Intl */
export function momentInWords(at: string, now: Date, locale: string): string {
  const moment = new Date(`${at}Z`)
  const days = (moment.getTime() - now.getTime()) / DAY_MS
  const day: Intl.DateTimeFormatOptions =
    days > -1 && days < WEEK_AHEAD_DAYS ? { weekday: 'short' } : { day: 'numeric', month: 'short' }
  const words = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC', numberingSystem: 'latn' }).format(moment)
  return `${words(day)} ${words({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })}`
}

/**
 * Returns passenger, route and time: `Anna Keller, Málaga → Granada, Fri 14:05`. Returns '' if nothing is known.
 * @param locale for Intl
 */
export function subjectInWords({ who, from, to, at }: Subject, now: Date, locale: string): string {
  const isRtl = locale.startsWith('ar')
  // Latin names would reverse the arrow and the order: each name is isolated, and the line starts with a right-to-left mark.
  const own = (part: unknown) => (isText(part) && isRtl ? `\u2068${part}\u2069` : part)
  const way = [own(from), own(to)].filter(isText).join(isRtl ? ' ← ' : ' → ')
  const parts = [own(who), way, isText(at) ? momentInWords(at, now, locale) : ''].filter(isText)
  return isRtl && parts.length > 0 ? `\u200F${parts.join('، ')}` : parts.join(', ')
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
