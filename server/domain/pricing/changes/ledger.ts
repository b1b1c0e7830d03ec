import { feeOf, tierAt, type CancellationTier } from '../cancellation'
import type { DraftLine } from '../price'
import { PRICE_LABELS } from '../price-labels'

/** What was given up of a reservation so far, in minor units. */
export interface Ledger {
  /** The most that fare and add-ons may cost while nothing is added. */
  ceiling: number
  /** By leg and tier of the moment; a tier is known by its hours. */
  given: readonly Given[]
  /** Of add-ons that are not given back. */
  kept: Account
  /** Fees of before any of this was kept. */
  earlier: number
}

/**
 * Sums go up and down while parts are given up, so that the steps do not matter; what they have come to when something
 * is added stays owed.
 */
export interface Account {
  /** Of before the last addition. */
  settled: number
  /** Since then; below zero where the rest became dearer. */
  sum: number
}

interface Given extends Account {
  leg: number
  tier: number
}

const owedOn = ({ settled, sum }: Account): number => settled + Math.max(0, sum)

const settle = <A extends Account>(account: A): A => ({ ...account, settled: owedOn(account), sum: 0 })

/** Nothing is given up so far. */
export const newLedger = (ceiling: number, earlier = 0): Ledger => ({
  ceiling,
  given: [],
  kept: { settled: 0, sum: 0 },
  earlier,
})

/** Closes the account of what was given up, for something is added. */
export const settled = (ledger: Ledger): Ledger => ({
  ...ledger,
  given: ledger.given.map(settle),
  kept: settle(ledger.kept),
})

/** Books what is given up of a leg now: under no tier nothing is owed, and nothing is booked. */
export function give(
  ledger: Ledger,
  { leg, amount, left, tiers }: { leg: number; amount: number; left: number; tiers: readonly CancellationTier[] },
): Ledger {
  const tier = tierAt(tiers, left)?.hours_before
  if (tier === undefined || amount === 0) return ledger
  const isIt = (each: Given) => each.leg === leg && each.tier === tier
  const before = ledger.given.find(isIt) ?? { leg, tier, settled: 0, sum: 0 }
  return { ...ledger, given: [...ledger.given.filter((each) => !isIt(each)), { ...before, sum: before.sum + amount }] }
}

/** The fees of all that was given up: one line for each tier, one for add-ons that are kept. */
export function feeLines({ given, kept, earlier }: Ledger, tiers: readonly CancellationTier[]): DraftLine[] {
  const ofTiers = tiers
    .toSorted((a, b) => a.hours_before - b.hours_before)
    .map((tier): DraftLine => {
      const sums = given.filter((each) => each.tier === tier.hours_before).map(owedOn)
      const fee = sums.reduce((all, sum) => all + feeOf(tier, sum), 0)
      const base_minor = tier.percent_bp === null ? null : sums.reduce((all, sum) => all + sum, 0)
      return { ...line('cancellationFee', fee), percent_bp: tier.percent_bp, base_minor }
    })
  const others = [line('keptAddons', owedOn(kept)), line('earlierFees', earlier)]
  return [...ofTiers, ...others].filter(({ unit_minor }) => unit_minor > 0)
}

const CODES = { cancellationFee: 'cancellation_fee', keptAddons: 'kept_addons', earlierFees: 'earlier_fees' } as const

const line = (what: keyof typeof CODES, unit_minor: number): DraftLine => ({
  kind: 'cancellation_fee',
  code: CODES[what],
  label: PRICE_LABELS[what],
  quantity: 1,
  unit_minor,
})
