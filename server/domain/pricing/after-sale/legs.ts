import type { LegToQuote } from '../quote'

/** The travelled segment of a journey. */
export interface Segment {
  journeyId: string
  boardSeq: number
  alightSeq: number
  /** `YYYY-MM-DD`, of the journey. */
  serviceDate: string
  /** Planned departure at the boarding stop, milliseconds since 1970. */
  departsAt: number
  /** Pricing input under current conditions. */
  quote: LegToQuote
}

/** A leg of the reservation before the change. */
export type CurrentLeg = Segment & { id: number }

/** A requested leg with the current leg that it replaces; null = the leg is new. */
export interface MatchedLeg {
  before: CurrentLeg | null
  after: Segment
}

export const isSameSegment = (a: Segment, b: Segment): boolean =>
  a.journeyId === b.journeyId && a.boardSeq === b.boardSeq && a.alightSeq === b.alightSeq

const isSameDirection = (a: Segment, b: Segment): boolean =>
  (a.quote.direction ?? 'outbound') === (b.quote.direction ?? 'outbound')

const isSameJourney = (a: Segment, b: Segment): boolean => a.journeyId === b.journeyId && isSameDirection(a, b)

const isBetweenSameStops = (a: Segment, b: Segment): boolean =>
  isSameDirection(a, b) && a.quote.origin.id === b.quote.origin.id && a.quote.destination.id === b.quote.destination.id

const isSameDay = (a: Segment, b: Segment): boolean => a.serviceDate === b.serviceDate

/**
 * Pairs each requested leg with a current one: first the same segment, then other stops of the same journey, then another
 * departure of the same service date, where the same stops come before other stops.
 * @param isRebookable whether another service date is also a replacement
 */
export function matchLegs(
  current: readonly CurrentLeg[],
  requested: readonly Segment[],
  { isRebookable }: { isRebookable: boolean },
): MatchedLeg[] {
  const found = new Map<Segment, CurrentLeg>()
  const tests = [
    isSameSegment,
    isSameJourney,
    (a: Segment, b: Segment) => isSameDay(a, b) && isBetweenSameStops(a, b),
    (a: Segment, b: Segment) => isSameDay(a, b) && isSameDirection(a, b),
    ...(isRebookable ? [isBetweenSameStops] : []),
  ]
  for (const test of tests)
    for (const after of requested.filter((leg) => !found.has(leg))) {
      const taken = new Set([...found.values()].map(({ id }) => id))
      const before = current.find((leg) => !taken.has(leg.id) && test(leg, after))
      if (before) found.set(after, before)
    }
  return requested.map((after) => ({ before: found.get(after) ?? null, after }))
}
