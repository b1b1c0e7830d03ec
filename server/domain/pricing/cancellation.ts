import { shareOf } from './exact'
import type { DraftLine } from './price'
import { PRICE_LABELS } from './price-labels'

/** What is kept of the price when less than this is left until the departure: a share or an amount, never both. */
export interface CancellationTier {
  hours_before: number
  percent_bp: number | null
  amount_minor?: number | null
}

const HOUR_MS = 3_600_000

/**
 * The fee of a cancellation, in minor units, never more than what it is taken of. The tier that reaches closest to the
 * departure wins; without one that reaches this far the cancellation is free.
 * @param base fare and refundable add-ons
 */
export function cancellationFee(
  tiers: readonly CancellationTier[],
  { base, departsAt, at }: { base: number; departsAt: number; at: number },
): { fee: number; tier: CancellationTier | null } {
  const left = departsAt - at
  const tier = tiers
    .toSorted((a, b) => a.hours_before - b.hours_before)
    .find(({ hours_before }) => left < hours_before * HOUR_MS)
  if (!tier) return { fee: 0, tier: null }
  const fee = tier.amount_minor ?? shareOf(base, tier.percent_bp ?? 0)
  return { fee: Math.max(0, Math.min(base, fee)), tier }
}

export const cancellationFeeLine = (fee: number, tier: CancellationTier, base: number): DraftLine => ({
  kind: 'cancellation_fee',
  code: 'cancellation_fee',
  label: PRICE_LABELS.cancellationFee,
  quantity: 1,
  unit_minor: fee,
  percent_bp: tier.percent_bp,
  base_minor: tier.percent_bp === null ? null : base,
})
