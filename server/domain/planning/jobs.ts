import { EMPTY_RUN_KMH } from '../../../contract/core/limits'
import { SPACE_KINDS, type Space } from '../availability/space'

const MINUTE_MS = 60_000
const EARTH_RADIUS_KM = 6371

/** In degrees; null = not on the map. */
interface Position {
  latitude: number | null
  longitude: number | null
}

export interface Place extends Position {
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

export function emptyRuns(places: readonly Place[], areAllowed: boolean): EmptyRun {
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

/** As the crow flies; null where one of them is not on the map. */
export function distanceKm(a: Position | undefined, b: Position | undefined): number | null {
  const [here, there] = [radians(a), radians(b)]
  if (!here || !there) return null
  const half =
    Math.sin((there.latitude - here.latitude) / 2) ** 2 +
    Math.cos(here.latitude) * Math.cos(there.latitude) * Math.sin((there.longitude - here.longitude) / 2) ** 2
  return EARTH_RADIUS_KM * 2 * Math.asin(Math.min(1, Math.sqrt(half)))
}

function radians(place: Position | undefined): { latitude: number; longitude: number } | null {
  if (!place || place.latitude === null || place.longitude === null) return null
  return { latitude: (place.latitude * Math.PI) / 180, longitude: (place.longitude * Math.PI) / 180 }
}

/** Whether a vehicle may run a job: of the type that is planned, or large enough that no seat for sale is lost. */
export const fits = (
  { vehicleTypeId, seats, space }: Pick<PlanVehicle, 'vehicleTypeId' | 'seats' | 'space'>,
  job: Pick<PlanJob, 'vehicleTypeId' | 'seatsTaken' | 'spaceTaken' | 'capacity'>,
): boolean =>
  seats >= job.seatsTaken &&
  SPACE_KINDS.every((kind) => space[kind] >= job.spaceTaken[kind]) &&
  (vehicleTypeId === job.vehicleTypeId || seats >= job.capacity)
