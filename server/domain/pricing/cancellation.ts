import { shareOf } from './exact'

/** The cancellation fee when less than `hours_before` is left until departure: a share or an amount, never both. */
export interface CancellationTier {
  hours_before: number
  percent_bp: number | null
  amount_minor?: number | null
}

const HOUR_MS = 3_600_000

/** Returns the matching tier with the fewest hours; null if none matches. @param left milliseconds until departure */
export const tierAt = (tiers: readonly CancellationTier[], left: number): CancellationTier | null =>
  tiers.toSorted((a, b) => a.hours_before - b.hours_before).find(({ hours_before }) => left < hours_before * HOUR_MS) ??
  null

/** Returns the fee of a tier for an amount that is given up, minor units, from 0 to that amount. */
export function feeOf({ amount_minor, percent_bp }: CancellationTier, givenUp: number): number {
  const base = Math.max(0, givenUp)
  return Math.min(base, amount_minor ?? shareOf(base, percent_bp ?? 0))
}
