import { defineTransitions, type CallerKind, type Transition } from '../state-machine'
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

const STAFF: readonly CallerKind[] = ['staff']
const SELLERS: readonly CallerKind[] = ['staff', 'partner']
const STAFF_OR_CLOCK: readonly CallerKind[] = ['staff', 'clock']

const transition = (
  from: ReservationStatus,
  to: ReservationStatus,
  step: ReservationStep,
  effect: SeatEffect,
  who: readonly CallerKind[],
  operation: string | null = step,
): ReservationTransition => ({ from, to, step, operation, who, effect })

/** All status transitions of a reservation. Its first status is set by `initial` of the contract. */
export const RESERVATION_TRANSITIONS = defineTransitions<ReservationTransition>([
  transition('on_hold', 'confirmed', 'confirmReservation', 'seats_unchanged', SELLERS),
  // A hold that is not released expires by time (`expireHolds`).
  transition('on_hold', 'expired', 'releaseHold', 'seats_released', STAFF_OR_CLOCK),
  transition('pending', 'confirmed', 'approveReservation', 'seats_taken', STAFF),
  transition('pending', 'rejected', 'rejectReservation', 'seats_unchanged', STAFF),

  transition('on_hold', 'cancelled', 'cancelReservation', 'seats_released', SELLERS),
  transition('pending', 'cancelled', 'cancelReservation', 'seats_unchanged', SELLERS),
  transition('confirmed', 'cancelled', 'cancelReservation', 'seats_released', SELLERS),
  transition('checked_in', 'cancelled', 'cancelReservation', 'seats_released', SELLERS),
  transition('cancelled', 'on_hold', 'undoCancellation', 'seats_taken', STAFF),
  transition('cancelled', 'pending', 'undoCancellation', 'seats_unchanged', STAFF),
  transition('cancelled', 'confirmed', 'undoCancellation', 'seats_taken', STAFF),
  transition('cancelled', 'checked_in', 'undoCancellation', 'seats_taken', STAFF),

  // The status follows from the passengers, so a partner changes it by who stays in the party, and the clock by the return.
  transition('confirmed', 'checked_in', 'travel', 'seats_unchanged', SELLERS, 'checkInReservation'),
  transition('checked_in', 'confirmed', 'travel', 'seats_unchanged', ['staff', 'partner', 'clock'], 'undoCheckIn'),
  transition('boarded', 'confirmed', 'travel', 'seats_unchanged', STAFF_OR_CLOCK, 'undoCheckIn'),
  transition('confirmed', 'boarded', 'travel', 'seats_unchanged', SELLERS, 'boardReservation'),
  transition('checked_in', 'boarded', 'travel', 'seats_unchanged', SELLERS, 'boardReservation'),
  transition('no_show', 'boarded', 'travel', 'seats_unchanged', STAFF, 'boardReservation'),
  transition('confirmed', 'no_show', 'travel', 'seats_unchanged', SELLERS, 'markNoShow'),
  transition('checked_in', 'no_show', 'travel', 'seats_unchanged', SELLERS, 'markNoShow'),
  transition('no_show', 'confirmed', 'travel', 'seats_unchanged', STAFF_OR_CLOCK, null),
  transition('boarded', 'completed', 'completeReservation', 'seats_unchanged', STAFF_OR_CLOCK),
])
