import { distanceKm, type Position } from '../../../contract/core/distance'
import { EMPTY_RUN_KMH } from '../../../contract/core/limits'
import { SPACE_KINDS, type Space } from '../availability/space'

const MINUTE_MS = 60_000

export interface PlanPlace extends Position {
  id: string
}

/** A journey that somebody or something has to run. Instants in ms. */
export interface PlanJob {
  id: string
  from: number
  /** Arrival, as late as it is. */
  to: number
  origin: string | null
  destination: string | null
  vehicleTypeId: string
  /** The most seats taken on any leg. */
  seatsTaken: number
  /** The same of what is taken beside seats. */
  spaceTaken: Space
  /** Seats for sale. */
  capacity: number
  vehicleId: string | null
  driverId: string | null
  coDriverId: string | null
  timezone: string
}

/** A time in which a vehicle or person is taken already, the turnaround included. Instants in ms. */
export interface Taken {
  from: number
  /** Infinity = until further notice. */
  to: number
  /** Where it starts and ends; null = not known, or anywhere. */
  origin: string | null
  destination: string | null
}

export interface PlanVehicle {
  id: string
  vehicleTypeId: string
  seats: number
  space: Space
  turnaroundMin: number
  /** Last day on which its inspection and insurance are good; null = without end. */
  papersEndOn: string | null
  /** Where it stands when it has had no job. */
  home: string | null
  taken: readonly Taken[]
}

/** What matters of a vehicle before it is known which one it is. */
export type VehicleKind = Pick<PlanVehicle, 'vehicleTypeId' | 'seats' | 'space' | 'turnaroundMin'>

/**
 * How long a vehicle runs empty between two stations, in ms; null = it must not, or the way is not known. Without empty
 * runs a job starts where the one before it has ended.
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

/** Whole km that vehicles run empty between their jobs, as the crow flies; a way that is not known counts nothing. */
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

/** Whether a vehicle may run a job: of the type that is planned, or large enough that no seat for sale is lost. */
export const fits = (
  { vehicleTypeId, seats, space }: Pick<PlanVehicle, 'vehicleTypeId' | 'seats' | 'space'>,
  job: Pick<PlanJob, 'vehicleTypeId' | 'seatsTaken' | 'spaceTaken' | 'capacity'>,
): boolean =>
  seats >= job.seatsTaken &&
  SPACE_KINDS.every((kind) => space[kind] >= job.spaceTaken[kind]) &&
  (vehicleTypeId === job.vehicleTypeId || seats >= job.capacity)
