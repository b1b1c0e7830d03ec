import { statusWays, type Way } from '../status-ways'
import type { ReservationStatus } from './status'

/** `travel` = passengers come and go, and the status of their party follows from theirs (`statusOfParty`). */
export type ReservationStep =
  | 'confirmReservation'
  | 'releaseHold'
  | 'approveReservation'
  | 'rejectReservation'
  | 'cancelReservation'
  | 'undoCancellation'
  | 'travel'
  | 'completeReservation'
/** What becomes of the seats on the counters of its journeys. */
export type SeatEffect = 'seats_taken' | 'seats_given_back' | 'seats_kept'
export type ReservationWay = Way<ReservationStatus, ReservationStep, SeatEffect>

const way = (
  from: ReservationStatus,
  to: ReservationStatus,
  step: ReservationStep,
  effect: SeatEffect,
  operation: string | null = step,
): ReservationWay => ({ from, to, step, operation, effect })

/** Every change of the status of a reservation. Which it starts in is said where it is made: `initial` of the contract. */
export const RESERVATION_WAYS = statusWays<ReservationWay>([
  way('on_hold', 'confirmed', 'confirmReservation', 'seats_kept'),
  // Where nobody gives it back, time ends it (`expireHolds`).
  way('on_hold', 'expired', 'releaseHold', 'seats_given_back'),
  way('pending', 'confirmed', 'approveReservation', 'seats_taken'),
  way('pending', 'rejected', 'rejectReservation', 'seats_kept'),

  way('on_hold', 'cancelled', 'cancelReservation', 'seats_given_back'),
  way('pending', 'cancelled', 'cancelReservation', 'seats_kept'),
  way('confirmed', 'cancelled', 'cancelReservation', 'seats_given_back'),
  way('checked_in', 'cancelled', 'cancelReservation', 'seats_given_back'),
  way('cancelled', 'on_hold', 'undoCancellation', 'seats_taken'),
  way('cancelled', 'pending', 'undoCancellation', 'seats_kept'),
  way('cancelled', 'confirmed', 'undoCancellation', 'seats_taken'),
  way('cancelled', 'checked_in', 'undoCancellation', 'seats_taken'),

  way('confirmed', 'checked_in', 'travel', 'seats_kept', 'checkInReservation'),
  way('checked_in', 'confirmed', 'travel', 'seats_kept', 'undoCheckIn'),
  way('boarded', 'confirmed', 'travel', 'seats_kept', 'undoCheckIn'),
  way('confirmed', 'boarded', 'travel', 'seats_kept', 'boardReservation'),
  way('checked_in', 'boarded', 'travel', 'seats_kept', 'boardReservation'),
  way('no_show', 'boarded', 'travel', 'seats_kept', 'boardReservation'),
  way('confirmed', 'no_show', 'travel', 'seats_kept', 'markNoShow'),
  way('checked_in', 'no_show', 'travel', 'seats_kept', 'markNoShow'),
  way('no_show', 'confirmed', 'travel', 'seats_kept', null),
  way('boarded', 'completed', 'completeReservation', 'seats_kept'),
])
