import type { PartnerTripDetail } from '../../../../../contract/partner/trips'
import { SEATED } from '../../../../domain/reservations/status'
import { wrongState } from '../../../../http/refusal'
import type { Seller } from '../caller'

/**
 * Whether the contract lets the partner cancel or change what is confirmed; a hold is always its own.
 * @throws Refusal invalid_state
 */
export function refuseUnlessOwnToChange(trip: PartnerTripDetail, { contract }: Seller, now: Date): void {
  if (!SEATED.includes(trip.status)) return
  if (contract.cancel_rights === 'none') throw refusal('The contract leaves this to the operator. Ask them to do it.')
  if (trip.travel_at !== null && Date.parse(trip.travel_at) <= now.getTime())
    throw refusal(`${trip.reference} has left: ask the operator.`)
}

/** Whether nothing is kept of a cancellation before the departure. */
export const cancelsFree = ({ contract }: Seller): boolean => contract.cancel_rights === 'before_departure'

const refusal = (message: string) => wrongState([{ path: '', message }])
