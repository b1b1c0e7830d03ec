import type { Moved } from './refundable'

interface Account {
  /** All amounts are minor units of one currency. */
  owed: number
  /** Payments and write-offs, less refunds. */
  paid: number
  /** The part of `paid` that was written off and not reversed. */
  writtenOff: number
}

/**
 * Returns how much of a write-off has lapsed because it is no longer owed: the price fell, the reservation was cancelled,
 * or it was paid after all. A write-off was never paid, so it is not refunded either.
 */
export const lapsedWriteOff = ({ owed, paid, writtenOff }: Account): number =>
  Math.max(0, Math.min(writtenOff, paid - owed))

/** Returns the write-offs of a reservation that are not reversed, minor units. */
export const writtenOffOf = (payments: readonly Moved[]): number =>
  payments
    .filter(({ method, state }) => method === 'written_off' && state === 'posted')
    .reduce((sum, { direction, amount_minor }) => sum + (direction === 'payment' ? amount_minor : -amount_minor), 0)
