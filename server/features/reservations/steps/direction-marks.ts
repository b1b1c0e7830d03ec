import type { Reservation } from '../../../../contract/entities/reservation'
import type { ReservationLeg } from '../../../../contract/entities/reservation-parts'
import type { Tx } from '../../../db/transaction'
import type { PassengerStatus } from '../../../domain/reservations/status'
import { startAnew, turnBack } from '../repository/records'

/** Returns the status of each passenger after one direction is cancelled: that of the outbound, or booked for the return. */
export async function marksWithout(
  tx: Tx,
  { id, way_back, passenger_statuses }: Reservation,
  direction: ReservationLeg['direction'],
): Promise<PassengerStatus[]> {
  if (direction === 'outbound') return startAnew(tx, id)
  return way_back === 'begun' ? turnBack(tx, id) : passenger_statuses
}
