import type { Reservation } from '../../../../../contract/entities/reservation'
import type { PartnerTripDetail } from '../../../../../contract/partner/trips'
import { SEATED } from '../../../../domain/reservations/status'
import { Refusal, wrongState } from '../../../../http/refusal'
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

/** Each category pays a fare on each leg: what has none is not for sale. @throws Refusal no_fare */
export function refuseUnpriced({ legs, passengers, price_lines: lines }: Reservation): void {
  const categories = new Set(passengers.map(({ category }) => category).filter((category) => category !== 'infant'))
  const fares = (category: string) =>
    lines.filter((line) => line.kind === 'base_fare' && line.passenger_category === category).length
  const missing = [...categories].filter((category) => fares(category) < legs.length)
  if (missing.length === 0) return
  const detail = `No fare holds for ${missing.join(', ')} passengers on part of this trip. Choose other stops.`
  throw new Refusal('no_fare', detail, { errors: [{ pointer: '/legs', code: 'no_fare', detail }] })
}

const refusal = (message: string) => wrongState([{ path: '', message }])
