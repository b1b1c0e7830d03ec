import { currencyExponent, minorToDecimal } from '../../../contract/core/currency'
import { numberFormat } from './intl'

/** Formats minor units in the reader's language: 1250 EUR → `€12.50` or `12,50 €`. */
export function formatMoney(minor: number, currency: string, locale: string): string {
  const decimal = minorToDecimal(minor, currency)
  try {
    const digits = currencyExponent(currency)
    const options = {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    } as const
    return numberFormat(locale, options).format(decimal as Intl.StringNumericLiteral)
  } catch {
    return `${decimal} ${currency}`
  }
}

/** Returns the decimal separator of a locale. */
function decimalMark(locale: string): string {
  return (
    numberFormat(locale, {})
      .formatToParts(1.5)
      .find((part) => part.type === 'decimal')?.value ?? '.'
  )
}

/** Formats minor units for an input field: no grouping, the locale's decimal separator. */
export function minorToInput(minor: number, currency: string, locale: string): string {
  return minorToDecimal(minor, currency).replace('.', decimalMark(locale))
}

/**
 * Parses a typed amount (`12,5`, `1.250,00`, `1 250`) to minor units; null when it is no amount of this currency, e.g. with
 * more decimal places than the currency has.
 */
export function parseMoney(text: string, currency: string, locale: string): number | null {
  const mark = decimalMark(locale)
  const plain = text.trim().replaceAll(/[\s\u00a0\u202f'’]/g, '')
  const normal = mark === ',' ? withComma(plain) : withPoint(plain)
  const match = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(normal)
  if (!match) return null
  const [, sign = '', whole = '', part = ''] = match
  if (whole === '' && part === '') return null
  const exponent = currencyExponent(currency)
  if (part.length > exponent) return null
  const minor = Number(whole + part.padEnd(exponent, '0'))
  if (!Number.isSafeInteger(minor)) return null
  return sign === '-' && minor !== 0 ? -minor : minor
}

/** Normalizes `1.250,5` to `1250.5`; a single point before one or two digits counts as the decimal separator. */
function withComma(text: string): string {
  if (text.includes(',')) return text.replaceAll('.', '').replace(',', '.')
  return /^[+-]?\d*\.\d{1,2}$/.test(text) ? text : text.replaceAll('.', '')
}

function withPoint(text: string): string {
  if (!text.includes('.') && /^[+-]?\d+,\d{1,2}$/.test(text)) return text.replace(',', '.')
  return text.replaceAll(',', '')
}

/** Formats basis points as a percentage in the reader's language: 1250 → `12.5%`. */
export function formatBasisPoints(bp: number, locale: string): string {
  return numberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(bp / 10_000)
}
