import type { Connection } from '../../../../contract/operations/connections'
import type { Departure } from '../../../../contract/operations/desk'
import type { ReservationLeg } from '../../../../contract/entities/reservation-parts'

/** A leg as far as it is read out and held. */
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

/** What is held in one direction, with the legs in the order of travel. */
export interface HeldTrip {
  legs: readonly [HeldLeg, ...HeldLeg[]]
}

/** What can be sold at once: a departure, or a connection with the legs in the order of travel. */
export interface Trip extends Pick<Connection, 'changes' | 'seats_left' | 'seats_needed' | 'total_minor' | 'currency'> {
  legs: readonly [Departure, ...Departure[]]
}

export const tripOf = (departure: Departure): Trip => ({ ...departure, legs: [departure], changes: [] })

/** Null where it has no leg, which no connection is. */
export function connectedTrip({ legs: [first, ...others], ...rest }: Connection): Trip | null {
  return first ? { ...rest, legs: [first, ...others] } : null
}

/** When it arrives at the end of its last leg. Instant. */
export const arrivalOf = ({ legs }: HeldTrip): string => (legs.at(-1) ?? legs[0]).arrives_at

export const isConnection = (trip: Trip | null): boolean => trip !== null && trip.changes.length > 0

/** What has been chosen, as far as it tells one trip from another. */
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

/** What is held: there, and back where that is wanted. */
export interface Ways {
  out: HeldTrip | null
  back: HeldTrip | null
}

export const NO_WAYS: Ways = { out: null, back: null }

/** The legs of a reservation there and back. */
export const legsThereAndBack = (out: HeldTrip, back: HeldTrip | null): ReservationLeg[] => [
  ...legsOf(out),
  ...(back ? legsOf(back).map((leg) => ({ ...leg, direction: 'return' as const })) : []),
]

export const keyOf = (trip: Chosen): string =>
  legsOf(trip)
    .map(({ journey_id, board_seq, alight_seq }) => `${journey_id} ${board_seq} ${alight_seq}`)
    .join(', ')

export const isSameTrip = (a: Trip, b: Chosen | null): boolean => b !== null && keyOf(a) === keyOf(b)

/** No connection is told that cannot be sold. */
export const isSellable = ({ legs: [{ refusal }], seats_left, seats_needed }: Trip): boolean =>
  refusal === null && seats_left >= seats_needed

/** Whether it would be sold, had it the seats: parties may wait for them. What is sold on request is answered by people. */
export const isFull = ({ legs: [{ refusal, sales_status }], seats_left, seats_needed }: Trip): boolean =>
  refusal === null && sales_status !== 'on_request' && seats_left < seats_needed
