import type { PriceLine } from '../../../contract/entities/price-line'
import type { ReservationPassenger } from '../../../contract/entities/reservation-parts'
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

type Category = ReservationPassenger['category']

/** The lines of a price without some passengers: each line of their category counts that many fewer. */
export function linesWithout(lines: readonly PriceLine[], leaving: readonly Category[]): PriceLine[] {
  return lines
    .map((line) => {
      const gone = leaving.filter((category) => category === line.passenger_category).length
      const quantity = Math.max(0, line.quantity - gone)
      return gone === 0 ? line : { ...line, quantity, amount_minor: quantity * line.unit_minor }
    })
    .filter((line) => line.quantity !== 0 || line.kind === 'tax_info')
    .map((line, index) => ({ ...line, seq: index + 1 }))
}

export const totalOf = (lines: readonly PriceLine[]): number => lines.reduce((sum, line) => sum + line.amount_minor, 0)
