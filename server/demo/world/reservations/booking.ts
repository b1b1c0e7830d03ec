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
import type { AddonWish } from '../../../domain/pricing/addon-lines'
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

/** Who a reservation is made for and through whom. */
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

/** What a party pays and what it takes along. */
export interface SoldPrice {
  lines: Quote['lines']
  total: number
  addons: AddonWish[]
  addonUnits: Quote['addonUnits']
  aboard: Aboard
  override: Reservation['price_override']
}

/** A part of a journey, by the numbers of its stops from 1. */
export interface BookedLeg {
  run: LiveRun
  board: number
  alight: number
}

/** A reservation before it becomes rows. Times are milliseconds since 1970. */
export interface Booking {
  /** Names it among all, the same at every fill of the day. */
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
  /** Key of the reservation of the way there. */
  returnOf: string | null
  price: SoldPrice
  cancelReason: string | null
}
