import type { Purchase } from './after-sale/purchase'
import { sumOfValue } from './after-sale/value'

/**
 * Returns how much more a return costs without its outbound reservation: as a one-way trip at otherwise the same
 * conditions. Minor units, at least 0. A manual price does not depend on the trip type.
 */
export function returnDiscount(purchase: Purchase): number {
  const sales = purchase.sales.map((sale) =>
    sale.byHand ? sale : { ...sale, sale: { ...sale.sale, tripType: 'one_way' as const } },
  )
  return Math.max(0, sumOfValue({ ...purchase, sales }) - sumOfValue(purchase))
}
