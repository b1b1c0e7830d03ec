/** ISO 4217 minor units, where they are not two. (What a runtime carries for showing amounts differs: it gives IQD none.) */
const WITHOUT = new Set('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '))
const THREE = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '))
const FOUR = new Set('CLF UYW'.split(' '))

/** Decimal places of a currency's smallest unit: EUR 2, JPY 0, KWD 3; 2 for one that is not known. */
export function currencyExponent(currency: string): number {
  if (WITHOUT.has(currency)) return 0
  if (THREE.has(currency)) return 3
  return FOUR.has(currency) ? 4 : 2
}

/** Minor units as a plain decimal with a point: 1250 EUR → `12.50`, -5 KWD → `-0.005`. No floats on the way. */
export function minorToDecimal(minor: number, currency: string): string {
  const exponent = currencyExponent(currency)
  const digits = String(Math.abs(minor)).padStart(exponent + 1, '0')
  const sign = minor < 0 ? '-' : ''
  if (exponent === 0) return sign + digits
  return `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
}
