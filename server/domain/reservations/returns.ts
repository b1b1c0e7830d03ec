import { choice, sentence, type Sentence } from '../../../contract/core/sentence'
import type { Hire, ReservationPassenger } from '../../../contract/entities/reservation-parts'
import type { Reservation } from '../../../contract/entities/reservation'
import { seatsNeeded } from '../availability/space'
import { SEATED, isUnagreed } from './status'

/** Where a reservation starts or ends. Texts are folded, so that spelling variants are equal. */
export interface Endpoint {
  /** Id of the station, or of the parent station of a platform; null = an address. */
  station: string | null
  /** Country and city of the station; null = not recorded. */
  city: string | null
  /** Address of a hire; null = a station. */
  address: string | null
}

export interface Direction {
  from: Endpoint
  to: Endpoint
}

/**
 * Returns whether a return boards where its outbound reservation alights, and vice versa: at the same station or address,
 * or in the same city. The city does not count if the outbound reservation starts and ends in the same one.
 */
export function isOpposite(outbound: Direction, back: Direction): boolean {
  const isWithinCity = isSame(outbound.from.city, outbound.to.city)
  const isThere = (a: Endpoint, b: Endpoint) =>
    isSame(a.station, b.station) || isSame(a.address, b.address) || (!isWithinCity && isSame(a.city, b.city))
  return isThere(outbound.to, back.from) && isThere(outbound.from, back.to)
}

const isSame = (a: string | null, b: string | null): boolean => a !== null && a === b

export interface PartySize {
  passengers: number
  /** Passengers who need a seat: all but infants. */
  seated: number
}

const NO_PARTY: PartySize = { passengers: 0, seated: 0 }

/** Returns the size of a party. A hire states it separately from its named passengers. */
export const partySizeOf = (
  passengers: readonly Pick<ReservationPassenger, 'category'>[],
  hire: Pick<Hire, 'passengers'> | null,
): PartySize =>
  hire
    ? { passengers: hire.passengers, seated: hire.passengers }
    : { passengers: passengers.length, seated: seatsNeeded(passengers) }

/** Returns whether a party is no larger than a limit. */
export const isWithin = (party: PartySize, limit: PartySize): boolean =>
  party.passengers <= limit.passengers && party.seated <= limit.seated

export type Buyer = Pick<Reservation, 'customer_id' | 'partner_id'>

/** Returns whether two sales have the same partner, the same customer, or no customer and the same seller. */
export function isSameBuyer(a: Buyer, b: Buyer): boolean {
  const isSameSeller = a.partner_id === b.partner_id
  if (isSameSeller && a.partner_id !== null) return true
  return a.customer_id === b.customer_id && (a.customer_id !== null || isSameSeller)
}

type Outbound = Pick<Reservation, 'reference' | 'status' | 'return_of_id' | 'way_back'> & {
  /** Whether another return of it is sold, requested or held. */
  has_return: boolean
}

/** Why a reservation cannot have a return of its own. */
interface OutboundIssue {
  fact: Sentence
  /** What a sale that names the outbound reservation can do. */
  remedy: Sentence
}

/** Returns why a reservation cannot have a return; null if it can. A sale has its return discount only once. */
export function outboundIssue(outbound: Outbound): OutboundIssue | null {
  const { reference, status } = outbound
  if (!SEATED.includes(status))
    return {
      fact: sentence`${reference} is ${choice('reservationStatuses', status)}, so no return can be booked for it.`,
      remedy: isUnagreed(status)
        ? sentence`Confirm it first, or leave this field out.`
        : sentence`Give a confirmed reservation, or leave this field out.`,
    }
  if (outbound.return_of_id !== null)
    return {
      fact: sentence`${reference} is a return itself.`,
      remedy: sentence`Give its outbound reservation, or leave this field out.`,
    }
  if (outbound.way_back !== null)
    return {
      fact: sentence`${reference} already has a return leg.`,
      remedy: sentence`Give a one-way reservation, or leave this field out.`,
    }
  if (outbound.has_return)
    return {
      fact: sentence`${reference} has a return already.`,
      remedy: sentence`Change that return, or cancel it first, or leave this field out.`,
    }
  return null
}

/** Returns the largest party that the return of a reservation may have. After a cancellation it is empty. */
export const returnLimit = (
  outbound: Pick<Reservation, 'status' | 'hire'> & { passengers: readonly Pick<ReservationPassenger, 'category'>[] },
): PartySize => (SEATED.includes(outbound.status) ? partySizeOf(outbound.passengers, outbound.hire) : NO_PARTY)

/** Returns the exceeded limit: all passengers, else those who need a seat. */
export function limitText(party: PartySize, { passengers, seated }: PartySize): Sentence {
  if (party.passengers > passengers)
    return passengers === 1 ? sentence`1 passenger` : sentence`${passengers} passengers`
  return seated === 1 ? sentence`1 passenger who needs a seat` : sentence`${seated} passengers who need a seat`
}
