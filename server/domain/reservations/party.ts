import type { PriceLine } from '../../../contract/core/price-line'
import type { Reservation } from '../../../contract/entities/reservation'
import { isReturn, type ReservationLeg } from '../../../contract/entities/reservation-parts'
import { BOOKED, type PassengerStatus, type ReservationStatus } from './status'
import { RESERVATION_WAYS } from './ways'

/**
 * How far a reservation has come, from how far its passengers have: those who cancelled do not count, and those who
 * did not come count only when nobody came.
 */
export function statusOfParty(passengers: readonly PassengerStatus[]): ReservationStatus {
  const party = passengers.filter((status) => status !== 'cancelled')
  if (party.length === 0) return 'cancelled'
  if (party.every((status) => status === 'no_show')) return 'no_show'
  const present = party.filter((status) => status !== 'no_show')
  if (present.every((status) => status === 'boarded')) return 'boarded'
  return present.every((status) => status !== 'booked') ? 'checked_in' : 'confirmed'
}

/** The status of a reservation that some have left or joined: only where passengers come and go does it follow from theirs. */
export const statusAfter = (status: ReservationStatus, passengers: readonly PassengerStatus[]): ReservationStatus =>
  RESERVATION_WAYS.startsOf('travel').includes(status) ? statusOfParty(passengers) : status

export const totalOf = (lines: readonly PriceLine[]): number => lines.reduce((sum, line) => sum + line.amount_minor, 0)

/** What is to happen to a party of a journey that does not run; `cancel_all` cancels both directions. */
export type PartyStep =
  | { action: 'cancel'; fromJourneyId: string }
  | { action: 'cancel_all' }
  | { action: 'move' | 'move_or_cancel'; fromJourneyId: string; toJourneyIds: readonly string[] }

/** Nobody has set out in the direction that comes next. */
const WAITING: readonly ReservationStatus[] = ['confirmed', 'checked_in']

/**
 * The direction that a sold party loses with a journey, where it keeps the other one.
 * @returns null where all is lost, or where it is on its way in that direction
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
