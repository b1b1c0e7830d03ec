import type { PriceLine } from '../../../contract/core/price-line'
import type { Reservation } from '../../../contract/entities/reservation'
import { isReturn, type ReservationLeg } from '../../../contract/entities/reservation-parts'
import { BOOKED, type PassengerStatus, type ReservationStatus } from './status'
import { RESERVATION_TRANSITIONS } from './transitions'

/**
 * Returns the status of a reservation from its passengers. Cancelled passengers do not count, and no-shows count only if
 * all passengers are no-shows.
 */
export function statusOfParty(passengers: readonly PassengerStatus[]): ReservationStatus {
  const party = passengers.filter((status) => status !== 'cancelled')
  if (party.length === 0) return 'cancelled'
  if (party.every((status) => status === 'no_show')) return 'no_show'
  const present = party.filter((status) => status !== 'no_show')
  if (present.every((status) => status === 'boarded')) return 'boarded'
  return present.every((status) => status !== 'booked') ? 'checked_in' : 'confirmed'
}

/** Returns the status after passengers leave or join. It follows from theirs only while `travel` can start from it. */
export const statusAfter = (status: ReservationStatus, passengers: readonly PassengerStatus[]): ReservationStatus =>
  RESERVATION_TRANSITIONS.sourcesOf('travel').includes(status) ? statusOfParty(passengers) : status

export const totalOf = (lines: readonly PriceLine[]): number => lines.reduce((sum, line) => sum + line.amount_minor, 0)

/** What happens to a party of a journey that does not run; `cancel_all` cancels both directions. */
export type PartyStep =
  | { action: 'cancel'; fromJourneyId: string }
  | { action: 'cancel_all' }
  | { action: 'move' | 'move_or_cancel'; fromJourneyId: string; toJourneyIds: readonly string[] }

/** Statuses in which no passenger has started the next direction. */
const WAITING: readonly ReservationStatus[] = ['confirmed', 'checked_in']

/**
 * Returns the direction that a sold party loses with a journey while the other direction remains.
 * @returns null if nothing remains, or if the party is already travelling in that direction
 */
export function directionLost(
  { status, legs, way_back }: Pick<Reservation, 'status' | 'legs' | 'way_back'>,
  journeyId: string,
): ReservationLeg['direction'] | null {
  if (!BOOKED.includes(status) || !isReturn(legs)) return null
  const direction = legs.find(({ journey_id }) => journey_id.toLowerCase() === journeyId.toLowerCase())?.direction
  const isWaiting = WAITING.includes(status)
  if (direction === 'return') return way_back === 'ahead' || isWaiting ? direction : null
  return direction && way_back === 'ahead' && isWaiting ? direction : null
}
