import { z } from 'zod'
import { LINE_BREAK_CODE, PHONE_CODE, TIME_ZONE_CODE } from './issue-code'
import { LANGUAGES } from './languages'
import { CODE_MAX_CHARS, PHONE_EXTENSION_MAX_DIGITS } from './limits/texts'
import { schemaMessage } from './sentence'

/** Maximum of a four-byte integer, the column type of all whole numbers except amounts. */
export const INTEGER_MAX = 2_147_483_647

const FIRST_YEAR = '1900'
/** Offsets beyond 15:59, which the database rejects; the largest offset in use is 14:00. */
const NO_OFFSET = /[+-](?:1[6-9]|2\d):\d\d$/
const OUT_OF_TIME = schemaMessage`Must be in the years ${FIRST_YEAR} to 9999, with a UTC offset of at most 15:59.`

/** UUID of a record, in lower case as the database returns it. */
export const Id = z.guid(schemaMessage`Must be a record id.`).toLowerCase()
/** An instant, RFC 3339 in UTC: `2026-03-29T01:30:00Z`; other offsets up to 15:59 are accepted. */
export const Instant = z.iso
  .datetime({
    offset: true,
    message: schemaMessage`Must be a date and time with a UTC offset, such as 2026-03-29T01:30:00Z.`,
  })
  .refine((text) => hasYear(text) && !NO_OFFSET.test(text), OUT_OF_TIME)
/** A calendar day without a time zone: `2026-03-29`. */
export const PlainDate = z.iso.date(schemaMessage`Must be a date such as 2026-03-29.`).refine(hasYear, OUT_OF_TIME)
/** Time of a service day, `HH:MM:SS`, counted from noon minus 12 h (GTFS). May exceed 24:00:00 for times after midnight. */
export const ServiceTime = z
  .string()
  .regex(/^\d{2,3}:[0-5]\d:[0-5]\d$/, schemaMessage`Must be a time such as 08:30:00 or 25:10:00.`)
/** Time of day on a wall clock, `HH:MM`. */
export const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, schemaMessage`Must be a time such as 08:30.`)
/** IANA time zone name that this runtime knows. */
export const TimeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, {
    error: schemaMessage`Must be a time zone such as Europe/Madrid.`,
    params: { code: TIME_ZONE_CODE },
  })
/** An amount in the smallest unit of its currency (cents, fils, yen). Whole numbers only. */
export const MinorAmount = z.int().min(-1_000_000_000_000).max(1_000_000_000_000)
/** ISO 4217 code. */
export const Currency = z.string().regex(/^[A-Z]{3}$/, schemaMessage`Must be a currency code such as EUR.`)
/** Hundredths of a percent: 1250 = 12.5 %. */
export const BasisPoints = z.int().min(-10_000).max(100_000)
/** Format in which phone numbers are stored. */
export const STORED_PHONE = new RegExp(String.raw`^\+[1-9]\d{5,14}(?:;ext=\d{1,${PHONE_EXTENSION_MAX_DIGITS}})?$`)
export const NO_PHONE = schemaMessage`Must be a phone number with its country code, such as +44 20 7946 0018.`
/**
 * E.164, with the extension where there is one: `+34600111222`, `+442079460018;ext=12`. The server accepts other notations
 * of such a field and converts them (`parsePhone`).
 */
export const Phone = z
  .string()
  .refine((text) => STORED_PHONE.test(text), { error: NO_PHONE, params: { code: PHONE_CODE } })
export const Email = z.email(schemaMessage`Must be a valid email address.`).max(254)
/** ISO 3166-1 alpha-2. */
export const Country = z.string().regex(/^[A-Z]{2}$/, schemaMessage`Must be a two-letter country code such as ES.`)
export const HexColor = z.string().regex(/^#[0-9a-f]{6}$/, schemaMessage`Must be a colour such as #1a7f5a.`)
/** Mandatory line breaks of Unicode (UAX 14). */
const LINE_BREAKS = /[\r\n\v\f\u0085\u2028\u2029]+/g
/** Returns whether a text has several lines. */
export const hasLineBreak = (text: string): boolean => text.search(LINE_BREAKS) !== -1
/** Returns a text with its lines joined by spaces, for texts that were stored before line breaks were rejected. */
export const joinLines = (text: string): string => text.replace(LINE_BREAKS, ' ')
export const ONE_LINE = schemaMessage`Must be on one line. Replace the line breaks by spaces.`
/** Rejects line breaks, except at both ends of the text in a schema that trims. */
export const onOneLine = <S extends z.ZodType<string>>(schema: S): S =>
  schema.refine((text) => !hasLineBreak(text), { error: ONE_LINE, params: { code: LINE_BREAK_CODE } })
/** One line of text, trimmed, never empty. */
export const line = (maxChars: number) =>
  onOneLine(
    z
      .string()
      .trim()
      .min(1, schemaMessage`Must not be empty.`)
      .max(maxChars),
  )
/** Free text of any number of lines; may be empty. */
export const prose = (maxChars: number) => z.string().max(maxChars)
/** Human-readable key, unique within its resource. */
export const Code = z
  .string()
  .regex(
    new RegExp(`^[A-Z0-9][A-Z0-9_-]{1,${CODE_MAX_CHARS - 1}}$`),
    schemaMessage`Must be 2 to ${CODE_MAX_CHARS} capital letters, digits, "-" or "_".`,
  )

/** Maximum languages of one text. */
export const LANGUAGES_OF_TEXT_MAX = 50

const TEXTS_BY_LANGUAGE = schemaMessage`Must be an object of texts by language, such as {"en": "Larnaca Airport", "fr": "Aéroport de Larnaca"}.`

const inLanguages = <S extends z.ZodType<string>>(text: S) =>
  z
    .record(z.string().regex(/^[a-z]{2,3}$/, schemaMessage`Must be a language code such as en.`), text, {
      error: ({ code, input }) => (code === 'invalid_type' && input !== undefined ? TEXTS_BY_LANGUAGE : undefined),
    })
    .refine((texts) => typeof texts['en'] === 'string', {
      path: ['en'],
      message: schemaMessage`The English text is required, because it is shown where a translation is missing.`,
    })
    .refine((texts) => Object.keys(texts).length <= LANGUAGES_OF_TEXT_MAX, {
      message: schemaMessage`Must have at most ${LANGUAGES_OF_TEXT_MAX} languages.`,
    })

/**
 * Text in several languages. English is required and is the fallback. In addition to the five languages of the product,
 * a text may be in the language of its source data (`mk`, `ja` …).
 */
export const I18nText = inLanguages(line(200))
/** Text in several languages, with any number of lines. */
export const I18nProse = inLanguages(
  z
    .string()
    .trim()
    .min(1, schemaMessage`Must not be empty.`)
    .max(200),
)
export type I18nText = Record<string, string>

/** Returns the text in the reader's language, else in English, else in any language. */
export function inLanguage(text: I18nText, language: string): string {
  return text[language] ?? text['en'] ?? Object.values(text)[0] ?? ''
}

export const LanguageCode = z.enum(LANGUAGES)

function hasYear(text: string): boolean {
  return text >= FIRST_YEAR
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
