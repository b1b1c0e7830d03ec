import type { JourneyLeg } from '../../../contract/entities/journey'
import type { ReservationLeg } from '../../../contract/entities/reservation-parts'

/** A segment of a journey, by the `seq` of the calls where it starts and ends. */
export type Segment = Pick<ReservationLeg, 'board_seq' | 'alight_seq'>

/** Seats set aside for others, by `leg_seq`. */
export type SetAside = ReadonlyMap<number, number>

/** Seats added to (positive) or removed from (negative) the two counters of a leg. */
export interface SeatChange {
  held: number
  confirmed: number
}

export interface Tightest {
  leg: JourneyLeg
  /** Below zero if seats were sold beyond the capacity. */
  left: number
}

const NONE_SET_ASIDE: SetAside = new Map()

/** Returns the legs between two calls in order of travel; undefined if the journey does not have them all. */
export function coveredLegs<L extends JourneyLeg>(
  legs: readonly L[],
  { board_seq, alight_seq }: Segment,
): L[] | undefined {
  const covered = legs.filter((leg) => leg.leg_seq >= board_seq && leg.leg_seq < alight_seq)
  const isWhole = covered.length > 0 && covered.length === alight_seq - board_seq
  return isWhole ? covered.toSorted((a, b) => a.leg_seq - b.leg_seq) : undefined
}

/**
 * Returns the leg of a segment with the fewest seats left, the first of equal ones. Seats left are the capacity less what
 * is confirmed, held and set aside for others. Undefined for a segment that the journey does not have.
 */
export function tightestLeg(
  legs: readonly JourneyLeg[],
  segment: Segment,
  setAside: SetAside = NONE_SET_ASIDE,
): Tightest | undefined {
  let tightest: Tightest | undefined
  for (const leg of coveredLegs(legs, segment) ?? []) {
    const left = leg.capacity - leg.confirmed - leg.held - (setAside.get(leg.leg_seq) ?? 0)
    if (!tightest || left < tightest.left) tightest = { leg, left }
  }
  return tightest
}

/** Returns the seats left on a segment: those of its tightest leg. 0 if the journey does not have the segment. */
export function seatsLeft(legs: readonly JourneyLeg[], segment: Segment, setAside: SetAside = NONE_SET_ASIDE): number {
  return tightestLeg(legs, segment, setAside)?.left ?? 0
}

/** Returns the legs after a change of their counters on a segment; other legs are unchanged. */
export function withSeats<L extends JourneyLeg>(legs: readonly L[], segment: Segment, change: SeatChange): L[] {
  return legs.map((leg) =>
    leg.leg_seq >= segment.board_seq && leg.leg_seq < segment.alight_seq
      ? { ...leg, held: leg.held + change.held, confirmed: leg.confirmed + change.confirmed }
      : leg,
  )
}

/** Returns the most seats confirmed and held on any leg; 0 without legs. */
export function peakLoad(legs: readonly JourneyLeg[]): number {
  return Math.max(0, ...legs.map((leg) => leg.confirmed + leg.held))
}
