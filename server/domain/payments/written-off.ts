import type { Moved } from './refundable'

interface Account {
  /** Minor units of one currency, all. */
  owed: number
  /** Paid and written off, less what was given back. */
  paid: number
  /** The part of `paid` that was written off and stands. */
  writtenOff: number
}

/**
 * How much of what was written off is asked for no longer for another reason: the price fell, it was cancelled, or was
 * paid after all. Nobody has paid what was written off, so it is not to be given back either.
 */
export const lapsedWriteOff = ({ owed, paid, writtenOff }: Account): number =>
  Math.max(0, Math.min(writtenOff, paid - owed))

/** What was written off of the payments of a reservation, and stands. */
export const writtenOffOf = (payments: readonly Moved[]): number =>
  payments
    .filter(({ method, state }) => method === 'written_off' && state === 'posted')
    .reduce((sum, { direction, amount_minor }) => sum + (direction === 'payment' ? amount_minor : -amount_minor), 0)
