import type { ReservationPassenger } from '../../../contract/entities/reservation-parts'
import type { I18nText } from '../../../contract/scalars'
import { PASSENGER_CATEGORIES } from '../../../contract/vocabulary'
import { fareFor, type FareForSale } from './fares'
import { priceOf, type DraftLine, type Price } from './price'

/** A stop as a price names it. */
export interface Place {
  id: string
  name: I18nText
}

/** One leg of a reservation with the fares of its route. */
export interface LegToPrice {
  routeCode: string
  fares: readonly FareForSale[]
  origin: Place
  destination: Place
  vehicleTypeId: string
  /** `YYYY-MM-DD`. */
  serviceDate: string
}

/** The price of seats: for each leg and category of passengers one line with the fare; no line where no fare holds. */
export function seatPrice(
  legs: readonly LegToPrice[],
  passengers: readonly Pick<ReservationPassenger, 'category'>[],
): Price {
  const currencies: string[] = []
  const lines: DraftLine[] = []
  for (const leg of legs)
    for (const category of PASSENGER_CATEGORIES) {
      const quantity = passengers.filter((passenger) => passenger.category === category).length
      const fare = quantity > 0 ? fareFor(leg.fares, rideOf(leg, category)) : undefined
      if (!fare) continue
      currencies.push(fare.currency)
      lines.push({
        kind: 'base_fare',
        code: leg.routeCode,
        label: wayLabel(leg.origin.name, leg.destination.name),
        passenger_category: category,
        quantity,
        unit_minor: fare.amount_minor,
      })
    }
  return priceOf(lines, currencies)
}

const rideOf = (leg: LegToPrice, category: ReservationPassenger['category']) => ({
  originId: leg.origin.id,
  destinationId: leg.destination.id,
  category,
  vehicleTypeId: leg.vehicleTypeId,
  serviceDate: leg.serviceDate,
})

/** "From → to" in every language that both names are known in. */
export function wayLabel(origin: I18nText, destination: I18nText): I18nText {
  const languages = Object.keys(origin).filter((language) => language in destination)
  return Object.fromEntries(languages.map((language) => [language, `${origin[language]} → ${destination[language]}`]))
}
