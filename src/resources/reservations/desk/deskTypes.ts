import type { ReactNode } from 'react'
import type { Customer } from '../../../../contract/entities/customer'
import type { HoldRevision } from '../../../../contract/operations/desk'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { ReservationLeg, ReservationPassenger } from '../../../../contract/entities/reservation-parts'
import { PASSENGER_CATEGORIES } from '../../../../contract/core/vocabulary'
import type { Language } from '../../../../contract/core/languages'
import { fullName, textIn } from '../../../kit/text'
import { isSame } from '../../../providers/data/changes'
import type { BodyOf } from '../../../providers/http/call'
import type { Phones } from '../../../ui/usePhones'
import type { LinkRequest, SentLink } from '../money/paymentLink'
import type { HeldLeg } from './trip'

type Category = ReservationPassenger['category']
export type Counts = Readonly<Record<Category, number>>

/** Origin, destination and day in the time zone of the origin. */
export interface DepartureSearch {
  origin: string | null
  destination: string | null
  date: string
}

/** The caller, as typed or as a known customer. */
export interface Caller {
  customerId: string | null
  name: string
  phone: string
  email: string
  locale: Language
}

export type Payment = Reservation['payment_method']

export interface Override {
  total_minor: number
  reason: string
}

/** Add-ons and promotion code of a sale. */
export interface Extras {
  /** Quantity of each add-on by id; for a return trip on the outbound leg. */
  addons: Readonly<Record<string, number>>
  /** Quantity on the return leg, if it differs. */
  back: Readonly<Record<string, number>>
  promo: string | null
}

/** One ride of a completed sale, to read out; each time with the IANA zone of its place. */
export interface Ride {
  from: ReactNode
  to: ReactNode
  departs_at: string
  zone: string
  arrives_at: string
  arrivalZone: string
}

/** A completed sale with its rides in the order of travel. */
export interface Sold {
  reservation: Reservation
  rides: readonly Ride[]
  /** Payment taken with the sale; undefined when paid later. */
  payment?: SoldPayment
  /** Payment link sent with the sale. */
  link?: SoldLink | undefined
}

/** A payment request, taken at most once however often it is sent. */
export interface PaymentRequest {
  body: BodyOf<'POST /reservations/:id/payments'>
  once: string
}

/** A payment taken with a sale, or a failed one that can be retried. */
interface SoldPayment {
  request: PaymentRequest
  /** Error of the failed payment; null after success. */
  failure: unknown
}

/** A payment link requested with a sale, or a failed request that can be retried with the same key. */
export interface SoldLink {
  request: { body: LinkRequest; once: string }
  /** Null unless the request succeeded. */
  sent: SentLink | null
  failure: unknown
}

export const NO_CALLER: Caller = { customerId: null, name: '', phone: '', email: '', locale: 'en' }
export const NO_EXTRAS: Extras = { addons: {}, back: {}, promo: null }
export const ONE_ADULT: Counts = { adult: 1, child: 0, infant: 0, youth: 0, senior: 0, prm: 0 }

/** A passenger slot: numbered within its category, so that names stay attached when passengers are added. */
interface PassengerSlot {
  key: string
  category: Category
}

export const slotsOf = (counts: Counts): PassengerSlot[] =>
  PASSENGER_CATEGORIES.flatMap((category) =>
    Array.from({ length: counts[category] }, (_, index) => ({ key: `${category}-${index}`, category })),
  )

export const nameOfCustomer = ({ first_name, last_name, company_name }: Customer): string =>
  fullName(first_name, last_name) || (company_name ?? '')

/** Returns a known customer as the caller. @param typed fallback for fields that the customer lacks */
export const callerOf = (customer: Customer, typed: Caller = NO_CALLER): Caller => ({
  customerId: customer.id,
  name: nameOfCustomer(customer),
  phone: customer.phone ?? typed.phone,
  email: customer.email ?? typed.email,
  locale: customer.locale,
})

/** Returns the initial caller: the given customer, or an unknown caller with the language of the user. */
export const firstCaller = (customer: Customer | null, language: string): Caller =>
  customer ? callerOf(customer) : { ...NO_CALLER, locale: language as Language }

/** The known data of the passenger in a slot. */
export type Traveller = Pick<ReservationPassenger, 'needs'> & { name: string }
export type Travellers = Readonly<Record<string, Traveller>>

export const NOBODY: Traveller = { name: '', needs: [] }

/** Returns the passengers of a reservation who have not cancelled. */
export const travelling = ({ passengers, passenger_statuses }: Reservation): ReservationPassenger[] =>
  passengers.filter((_, at) => passenger_statuses[at] !== 'cancelled')

