import type { Addon } from '../../../contract/entities/addon'
import type { Journey, LoadedLeg } from '../../../contract/entities/journey'
import type { ReservationPassenger } from '../../../contract/entities/reservation-parts'
import { coveredLegs, type Stretch } from './seats'

/** What is taken up of a vehicle beside seats. */
export const SPACE_KINDS = ['wheelchairs', 'child_seats', 'luggage_units'] as const
export type SpaceKind = (typeof SPACE_KINDS)[number]
export type Space = Record<SpaceKind, number>

/** All that somebody takes up aboard. */
export type Aboard = Space & { seats: number }

export const NO_SPACE: Space = { wheelchairs: 0, child_seats: 0, luggage_units: 0 }

/** The greater number of each. */
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
  /** On each journey. */
  units: number
}

/**
 * What a party and its add-ons take up on each leg. A child seat that is sold is the one that a child of the party needs,
 * so the greater number counts.
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
  /** The fullest leg of the stretch, the first of them. */
  leg_seq: number
  /** How many places are left on it; 0 where more is taken than there is. */
  left: number
}

/** What of a wish does not fit on a stretch with what is taken there already; null where all of it does. */
export function shortageOn(
  places: Space,
  legs: readonly LoadedLeg[],
  stretch: Stretch,
  wanted: Space,
): Shortage | null {
  const covered = coveredLegs(legs, stretch) ?? []
  for (const kind of SPACE_KINDS) {
    if (wanted[kind] === 0) continue
    const fullest = covered.toSorted((a, b) => b[kind] - a[kind] || a.leg_seq - b.leg_seq)[0]
    const left = Math.max(0, places[kind] - (fullest?.[kind] ?? 0))
    if (wanted[kind] > left) return { kind, leg_seq: fullest?.leg_seq ?? stretch.board_seq, left }
  }
  return null
}

export interface Excess {
  kind: SpaceKind | 'seats'
  needed: number
  /** How many the vehicle has. */
  places: number
}

/** Returns what a party needs more of than the whole vehicle has on a segment, taken or not; null where it has enough. */
export function excessOf(places: Space, legs: readonly LoadedLeg[], segment: Stretch, party: Aboard): Excess | null {
  const capacity = Math.min(...(coveredLegs(legs, segment) ?? []).map((leg) => leg.capacity))
  if (party.seats > capacity) return { kind: 'seats', needed: party.seats, places: capacity }
  const kind = SPACE_KINDS.find((name) => party[name] > places[name])
  return kind ? { kind, needed: party[kind], places: places[kind] } : null
}

/** The legs after somebody has come aboard on a stretch. */
export function withSpace(legs: readonly LoadedLeg[], { board_seq, alight_seq }: Stretch, taken: Space): LoadedLeg[] {
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

/** The most that is taken of each kind on any leg. */
export function peakSpace(legs: readonly Space[]): Space {
  const most = (kind: SpaceKind) => Math.max(0, ...legs.map((leg) => leg[kind]))
  return { wheelchairs: most('wheelchairs'), child_seats: most('child_seats'), luggage_units: most('luggage_units') }
}

/** The number of passengers who take a seat: infants travel on somebody's lap. */
export function seatsNeeded(passengers: readonly Pick<ReservationPassenger, 'category'>[]): number {
  return passengers.filter(({ category }) => category !== 'infant').length
}
