import { numberFormat } from './intl'

const KILO = 1_000
const MEGA = KILO * KILO

/** `312 kB`, `4.2 MB`. */
export function fileSize(bytes: number, locale: string): string {
  const [value, unit] = bytes < MEGA ? [bytes / KILO, 'kilobyte'] : [bytes / MEGA, 'megabyte']
  return numberFormat(locale, { style: 'unit', unit, maximumFractionDigits: value < 10 ? 1 : 0 }).format(value)
}
