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
