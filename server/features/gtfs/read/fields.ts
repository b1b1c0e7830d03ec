import { Temporal } from 'temporal-polyfill'
import { TimeZone } from '../../../../contract/core/scalars'
import { cut } from '../../../../contract/core/unstorable'
import { parseServiceTime } from '../../../domain/timetable/service-time'
import { Fault } from './issues'

type Parse<T> = (text: string) => T | Fault | Corrected<T>

/** A value that GTFS writes in another way, read as it is meant. */
export class Corrected<T> {
  constructor(
    readonly value: T,
    /** How it is written, for a warning. */
    readonly fault: Fault,
  ) {}
}

/** How one column of a feed file is read. */
export interface Field<T> {
  /** The feed is refused when the file does not have the column. */
  columnNeeded: boolean
  /** What an empty value, or an absent column, stands for; a Fault when it may not be empty. */
  empty: T | Fault
  parse: Parse<T>
  /** A value that cannot be read is worth a warning and counts as empty. */
  tolerant?: boolean
}

const MISSING = new Fault('value_missing', 'The value is missing.', 'Fill it in.')
const MAX_ID_CHARS = 250
const MAX_SHOWN_CHARS = 60

/** The column and a value in each row are needed. */
export const required = <T>(parse: Parse<T>): Field<T> => ({ columnNeeded: true, empty: MISSING, parse })
/** The column is needed, a value is not. */
export const requiredColumn = <T, E>(parse: Parse<T>, empty: E): Field<T | E> => ({ columnNeeded: true, empty, parse })
export const optional = <T, E>(parse: Parse<T>, empty: E): Field<T | E> => ({ columnNeeded: false, empty, parse })
/** As `optional`, for what is no reason to leave a row out. */
export const tolerated = <T, E>(parse: Parse<T>, empty: E): Field<T | E> => ({
  ...optional(parse, empty),
  tolerant: true,
})

/** Text on one line: white space of any kind becomes single spaces. */
export const text: Parse<string> = (value) => {
  if (value.includes('\uFFFD'))
    return new Fault('not_utf8', `${shown(value)} holds bytes that are not UTF-8.`, 'Save the file as UTF-8.')
  if (value.includes('\0')) return new Fault('control_character', 'The text holds a NUL character.', 'Remove it.')
  return value.replace(/[\s\u0085]+/g, ' ')
}

/** A key of the feed. */
export const key: Parse<string> = (value) =>
  value.length > MAX_ID_CHARS
    ? new Fault('id_too_long', `The id has ${value.length} characters.`, `Use at most ${MAX_ID_CHARS}.`)
    : text(value)

export const latitude = decimal(-90, 90, 'latitude')
export const longitude = decimal(-180, 180, 'longitude')

/** Seconds into the service day. */
export const time: Parse<number> = (value) =>
  parseServiceTime(value) ??
  new Fault('time_invalid', `${shown(value)} is not a time.`, 'Write it as HH:MM:SS, such as 08:05:00 or 25:10:00.')

/** `YYYYMMDD` as `YYYY-MM-DD`. */
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

/** One of the whole numbers from 0 to `highest`. */
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

/** A whole number from `lowest` up. */
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

/** An amount of money as a decimal with digits on both sides of its point, without exponent or sign. */
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
    return new Fault('currency_invalid', `${shown(value)} is not a currency code.`, 'Use three capitals, such as EUR.')
  return code === value ? code : new Corrected(code, currencyCase(value, code))
}

const currencyCase = (written: string, read: string) =>
  new Fault(
    'currency_case',
    `The currency ${shown(written)} is not in capitals. It is read as ${read}.`,
    `Write ${read}.`,
    { written, read },
  )

/** Six hexadecimal digits as `#rrggbb`. */
export const color: Parse<string> = (value) =>
  /^#?[0-9a-f]{6}$/i.test(value)
    ? `#${value.slice(-6).toLowerCase()}`
    : new Fault('color_invalid', `${shown(value)} is not a colour.`, 'Use six hexadecimal digits, such as 1a7f5a.')

/** A value as a message quotes it: cut short when it is long. */
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
