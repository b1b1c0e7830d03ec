/** Each unit with its length in seconds; a month counts 30 days and a year 365. */
const UNITS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** How long before `now` the instant was, in words of the locale, in the largest whole unit; "now" within a minute. */
export function timeAgo(instant: string, now: Date, locale: string): string {
  const seconds = (now.getTime() - new Date(instant).getTime()) / 1000
  for (const [unit, length] of UNITS)
    if (seconds >= length) return new Intl.RelativeTimeFormat(locale).format(-Math.floor(seconds / length), unit)
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second')
}

/** What a message about a booking or a journey is about, as far as it is known. */
interface Subject {
  who?: unknown
  from?: unknown
  to?: unknown
  /** By the clock of where the trip begins: `2026-12-11T14:05`. */
  at?: unknown
}

/** Days ahead, and one back, that the day of the week alone tells. */
const WEEK_AHEAD_DAYS = 6
const DAY_MS = 86_400_000

/** `2026-12-11T14:05` → `Fri 14:05` within the week, else `11 Dec 14:05`. @param locale for Intl */
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
 * Who travels from where to where, and when: `Anna Keller, Málaga → Granada, Fri 14:05`. Empty where nothing is known.
 * @param locale for Intl
 */
export function subjectInWords({ who, from, to, at }: Subject, now: Date, locale: string): string {
  const isRtl = locale.startsWith('ar')
  // Latin names would turn the arrow and the order round: each stands by itself, in a line that begins from the right.
  const own = (part: unknown) => (isText(part) && isRtl ? `\u2068${part}\u2069` : part)
  const way = [own(from), own(to)].filter(isText).join(isRtl ? ' ← ' : ' → ')
  const parts = [own(who), way, isText(at) ? momentInWords(at, now, locale) : ''].filter(isText)
  return isRtl && parts.length > 0 ? `\u200F${parts.join('، ')}` : parts.join(', ')
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
