import { PRICE_OVERRIDE_AGENT_MAX_BP, PRICE_OVERRIDE_MANAGER_MAX_BP } from '../../../contract/core/limits'
import type { Role } from '../../../contract/core/vocabulary'
import { shareOf } from './exact'
import { partnerTerms, type CommissionTerms, type PartnerTerms } from './partner-terms'
import type { Quote } from './quote'

/** One sale priced for whom it is for: with whose rules, and whether a price set by hand counts. */
export type MakeQuote = (sale: { partnerId: string | null; byHand: boolean }) => Quote

export interface Sold {
  quote: Quote
  /** Null where no partner sells. */
  terms: PartnerTerms | null
}

/**
 * Prices a sale with the terms of the partner that makes it. With a net rate passengers pay the public price, and what
 * the partner's own rules make of the same sale is what it owes.
 */
export function sell(make: MakeQuote, partner: { id: string; contract: CommissionTerms } | null): Sold {
  if (!partner) return { quote: make({ partnerId: null, byHand: true }), terms: null }
  const { id: partnerId, contract } = partner
  const isNet = contract.commission_mode === 'net_rate'
  const quote = make({ partnerId: isNet ? null : partnerId, byHand: true })
  const contractRate = isNet ? make({ partnerId, byHand: false }).total : 0
  return { quote, terms: partnerTerms(contract, { ...quote, contractRate }) }
}

/** How far a role may move a price by hand, in basis points of the price worked out. */
const overrideLimitBp = (role: Role): number =>
  role === 'admin' || role === 'manager' ? PRICE_OVERRIDE_MANAGER_MAX_BP : PRICE_OVERRIDE_AGENT_MAX_BP

/** Whether a role may set this price by hand. */
export function maySetPrice(quote: Quote, role: Role): boolean {
  const line = quote.lines.find(({ kind }) => kind === 'override')
  if (!line) return true
  const worked = quote.fare + quote.addons - line.amount_minor
  const isOpen = role === 'admin' || role === 'manager'
  return isOpen || Math.abs(line.amount_minor) <= shareOf(worked, overrideLimitBp(role))
}
