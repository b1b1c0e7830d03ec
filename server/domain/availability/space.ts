import type { Addon } from '../../../contract/entities/addon'
import type { Journey, LoadedLeg } from '../../../contract/entities/journey'
import type { ReservationPassenger } from '../../../contract/entities/reservation-parts'
import { coveredLegs, type Segment } from './seats'

/** Spaces of a vehicle in addition to seats. */
export const SPACE_KINDS = ['wheelchairs', 'child_seats', 'luggage_units'] as const
export type SpaceKind = (typeof SPACE_KINDS)[number]
export type Space = Record<SpaceKind, number>

/** All seats and spaces that a party takes aboard. */
export type Aboard = Space & { seats: number }

export const NO_SPACE: Space = { wheelchairs: 0, child_seats: 0, luggage_units: 0 }

/** Returns the greater number of each kind. */
export const fuller = (a: Aboard, b: Aboard): Aboard => ({
  seats: Math.max(a.seats, b.seats),
  wheelchairs: Math.max(a.wheelchairs, b.wheelchairs),
  child_seats: Math.max(a.child_seats, b.child_seats),
  luggage_units: Math.max(a.luggage_units, b.luggage_units),
})

/** The places that a vehicle or a vehicle type has. */
export type Places = Pick<Journey, 'wheelchair_spaces' | 'child_seats' | 'luggage_units'>

export const spaceOf = ({ wheelchair_spaces, child_seats, luggage_units }: Places): Space => ({
  wheelchairs: wheelchair_spaces,
  child_seats,
  luggage_units,
})

export interface AddonAboard extends Pick<Addon, 'consumes'> {
  /** Units on each journey. */
  units: number
}

/**
 * Returns what a party and its add-ons take on each leg. A sold child seat is the one that a child of the party needs, so
 * the greater number counts.
 */
export function aboardOf(
  passengers: readonly Pick<ReservationPassenger, 'category' | 'needs'>[],
  addons: readonly AddonAboard[],
): Aboard {
  const needing = (need: ReservationPassenger['needs'][number]) =>
    passengers.filter(({ needs }) => needs.includes(need)).length
  const sold = (kind: keyof Addon['consumes']) =>
    addons.reduce((sum, { consumes, units }) => sum + consumes[kind] * units, 0)
  return {
    seats: seatsNeeded(passengers) + sold('seats'),
    wheelchairs: needing('wheelchair'),
    child_seats: Math.max(needing('child_seat'), sold('child_seats')),
    luggage_units: sold('luggage_units'),
  }
}

export interface Shortage {
  kind: SpaceKind
  /** The fullest leg of the segment, the first of equal ones. */
  leg_seq: number
  /** Places left on it; 0 if more are taken than the vehicle has. */
  left: number
}

/** Returns which requested space does not fit on a segment in addition to what is taken; null if all fits. */
export function shortageOn(
  places: Space,
  legs: readonly LoadedLeg[],
  segment: Segment,
  wanted: Space,
): Shortage | null {
  const covered = coveredLegs(legs, segment) ?? []
  for (const kind of SPACE_KINDS) {
    if (wanted[kind] === 0) continue
    const fullest = covered.toSorted((a, b) => b[kind] - a[kind] || a.leg_seq - b.leg_seq)[0]
    const left = Math.max(0, places[kind] - (fullest?.[kind] ?? 0))
    if (wanted[kind] > left) return { kind, leg_seq: fullest?.leg_seq ?? segment.board_seq, left }
  }
  return null
}

export interface Excess {
  kind: SpaceKind | 'seats'
  needed: number
  /** Places of the vehicle. */
  places: number
}

/** Returns what a party needs more of than the whole vehicle has on a segment, taken or not; null where it has enough. */
export function excessOf(places: Space, legs: readonly LoadedLeg[], segment: Segment, party: Aboard): Excess | null {
  const capacity = Math.min(...(coveredLegs(legs, segment) ?? []).map((leg) => leg.capacity))
  if (party.seats > capacity) return { kind: 'seats', needed: party.seats, places: capacity }
  const kind = SPACE_KINDS.find((name) => party[name] > places[name])
  return kind ? { kind, needed: party[kind], places: places[kind] } : null
}

/** Returns the legs after more space is taken on a segment. */
export function withSpace(legs: readonly LoadedLeg[], { board_seq, alight_seq }: Segment, taken: Space): LoadedLeg[] {
  return legs.map((leg) =>
    leg.leg_seq < board_seq || leg.leg_seq >= alight_seq
      ? leg
      : {
          ...leg,
          wheelchairs: leg.wheelchairs + taken.wheelchairs,
          child_seats: leg.child_seats + taken.child_seats,
          luggage_units: leg.luggage_units + taken.luggage_units,
        },
  )
}

/** Returns the most that is taken of each kind on any leg. */
export function peakSpace(legs: readonly Space[]): Space {
  const most = (kind: SpaceKind) => Math.max(0, ...legs.map((leg) => leg[kind]))
  return { wheelchairs: most('wheelchairs'), child_seats: most('child_seats'), luggage_units: most('luggage_units') }
}

/** Returns the number of passengers who need a seat. Infants travel on a lap. */
export function seatsNeeded(passengers: readonly Pick<ReservationPassenger, 'category'>[]): number {
  return passengers.filter(({ category }) => category !== 'infant').length
}
