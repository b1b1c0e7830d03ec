import { currencyExponent } from '../../../../contract/core/currency'

/* Stripe counts some currencies in other units than ISO 4217 does: ISK and UGX in hundredths, MGA in whole ariary. */
const WITHOUT = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))
const THREE = new Set('BHD JOD KWD OMR TND'.split(' '))

const stripeExponent = (currency: string): number => (WITHOUT.has(currency) ? 0 : THREE.has(currency) ? 3 : 2)

/** Converts ISO 4217 minor units to Stripe's. @throws RangeError where Stripe has no unit that small */
export function toStripe(minor: number, currency: string): number {
  const amount = minor * 10 ** (stripeExponent(currency) - currencyExponent(currency))
  if (!Number.isInteger(amount)) throw new RangeError(`Stripe takes no ${minor} of the smallest unit of ${currency}.`)
  return amount
}

export const fromStripe = (amount: number, currency: string): number =>
  Math.round(amount * 10 ** (currencyExponent(currency) - stripeExponent(currency)))
