import type { TaxMode } from '../../../contract/core/vocabulary'
import { shareOf, taxWithin } from './exact'
import type { DraftLine } from './price'
import { PRICE_LABELS } from './price-labels'

/** A separately taxed amount: the whole fare, or one add-on line. */
export interface Taxed {
  code: string
  amount: number
  rateBp: number
}

/**
 * Returns the tax of each part, rounded separately. Tax that the price includes has a line of quantity 0, so that the
 * lines still add up to the price. Tax on top has a line of quantity 1.
 */
export function taxLines(parts: readonly Taxed[], mode: TaxMode): { lines: DraftLine[]; tax: number } {
  const lines = parts
    .filter(({ amount, rateBp }) => amount !== 0 && rateBp !== 0)
    .map(({ code, amount, rateBp }): DraftLine => ({
      kind: 'tax_info',
      code,
      label: mode === 'inclusive' ? PRICE_LABELS.taxIncluded : PRICE_LABELS.taxAdded,
      quantity: mode === 'inclusive' ? 0 : 1,
      unit_minor: mode === 'inclusive' ? taxWithin(amount, rateBp) : shareOf(amount, rateBp),
      percent_bp: rateBp,
      base_minor: amount,
    }))
  return { lines, tax: lines.reduce((sum, line) => sum + line.unit_minor, 0) }
}
