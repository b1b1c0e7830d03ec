import type { I18nText } from '../../../../contract/core/scalars'
import type { FeeChange, PriceChange, UnitsChange } from '../../../../contract/entities/price-change'
import type { ReservationLeg } from '../../../../contract/entities/reservation-parts'
import { groupBy } from '../../group-by'
import { compareFees, sumOfFees } from './fees'
import { paidFor, saleAt, type Purchase, type Unit } from './purchase'
import { findAddon, sumOfValue, totalOf } from './value'

/** Returns the leg with a number; null for the run of a hire. */
type LegOf = (id: number) => ReservationLeg | null

/**
 * Explains why a purchase costs something else after a change, part by part; the parts add up to the difference.
 * Rule: docs/domain/pricing.md, "Changes after the sale".
 */
export function explainChange(before: Purchase, after: Purchase, legOf: LegOf): PriceChange {
  const [was, is] = [partsOf(before), partsOf(after)]
  return {
    before_minor: was.total,
    after_minor: is.total,
    units: compareUnits(before, after, legOf),
    fees: compareFees(before.fees, after.fees).map(({ leg, tier, sum, fee }): FeeChange => ({
      leg: legOf(leg),
      hours_before: tier?.hours_before ?? null,
      percent_bp: tier?.percent_bp ?? null,
      base_minor: sum,
      fee_minor: fee,
    })),
    discount_lost_minor: is.lost - was.lost,
    ceiling_minor: is.ceiling - was.ceiling,
  }
}

/** The total, the lost discount in it, and the reduction by the ceiling, at most 0. */
function partsOf(purchase: Purchase) {
  const value = sumOfValue(purchase)
  const total = totalOf(purchase, value)
  const paid = paidFor(purchase.units)
  const lost = Math.max(0, value - paid)
  return { total, lost, ceiling: total - paid - lost - sumOfFees(purchase.fees) }
}

function compareUnits(before: Purchase, after: Purchase, legOf: LegOf): UnitsChange[] {
  const groupsBefore = groupBy(before.units, keyOf)
  const groupsAfter = groupBy(after.units, keyOf)
  const keys = new Set([...groupsBefore.keys(), ...groupsAfter.keys()])
  return [...keys].flatMap((key) => {
    const [gone = [], here = []] = [groupsBefore.get(key), groupsAfter.get(key)]
    const [unit] = [...gone, ...here]
    const change = {
      count_before: gone.length,
      count_after: here.length,
      paid_before_minor: paidFor(gone),
      paid_after_minor: paidFor(here),
    }
    const sold = gone.length > 0 ? before : after
    const isSame = gone.length === here.length && change.paid_before_minor === change.paid_after_minor
    return unit && !isSame ? [{ ...kindOf(unit), label: addonName(sold, unit), leg: legOf(unit.leg), ...change }] : []
  })
}

const keyOf = (unit: Unit): string => JSON.stringify([unit.leg, kindOf(unit)])

const addonName = (purchase: Purchase, { item, terms }: Unit): I18nText | null =>
  'addonId' in item ? findAddon(saleAt(purchase, terms).book.addons, item.addonId).name : null

function kindOf({ item }: Unit): Pick<UnitsChange, 'kind' | 'category' | 'addon_id'> {
  if ('addonId' in item) return { kind: 'addon', category: null, addon_id: item.addonId }
  return { kind: item.kind, category: item.kind === 'seat' ? item.category : null, addon_id: null }
}
