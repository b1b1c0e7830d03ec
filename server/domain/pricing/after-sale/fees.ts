import { feeOf, type CancellationTier } from '../cancellation'
import type { DraftLine } from '../price'
import { PRICE_LABELS } from '../price-labels'

/** The sum given up of one leg under one tier, minor units. Without a tier it is not refundable and fully owed. */
export interface GivenUp {
  leg: number
  tier: CancellationTier | null
  sum: number
}

/** What was given up of a reservation. Fees apply to the sums, so that several steps cost the same as one. */
export interface Fees {
  givenUp: readonly GivenUp[]
  /** Fees from before these sums were stored, minor units. */
  earlier: number
}

export const NO_FEES: Fees = { givenUp: [], earlier: 0 }

/** Adds an amount to what was given up. @param tier null where the amount is not refundable */
export function bookGivenUp(fees: Fees, { leg, tier, sum }: GivenUp): Fees {
  if (sum === 0) return fees
  const isSame = (each: GivenUp) => isSameGiven(each, { leg, tier })
  const before = fees.givenUp.find(isSame)?.sum ?? 0
  const others = fees.givenUp.filter((each) => !isSame(each))
  return { ...fees, givenUp: [...others, { leg, tier, sum: before + sum }] }
}

/** Returns what is given up between two states and its fee, by leg and tier; negative where a fee is refunded. */
export function compareFees(before: Fees, after: Fees): (GivenUp & { fee: number })[] {
  const gone = before.givenUp.filter((was) => !after.givenUp.some((now) => isSameGiven(was, now)))
  const added = after.givenUp.map((now) => {
    const was = before.givenUp.find((each) => isSameGiven(each, now)) ?? { ...now, sum: 0 }
    return { ...now, sum: now.sum - was.sum, fee: owed(now) - owed(was) }
  })
  return [...added, ...gone.map((was) => ({ ...was, sum: -was.sum, fee: -owed(was) }))].filter(({ sum }) => sum !== 0)
}

/** Removes the fees of a leg. */
export const forgetLeg = (fees: Fees, leg: number): Fees => ({
  ...fees,
  givenUp: fees.givenUp.filter((each) => each.leg !== leg),
})

const owed = ({ tier, sum }: GivenUp): number => (tier ? feeOf(tier, sum) : sum)

/** Returns the sum of all fees, minor units. */
export const sumOfFees = ({ givenUp, earlier }: Fees): number =>
  givenUp.reduce((sum, each) => sum + owed(each), earlier)

/** Returns one line per tier, nearest to the departure first, one for non-refundable sums and one for earlier fees. */
export function feeLines({ givenUp, earlier }: Fees): DraftLine[] {
  const tiers: CancellationTier[] = []
  for (const { tier } of givenUp) if (tier && !tiers.some((known) => isSameTier(known, tier))) tiers.push(tier)
  const ofTiers = tiers
    .toSorted((a, b) => a.hours_before - b.hours_before)
    .map((tier): DraftLine => {
      const parts = givenUp.filter((each) => isSameTier(each.tier, tier))
      const base_minor = tier.percent_bp === null ? null : parts.reduce((sum, each) => sum + each.sum, 0)
      const fee = parts.reduce((sum, each) => sum + owed(each), 0)
      return { percent_bp: tier.percent_bp, base_minor, ...line('cancellationFee', fee) }
    })
  const notRefundable = givenUp.filter(({ tier }) => !tier).reduce((sum, each) => sum + each.sum, 0)
  return [...ofTiers, line('nonRefundable', notRefundable), line('earlierFees', earlier)].filter(
    ({ unit_minor }) => unit_minor > 0,
  )
}

const isSameGiven = (a: Pick<GivenUp, 'leg' | 'tier'>, b: Pick<GivenUp, 'leg' | 'tier'>): boolean =>
  a.leg === b.leg && isSameTier(a.tier, b.tier)

const isSameTier = (a: CancellationTier | null, b: CancellationTier | null): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    a.hours_before === b.hours_before &&
    a.percent_bp === b.percent_bp &&
    (a.amount_minor ?? null) === (b.amount_minor ?? null))

const CODES = {
  cancellationFee: 'cancellation_fee',
  nonRefundable: 'kept_addons',
  earlierFees: 'earlier_fees',
} as const

const line = (what: keyof typeof CODES, unit_minor: number): DraftLine => ({
  kind: 'cancellation_fee',
  code: CODES[what],
  label: PRICE_LABELS[what],
  quantity: 1,
  unit_minor,
})
