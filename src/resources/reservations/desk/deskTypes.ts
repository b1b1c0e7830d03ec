import type { HoldRevision } from '../../../../contract/operations/desk'
import type { Reservation } from '../../../../contract/entities/reservation'
import type { ReservationPassenger } from '../../../../contract/entities/reservation-parts'
import { PASSENGER_CATEGORIES, type Language } from '../../../../contract/core/vocabulary'
import { isSame } from '../../../providers/data/changes'

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

export interface Override {
  total_minor: number
  reason: string
}

/** What is sold beside the seats, the same on the way there and back. */
export interface Extras {
  /** How many of each add-on, by id. */
  addons: Readonly<Record<string, number>>
  promo: string | null
}

export const NO_CALLER: Caller = { customerId: null, name: '', phone: '', email: '', locale: 'en' }
export const NO_EXTRAS: Extras = { addons: {}, promo: null }
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

/** Who travels on a place, as far as it is known. */
export type Traveller = Pick<ReservationPassenger, 'needs'> & { name: string }
export type Travellers = Readonly<Record<string, Traveller>>

export const NOBODY: Traveller = { name: '', needs: [] }

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

const PHONE = /^\+[1-9]\d{5,14}$/

/** A phone number as it is kept: `+35799123456` of `00357 99 12 34 56`; null where it is not an international number. */
export function phoneOf(typed: string): string | null {
  const plain = typed.replaceAll(/[\s()./-]/g, '').replace(/^00/, '+')
  return PHONE.test(plain) ? plain : null
}

/** The number as it is kept; as it was typed where it is none, so that the refusal stands at its box; null = no number. */
export const phoneOrTyped = (typed: string): string | null => phoneOf(typed) ?? (typed.trim() || null)

const EMAIL = /^\S+@\S+\.\S+$/
export const isEmail = (typed: string): boolean => EMAIL.test(typed.trim())

/** A name as it was said, in the boxes of a customer: its last word is taken for the last name. */
export function splitName(name: string): { first_name: string; last_name: string } {
  const words = name.trim().split(/\s+/)
  const last_name = words.pop() ?? ''
  return { first_name: words.join(' '), last_name }
}

/** What is searched for: digits without the blanks that a phone number is read out with. */
export function searchOf(typed: string): string {
  const trimmed = typed.trim()
  return /^\+?[\d\s()./-]+$/.test(trimmed) ? trimmed.replaceAll(/[\s()./-]/g, '').replace(/^00/, '+') : trimmed
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
