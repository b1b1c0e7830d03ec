import { PRICE_LABELS } from './price-labels'
import type { PricedAddon } from './addon-lines'
import { multiplyDivide, partsOf, safe } from './exact'
import { sumOf } from './fare-stages'
import type { DraftLine } from './price'

/** A price set by hand, in minor units. */
export interface PriceByHand {
  total: number
  /** What was worked out for the party that it was set for, and how many they were; left out where that is this party. */
  setFor?: { sum: number; heads: number }
  /**
   * Not set by a person: what was paid for the rest of the sale when the operator cancelled a leg of it. It is the price of
   * the fares and of what costs a share of them; other add-ons keep their own.
   */
  isAsBought?: true
}

/** A price set by hand that holds in proportion for a part of what it was set for. */
export type DivisiblePrice = PriceByHand & Required<Pick<PriceByHand, 'setFor'>>

/**
 * What is paid of fare and add-ons once somebody has set a price by hand. Below what the add-ons come to the fare is
 * nothing, and each add-on is paid in part.
 */
export function paidOf(
  worked: number,
  priced: readonly PricedAddon[],
  { override, heads }: { override: PriceByHand | null; heads: number },
) {
  const amounts = priced.map(({ line }) => sumOf([line]))
  const addons = amounts.reduce((sum, amount) => safe(sum + amount), 0)
  const all = safe(worked + addons)
  const apart = override?.isAsBought ? sumOf(priced.map(({ line }) => line).filter(isOfItsOwn)) : 0
  const sum = override ? safe(byHand(override, all - apart, heads) + apart) : all
  const parts = override && sum < addons ? partsOf(sum, amounts) : amounts
  return {
    worked: all,
    lines: sum === all ? [] : [overrideLine(sum - all, override)],
    fare: override ? Math.max(0, sum - addons) : worked,
    addons: priced.map((each, index) => ({
      code: each.addon.code,
      amount: parts[index] ?? 0,
      rateBp: each.addon.tax_rate_bp,
      priced: each,
    })),
  }
}

/** Whether an add-on has a price of its own, not a share of the fare. */
export const isOfItsOwn = ({ percent_bp }: PricedAddon['line']): boolean => percent_bp === null

/** A price set by hand keeps its share of what is worked out, or of the heads where that was nothing. */
function byHand({ total, setFor }: PriceByHand, worked: number, heads: number): number {
  if (!setFor) return total
  if (setFor.sum > 0) return multiplyDivide(total, worked, setFor.sum)
  return setFor.heads > 0 ? multiplyDivide(total, heads, setFor.heads) : total
}

const overrideLine = (unit_minor: number, override: PriceByHand | null): DraftLine =>
  override?.isAsBought
    ? asBoughtLine(unit_minor)
    : { kind: 'override', code: 'manual_override', label: PRICE_LABELS.override, quantity: 1, unit_minor }

/** The line that brings a price to what was paid. */
export const asBoughtLine = (unit_minor: number): DraftLine => ({
  kind: 'limit',
  code: 'as_bought',
  label: PRICE_LABELS.asBought,
  quantity: 1,
  unit_minor,
})
