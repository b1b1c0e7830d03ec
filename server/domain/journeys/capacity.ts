import { sentence } from '../../../contract/core/sentence'
import type { FieldIssue } from '../../../contract/core/entity'

interface Sale {
  /** Seats of what runs the journey: its vehicle, else its vehicle type. */
  seats: number
  /** Chosen maximum of seats for sale; null = all seats. */
  limit: number | null
  /** Seats that may be sold beyond those for sale. */
  overbooking: number
  /** The most seats confirmed and held on any leg. */
  peakLoad: number
}

/** Seats that can be sold, regardless of what is already sold. */
const onSale = ({ seats, limit }: Pick<Sale, 'seats' | 'limit'>): number => Math.min(limit ?? seats, seats)

/** Returns the seats for sale: those of the vehicle up to the limit, or what is sold without overbooking if more. */
export const seatsForSale = (sale: Sale): number => Math.max(onSale(sale), sale.peakLoad - sale.overbooking)

/**
 * Returns the limit after a change.
 * @param before seats for sale and limit before it; null for a new journey
 * @param asked requested seats for sale; null = all seats, undefined or the old number = no request
 */
export function limitAfter(
  before: { capacity: number | null; limit: number | null } | null,
  asked: number | null | undefined,
  seats: number,
): number | null {
  if (asked === undefined || (before !== null && asked === before.capacity)) return before?.limit ?? null
  return asked === null || asked >= seats ? null : asked
}

/** Returns an issue if a requested capacity is above the number of seats. */
export function aboveSeats(asked: number, seats: number): FieldIssue[] {
  return asked > seats
    ? [
        {
          path: 'capacity',
          message: sentence`There are ${seats} seats: choose a capacity up to that, or a larger vehicle.`,
        },
      ]
    : []
}

/** Returns an issue if the chosen seats for sale do not cover what is sold. */
export function belowSold(sale: Sale): FieldIssue[] {
  const missing = sale.peakLoad - onSale(sale) - sale.overbooking
  return missing > 0
    ? [
        {
          path: 'capacity',
          message: sentence`${sale.peakLoad} seats are sold or held, ${missing} more than that: move or cancel passengers first.`,
        },
      ]
    : []
}
