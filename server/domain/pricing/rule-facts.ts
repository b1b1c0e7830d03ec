import type { Reservation } from '../../../contract/entities/reservation'
import type { ReservationPassenger } from '../../../contract/entities/reservation-parts'
import type { Route } from '../../../contract/entities/route'
import type { TRIP_TYPES } from '../../../contract/core/vocabulary'

export type Category = ReservationPassenger['category']

/** Facts that are the same for a whole sale. */
export interface Sale {
  /** Milliseconds since 1970. */
  at: number
  /** Day of the sale in the company's time zone, `YYYY-MM-DD`. */
  day: string
  channel: Reservation['channel']
  partnerId: string | null
  customerTags: readonly string[]
  tripType: (typeof TRIP_TYPES)[number]
  promoCode: string | null
}

/** Facts of the travelled segment of a journey, or of a hire. */
export interface TravelFacts {
  /** Null for a hire. */
  routeId: string | null
  serviceKind: Route['service_kind']
  originId: string | null
  destinationId: string | null
  fromZone: string | null
  toZone: string | null
  vehicleTypeId: string
  /** `YYYY-MM-DD`. */
  serviceDate: string
  /** Milliseconds since 1970. */
  departsAt: number
  /** Local time at the boarding station, `HH:MM`. */
  departClock: string
  /** Only for a hire: its start and end in milliseconds since 1970, and its time zone. */
  during?: { from: number; to: number; zone: string }
  /** Seats taken before this sale on the fullest leg, whole percent; null = there are no seats to count. */
  loadPct: number | null
}

/** All facts that the dimensions of a rule are tested against. */
export interface Facts extends TravelFacts {
  sale: Sale
  currency: string
  /** One category at the fare stages, all categories of the party at the total stages. */
  categories: readonly Category[]
  partySize: number
  seasonId: string | null
  weekday: number
  leadMin: number
}
