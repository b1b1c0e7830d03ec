const HOUR_MS = 3_600_000
const BP = 10_000

/** A step of the policy: what is kept when less than this is left until departure. */
export interface CancellationTier {
  hours_before: number
  /** Share of the price in basis points. */
  percent_bp: number
}

/**
 * What is kept of `amount` (minor units) when a reservation that leaves at `departsAt` (an instant) is cancelled now:
 * the step with the fewest hours that the time left is below. Half a unit is rounded up.
 */
export function cancellationFee(
  tiers: readonly CancellationTier[],
  amount: number,
  departsAt: string,
  now: Date,
): number {
  const hoursLeft = (Date.parse(departsAt) - now.getTime()) / HOUR_MS
  const tier = tiers.toSorted((a, b) => a.hours_before - b.hours_before).find((step) => hoursLeft < step.hours_before)
  return tier ? share(amount, tier.percent_bp) : 0
}

/** Exact for every amount that fits a record: half a unit is rounded away from zero. */
function share(amount: number, bp: number): number {
  const scaled = BigInt(Math.abs(amount)) * BigInt(bp) * 2n + BigInt(BP)
  return Math.sign(amount) * Number(scaled / BigInt(BP * 2))
}
