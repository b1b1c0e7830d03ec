import type { FieldIssue } from '../../../contract/entity'

export interface Sold {
  /** Seats for sale before the change; null for a new journey. */
  capacity: number | null
  /** The most seats confirmed and held on any leg. */
  peakLoad: number
}

interface Wish {
  /** Seats for sale that were asked for; null = as many as there are, undefined = nothing was said. */
  asked: number | null | undefined
  /** Seats of the vehicle, else of the vehicle type. */
  seats: number
  /** Another vehicle or type than before. */
  isOtherVehicle: boolean
}

/**
 * Seats for sale after a change. What was not asked for stays, unless another vehicle has fewer seats:
 * then it sinks to those, but never below what is sold.
 */
export function capacityAfter({ capacity, peakLoad }: Sold, { asked, seats, isOtherVehicle }: Wish): number {
  if (asked === null || (asked === undefined && capacity === null)) return seats
  if (asked !== undefined && asked !== capacity) return asked
  const kept = capacity ?? seats
  return isOtherVehicle ? Math.min(kept, Math.max(seats, peakLoad)) : kept
}

/** Complaints about a capacity that was asked for: above the seats there are. */
export function aboveSeats(asked: number, seats: number): FieldIssue[] {
  return asked > seats
    ? [{ path: 'capacity', message: `There are ${seats} seats: choose a capacity up to that, or a larger vehicle.` }]
    : []
}

/** Complaints about seats for sale that no longer cover what is sold. */
export function belowSold(capacity: number, overbooking: number, peakLoad: number): FieldIssue[] {
  const missing = peakLoad - capacity - overbooking
  return missing > 0
    ? [
        {
          path: 'capacity',
          message: `${peakLoad} seats are sold or held, ${missing} more than that: move or cancel passengers first.`,
        },
      ]
    : []
}
