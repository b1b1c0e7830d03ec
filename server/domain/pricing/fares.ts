import type { Fare } from '../../../contract/entities/fare'

export type FareForSale = Pick<
  Fare,
  | 'origin_station_id'
  | 'destination_station_id'
  | 'passenger_category'
  | 'vehicle_type_id'
  | 'amount_minor'
  | 'currency'
  | 'valid_from'
  | 'valid_to'
>

export interface Ride {
  originId: string
  destinationId: string
  category: Fare['passenger_category']
  vehicleTypeId: string
  /** `YYYY-MM-DD`. */
  serviceDate: string
}

/**
 * Returns the fare of a route that one passenger pays for a ride; undefined if none applies. A fare of the passenger's
 * category comes before the adult fare, one of this pair of stops before one of the whole route, one of this vehicle type
 * before one of any. Infants without a fare of their own travel free.
 */
export function fareFor<F extends FareForSale>(fares: readonly F[], ride: Ride): F | undefined {
  const fitting = fares.filter((fare) => fits(fare, ride))
  return fitting.toSorted((a, b) => precedence(b, ride) - precedence(a, ride))[0]
}

function fits(fare: FareForSale, ride: Ride): boolean {
  const isPair = fare.origin_station_id === ride.originId && fare.destination_station_id === ride.destinationId
  const isCategory = fare.passenger_category === ride.category
  return (
    (isCategory || (fare.passenger_category === 'adult' && ride.category !== 'infant')) &&
    (isPair || fare.origin_station_id === null) &&
    (fare.vehicle_type_id === null || fare.vehicle_type_id === ride.vehicleTypeId) &&
    (fare.valid_from === null || fare.valid_from <= ride.serviceDate) &&
    (fare.valid_to === null || ride.serviceDate <= fare.valid_to)
  )
}

function precedence(fare: FareForSale, ride: Ride): number {
  const category = fare.passenger_category === ride.category ? 4 : 0
  const pair = fare.origin_station_id === null ? 0 : 2
  return category + pair + (fare.vehicle_type_id === null ? 0 : 1)
}
