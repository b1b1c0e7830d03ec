import { SPACE_KINDS, type Aboard, type Space } from '../availability/space'

/** Requirements of a job for a vehicle. */
export interface RankedJob {
  /** The planned type. */
  vehicleTypeId: string
  /** Seats on sale now; of a hire, its passengers. */
  capacity: number
  /** The most that is taken at once. */
  aboard: Aboard
}

export interface RankedVehicle {
  vehicleTypeId: string
  seats: number
  /** Spaces of its type in addition to seats. */
  space: Space
  /** Whole km from its position before the job to the start of the job; null = unknown. */
  distanceKm: number | null
}

/** Seats on sale before and after a vehicle with fewer seats is assigned, and the seats that are taken. */
export interface Shrink {
  from: number
  to: number
  taken: number
}

/** Returns how a vehicle would reduce the seats on sale; null = it does not. */
export const shrinkOf = ({ seats }: Pick<RankedVehicle, 'seats'>, { capacity, aboard }: RankedJob): Shrink | null =>
  seats < capacity ? { from: capacity, to: seats, taken: aboard.seats } : null

/** Returns whether a vehicle has wheelchair spaces, which other jobs may need. */
export const isAccessible = ({ space }: Pick<RankedVehicle, 'space'>): boolean => space.wheelchairs > 0

const seatsAll = ({ seats, space }: RankedVehicle, { aboard }: RankedJob): boolean =>
  seats >= aboard.seats && SPACE_KINDS.every((kind) => space[kind] >= aboard[kind])

/**
 * Returns the vehicles with room for all who are aboard, the most suitable first: the planned type, then the smallest that
 * takes no seat off sale, then the largest of those that do. Ties are ordered by distance, then those without wheelchair
 * spaces first, then by input order.
 */
export function rankVehicles<V extends RankedVehicle>(job: RankedJob, vehicles: readonly V[]): V[] {
  const keys = (vehicle: V): number[] => {
    const isShrinking = shrinkOf(vehicle, job) !== null
    return [
      vehicle.vehicleTypeId === job.vehicleTypeId ? 0 : 1,
      isShrinking ? 1 : 0,
      isShrinking ? -vehicle.seats : vehicle.seats,
      vehicle.distanceKm ?? Infinity,
      isAccessible(vehicle) ? 1 : 0,
    ]
  }
  return vehicles
    .filter((vehicle) => seatsAll(vehicle, job))
    .map((vehicle) => ({ vehicle, keys: keys(vehicle) }))
    .sort((a, b) => compare(a.keys, b.keys))
    .map(({ vehicle }) => vehicle)
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [index, mine] of a.entries()) {
    const other = b[index] ?? 0
    if (mine !== other) return mine < other ? -1 : 1
  }
  return 0
}
