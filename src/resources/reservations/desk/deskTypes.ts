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
import type { HeldLeg } from './trip'

type Category = ReservationPassenger['category']
export type Counts = Readonly<Record<Category, number>>

/** From where to where, on which day of the origin's calendar. */
export interface Way {
  origin: string | null
  destination: string | null
  date: string
}

/** Who calls, as typed or as known. */
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

/** What is sold beside the seats. */
export interface Extras {
  /** How many of each add-on, by id; of a return on the way there. */
  addons: Readonly<Record<string, number>>
  /** How many on the way back, where they are not as many. */
  back: Readonly<Record<string, number>>
  promo: string | null
}

/** One ride of what was sold, to be read back; each time with the IANA zone of the place. */
export interface Ride {
  from: ReactNode
  to: ReactNode
  departs_at: string
  zone: string
  arrives_at: string
  arrivalZone: string
}

/** What was sold, with its rides in the order of travel. */
export interface Sold {
  reservation: Reservation
  rides: readonly Ride[]
  /** The payment that goes with it; nothing where it is paid later. */
  payment?: SoldPayment
}

/** A payment that is to be taken, once, however often it is sent. */
export interface PaymentWish {
  body: BodyOf<'POST /reservations/:id/payments'>
  once: string
}

/** A payment that was taken with a sale, or came to nothing and can be taken again. */
interface SoldPayment {
  wish: PaymentWish
  /** Why it was not taken; null once it is. */
  failure: unknown
}

export const NO_CALLER: Caller = { customerId: null, name: '', phone: '', email: '', locale: 'en' }
export const NO_EXTRAS: Extras = { addons: {}, back: {}, promo: null }
export const ONE_ADULT: Counts = { adult: 1, child: 0, infant: 0, youth: 0, senior: 0, prm: 0 }

/** One place of the party: which of its category it is, so that a name stays with it when the party grows. */
interface Place {
  key: string
  category: Category
}

export const placesOf = (counts: Counts): Place[] =>
  PASSENGER_CATEGORIES.flatMap((category) =>
    Array.from({ length: counts[category] }, (_, index) => ({ key: `${category}-${index}`, category })),
  )

export const nameOfCustomer = ({ first_name, last_name, company_name }: Customer): string =>
  fullName(first_name, last_name) || (company_name ?? '')

/** A known customer as the caller. @param typed what stays where the customer has none */
export const callerOf = (customer: Customer, typed: Caller = NO_CALLER): Caller => ({
  customerId: customer.id,
  name: nameOfCustomer(customer),
  phone: customer.phone ?? typed.phone,
  email: customer.email ?? typed.email,
  locale: customer.locale,
})

/** Who travels on a place, as far as it is known. */
export type Traveller = Pick<ReservationPassenger, 'needs'> & { name: string }
export type Travellers = Readonly<Record<string, Traveller>>

export const NOBODY: Traveller = { name: '', needs: [] }

/** The passengers of a reservation who have not cancelled. */
export const travelling = ({ passengers, passenger_statuses }: Reservation): ReservationPassenger[] =>
  passengers.filter((_, at) => passenger_statuses[at] !== 'cancelled')

/** The party of a reservation as counts, and the travellers by place. */
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

/** How many of an add-on go on the way back. */
export const backOf = ({ addons, back }: Extras, id: string): number => back[id] ?? addons[id] ?? 0

/** The add-ons as they are wished for: as many as go both ways without a direction, the others with theirs. */
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

/** The same the other way round. */
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
export const isEmail = (typed: string): boolean => EMAIL.test(typed.trim())

/** A name as it was said, in the boxes of a customer: its last word is taken for the last name. */
export function splitName(name: string): { first_name: string; last_name: string } {
  const words = name.trim().split(/\s+/)
  const last_name = words.pop() ?? ''
  return { first_name: words.join(' '), last_name }
}

/**
 * The number of a caller as it is kept; null where it is none. What a customer's record has counts as it is.
 * @param parse what makes a number of what was typed
 */
export const phoneOf = ({ phone, customerId }: Caller, parse: Phones['parse']): string | null =>
  parse(phone) ?? (customerId !== null && /^\+\d+$/.test(phone) ? phone : null)

/** What is searched for: of a number or its end the digits, without the zero that is only said within the country. */
export function searchOf(typed: string): string {
  const trimmed = typed.trim()
  if (!/^\+?[\d\s()./-]+$/.test(trimmed)) return trimmed
  return trimmed
    .replaceAll(/[\s()./-]/g, '')
    .replace(/^00/, '+')
    .replace(/^0/, '')
}

export type Wanted = Required<
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

/** What has to change in a hold for it to be what is wanted; null = nothing. */
export function revisionOf(hold: Reservation, wanted: Wanted): HoldRevision | null {
  const changes = Object.entries(wanted).filter(
    ([field, value]) => value !== undefined && !isSame(value, hold[field as keyof Wanted]),
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
