import { HELD_ADDONS_PER_SEAT, LAPSED_HOLDS_WITHIN_H } from '../../../contract/core/limits'
import type { Partner } from '../../../contract/entities/partner'
import type { ReservationPassenger } from '../../../contract/entities/reservation-parts'
import type { Reservation } from '../../../contract/entities/reservation'

const HOUR_MS = 3_600_000

/** What a partner's record allows its own holds. */
export type HoldBounds = Pick<Partner, 'held_seats_max' | 'holds_max' | 'lapsed_holds_max'>

/** What a partner has on hold. */
export interface OnHold {
  /** A seat counts on each departure of a trip. */
  seats: number
  holds: number
  /** The limited add-on of which most pieces are on hold; null where there is none. */
  addon: { code: string; pieces: number } | null
}

/** Pieces of one limited add-on that may be on hold at once. */
export const heldAddonsMax = ({ held_seats_max }: HoldBounds): number => held_seats_max * HELD_ADDONS_PER_SEAT

/** Returns which bound is exceeded; null within all of them. */
export function exceededBound({ seats, holds, addon }: OnHold, bounds: HoldBounds): 'holds' | 'addon' | null {
  if (seats > bounds.held_seats_max || holds > bounds.holds_max) return 'holds'
  return addon !== null && addon.pieces > heldAddonsMax(bounds) ? 'addon' : null
}

/** The part of a trip that the bounds go by. */
export interface HeldTrip extends Pick<Reservation, 'status' | 'hold_expires_at' | 'seats'> {
  legs: readonly { journey_id: string }[]
  passengers: readonly (Pick<ReservationPassenger, 'needs'> & { status: string })[]
}

/**
 * Seats that a trip takes, counted on each departure. Infants take none, yet a wheelchair place or a child seat that one
 * of them needs counts as a seat.
 */
export function seatsTakenBy({ seats, legs, passengers }: Omit<HeldTrip, 'status' | 'hold_expires_at'>): number {
  const travelling = passengers.filter(({ status }) => status !== 'cancelled')
  const needing = (need: 'wheelchair' | 'child_seat') => travelling.filter(({ needs }) => needs.includes(need)).length
  return Math.max(seats, needing('wheelchair'), needing('child_seat')) * legs.length
}

const journeysOf = ({ legs }: Pick<HeldTrip, 'legs'>) => [...new Set(legs.map(({ journey_id }) => journey_id))]

/** Returns the departures on which a hold takes seats that it did not have before. */
export function joinedJourneys(before: HeldTrip | null, after: HeldTrip): string[] {
  const known = before === null ? [] : journeysOf(before)
  return after.status === 'on_hold' ? journeysOf(after).filter((id) => !known.includes(id)) : []
}

/** Returns the departures that a hold gives up without a sale. */
export function abandonedJourneys(before: HeldTrip, after: HeldTrip): string[] {
  if (before.status !== 'on_hold') return []
  if (after.status === 'expired' || after.status === 'cancelled') return journeysOf(before)
  return after.status === 'on_hold' ? joinedJourneys(after, before) : []
}

/** Whether a hold takes more seats than before, others, or the same for longer. */
export function takesMore(before: HeldTrip | null, after: HeldTrip): boolean {
  if (after.status !== 'on_hold') return false
  if (before === null) return true
  const end = (trip: HeldTrip) => Date.parse(trip.hold_expires_at ?? '')
  return (
    seatsTakenBy(after) > seatsTakenBy(before) || joinedJourneys(before, after).length > 0 || end(after) > end(before)
  )
}

/** The start of the time within which lapsed holds count. */
export const lapsesCountFrom = (now: Date): Date => new Date(now.getTime() - LAPSED_HOLDS_WITHIN_H * HOUR_MS)

/**
 * Returns when a departure may be held again; null where it may be now.
 * @param lapses when holds of it lapsed, within the time that counts, in any order
 */
export function heldAgainFrom(lapses: readonly Date[], { lapsed_holds_max }: HoldBounds): Date | null {
  // The departure is free again once fewer lapses than the bound are left within the time that counts.
  const latest = lapses.map((at) => at.getTime()).toSorted((a, b) => b - a)[lapsed_holds_max - 1]
  return latest === undefined ? null : new Date(latest + LAPSED_HOLDS_WITHIN_H * HOUR_MS)
}
