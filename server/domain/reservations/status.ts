import type { Reservation } from '../../../contract/entities/reservation'
import type { PASSENGER_STATUSES } from '../../../contract/core/vocabulary'
import type { SeatChange } from '../availability/seats'
import { NO_SPACE, type Aboard, type Space } from '../availability/space'

export type ReservationStatus = Reservation['status']
export type PassengerStatus = (typeof PASSENGER_STATUSES)[number]

/** Statuses of a reservation that is sold, and still to be travelled or being travelled. */
export const BOOKED: readonly ReservationStatus[] = ['confirmed', 'checked_in', 'boarded']
/** Statuses of a reservation that may still be travelled, or is being travelled. */
export const ACTIVE: readonly ReservationStatus[] = ['on_hold', 'pending', ...BOOKED]
/** Statuses in which a reservation can be deleted. */
export const DELETABLE: readonly ReservationStatus[] = ['pending', 'cancelled', 'expired', 'rejected']
/** Statuses in which seats count as confirmed. No-shows and completed reservations had their seats. */
export const SEATED: readonly ReservationStatus[] = [...BOOKED, 'completed', 'no_show']
/** Returns whether the price is not agreed yet and therefore not owed. */
export const isUnagreed = (status: ReservationStatus): boolean => ACTIVE.includes(status) && !SEATED.includes(status)

const PASSENGERS: Record<ReservationStatus, PassengerStatus> = {
  on_hold: 'booked',
  pending: 'booked',
  confirmed: 'booked',
  checked_in: 'checked_in',
  boarded: 'boarded',
  completed: 'boarded',
  no_show: 'no_show',
  cancelled: 'cancelled',
  expired: 'cancelled',
  rejected: 'cancelled',
}

/** Returns the status that all passengers get when their reservation enters this one. */
export const passengerStatus = (status: ReservationStatus): PassengerStatus => PASSENGERS[status]

/**
 * Returns the change of the seat counters of each leg in a status transition of a reservation with `seats` seats. The same
 * status again changes nothing, so no seat is released twice.
 */
export function seatChange(from: ReservationStatus | null, to: ReservationStatus, seats: number): SeatChange {
  const before = counted(from, seats)
  const after = counted(to, seats)
  return { held: after.held - before.held, confirmed: after.confirmed - before.confirmed }
}

/** Returns the same as `seatChange`, plus the change of all other spaces that a party takes. */
export function aboardChange(
  from: ReservationStatus | null,
  to: ReservationStatus,
  aboard: Aboard,
): SeatChange & Space {
  const [before, after] = [taken(from, aboard), taken(to, aboard)]
  return {
    ...seatChange(from, to, aboard.seats),
    wheelchairs: after.wheelchairs - before.wheelchairs,
    child_seats: after.child_seats - before.child_seats,
    luggage_units: after.luggage_units - before.luggage_units,
  }
}

const taken = (status: ReservationStatus | null, aboard: Space): Space =>
  status === 'on_hold' || (status !== null && SEATED.includes(status)) ? aboard : NO_SPACE

function counted(status: ReservationStatus | null, seats: number): SeatChange {
  if (status === 'on_hold') return { held: seats, confirmed: 0 }
  return { held: 0, confirmed: status !== null && SEATED.includes(status) ? seats : 0 }
}
