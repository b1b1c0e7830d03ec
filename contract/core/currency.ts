/** Currencies without exactly two decimal places in ISO 4217. Intl differs from it: it formats IQD without decimals. */
const WITHOUT = new Set('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '))
const THREE = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '))
const FOUR = new Set('CLF UYW'.split(' '))

/** Returns the decimal places of a currency: EUR 2, JPY 0, KWD 3. Returns 2 for an unknown currency. */
export function currencyExponent(currency: string): number {
  if (WITHOUT.has(currency)) return 0
  if (THREE.has(currency)) return 3
  return FOUR.has(currency) ? 4 : 2
}

/** Formats minor units as a decimal with a point: 1250 EUR → `12.50`, -5 KWD → `-0.005`. Uses no floats. */
export function minorToDecimal(minor: number, currency: string): string {
  const exponent = currencyExponent(currency)
  const digits = String(Math.abs(minor)).padStart(exponent + 1, '0')
  const sign = minor < 0 ? '-' : ''
  if (exponent === 0) return sign + digits
  return `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
}
