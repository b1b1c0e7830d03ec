import { isAddon, shareOf, sumOf, type Leg, type Unit } from './oracle-units.ts'
import type { Tier } from './world.ts'

/** An amount given up on a leg under a tier; without a tier all of it is retained. */
export interface Booking {
  leg: number
  place: number
  tier: Tier | null
  amount: number
}

function tierOf(unit: Unit, legs: readonly Leg[], now: number): Tier | undefined {
  const left = legs[unit.leg]!.earliest - now
  return unit.snapshot.conditions.tiers.toSorted((a, b) => a.hours - b.hours).find((tier) => left < tier.hours)
}

function feeOf(tier: Tier | null, sum: number): number {
  if (tier === null) return sum
  return Math.min(sum, tier.amount ?? shareOf(sum, tier.bp ?? 0, 10_000))
}

/** Sums what was given up per leg and tier, then rounds each sum once. */
export function feesOf(bookings: readonly Booking[]): number {
  const groups = new Map<string, { tier: Tier | null; sum: number }>()
  for (const { leg, tier, amount } of bookings) {
    const key = JSON.stringify([leg, tier && [tier.hours, tier.bp ?? null, tier.amount ?? null]])
    const group = groups.get(key) ?? { tier, sum: 0 }
    groups.set(key, { tier, sum: group.sum + amount })
  }
  return sumOf([...groups.values()].map(({ tier, sum }) => feeOf(tier, sum)))
}

/** Returns the amount given up for each unit, under the current tiers. */
export function bookUnits(
  legs: readonly Leg[],
  units: readonly Unit[],
  amounts: readonly number[],
  now: number,
): Booking[] {
  return units.flatMap((unit, index): Booking[] => {
    const { leg, place } = unit
    const amount = amounts[index]!
    if (isAddon(unit) && !unit.refundable) return [{ leg, place, tier: null, amount }]
    const tier = tierOf(unit, legs, now)
    return tier ? [{ leg, place, tier, amount }] : []
  })
}
