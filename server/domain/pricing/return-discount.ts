import type { Purchase } from './after-sale/purchase'
import { sumOfValue } from './after-sale/value'

/**
 * Returns what a return would cost more without its outbound reservation: its value at its own conditions, but for the
 * trip type. Minor units, at least 0; a price set by hand depends on no trip type.
 */
export function returnDiscount(purchase: Purchase): number {
  const sales = purchase.sales.map((sale) =>
    sale.byHand ? sale : { ...sale, sale: { ...sale.sale, tripType: 'one_way' as const } },
  )
  return Math.max(0, sumOfValue({ ...purchase, sales }) - sumOfValue(purchase))
}
