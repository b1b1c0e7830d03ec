import type { PartnerTripDetail } from '../../../../../contract/partner/trips'
import { sentence, type Sentence } from '../../../../../contract/core/sentence'
import { SEATED } from '../../../../domain/reservations/status'
import { wrongState } from '../../../../http/refusal'
import type { Seller } from '../caller'

/**
 * Refuses to cancel or change a confirmed trip without the contract's right; holds can always be changed.
 * @throws Refusal invalid_state
 */
export function refuseUnlessOwnToChange(trip: PartnerTripDetail, { contract }: Seller, now: Date): void {
  if (!SEATED.includes(trip.status)) return
  if (contract.cancel_rights === 'none')
    throw refusal(sentence`Your contract does not allow this. Ask the operator to do it.`)
  if (trip.travel_at !== null && Date.parse(trip.travel_at) <= now.getTime())
    throw refusal(sentence`The departure of ${trip.reference} has passed: ask the operator.`)
}

/** Returns whether cancellations before departure are free of a fee. */
export const cancelsFree = ({ contract }: Seller): boolean => contract.cancel_rights === 'before_departure'

const refusal = (message: Sentence) => wrongState([{ path: '', message }])
