import type { Sold } from '../../../contract/operations/dashboard-figures'
import { numberFormat } from '../../providers/format/intl'
import { formatMoney } from '../../providers/format/money'

/** Values that charts display, one number each. */
export const MEASURES = ['bookings', 'revenue', 'occupancy', 'cancellations'] as const
export type Measure = (typeof MEASURES)[number]

/** Returns the share of occupied seats from 0; null without capacity. */
const occupancyOf = ({ load, capacity }: Sold): number | null => (capacity === 0 ? null : load / capacity)

/** Returns the revenue in minor units of a currency. */
const revenueIn = ({ revenue }: Sold, currency: string): number =>
  revenue.find((part) => part.currency === currency)?.amount_minor ?? 0

/** Returns the displayed or compared number; null without one. @param currency currency of monetary values */
export function valueOf(sold: Sold, measure: Measure, currency: string): number | null {
  switch (measure) {
    case 'revenue':
      return revenueIn(sold, currency)
    case 'occupancy':
      return occupancyOf(sold)
    default:
      return sold[measure]
  }
}

/** Formats the number for the locale; `–` for null. */
export function measureText(value: number | null, measure: Measure, currency: string, locale: string): string {
  if (value === null) return '–'
  if (measure === 'revenue') return formatMoney(value, currency, locale)
  if (measure === 'occupancy') return numberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(value)
  return numberFormat(locale).format(value)
}

/** Returns the currency with the most revenue, or that of the comparison range without current revenue. */
export const mainCurrency = (now: Sold, before: Sold): string =>
  now.revenue[0]?.currency ?? before.revenue[0]?.currency ?? 'EUR'

/** Returns the relative change; null when it is not meaningful. */
export function changeOf(now: number | null, before: number | null): number | null {
  if (now === null || before === null || before <= 0) return null
  return (now - before) / before
}

/** Returns the difference of two shares; null when one of them is not known. */
export const pointsOf = (now: number | null, before: number | null): number | null =>
  now === null || before === null ? null : now - before
