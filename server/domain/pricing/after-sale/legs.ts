import type { LegToQuote } from '../quote'

/** The part of a journey that is travelled. */
export interface Stretch {
  journeyId: string
  boardSeq: number
  alightSeq: number
  /** `YYYY-MM-DD`, of the journey. */
  serviceDate: string
  /** The planned departure where they board, milliseconds since 1970. */
  departsAt: number
  /** By the conditions of today. */
  quote: LegToQuote
}

/** A leg that is travelled now. */
export type CurrentLeg = Stretch & { id: number }

/** A leg as it is to be, with the leg that it was before; null where it is new. */
export interface MatchedLeg {
  before: CurrentLeg | null
  after: Stretch
}

export const isSameStretch = (a: Stretch, b: Stretch): boolean =>
  a.journeyId === b.journeyId && a.boardSeq === b.boardSeq && a.alightSeq === b.alightSeq

const isSameWay = (a: Stretch, b: Stretch): boolean =>
  (a.quote.direction ?? 'outbound') === (b.quote.direction ?? 'outbound')

const isSameJourney = (a: Stretch, b: Stretch): boolean => a.journeyId === b.journeyId && isSameWay(a, b)

const isBetweenSameStops = (a: Stretch, b: Stretch): boolean =>
  isSameWay(a, b) && a.quote.origin.id === b.quote.origin.id && a.quote.destination.id === b.quote.destination.id

const isSameDay = (a: Stretch, b: Stretch): boolean => a.serviceDate === b.serviceDate

/**
 * Finds for each requested leg the one that it was: the same, then one on other stops of the same journey, then one on
 * another departure of the same service date, between the same stops before any others.
 * @param isRebookable whether another service date, too, is a replacement
 */
export function matchLegs(
  current: readonly CurrentLeg[],
  requested: readonly Stretch[],
  { isRebookable }: { isRebookable: boolean },
): MatchedLeg[] {
  const found = new Map<Stretch, CurrentLeg>()
  const tests = [
    isSameStretch,
    isSameJourney,
    (a: Stretch, b: Stretch) => isSameDay(a, b) && isBetweenSameStops(a, b),
    (a: Stretch, b: Stretch) => isSameDay(a, b) && isSameWay(a, b),
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
