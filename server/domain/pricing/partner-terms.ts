import type { PartnerContract } from '../../../contract/entities/partner'
import { shareOf } from './exact'

/** The price terms of a partner contract. */
export type CommissionTerms = Pick<PartnerContract, 'commission_mode' | 'commission_bp' | 'commission_on_addons'>

/** The commission that a partner retains and the net that it owes, minor units: always `commission + net = total`. */
export interface PartnerTerms {
  mode: PartnerContract['commission_mode']
  commission: number
  net: number
}

interface Sold {
  total: number
  /** Fares after limits and rounding. */
  fare: number
  addons: number
  /** Total of the same sale under the contract's own rules; used for `net_rate`. */
  contractRate: number
}

/**
 * Splits a price between the operator and a partner.
 * @returns a net above the total (a commission below zero) if a net rate is undersold; the caller refuses that
 */
export function partnerTerms(contract: CommissionTerms, sold: Sold): PartnerTerms {
  const { commission_mode: mode, commission_bp, commission_on_addons } = contract
  if (mode === 'net_rate') return { mode, commission: sold.total - sold.contractRate, net: sold.contractRate }
  const commissionable = sold.fare + (commission_on_addons ? sold.addons : 0)
  const commission = mode === 'percent' ? shareOf(commissionable, commission_bp) : 0
  return { mode, commission, net: sold.total - commission }
}
