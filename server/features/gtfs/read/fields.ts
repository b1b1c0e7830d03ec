import { Temporal } from 'temporal-polyfill'
import { TimeZone } from '../../../../contract/core/scalars'
import { cut } from '../../../../contract/core/unstorable'
import { parseServiceTime } from '../../../domain/timetable/service-time'
import { Fault } from './issues'

type Parse<T> = (text: string) => T | Fault | Corrected<T>

/** A value with a nonstandard spelling, read as intended. */
export class Corrected<T> {
  constructor(
    readonly value: T,
    /** Describes the spelling, for a warning. */
    readonly fault: Fault,
  ) {}
}

/** Reads one column of a feed file. */
export interface Field<T> {
  /** True refuses a feed without the column. */
  columnNeeded: boolean
  /** Result for an empty value or an absent column; a Fault when it is required. */
  empty: T | Fault
  parse: Parse<T>
  /** True warns of an unreadable value and treats it as empty. */
  tolerant?: boolean
}

const MISSING = new Fault('value_missing', 'The value is missing.', 'Fill it in.')
const MAX_ID_CHARS = 250
const MAX_SHOWN_CHARS = 60

/** A field with a required column and required values. */
export const required = <T>(parse: Parse<T>): Field<T> => ({ columnNeeded: true, empty: MISSING, parse })
/** A field with a required column and optional values. */
export const requiredColumn = <T, E>(parse: Parse<T>, empty: E): Field<T | E> => ({ columnNeeded: true, empty, parse })
export const optional = <T, E>(parse: Parse<T>, empty: E): Field<T | E> => ({ columnNeeded: false, empty, parse })
/** As `optional`, but an unreadable value does not invalidate its row. */
export const tolerated = <T, E>(parse: Parse<T>, empty: E): Field<T | E> => ({
  ...optional(parse, empty),
  tolerant: true,
})

/** Text on one line: any white space becomes single spaces. */
export const text: Parse<string> = (value) => {
  if (value.includes('\uFFFD'))
    return new Fault('not_utf8', `${shown(value)} holds bytes that are not UTF-8.`, 'Save the file as UTF-8.')
  if (value.includes('\0')) return new Fault('control_character', 'The text holds a NUL character.', 'Remove it.')
  return value.replace(/[\s\u0085]+/g, ' ')
}

/** An id of the feed. */
export const key: Parse<string> = (value) =>
  value.length > MAX_ID_CHARS
    ? new Fault('id_too_long', `The id has ${value.length} characters.`, `Use at most ${MAX_ID_CHARS}.`)
    : text(value)

export const latitude = decimal(-90, 90, 'latitude')
export const longitude = decimal(-180, 180, 'longitude')

/** Seconds after the start of the service day. */
export const time: Parse<number> = (value) =>
  parseServiceTime(value) ??
  new Fault('time_invalid', `${shown(value)} is not a time.`, 'Write it as HH:MM:SS, such as 08:05:00 or 25:10:00.')

/** `YYYYMMDD`, returned as `YYYY-MM-DD`. */
export const date: Parse<string> = (value) => {
  const iso = /^\d{8}$/.test(value) ? `${value.slice(0, 4)}-${value.slice(4, 6)}-${value.slice(6)}` : ''
  try {
    return Temporal.PlainDate.from(iso).toString()
  } catch {
    return new Fault('date_invalid', `${shown(value)} is not a date.`, 'Write it as YYYYMMDD, such as 20260329.')
  }
}

const zones = new Map<string, boolean>()
export const timeZone: Parse<string> = (value) => {
  const isKnown = zones.get(value) ?? TimeZone.safeParse(value).success
  if (zones.size < 1000) zones.set(value, isKnown)
  return isKnown
    ? value
    : new Fault(
        'timezone_unknown',
        `${shown(value)} is not a time zone.`,
        'Use a name of the IANA database, such as Europe/Skopje.',
      )
}

/** Reads a whole number from 0 to `highest`. */
export const choice =
  (highest: number): Parse<number> =>
  (value) =>
    /^\d$/.test(value) && Number(value) <= highest
      ? Number(value)
      : new Fault(
          'choice_invalid',
          `${shown(value)} is not one of 0 to ${highest}.`,
          `Use a number from 0 to ${highest}.`,
        )

export const oneOrTwo: Parse<number> = (value) =>
  value === '1' || value === '2'
    ? Number(value)
    : new Fault(
        'choice_invalid',
        `${shown(value)} is neither 1 nor 2.`,
        'Use 1 for a date added, 2 for a date removed.',
      )

/** Reads a whole number from `lowest`. */
export const whole =
  (lowest: number): Parse<number> =>
  (value) =>
    /^\d{1,9}$/.test(value) && Number(value) >= lowest
      ? Number(value)
      : new Fault(
          'number_invalid',
          `${shown(value)} is not a whole number from ${lowest}.`,
          `Use a whole number from ${lowest}.`,
        )

/** A decimal amount with digits on both sides of its point, without exponent or sign. */
export const price: Parse<string> = (value) => {
  if (/^\d{1,9}(\.\d{1,6})?$/.test(value)) return value
  if (/^(\d{1,9}\.|\.\d{1,6})$/.test(value)) {
    const whole = value.startsWith('.') ? `0${value}` : value.slice(0, -1)
    return new Corrected(whole, priceShort(value, whole))
  }
  return new Fault(
    'price_invalid',
    `${shown(value)} is not a price.`,
    'Write it with a point, such as 2.50; it cannot be negative.',
  )
}

const priceShort = (written: string, read: string) =>
  new Fault(
    'price_short',
    `The price ${shown(written)} lacks digits beside its point. It is read as ${read}.`,
    `Write ${read}.`,
    { written, read },
  )

export const currency: Parse<string> = (value) => {
  const code = value.toUpperCase()
  if (!/^[A-Za-z]{3}$/.test(value))
    return new Fault(
      'currency_invalid',
      `${shown(value)} is not a currency code.`,
      'Use three capital letters, such as EUR.',
    )
  return code === value ? code : new Corrected(code, currencyCase(value, code))
}

const currencyCase = (written: string, read: string) =>
  new Fault(
    'currency_case',
    `The currency ${shown(written)} is not in capitals. It is read as ${read}.`,
    `Write ${read}.`,
    { written, read },
  )

/** Six hexadecimal digits, returned as `#rrggbb`. */
export const color: Parse<string> = (value) =>
  /^#?[0-9a-f]{6}$/i.test(value)
    ? `#${value.slice(-6).toLowerCase()}`
    : new Fault('color_invalid', `${shown(value)} is not a colour.`, 'Use six hexadecimal digits, such as 1a7f5a.')

/** Quotes a value for a message, truncated when it is long. */
export const shown = (value: string) =>
  `"${value.length > MAX_SHOWN_CHARS ? `${cut(value, MAX_SHOWN_CHARS)}…` : value}"`

function decimal(lowest: number, highest: number, noun: string): Parse<number> {
  return (value) => {
    const number = /^[+-]?(\d{1,3}(\.\d*)?|\.\d+)$/.test(value) ? Number(value) : Number.NaN
    return number >= lowest && number <= highest
      ? number
      : new Fault(
          `${noun}_invalid`,
          `${shown(value)} is not a ${noun}.`,
          `Use decimal degrees from ${lowest} to ${highest}.`,
        )
  }
}
