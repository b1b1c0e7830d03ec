import { isSameChoice } from '../../../../contract/entities/reservation-parts'
import type { AddonWish } from '../addon-lines'
import type { HireToQuote, LegToQuote, PartyCounts } from '../quote'
import type { Category } from '../rule-facts'

export type Way = 'out' | 'back'

/** The part of a journey that is travelled, and what it is priced by. */
export interface WishedLeg {
  journeyId: string
  boardSeq: number
  alightSeq: number
  /** `YYYY-MM-DD`, of the journey that it is on now. */
  serviceDate: string
  direction: Way
  /** The planned departure where they board, milliseconds since 1970. */
  departsAt: number
  /** By the conditions that it was first sold at. */
  quote: LegToQuote
}

/** A leg of a reservation: it keeps its number for as long as it stays, on whatever departure of its day. */
export interface StateLeg extends WishedLeg {
  id: number
  /** The earliest departure that it had, where a change has moved it; fees are those of the earlier one. */
  earliest: number | null
}

export interface WishedRun {
  /** The day that it starts on, where it starts, `YYYY-MM-DD`. */
  day: string
  /** Milliseconds since 1970. */
  departsAt: number
  passengers: number
  quote: HireToQuote
}

export type Run = WishedRun & Pick<StateLeg, 'id' | 'earliest'>

/** What a reservation is to be after a change. */
export interface Wish {
  party: PartyCounts
  legs: readonly WishedLeg[]
  addons: readonly AddonWish[]
  /** Null for seats. */
  run: WishedRun | null
}

/** What a reservation is at one time. */
export interface State extends Wish {
  legs: readonly StateLeg[]
  run: Run | null
}

export const NOTHING: State = { party: new Map(), legs: [], addons: [], run: null }

export const waysOf = (legs: readonly Pick<WishedLeg, 'direction'>[]): Set<Way> =>
  new Set(legs.map(({ direction }) => direction))

const headsOf = ({ party, run }: Wish): number =>
  run ? run.passengers : [...party.values()].reduce((sum, count) => sum + count, 0)

/** Without passengers or a way nothing is left, whatever else was wished. */
export const unlessNothing = <W extends Wish>(wish: W): W | State =>
  wish.run || (wish.legs.length > 0 && headsOf(wish) > 0) ? wish : NOTHING

/** Fees follow the departure that they board, or the earlier one that they could have. */
export const departureOf = ({ departsAt, earliest }: Pick<StateLeg, 'departsAt' | 'earliest'>): number =>
  Math.min(departsAt, earliest ?? departsAt)

/** A leg that stays, and what becomes of it. */
export interface Pair {
  before: StateLeg
  after: WishedLeg
  /** On another departure of its day. */
  isMoved: boolean
}

/** The legs that stay: each with one of the wished, the same stretch before a part of it, and that before another departure. */
export function legsThatStay(before: readonly StateLeg[], wished: readonly WishedLeg[]): Pair[] {
  const pairs: Pair[] = []
  const isFree = (leg: WishedLeg) => pairs.every((pair) => pair.before !== leg && pair.after !== leg)
  for (const test of [isSameStretch, isPart, isSameDay])
    for (const leg of before.filter(isFree)) {
      const after = wished.filter(isFree).find((each) => test(leg, each))
      if (after) pairs.push({ before: leg, after, isMoved: test === isSameDay })
    }
  return pairs
}

export const isSameStretch = (a: WishedLeg, b: WishedLeg): boolean =>
  a.journeyId === b.journeyId && a.boardSeq === b.boardSeq && a.alightSeq === b.alightSeq

const contains = (whole: WishedLeg, part: WishedLeg): boolean =>
  whole.journeyId === part.journeyId && whole.boardSeq <= part.boardSeq && part.alightSeq <= whole.alightSeq

const isPart = (a: WishedLeg, b: WishedLeg): boolean => contains(a, b) || contains(b, a)

const isSameDay = (a: WishedLeg, b: WishedLeg): boolean =>
  a.journeyId !== b.journeyId &&
  a.serviceDate === b.serviceDate &&
  a.quote.origin.id === b.quote.origin.id &&
  a.quote.destination.id === b.quote.destination.id

/** A leg in another shape, that is still the same one. */
export const became = (before: StateLeg, after: WishedLeg): StateLeg => ({
  ...after,
  direction: before.direction,
  id: before.id,
  earliest: isSameStretch(before, after) ? before.earliest : Math.min(departureOf(before), after.departsAt),
})

/** What both have: the fewer of each category and add-on, and of a leg that stays the shorter way. */
export function commonOf(before: State, wish: Wish, pairs: readonly Pair[]): State {
  const party = new Map<Category, number>()
  for (const [category, count] of before.party) party.set(category, Math.min(count, wish.party.get(category) ?? 0))
  const legs = before.legs.flatMap((leg) => {
    const pair = pairs.find((each) => each.before === leg)
    return pair ? [pair.isMoved || contains(leg, pair.after) ? became(leg, pair.after) : leg] : []
  })
  const addons = wish.addons.flatMap((choice) => {
    const had = before.addons.find((each) => isSameChoice(each, choice))
    return had ? [{ ...choice, quantity: Math.min(choice.quantity, had.quantity) }] : []
  })
  return unlessNothing({ party, legs, addons, run: null })
}

/** Whether a change brings anything that was not there. */
export function addsAnything(common: State, wish: Wish, pairs: readonly Pair[]): boolean {
  return (
    pairs.length < wish.legs.length ||
    pairs.some(({ before, after, isMoved }) => !isMoved && !contains(before, after)) ||
    [...wish.party].some(([category, count]) => count > (common.party.get(category) ?? 0)) ||
    wish.addons.some(
      (choice) => choice.quantity > (common.addons.find((each) => isSameChoice(each, choice))?.quantity ?? 0),
    )
  )
}
