import { displayNames } from './intl'

/** Name of a language, country or currency by its code, in the reader's language; the code where nobody knows it. */
export function nameOfCode(type: 'language' | 'region' | 'currency', code: string, locale: string): string {
  try {
    return displayNames(locale, type).of(type === 'language' && code === 'ae' ? 'ar' : code) ?? code
  } catch {
    return code
  }
}

/** Names of the days, Monday first, by their ISO number 1 to 7. */
export function weekdayNames(locale: string, width: 'long' | 'short' | 'narrow'): { day: number; name: string }[] {
  const format = new Intl.DateTimeFormat(locale, { weekday: width, timeZone: 'UTC' })
  // 2024-01-01 was a Monday.
  return [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, name: format.format(Date.UTC(2024, 0, day)) }))
}

/** `+34600111222` in groups that can be read out: `+34 600 111 222`. */
export function formatPhone(phone: string): string {
  const match = /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(\d+)$/.exec(phone)
  if (!match) return phone
  const [, country = '', rest = ''] = match
  const groups =
    rest.length % 3 === 1 ? rest.replace(/(\d{3})(?=\d{4})/g, '$1 ') : rest.replace(/(\d{3})(?=\d)/g, '$1 ')
  return `+${country} ${groups}`
}

/** The first letters of the first two words of a name. */
export const initials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toLocaleUpperCase()