/** Returns passengers as counts per category and travellers by slot. */
export function partyOf(passengers: readonly ReservationPassenger[]): {
  counts: Counts
  travellers: Travellers
} {
  const counts = { ...ONE_ADULT, adult: 0 }
  const travellers: Record<string, Traveller> = {}
  for (const { category, name, needs } of passengers) {
    travellers[`${category}-${counts[category]}`] = { name: name ?? '', needs }
    counts[category] += 1
  }
  return { counts, travellers }
}

/** Returns the quantity of an add-on on the return leg. */
export const backOf = ({ addons, back }: Extras, id: string): number => back[id] ?? addons[id] ?? 0

/** Returns the add-ons of a request: equal quantities in both directions have no direction, others have one each. */
export function addonsOf(extras: Extras, isReturn: boolean): Reservation['addons'] {
  const ids = [...new Set([...Object.keys(extras.addons), ...(isReturn ? Object.keys(extras.back) : [])])]
  return ids.flatMap((addon_id) => {
    const out = extras.addons[addon_id] ?? 0
    const back = isReturn ? backOf(extras, addon_id) : out
    const both = Math.min(out, back)
    return [
      { addon_id, quantity: both },
      { addon_id, quantity: out - both, direction: 'outbound' as const },
      { addon_id, quantity: back - both, direction: 'return' as const },
    ].filter(({ quantity }) => quantity > 0)
  })
}

/** Returns the extras of a reservation; the inverse of `addonsOf`. */
export function extrasOf({ addons, promo_code }: Reservation): Extras {
  const sumOf = (id: string, other: ReservationLeg['direction']) =>
    addons
      .filter(({ addon_id, direction }) => addon_id === id && direction !== other)
      .reduce((sum, { quantity }) => sum + quantity, 0)
  const ids = addons.map(({ addon_id }) => addon_id)
  const counts = (other: ReservationLeg['direction']) => Object.fromEntries(ids.map((id) => [id, sumOf(id, other)]))
  return { addons: counts('return'), back: counts('outbound'), promo: promo_code }
}

const EMAIL = /^\S+@\S+\.\S+$/
const isEmail = (typed: string): boolean => EMAIL.test(typed.trim())

/** Splits a spoken name into the name fields of a customer; the last word becomes the last name. */
export function splitName(name: string): { first_name: string; last_name: string } {
  const words = name.trim().split(/\s+/)
  const last_name = words.pop() ?? ''
  return { first_name: words.join(' '), last_name }
}

/**
 * Returns the number of a caller in storage form; null when it is invalid. A customer record's number is never rejected.
 * @param parse parses a typed number
 */
export const phoneOf = ({ phone, customerId }: Caller, parse: Phones['parse']): string | null =>
  parse(phone) ?? (customerId !== null && /^\+\d+$/.test(phone) ? phone : null)

/** Returns the first field of a caller that is missing or invalid. @param parse parses a typed number */
export function missingOf(caller: Caller, parse: Phones['parse']): 'name' | 'phone' | 'email' | null {
  if (!caller.name.trim()) return 'name'
  if (caller.phone.trim() && phoneOf(caller, parse) === null) return 'phone'
  return caller.email.trim() && !isEmail(caller.email) ? 'email' : null
}

/** Returns the contact fields of a reservation. @param parse parses a typed number */
export const contactOf = (caller: Caller, parse: Phones['parse']) => ({
  customer_id: caller.customerId,
  lead_phone: phoneOf(caller, parse),
  lead_email: isEmail(caller.email) ? caller.email.trim() : null,
  locale: caller.locale,
})

/** Returns the search text; for a number its digits without the national trunk zero, so that endings match too. */
export function searchOf(typed: string): string {
  const trimmed = typed.trim()
  if (!/^\+?[\d\s()./-]+$/.test(trimmed)) return trimmed
  return trimmed
    .replaceAll(/[\s()./-]/g, '')
    .replace(/^00/, '+')
    .replace(/^0/, '')
}

export type RequestedHold = Required<
  Pick<
    HoldRevision,
    | 'passengers'
    | 'addons'
    | 'promo_code'
    | 'price_override'
    | 'customer_id'
    | 'lead_phone'
    | 'lead_email'
    | 'locale'
    | 'payment_method'
    | 'customer_notes'
  >
> &
  Pick<HoldRevision, 'lead_name'>

/** Returns the changes that make a hold match `wanted`; null = none. */
export function revisionOf(hold: Reservation, requested: RequestedHold): HoldRevision | null {
  const changes = Object.entries(requested).filter(
    ([field, value]) => value !== undefined && !isSame(value, hold[field as keyof RequestedHold]),
  )
  return changes.length > 0 ? Object.fromEntries(changes) : null
}

export const rideOf = (departure: HeldLeg, language: string): Ride => ({
  from: textIn(departure.board_name, language),
  to: textIn(departure.alight_name, language),
  departs_at: departure.departs_at,
  zone: departure.board_timezone,
  arrives_at: departure.arrives_at,
  arrivalZone: departure.alight_timezone,
})
