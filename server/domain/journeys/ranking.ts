import { SPACE_KINDS, type Aboard, type Space } from '../availability/space'

/** What a job asks of a vehicle. */
export interface RankedJob {
  /** The type that is planned for it. */
  vehicleTypeId: string
  /** Seats on sale now; of a hire, its passengers. */
  capacity: number
  /** The most that is taken at once. */
  aboard: Aboard
}

export interface RankedVehicle {
  vehicleTypeId: string
  seats: number
  /** What its type has beside seats. */
  space: Space
  /** From where it stands before the job to where that starts, in whole km; null = not known. */
  distanceKm: number | null
}

/** Seats on sale before and after a vehicle is assigned that has fewer, and those of them that are taken. */
export interface Shrink {
  from: number
  to: number
  taken: number
}

/** How a vehicle would shrink what is on sale; null = it does not. */
export const shrinkOf = ({ seats }: Pick<RankedVehicle, 'seats'>, { capacity, aboard }: RankedJob): Shrink | null =>
  seats < capacity ? { from: capacity, to: seats, taken: aboard.seats } : null

/** Whether a vehicle has wheelchair spaces, which others may need. */
export const isAccessible = ({ space }: Pick<RankedVehicle, 'space'>): boolean => space.wheelchairs > 0

const seatsAll = ({ seats, space }: RankedVehicle, { aboard }: RankedJob): boolean =>
  seats >= aboard.seats && SPACE_KINDS.every((kind) => space[kind] >= aboard[kind])

/**
 * The vehicles that have room for all who are aboard, the most suitable first: of the type that is planned, then the smallest
 * that takes no seat off sale, then those that do, the largest of them first; of equal ones the nearest; of equally near ones
 * those without wheelchair spaces. Equals stay in their order.
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
