import { PRICE_LABELS } from './price-labels'
import type { PricedAddon } from './addon-lines'
import { multiplyDivide, partsOf, safe } from './exact'
import { sumOf } from './fare-stages'
import type { DraftLine } from './price'

/** A manual price, in minor units. */
export interface ManualPrice {
  total: number
  /** Calculated price and number of passengers that it was set for; absent = those that are priced now. */
  setFor?: { sum: number; heads: number }
  /**
   * Marks a price that no person set: what was paid for the rest of the sale when the operator cancelled a leg. It covers
   * the fares and the add-ons that cost a share of them. Other add-ons keep their own price.
   */
  isAsBought?: true
}

/** A manual price that applies in proportion to a part of what it was set for. */
export type DivisiblePrice = ManualPrice & Required<Pick<ManualPrice, 'setFor'>>

/**
 * Returns what is paid for the fare and for each add-on, minor units. If a manual price is below the sum of the add-ons,
 * the fare is 0 and the add-ons share the price in proportion.
 */
export function paidOf(
  worked: number,
  priced: readonly PricedAddon[],
  { override, heads }: { override: ManualPrice | null; heads: number },
) {
  const amounts = priced.map(({ line }) => sumOf([line]))
  const addons = amounts.reduce((sum, amount) => safe(sum + amount), 0)
  const all = safe(worked + addons)
  const apart = override?.isAsBought ? sumOf(priced.map(({ line }) => line).filter(isOfItsOwn)) : 0
  const sum = override ? safe(scaleManualPrice(override, all - apart, heads) + apart) : all
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

/** Returns whether an add-on has its own price instead of a share of the fare. */
export const isOfItsOwn = ({ percent_bp }: PricedAddon['line']): boolean => percent_bp === null

/** Scales a manual price by the calculated price, or by the passengers if that price was 0. */
function scaleManualPrice({ total, setFor }: ManualPrice, worked: number, heads: number): number {
  if (!setFor) return total
  if (setFor.sum > 0) return multiplyDivide(total, worked, setFor.sum)
  return setFor.heads > 0 ? multiplyDivide(total, heads, setFor.heads) : total
}

const overrideLine = (unit_minor: number, override: ManualPrice | null): DraftLine =>
  override?.isAsBought
    ? asBoughtLine(unit_minor)
    : { kind: 'override', code: 'manual_override', label: PRICE_LABELS.override, quantity: 1, unit_minor }

/** Returns the line that adjusts a price to what was paid. */
export const asBoughtLine = (unit_minor: number): DraftLine => ({
  kind: 'limit',
  code: 'as_bought',
  label: PRICE_LABELS.asBought,
  quantity: 1,
  unit_minor,
})
