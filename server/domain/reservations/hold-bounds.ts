import { HELD_ADDONS_PER_SEAT, LAPSED_HOLDS_WITHIN_H } from '../../../contract/core/limits/holds'
import type { Partner } from '../../../contract/entities/partner'
import type { ReservationPassenger } from '../../../contract/entities/reservation-parts'
import type { Reservation } from '../../../contract/entities/reservation'

const HOUR_MS = 3_600_000

/** The limits of a partner's own holds. */
export type HoldBounds = Pick<Partner, 'held_seats_max' | 'holds_max' | 'lapsed_holds_max'>

/** What a partner has on hold. */
export interface OnHold {
  /** A seat counts on each departure of a trip. */
  seats: number
  holds: number
  /** The limited add-on with the most pieces on hold; null = none. */
  addon: { code: string; pieces: number } | null
}

/** Returns how many pieces of one limited add-on may be on hold at once. */
export const heldAddonsMax = ({ held_seats_max }: HoldBounds): number => held_seats_max * HELD_ADDONS_PER_SEAT

/** Returns which bound is exceeded; null if none is. */
export function exceededBound({ seats, holds, addon }: OnHold, bounds: HoldBounds): 'holds' | 'addon' | null {
  if (seats > bounds.held_seats_max || holds > bounds.holds_max) return 'holds'
  return addon !== null && addon.pieces > heldAddonsMax(bounds) ? 'addon' : null
}

/** The fields of a trip that the bounds depend on. */
export interface HeldTrip extends Pick<Reservation, 'status' | 'hold_expires_at' | 'seats'> {
  legs: readonly { journey_id: string }[]
  passengers: readonly (Pick<ReservationPassenger, 'needs'> & { status: string })[]
}

/**
 * Returns the seats that a trip takes, counted on each departure. Infants take none, but a wheelchair place or a child
 * seat that an infant needs counts as a seat.
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

/** Returns whether a hold takes more seats than before, seats on other departures, or the same seats for longer. */
export function takesMore(before: HeldTrip | null, after: HeldTrip): boolean {
  if (after.status !== 'on_hold') return false
  if (before === null) return true
  const end = (trip: HeldTrip) => Date.parse(trip.hold_expires_at ?? '')
  return (
    seatsTakenBy(after) > seatsTakenBy(before) || joinedJourneys(before, after).length > 0 || end(after) > end(before)
  )
}

/** Returns the start of the period in which lapsed holds count. */
export const lapsesCountFrom = (now: Date): Date => new Date(now.getTime() - LAPSED_HOLDS_WITHIN_H * HOUR_MS)

/**
 * Returns when a departure may be held again; null = now.
 * @param lapses when holds of it lapsed within the period that counts, in any order
 */
export function heldAgainFrom(lapses: readonly Date[], { lapsed_holds_max }: HoldBounds): Date | null {
  // The departure is free again once fewer lapses than the bound are left in the period that counts.
  const latest = lapses.map((at) => at.getTime()).toSorted((a, b) => b - a)[lapsed_holds_max - 1]
  return latest === undefined ? null : new Date(latest + LAPSED_HOLDS_WITHIN_H * HOUR_MS)
}
