import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min'
import { withAsciiDigits } from './digits'
import { PHONE_EXTENSION_MAX_DIGITS, PHONE_MIN_DIGITS, PHONE_TYPED_MAX_CHARS } from './limits/texts'
import { STORED_PHONE, hasLineBreak } from './scalars'

/** A typed number, with its digits without grouping characters. */
interface TypedPhone {
  /** Whether the digits begin with a country code. */
  isInternational: boolean
  digits: string
  /** The digits without a zero in parentheses, sometimes written for countries that do not use one: +357 (0) 99. */
  digitsWithoutZero: string
  extension: string | null
}

/** Small and superscript plus. */
const OTHER_PLUS = /[\ufe62\u207a]/g
/** Zero-width characters: direction marks, isolates, joiners, soft hyphens. */
const INVISIBLE = /\p{Cf}/gu
const GROUPING = /[\s()[\]./·•\u2212\p{Pd}]/gu
/** Words before an extension, including those that the product itself writes. */
const EXTENSION_LABELS = [
  ...['extensión', 'extension', 'extn', 'ext', 'x', 'anexo', 'int', 'poste', 'durchwahl', 'dw', 'app'],
  ...['доб', 'تحويلة', 'داخلي'],
]
const EXTENSION = new RegExp(
  String.raw`(?<=[\d)\s])\s*(?:;|,,|#|[,;(–-]?\s*(?:${EXTENSION_LABELS.join('|')})[\s.:=]*)\s*(\d{1,${PHONE_EXTENSION_MAX_DIGITS}})[#)]?$`,
  'iu',
)

/**
 * Returns a phone number as it is stored: E.164, with `;ext=` and the digits of an extension. Returns null for a text that
 * is not a phone number. A number with a country code only has to have a possible length, because the numbering plans of
 * the library lag behind the numbers in use.
 * @param country ISO 3166-1 alpha-2, whose numbers need no country code
 */
export function parsePhone(text: string, country: string | null): string | null {
  const typed = readTyped(text)
  if (!typed) return null
  const number = e164Of(typed, country)
  if (number === null) return null
  const stored = typed.extension === null ? number : `${number};ext=${typed.extension}`
  return STORED_PHONE.test(stored) ? stored : null
}

interface PhoneWords {
  /** Formats the digits of an extension. */
  wordExtension?: (digits: string) => string
  /** Whether the number keeps its order within text from right to left (left-to-right isolate). */
  isIsolated?: boolean
}

/** Returns a stored number in international format, and a text that is not a phone number unchanged. */
export function formatPhone(
  stored: string,
  { wordExtension = (digits) => `ext. ${digits}`, isIsolated = false }: PhoneWords = {},
): string {
  const [digits = '', extension] = STORED_PHONE.test(stored) ? stored.split(';ext=') : [stored]
  const parsed = STORED_PHONE.test(stored) ? parsePhoneNumberFromString(digits) : undefined
  const number = parsed?.isPossible() ? parsed.formatInternational() : digits
  const shown = isIsolated && number !== '' ? `\u2066${number}\u2069` : number
  return extension === undefined ? shown : `${shown} ${wordExtension(extension)}`
}

/**
 * Returns the digits that a typed number may have in a stored one, without its extension. Returns null for a text that is
 * not a phone number. A national number of any country is found, because its leading zeros are not stored.
 */
export function searchedPhoneDigits(text: string): string[] | null {
  const typed = readTyped(text)
  if (!typed) return null
  const digits = typed.digits.replace(/^0+/, '')
  if (digits.length < PHONE_MIN_DIGITS) return null
  const countries = typed.isInternational ? [null] : OTHER_PREFIXES
  const parsed = countries.flatMap((country) => e164Of(typed, country)?.slice(1) ?? [])
  return [...new Set([digits, ...parsed.filter((number) => !number.endsWith(digits))])]
}

/** Countries whose numbers are dialled with other prefixes than zeros: 8, 011, 0011 or 15. */
const OTHER_PREFIXES = ['RU', 'BY', 'LT', 'TM', 'US', 'AU', 'AR']

function e164Of({ isInternational, digits, digitsWithoutZero }: TypedPhone, country: string | null): string | null {
  if (isInternational)
    return (
      e164(`+${digits}`, null, 'possible') ??
      (digitsWithoutZero === digits ? null : e164(`+${digitsWithoutZero}`, null, 'possible'))
    )
  const abroad = digits.startsWith('00') ? `+${digits.slice(2)}` : null
  return (
    (abroad && e164(abroad, null, 'valid')) ??
    (country && e164(digits, country, 'valid')) ??
    (abroad && e164(abroad, null, 'possible'))
  )
}

function e164(digits: string, country: string | null, required: 'valid' | 'possible'): string | null {
  const defaultCountry = (country ?? undefined) as CountryCode | undefined
  const parsed = parsePhoneNumberFromString(digits, { extract: false, ...(defaultCountry && { defaultCountry }) })
  const isNumber = required === 'valid' ? parsed?.isValid() : parsed?.isPossible()
  if (!parsed || !isNumber) return null
  // Each parse of repeated leading zeros removes one, so the result must not change when it is parsed again.
  return parsePhoneNumberFromString(parsed.number)?.number === parsed.number ? parsed.number : null
}

/** Returns the digits of a text that has only digits and grouping characters; null for any other. */
function readTyped(text: string): TypedPhone | null {
  const plain = text.replace(INVISIBLE, '').trim()
  if (plain.length > PHONE_TYPED_MAX_CHARS || hasLineBreak(plain)) return null
  const ascii = withAsciiDigits(plain.replace(OTHER_PLUS, '+'))
  const { number, extension } = partsOf(unescaped(ascii))
  const compact = number.replace(GROUPING, '')
  const [, plus, digits = ''] = /^(\+?)(\d+)$/.exec(compact) ?? []
  if (plus === undefined) return null
  // The number may have both international prefixes: +0044.
  const isInternational = plus === '+'
  const trimmed = (all: string) => (isInternational ? all.replace(/^00/, '') : all)
  const withoutZero = number
    .replace(/\(\s*0\s*\)/, '')
    .replace(GROUPING, '')
    .replace('+', '')
  return { isInternational, digits: trimmed(digits), digitsWithoutZero: trimmed(withoutZero), extension }
}

/** Returns the number and the extension of a text or of a tel: URI (RFC 3966). */
function partsOf(text: string): { number: string; extension: string | null } {
  const [, uri] = /^tel:(.*)$/i.exec(text) ?? []
  if (uri === undefined) {
    const [label = '', extension = null] = EXTENSION.exec(text) ?? []
    return { number: text.slice(0, text.length - label.length), extension }
  }
  const [number = '', ...parameters] = uri.split(';')
  const values = new Map(
    parameters.map((parameter) => [parameter.split('=')[0]?.toLowerCase(), parameter.split('=')[1]]),
  )
  const context = values.get('phone-context') ?? ''
  const isLocal = context.startsWith('+') && !number.trim().startsWith('+')
  const local = isLocal ? `${context}${number}` : number
  if (values.has('ext')) return { number: local, extension: values.get('ext')?.replace(GROUPING, '') ?? null }
  return parameters.length > 0 ? { number: local, extension: null } : partsOf(number)
}

function unescaped(text: string): string {
  if (!/^tel:/i.test(text)) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
