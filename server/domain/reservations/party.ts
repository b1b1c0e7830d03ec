import type { PriceLine } from '../../../contract/core/price-line'
import type { PassengerStatus, ReservationStatus } from './status'
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

/** What is to happen to a party of a journey that does not run. */
export type PartyStep =
  | { action: 'cancel' }
  | { action: 'move' | 'move_or_cancel'; fromJourneyId: string; toJourneyIds: readonly string[] }
