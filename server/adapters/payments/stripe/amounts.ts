import { currencyExponent } from '../../../../contract/core/currency'

/* Stripe counts some currencies in other units than ISO 4217 does: ISK and UGX in hundredths, MGA in whole ariary. */
const WITHOUT = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))
const THREE = new Set('BHD JOD KWD OMR TND'.split(' '))

const stripeExponent = (currency: string): number => (WITHOUT.has(currency) ? 0 : THREE.has(currency) ? 3 : 2)

/** Returns the smallest step between amounts that Stripe accepts: it requires a third decimal to be 0. */
export const amountStep = (currency: string): number =>
  THREE.has(currency) ? 10 : 10 ** Math.max(0, currencyExponent(currency) - stripeExponent(currency))

/** Converts ISO 4217 minor units to Stripe's. @throws RangeError unless a multiple of `amountStep` */
export function toStripe(minor: number, currency: string): number {
  if (minor % amountStep(currency) !== 0)
    throw new RangeError(`Stripe takes no ${minor} of the smallest unit of ${currency}.`)
  return minor * 10 ** (stripeExponent(currency) - currencyExponent(currency))
}

export const fromStripe = (amount: number, currency: string): number =>
  Math.round(amount * 10 ** (currencyExponent(currency) - stripeExponent(currency)))
