import type { PriceLine } from '../../../contract/entities/price-line'

/** The price of a reservation: lines that add up to the total, in minor units of one currency. */
export interface Price {
  lines: PriceLine[]
  total: number
  /** Every currency that a line is in; more than one is no price. Empty without lines. */
  currencies: string[]
}

type Given = 'kind' | 'code' | 'label' | 'quantity' | 'unit_minor'
export type DraftLine = Pick<PriceLine, Given> & Partial<Omit<PriceLine, Given | 'seq' | 'amount_minor'>>

/** Numbers the lines and multiplies each out. */
export function priceOf(drafts: readonly DraftLine[], currencies: Iterable<string>): Price {
  const lines = drafts.map((draft, index) => ({
    rule_id: null,
    rule_version: null,
    passenger_category: null,
    percent_bp: null,
    base_minor: null,
    ...draft,
    seq: index + 1,
    amount_minor: draft.quantity * draft.unit_minor,
  }))
  const total = lines.reduce((sum, line) => sum + line.amount_minor, 0)
  return { lines, total, currencies: [...new Set(currencies)].sort() }
}

/** One text for one price, whatever the order of its keys: what the price hash is taken of. */
export function canonicalPrice(currency: string, lines: readonly PriceLine[]): string {
  return JSON.stringify({ currency, lines }, (_, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
}
