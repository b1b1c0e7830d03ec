import type { JourneyLeg } from '../../../contract/entities/journey'
import type { ReservationLeg } from '../../../contract/entities/reservation-parts'

/** A part of a journey, by the `seq` of the calls where it starts and ends. */
export type Stretch = Pick<ReservationLeg, 'board_seq' | 'alight_seq'>

/** Seats set aside for somebody else, by `leg_seq`. */
export type SetAside = ReadonlyMap<number, number>

/** Seats that come to (positive) or leave (negative) the two counters of a leg. */
export interface SeatChange {
  held: number
  confirmed: number
}

export interface Tightest {
  leg: JourneyLeg
  /** May be below zero where seats were sold beyond the capacity. */
  left: number
}

const NOBODY: SetAside = new Map()

/** The legs between two calls in the order of the way; undefined when the journey does not have them all. */
export function coveredLegs<L extends JourneyLeg>(
  legs: readonly L[],
  { board_seq, alight_seq }: Stretch,
): L[] | undefined {
  const covered = legs.filter((leg) => leg.leg_seq >= board_seq && leg.leg_seq < alight_seq)
  const isWhole = covered.length > 0 && covered.length === alight_seq - board_seq
  return isWhole ? covered.toSorted((a, b) => a.leg_seq - b.leg_seq) : undefined
}

/**
 * The leg of a stretch with the fewest seats left, the first of them where several are equal: capacity less what is
 * confirmed, held and set aside for others. Undefined for a stretch that the journey does not have.
 */
export function tightestLeg(
  legs: readonly JourneyLeg[],
  stretch: Stretch,
  setAside: SetAside = NOBODY,
): Tightest | undefined {
  let tightest: Tightest | undefined
  for (const leg of coveredLegs(legs, stretch) ?? []) {
    const left = leg.capacity - leg.confirmed - leg.held - (setAside.get(leg.leg_seq) ?? 0)
    if (!tightest || left < tightest.left) tightest = { leg, left }
  }
  return tightest
}

/** Seats left on a stretch: those of its tightest leg. A stretch that the journey does not have has none. */
export function seatsLeft(legs: readonly JourneyLeg[], stretch: Stretch, setAside: SetAside = NOBODY): number {
  return tightestLeg(legs, stretch, setAside)?.left ?? 0
}

/** The legs after a change of their counters on a stretch; the others stay as they are. */
export function withSeats<L extends JourneyLeg>(legs: readonly L[], stretch: Stretch, change: SeatChange): L[] {
  return legs.map((leg) =>
    leg.leg_seq >= stretch.board_seq && leg.leg_seq < stretch.alight_seq
      ? { ...leg, held: leg.held + change.held, confirmed: leg.confirmed + change.confirmed }
      : leg,
  )
}

/** The most seats confirmed and held on any leg; 0 without legs. */
export function peakLoad(legs: readonly JourneyLeg[]): number {
  return Math.max(0, ...legs.map((leg) => leg.confirmed + leg.held))
}
