import { distanceKm, type Position } from '../../../contract/core/distance'
import { EMPTY_RUN_KMH } from '../../../contract/core/limits/dispatch'
import { SPACE_KINDS, type Space } from '../availability/space'
import { dayOf } from '../journeys/driving'
import { utcText } from '../timetable/service-time'

const MINUTE_MS = 60_000

export interface PlanPlace extends Position {
  id: string
}

/** A journey that needs a vehicle or a driver. Instants in ms. */
export interface PlanJob {
  id: string
  from: number
  /** Arrival, including the delay. */
  to: number
  origin: string | null
  destination: string | null
  vehicleTypeId: string
  /** The most seats taken on any leg. */
  seatsTaken: number
  /** The most other spaces taken on any leg. */
  spaceTaken: Space
  /** Seats for sale. */
  capacity: number
  vehicleId: string | null
  driverId: string | null
  coDriverId: string | null
  timezone: string
}

const endDays = new WeakMap<PlanJob, string>()

/** Returns the day on which a job ends, `YYYY-MM-DD`. It is calculated once, because it is compared for every vehicle and driver. */
export function endDayOf(job: PlanJob): string {
  const known = endDays.get(job)
  if (known !== undefined) return known
  const day = dayOf(utcText(job.to), job.timezone)
  endDays.set(job, day)
  return day
}

/** A time in which a vehicle or person is busy, turnaround included. Instants in ms. */
export interface Taken {
  from: number
  /** Infinity = until further notice. */
  to: number
  /** Stations where it starts and ends; null = unknown or anywhere. */
  origin: string | null
  destination: string | null
}

export interface PlanVehicle {
  id: string
  vehicleTypeId: string
  seats: number
  space: Space
  turnaroundMin: number
  /** Last day on which its inspection and insurance are valid; null = no expiry. */
  papersEndOn: string | null
  /** Its station before its first job. */
  home: string | null
  taken: readonly Taken[]
}

/** The properties of a vehicle that decide which jobs it can run. */
export type VehicleKind = Pick<PlanVehicle, 'vehicleTypeId' | 'seats' | 'space' | 'turnaroundMin'>

/**
 * Returns the duration of an empty run between two stations in ms; null = not allowed, or the distance is unknown. If empty
 * runs are not allowed, a job starts where the previous one ended.
 */
export type EmptyRun = (from: string | null, to: string | null) => number | null

export function emptyRuns(places: readonly PlanPlace[], areAllowed: boolean): EmptyRun {
  const byId = new Map(places.map((place) => [place.id, place]))
  const known = new Map<string, number | null>()
  return (from, to) => {
    if (from === null || to === null || from === to) return 0
    if (!areAllowed) return null
    const key = from + to
    const before = known.get(key)
    if (before !== undefined) return before
    const km = distanceKm(byId.get(from), byId.get(to))
    const run = km === null ? null : Math.ceil((km / EMPTY_RUN_KMH) * 60) * MINUTE_MS
    known.set(key, run)
    return run
  }
}

/** Returns the whole km of empty runs between jobs, as the crow flies. An unknown distance counts as 0. */
export function emptyKm(
  jobs: readonly Pick<PlanJob, 'from' | 'origin' | 'destination' | 'vehicleId'>[],
  places: readonly PlanPlace[],
): number {
  const byId = new Map(places.map((place) => [place.id, place]))
  const lastOf = new Map<string, string | null>()
  let km = 0
  for (const { vehicleId, origin, destination } of jobs.toSorted((a, b) => a.from - b.from)) {
    if (vehicleId === null) continue
    const last = lastOf.get(vehicleId) ?? null
    if (last !== null && origin !== null && last !== origin) km += distanceKm(byId.get(last), byId.get(origin)) ?? 0
    lastOf.set(vehicleId, destination)
  }
  return Math.round(km)
}

/** Returns whether a vehicle has room for a job, and the planned type or at least as many seats as are for sale. */
export const fits = (
  { vehicleTypeId, seats, space }: Pick<PlanVehicle, 'vehicleTypeId' | 'seats' | 'space'>,
  job: Pick<PlanJob, 'vehicleTypeId' | 'seatsTaken' | 'spaceTaken' | 'capacity'>,
): boolean =>
  seats >= job.seatsTaken &&
  SPACE_KINDS.every((kind) => space[kind] >= job.spaceTaken[kind]) &&
  (vehicleTypeId === job.vehicleTypeId || seats >= job.capacity)
