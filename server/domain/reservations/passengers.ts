import type { ReservationPassenger } from '../../../contract/entities/reservation-parts'

/** The number of passengers who take a seat: infants travel on somebody's lap. */
export function seatsNeeded(passengers: readonly Pick<ReservationPassenger, 'category'>[]): number {
  return passengers.filter(({ category }) => category !== 'infant').length
}
