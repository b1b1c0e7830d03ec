import { PRICE_OVERRIDE_MAX_BP } from '../../../contract/core/limits/sales'
import { shareOf } from './exact'
import { partnerTerms, type CommissionTerms, type PartnerTerms } from './partner-terms'
import type { Quote } from './quote'

/** Prices one sale with the rules of a partner (null = none); `isManual` says whether a manual price applies. */
export type MakeQuote = (sale: { partnerId: string | null; isManual: boolean }) => Quote

export interface Sold {
  quote: Quote
  /** Null where no partner sells. */
  terms: PartnerTerms | null
}

/**
 * Prices a sale with the terms of the partner that makes it. With a net rate passengers pay the public price, and the
 * partner owes the price of the same sale under its own rules.
 */
export function sell(make: MakeQuote, partner: { id: string; contract: CommissionTerms } | null): Sold {
  if (!partner) return { quote: make({ partnerId: null, isManual: true }), terms: null }
  const { id: partnerId, contract } = partner
  const isNet = contract.commission_mode === 'net_rate'
  const quote = make({ partnerId: isNet ? null : partnerId, isManual: true })
  const contractRate = isNet ? make({ partnerId, isManual: false }).total : 0
  return { quote, terms: partnerTerms(contract, { ...quote, contractRate }) }
}

/** Returns whether the manual price is near the worked-out one. Without a fare there is no price to compare it with. */
export function isNearPrice(quote: Quote): boolean {
  if (quote.unpriced.length > 0) return false
  const line = quote.lines.find(({ kind }) => kind === 'override')
  if (!line) return true
  const worked = quote.fare + quote.addons - line.amount_minor
  return Math.abs(line.amount_minor) <= shareOf(worked, PRICE_OVERRIDE_MAX_BP)
}
