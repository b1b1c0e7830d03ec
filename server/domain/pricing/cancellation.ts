import { shareOf } from './exact'

/** What is kept of the price when less than this is left until the departure: a share or an amount, never both. */
export interface CancellationTier {
  hours_before: number
  percent_bp: number | null
  amount_minor?: number | null
}

const HOUR_MS = 3_600_000

/** The tier that reaches closest to the departure; null where none reaches this far. @param left milliseconds */
export const tierAt = (tiers: readonly CancellationTier[], left: number): CancellationTier | null =>
  tiers.toSorted((a, b) => a.hours_before - b.hours_before).find(({ hours_before }) => left < hours_before * HOUR_MS) ??
  null

/** What a tier keeps of an amount that is given up, minor units: never more than that, and never less than nothing. */
export function feeOf({ amount_minor, percent_bp }: CancellationTier, givenUp: number): number {
  const base = Math.max(0, givenUp)
  return Math.min(base, amount_minor ?? shareOf(base, percent_bp ?? 0))
}
