import { displayNames } from './intl'

/** Returns the localized name of a language, country or currency code; the code itself when it is unknown. */
export function nameOfCode(type: 'language' | 'region' | 'currency', code: string, locale: string): string {
  try {
    return displayNames(locale, type).of(type === 'language' && code === 'ae' ? 'ar' : code) ?? code
  } catch {
    return code
  }
}

/** Returns the weekday names, Monday first, by ISO number 1 to 7. */
export function weekdayNames(locale: string, width: 'long' | 'short' | 'narrow'): { day: number; name: string }[] {
  const format = new Intl.DateTimeFormat(locale, { weekday: width, timeZone: 'UTC' })
  // 2024-01-01 was a Monday.
  return [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, name: format.format(Date.UTC(2024, 0, day)) }))
}

/** Returns the initials of the first two words of a name. */
export const initials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toLocaleUpperCase()
