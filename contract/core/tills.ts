import { currencyExponent } from './currency'

export const TILL_STATES = ['open', 'counted', 'closed'] as const
/** Movements of cash between a till and the bank or another till. */
export const CASH_MOVES = ['to_bank', 'from_bank', 'to_till'] as const
export type CashMove = (typeof CASH_MOVES)[number]

/** Coins and notes of each currency in major units, the largest first. */
const COINS_AND_NOTES: Readonly<Record<string, string>> = {
  AED: '1000 500 200 100 50 20 10 5 1 0.50 0.25',
  BHD: '20 10 5 1 0.500 0.100 0.050 0.025 0.010 0.005',
  CHF: '1000 200 100 50 20 10 5 2 1 0.50 0.20 0.10 0.05',
  CZK: '5000 2000 1000 500 200 100 50 20 10 5 2 1',
  DKK: '1000 500 200 100 50 20 10 5 2 1 0.50',
  EGP: '200 100 50 20 10 5 1 0.50 0.25',
  EUR: '500 200 100 50 20 10 5 2 1 0.50 0.20 0.10 0.05 0.02 0.01',
  GBP: '50 20 10 5 2 1 0.50 0.20 0.10 0.05 0.02 0.01',
  HUF: '20000 10000 5000 2000 1000 500 200 100 50 20 10 5',
  JOD: '50 20 10 5 1 0.500 0.250 0.100 0.050',
  JPY: '10000 5000 2000 1000 500 100 50 10 5 1',
  KWD: '20 10 5 1 0.500 0.250 0.100 0.050 0.020 0.010 0.005',
  MAD: '200 100 50 20 10 5 2 1 0.50 0.20 0.10',
  NOK: '1000 500 200 100 50 20 10 5 1',
  OMR: '50 20 10 5 1 0.500 0.100 0.050 0.025 0.010 0.005',
  PLN: '500 200 100 50 20 10 5 2 1 0.50 0.20 0.10 0.05 0.02 0.01',
  QAR: '500 200 100 50 10 5 1 0.50 0.25',
  RON: '500 200 100 50 20 10 5 1 0.50 0.10 0.05 0.01',
  SAR: '500 200 100 50 20 10 5 2 1 0.50 0.25 0.10 0.05 0.01',
  SEK: '1000 500 200 100 50 20 10 5 2 1',
  TND: '50 20 10 5 2 1 0.500 0.200 0.100 0.050 0.020 0.010 0.005',
  TRY: '200 100 50 20 10 5 1 0.50 0.25 0.10 0.05 0.01',
  USD: '100 50 20 10 5 2 1 0.50 0.25 0.10 0.05 0.01',
}

/**
 * Returns the coins and notes of a currency in minor units, the largest first. For a currency that is not in the table it
 * returns only the smallest unit, so that its cash is counted as a sum.
 */
export function denominationsOf(currency: string): readonly number[] {
  const exponent = currencyExponent(currency)
  return (COINS_AND_NOTES[currency] ?? String(1 / 10 ** exponent))
    .split(' ')
    .map((piece) => Math.round(Number(piece) * 10 ** exponent))
}

/** Returns the sum of coins and notes, in minor units. */
export const sumOfPieces = (pieces: readonly { denomination_minor: number; pieces: number }[]): number =>
  pieces.reduce((sum, one) => sum + one.denomination_minor * one.pieces, 0)
