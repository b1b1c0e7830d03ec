import type { Reservation } from '../../../contract/entities/reservation'
import type { ReservationPassenger } from '../../../contract/entities/reservation-parts'
import type { Route } from '../../../contract/entities/route'
import type { TRIP_TYPES } from '../../../contract/core/vocabulary'

export type Category = ReservationPassenger['category']

/** What is the same for a whole sale. */
export interface Sale {
  /** Milliseconds since 1970. */
  at: number
  /** The day of the sale where the company is, `YYYY-MM-DD`. */
  day: string
  channel: Reservation['channel']
  partnerId: string | null
  customerTags: readonly string[]
  tripType: (typeof TRIP_TYPES)[number]
  promoCode: string | null
}

/** What rules ask of the part of a journey that is travelled, or of a hire. */
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
  /** On the clock of the boarding station, `HH:MM`. */
  departClock: string
  /** Of a hire: its time, in milliseconds since 1970, and the zone of its clock. */
  during?: { from: number; to: number; zone: string }
  /** Whole percent of the seats that are taken before this sale, at the fullest leg; null where there are no seats to count. */
  loadPct: number | null
}

/** All that the dimensions of a rule are held against. */
export interface Facts extends TravelFacts {
  sale: Sale
  currency: string
  /** One at the stages of the fare, all of the party at the stages of the total. */
  categories: readonly Category[]
  partySize: number
  seasonId: string | null
  weekday: number
  leadMin: number
}
