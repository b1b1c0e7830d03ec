import { EXACT_TOTAL_ROWS } from '../../../contract/core/limits/requests'

/** Cache by locale and options: Intl formatters are expensive to create and cheap to use. */
const formatters = new Map<string, unknown>()

function cached<F>(kind: string, locale: string, options: object, make: () => F): F {
  const key = `${kind}|${locale}|${JSON.stringify(options)}`
  let formatter = formatters.get(key) as F | undefined
  if (!formatter) {
    formatter = make()
    formatters.set(key, formatter)
  }
  return formatter
}

export function numberFormat(locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  return cached('number', locale, options, () => new Intl.NumberFormat(locale, options))
}

/** Formats a count in the reader's digits, as `10,000+` when it is a lower bound. */
export const countText = (count: number, locale: string, isMinimum = false): string =>
  numberFormat(locale).format(count) + (isMinimum ? '+' : '')

/** Formats a count of up to `EXACT_TOTAL_ROWS`, or of one more where there are more. */
export const cappedCount = (count: number, locale: string): string =>
  countText(Math.min(count, EXACT_TOTAL_ROWS), locale, count > EXACT_TOTAL_ROWS)

export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return cached('date', locale, options, () => new Intl.DateTimeFormat(locale, options))
}

export function displayNames(locale: string, type: 'language' | 'region' | 'currency'): Intl.DisplayNames {
  return cached('names', locale, { type }, () => new Intl.DisplayNames(locale, { type }))
}

export function relativeTime(locale: string): Intl.RelativeTimeFormat {
  return cached('relative', locale, {}, () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
}

/** Returns the list separator of the reader's script. */
export const commaOf = (locale: string): string => (locale.startsWith('ar') ? '، ' : ', ')

/** Joins words with the reader's list separator. */
export const listed = (words: readonly string[], locale: string): string => words.join(commaOf(locale))

const KILO = 1_000
const MEGA = KILO * KILO

/** Formats a file size: `312 kB`, `4.2 MB`. */
export function fileSize(bytes: number, locale: string): string {
  const [value, unit] = bytes < MEGA ? [bytes / KILO, 'kilobyte'] : [bytes / MEGA, 'megabyte']
  return numberFormat(locale, { style: 'unit', unit, maximumFractionDigits: value < 10 ? 1 : 0 }).format(value)
}
