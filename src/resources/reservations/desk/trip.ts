import type { Connection } from '../../../../contract/operations/connections'
import type { Departure } from '../../../../contract/operations/desk'
import type { ReservationLeg } from '../../../../contract/entities/reservation-parts'

/** Fields of a leg that are displayed and held. */
export type HeldLeg = Pick<
  Departure,
  | 'journey_id'
  | 'route_id'
  | 'board_seq'
  | 'alight_seq'
  | 'board_station_id'
  | 'board_name'
  | 'board_timezone'
  | 'alight_station_id'
  | 'alight_name'
  | 'alight_timezone'
  | 'departs_at'
  | 'arrives_at'
>

/** Held legs of one direction, in the order of travel. */
export interface HeldTrip {
  legs: readonly [HeldLeg, ...HeldLeg[]]
}

/** A departure, or a connection with its legs in the order of travel. */
export interface Trip extends Pick<Connection, 'changes' | 'seats_left' | 'seats_needed' | 'total_minor' | 'currency'> {
  legs: readonly [Departure, ...Departure[]]
}

export const tripOf = (departure: Departure): Trip => ({ ...departure, legs: [departure], changes: [] })

/** Returns a connection as a trip; null without legs, which does not occur. */
export function connectedTrip({ legs: [first, ...others], ...rest }: Connection): Trip | null {
  return first ? { ...rest, legs: [first, ...others] } : null
}

/** Returns the arrival instant of the last leg. */
export const arrivalOf = ({ legs }: HeldTrip): string => (legs.at(-1) ?? legs[0]).arrives_at

export const isConnection = (trip: Trip | null): boolean => trip !== null && trip.changes.length > 0

/** Fields that identify a trip. */
export interface Chosen {
  legs: readonly Omit<ReservationLeg, 'direction'>[]
}

export const legsOf = ({ legs }: Chosen) =>
  legs.map(({ journey_id, board_seq, alight_seq }) => ({
    journey_id,
    board_seq,
    alight_seq,
    direction: 'outbound' as const,
  }))

/** The held outbound leg and the optional return leg. */
export interface HeldTrips {
  out: HeldTrip | null
  back: HeldTrip | null
}

export const NO_TRIPS: HeldTrips = { out: null, back: null }

export const legsOfTrips = (out: HeldTrip, back: HeldTrip | null): ReservationLeg[] => [
  ...legsOf(out),
  ...(back ? legsOf(back).map((leg) => ({ ...leg, direction: 'return' as const })) : []),
]

export const keyOf = (trip: Chosen): string =>
  legsOf(trip)
    .map(({ journey_id, board_seq, alight_seq }) => `${journey_id} ${board_seq} ${alight_seq}`)
    .join(', ')

export const isSameTrip = (a: Trip, b: Chosen | null): boolean => b !== null && keyOf(a) === keyOf(b)

/** Returns whether a trip can be sold. Connections are only offered when they can. */
export const isSellable = ({ legs: [{ refusal }], seats_left, seats_needed }: Trip): boolean =>
  refusal === null && seats_left >= seats_needed

/** Returns whether only seats are missing, so that callers can join the waiting list. On-request sales have none. */
export const isFull = ({ legs: [{ refusal, sales_status }], seats_left, seats_needed }: Trip): boolean =>
  refusal === null && sales_status !== 'on_request' && seats_left < seats_needed
