import { defineTransitions, type Transition } from '../state-machine'
import type { ReservationStatus } from './status'

/** `travel` = passengers check in, board or miss the trip; the status follows from theirs (`statusOfParty`). */
export type ReservationStep =
  | 'confirmReservation'
  | 'releaseHold'
  | 'approveReservation'
  | 'rejectReservation'
  | 'cancelReservation'
  | 'undoCancellation'
  | 'travel'
  | 'completeReservation'
/** Effect on the seat counters of its journeys. */
export type SeatEffect = 'seats_taken' | 'seats_released' | 'seats_unchanged'
export type ReservationTransition = Transition<ReservationStatus, ReservationStep, SeatEffect>

const transition = (
  from: ReservationStatus,
  to: ReservationStatus,
  step: ReservationStep,
  effect: SeatEffect,
  operation: string | null = step,
): ReservationTransition => ({ from, to, step, operation, effect })

/** All status transitions of a reservation. Its first status is set by `initial` of the contract. */
export const RESERVATION_TRANSITIONS = defineTransitions<ReservationTransition>([
  transition('on_hold', 'confirmed', 'confirmReservation', 'seats_unchanged'),
  // A hold that is not released expires by time (`expireHolds`).
  transition('on_hold', 'expired', 'releaseHold', 'seats_released'),
  transition('pending', 'confirmed', 'approveReservation', 'seats_taken'),
  transition('pending', 'rejected', 'rejectReservation', 'seats_unchanged'),

  transition('on_hold', 'cancelled', 'cancelReservation', 'seats_released'),
  transition('pending', 'cancelled', 'cancelReservation', 'seats_unchanged'),
  transition('confirmed', 'cancelled', 'cancelReservation', 'seats_released'),
  transition('checked_in', 'cancelled', 'cancelReservation', 'seats_released'),
  transition('cancelled', 'on_hold', 'undoCancellation', 'seats_taken'),
  transition('cancelled', 'pending', 'undoCancellation', 'seats_unchanged'),
  transition('cancelled', 'confirmed', 'undoCancellation', 'seats_taken'),
  transition('cancelled', 'checked_in', 'undoCancellation', 'seats_taken'),

  transition('confirmed', 'checked_in', 'travel', 'seats_unchanged', 'checkInReservation'),
  transition('checked_in', 'confirmed', 'travel', 'seats_unchanged', 'undoCheckIn'),
  transition('boarded', 'confirmed', 'travel', 'seats_unchanged', 'undoCheckIn'),
  transition('confirmed', 'boarded', 'travel', 'seats_unchanged', 'boardReservation'),
  transition('checked_in', 'boarded', 'travel', 'seats_unchanged', 'boardReservation'),
  transition('no_show', 'boarded', 'travel', 'seats_unchanged', 'boardReservation'),
  transition('confirmed', 'no_show', 'travel', 'seats_unchanged', 'markNoShow'),
  transition('checked_in', 'no_show', 'travel', 'seats_unchanged', 'markNoShow'),
  transition('no_show', 'confirmed', 'travel', 'seats_unchanged', null),
  transition('boarded', 'completed', 'completeReservation', 'seats_unchanged'),
])
