import {
  PARTNER_LOG_BODY_MAX_BYTES,
  PARTNER_LOG_HEADERS_MAX,
  PARTNER_LOG_TEXT_MAX_BYTES,
} from '../../../contract/core/limits/partner-api'

/** Replaces what is not recorded. */
export const HIDDEN = '[redacted]'
const SECRET_HEADERS = new Set(['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'x-api-key'])
/** Fields with secret values. The QR code of a ticket is one of them, because it lets its holder travel. */
const SECRET_FIELD =
  /^(?:.*password|.*secret|.*token|authorization|access|refresh|payload|deliveryValue|cvc|cvv|pan|card_?number)$/i
const TOKEN = /\b(?:wps_|tk_live_|tk_test_|whsec_)[0-9A-Za-z+/=_-]{8,}/g
const MAYBE_CARD = /(?<![\w-])\d(?:[ -]?\d){12,18}(?![\w-])/g

/** Returns a text without tokens and possible card numbers. */
export const redactText = (text: string): string =>
  text.replace(TOKEN, HIDDEN).replace(MAYBE_CARD, (digits) => (isCard(digits) ? HIDDEN : digits))

/** Returns a redacted and truncated text, used for paths, queries and names of programs. */
export const redactShort = (text: string): string => capped(redactText(text), PARTNER_LOG_TEXT_MAX_BYTES)

/** Returns the first headers as text, without credentials. */
export function redactHeaders(
  headers: Readonly<Record<string, string | number | string[] | undefined>>,
): Record<string, string> {
  const texts = Object.entries(headers).flatMap(([name, value]) => {
    if (value === undefined) return []
    const text = SECRET_HEADERS.has(name.toLowerCase()) ? HIDDEN : redactShort(String(value))
    return [[name, text] as const]
  })
  return Object.fromEntries(texts.slice(0, PARTNER_LOG_HEADERS_MAX))
}

/**
 * Returns a body as text without secrets, truncated if it is too long; null if there is none.
 * @param wholeBytes length of the whole body, if `body` has only the first items of its list
 */
export function redactBody(body: unknown, wholeBytes?: number): string | null {
  if (body === undefined || body === null || body === '') return null
  const text = typeof body === 'string' ? redactText(body) : JSON.stringify(redactValue(body))
  return capped(text, PARTNER_LOG_BODY_MAX_BYTES, wholeBytes)
}

function redactValue(value: unknown): unknown {
  if (typeof value === 'string') return redactText(value)
  if (Array.isArray(value)) return value.map(redactValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      SECRET_FIELD.test(name) && inner !== null ? HIDDEN : redactValue(inner),
    ]),
  )
}

function capped(text: string, maxBytes: number, wholeBytes?: number): string {
  const bytes = new TextEncoder().encode(text)
  if (bytes.length <= maxBytes && wholeBytes === undefined) return text
  const start = new TextDecoder().decode(bytes.subarray(0, maxBytes), { stream: true })
  return `${start}… (${wholeBytes ?? bytes.length} bytes in all)`
}

/** Checks the Luhn check digit of a card number. */
function isCard(text: string): boolean {
  const digits = [...text.replace(/\D/g, '')].reverse().map(Number)
  const sum = digits.reduce((total, digit, place) => {
    const counted = place % 2 === 1 ? digit * 2 : digit
    return total + (counted > 9 ? counted - 9 : counted)
  }, 0)
  return sum % 10 === 0
}
