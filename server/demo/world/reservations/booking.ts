import type { Reservation } from '../../../../contract/entities/reservation'
import type { Flight, Hire } from '../../../../contract/entities/reservation-parts'
import type {
  CHANNELS,
  PASSENGER_CATEGORIES,
  PASSENGER_NEEDS,
  RESERVATION_STATUSES,
} from '../../../../contract/core/vocabulary'
import type { Language } from '../../../../contract/core/languages'
import type { Aboard } from '../../../domain/availability/space'
import type { RequestedAddon } from '../../../domain/pricing/addon-lines'
import type { Quote } from '../../../domain/pricing/quote'
import type { LiveRun } from '../operation/journeys'
import type { Customer } from '../people/customers'
import type { SellingPartner } from '../sales/partners'

export type Status = (typeof RESERVATION_STATUSES)[number]
export type Channel = (typeof CHANNELS)[number]

export interface Passenger {
  category: (typeof PASSENGER_CATEGORIES)[number]
  name: string | null
  needs: (typeof PASSENGER_NEEDS)[number][]
}

/** Customer, passengers and channel of a reservation. */
export interface Party {
  channel: Channel
  partner: SellingPartner | null
  customer: Customer | null
  name: string
  phone: string | null
  email: string | null
  locale: Language
  passengers: Passenger[]
}

/** Price of a party, with its add-ons and luggage. */
export interface SoldPrice {
  lines: Quote['lines']
  total: number
  addons: RequestedAddon[]
  addonUnits: Quote['addonUnits']
  aboard: Aboard
  override: Reservation['price_override']
}

/** Segment of a journey, by the numbers of its stops from 1. */
export interface BookedLeg {
  run: LiveRun
  board: number
  alight: number
}

/** Reservation before it is converted to rows. Times are milliseconds since 1970. */
export interface Booking {
  /** Unique name, the same at every fill of the day. */
  key: string
  party: Party
  legs: BookedLeg[]
  hire: Hire | null
  status: Status
  createdAt: number
  updatedAt: number
  holdExpiresAt: number | null
  travelAt: number
  flight: Flight | null
  /** Key of the outbound reservation. */
  returnOf: string | null
  price: SoldPrice
  cancelReason: string | null
}
