import { numberFormat } from './intl'

const DAY_MIN = 1_440

/** Formats minutes as `45 min`, `1 h 05 min` or `2 h`; whole days, from two on, as days. */
export function formatMinutes(minutes: number, locale: string): string {
  const unit = (value: number, name: 'hour' | 'minute', digits = 1) =>
    locale.startsWith('en')
      ? `${String(value).padStart(digits, '0')} ${name === 'hour' ? 'h' : 'min'}`
      : numberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'short', minimumIntegerDigits: digits }).format(
          value,
        )
  const sign = minutes < 0 ? '−' : ''
  const total = Math.abs(minutes)
  const hours = Math.floor(total / 60)
  const rest = total % 60
  if (total >= 2 * DAY_MIN && total % DAY_MIN === 0)
    return sign + numberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(total / DAY_MIN)
  if (hours === 0) return sign + unit(rest, 'minute')
  return sign + (rest === 0 ? unit(hours, 'hour') : `${unit(hours, 'hour')} ${unit(rest, 'minute', 2)}`)
}

/** Formats the time until an event, from two days on in whole days: `3 days`, `47 h 05 min`. */
export const formatLead = (minutes: number, locale: string): string =>
  formatMinutes(minutes < 2 * DAY_MIN ? minutes : minutes - (minutes % DAY_MIN), locale)

/** Splits a service-day time `25:10:00` into clock time and extra days: `{ time: '01:10', days: 1 }`. */
export function serviceTimeParts(time: string): { time: string; days: number } {
  const [hours = '0', minutes = '00'] = time.split(':')
  const total = Number(hours)
  return { time: `${String(total % 24).padStart(2, '0')}:${minutes}`, days: Math.floor(total / 24) }
}

/** Parses `8:05`, `0805`, `25:10` or `08:05:00` to a service-day time `HH:MM:SS`; null for other text. */
export function parseServiceTime(text: string): string | null {
  const match = /^(\d{1,3}):([0-5]\d)(?::([0-5]\d))?$/.exec(text.trim()) ?? /^(\d{1,2})([0-5]\d)$/.exec(text.trim())
  if (!match) return null
  const [, hours = '', minutes = '', seconds = '00'] = match
  return `${hours.padStart(2, '0')}:${minutes}:${seconds}`
}
