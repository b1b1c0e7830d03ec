import type { PriceLine } from '../../../contract/core/price-line'
import type { PassengerStatus, ReservationStatus } from './status'

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

export const totalOf = (lines: readonly PriceLine[]): number => lines.reduce((sum, line) => sum + line.amount_minor, 0)
