import type { PriceLine } from '../../../contract/core/price-line'
import { safe } from './exact'

/** The price of a reservation: lines that add up to the total, in minor units of one currency. */
export interface Price {
  lines: PriceLine[]
  total: number
  /** All currencies of the lines; with more than one the total is meaningless. Empty without lines. */
  currencies: string[]
}

type Given = 'kind' | 'code' | 'label' | 'quantity' | 'unit_minor'
export type DraftLine = Pick<PriceLine, Given> & Partial<Omit<PriceLine, Given | 'seq' | 'amount_minor'>>

/** Returns the numbered lines, their amounts and the total. @throws RangeError if an amount is not a safe integer */
export function priceOf(drafts: readonly DraftLine[], currencies: Iterable<string>): Price {
  const lines = drafts.map((draft, index) => ({
    seq: index + 1,
    kind: draft.kind,
    code: draft.code,
    label: draft.label,
    rule_id: draft.rule_id ?? null,
    rule_version: draft.rule_version ?? null,
    passenger_category: draft.passenger_category ?? null,
    quantity: draft.quantity,
    unit_minor: draft.unit_minor,
    amount_minor: safe(draft.quantity * draft.unit_minor),
    percent_bp: draft.percent_bp ?? null,
    base_minor: draft.base_minor ?? null,
    ...(draft.direction && { direction: draft.direction }),
  }))
  const total = lines.reduce((sum, line) => safe(sum + line.amount_minor), 0)
  return { lines, total, currencies: [...new Set(currencies)].sort() }
}

/** Fields that may change while the price stays the same: labels and versions of records. */
const NOT_THE_PRICE: ReadonlySet<string> = new Set(['label', 'rule_version'])

/** Returns the text that a price is hashed from; the order of keys and the labels do not affect it. */
export function canonicalPrice(currency: string, lines: readonly PriceLine[]): string {
  return JSON.stringify({ currency, lines }, (_, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([name]) => !NOT_THE_PRICE.has(name))
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : value,
  )
}
