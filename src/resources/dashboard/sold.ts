import type { Sold } from '../../../contract/operations/dashboard-figures'
import { numberFormat } from '../../providers/format/intl'
import { formatMoney } from '../../providers/format/money'

/** What charts draw: one number of what was sold. */
export const MEASURES = ['bookings', 'revenue', 'occupancy', 'cancellations'] as const
export type Measure = (typeof MEASURES)[number]

/** Share of the seats that are taken, from 0; null where nothing runs. */
const occupancyOf = ({ load, capacity }: Sold): number | null => (capacity === 0 ? null : load / capacity)

/** Minor units of a currency. */
const revenueIn = ({ revenue }: Sold, currency: string): number =>
  revenue.find((part) => part.currency === currency)?.amount_minor ?? 0

/** The number that is drawn or compared; null where there is none. @param currency the one that money is drawn in */
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

/** The number in the reader's language, `–` where there is none. */
export function measureText(value: number | null, measure: Measure, currency: string, locale: string): string {
  if (value === null) return '–'
  if (measure === 'revenue') return formatMoney(value, currency, locale)
  if (measure === 'occupancy') return numberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(value)
  return numberFormat(locale).format(value)
}

/** The currency that most of the money is in, that of before where there is none now. */
export const mainCurrency = (now: Sold, before: Sold): string =>
  now.revenue[0]?.currency ?? before.revenue[0]?.currency ?? 'EUR'

/** How much more there is than before, as a share; null where that says nothing. */
export function changeOf(now: number | null, before: number | null): number | null {
  if (now === null || before === null || before <= 0) return null
  return (now - before) / before
}
