import type { FieldIssue } from '../../../contract/core/entity'

interface Sale {
  /** Seats of what runs the journey: its vehicle, else its vehicle type. */
  seats: number
  /** What somebody chose to sell at most; null = all seats. */
  limit: number | null
  /** Seats that may be sold beyond those for sale. */
  overbooking: number
  /** The most seats confirmed and held on any leg. */
  peakLoad: number
}

/** The seats there are to sell, whatever is sold. */
const onSale = ({ seats, limit }: Pick<Sale, 'seats' | 'limit'>): number => Math.min(limit ?? seats, seats)

/** Seats for sale: those of what runs the journey now, up to the limit; where more are sold, so many and none besides. */
export const seatsForSale = (sale: Sale): number => Math.max(onSale(sale), sale.peakLoad - sale.overbooking)

/**
 * The limit after a change.
 * @param before seats for sale and limit as they were; null for a new journey
 * @param asked seats for sale that were asked for; null = all there are, undefined or the old number = nothing was said
 */
export function limitAfter(
  before: { capacity: number | null; limit: number | null } | null,
  asked: number | null | undefined,
  seats: number,
): number | null {
  if (asked === undefined || (before !== null && asked === before.capacity)) return before?.limit ?? null
  return asked === null || asked >= seats ? null : asked
}

/** Complaints about a capacity that was asked for: above the seats there are. */
export function aboveSeats(asked: number, seats: number): FieldIssue[] {
  return asked > seats
    ? [{ path: 'capacity', message: `There are ${seats} seats: choose a capacity up to that, or a larger vehicle.` }]
    : []
}

/** Complaints about a choice of seats for sale that does not cover what is sold. */
export function belowSold(sale: Sale): FieldIssue[] {
  const missing = sale.peakLoad - onSale(sale) - sale.overbooking
  return missing > 0
    ? [
        {
          path: 'capacity',
          message: `${sale.peakLoad} seats are sold or held, ${missing} more than that: move or cancel passengers first.`,
        },
      ]
    : []
}
