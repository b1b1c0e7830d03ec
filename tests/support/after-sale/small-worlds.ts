import { coverPairs } from './cover-pairs.ts'
import type { Conditions, Counts, Departure, PriceRule, Sale, Step, Tier } from './world.ts'

/** A small scenario: the sale, today's departure of each leg, and the conditions of the sale and of today. */
export interface World {
  sale: Sale
  today: readonly Departure[]
  conditions: Conditions
}

/** The moments of all steps, in hours; the tier of each leg rises from one to the next. */
const MOMENTS = [0, 20]

const PRICES = [0, 5, 10, 50]
const PARTIES: readonly Counts[] = [
  { adult: 1 },
  { adult: 2 },
  { adult: 3 },
  { adult: 1, child: 1 },
  { adult: 2, child: 1 },
]

const TIERS: readonly (readonly Tier[])[] = [
  [
    { hours: 48, bp: 5_000 },
    { hours: 24, bp: 10_000 },
  ],
  [
    { hours: 48, amount: 4 },
    { hours: 24, amount: 15 },
  ],
]

const RULES: readonly (readonly PriceRule[])[] = [
  [],
  [{ on: 'total', bp: -5_000, sizeFrom: 3 }],
  [{ on: 'fare', bp: -1_000, trip: 'return' }],
  [{ on: 'total', bp: -5_000, category: 'adult' }],
  [{ on: 'limit', min: 20 }],
  [{ on: 'total', amount: -30 }],
  [{ on: 'limit', max: 40 }],
]

const CONDITIONS: readonly (readonly Conditions[])[] = TIERS.map((tiers) =>
  RULES.map((rules) => ({ rules, increment: 1, tiers })),
)

/** Departures by leg, adult fare and child fare; each exists once, so that equal states name the same departures. */
const DEPARTURES: readonly (readonly (readonly Departure[])[])[] = [
  { direction: 'out' as const, departs: 30 },
  { direction: 'back' as const, departs: 60 },
].map((leg) => PRICES.map((adult) => PRICES.map((child) => ({ ...leg, fares: { adult, child } }))))

/** The number of values of each dimension: adult and child fare sold, the same today, party, legs, tiers, rules. */
const SIZES = [
  PRICES.length,
  PRICES.length,
  PRICES.length,
  PRICES.length,
  PARTIES.length,
  DEPARTURES.length,
  TIERS.length,
  RULES.length,
]

/** Number of all small worlds. */
export const SMALL_WORLDS = SIZES.reduce((product, size) => product * size)

/** Has no divisor in common with the number of worlds, so that worlds with successive numbers differ in all dimensions. */
const STRIDE = 997

/** Returns one of all combinations of fares, party, legs, tiers and rules. @param number from 0 */
export function worldAt(number: number): World {
  let rest = (number * STRIDE) % SMALL_WORLDS
  const places = SIZES.toReversed().map((size) => {
    const place = rest % size
    rest = Math.floor(rest / size)
    return place
  })
  return worldOf(places.toReversed())
}

/** Returns few worlds in which each pair of values of two dimensions occurs. */
export const listCoveringWorlds = (): World[] => coverPairs(SIZES).map(worldOf)

/** @param places in the order of `SIZES` */
function worldOf(places: readonly number[]): World {
  const [adult, child, adultToday, childToday, party, moreLegs, tiers, rules] = places
  const conditions = CONDITIONS[tiers!]![rules!]!
  const departuresAt = (adultFare: number, childFare: number) => DEPARTURES.map((leg) => leg[adultFare]![childFare]!)
  return {
    sale: {
      conditions,
      party: PARTIES[party!]!,
      legs: departuresAt(adult!, child!).slice(0, 1 + moreLegs!),
      addons: [],
      byHand: null,
    },
    today: departuresAt(adultToday!, childToday!),
    conditions,
  }
}

/** A step that adds, with the step that gives the same up again. */
export interface Addition {
  addition: Step
  drop: Step
}

/** The steps that a moment offers; most of them are possible in some states only. */
export interface Offer {
  now: number
  releases: readonly Step[]
  additions: readonly Addition[]
  replacements: readonly Step[]
  cancellation: Step
  twoAdults: Step
}

/** Lists the steps of each moment in order; each step exists once, so that its result is remembered. */
export const listOffers = (world: World): Offer[] => MOMENTS.map((now) => offerAt(world, now))

function offerAt({ today, conditions }: World, now: number): Offer {
  const parties: readonly Counts[] = [{ adult: 1 }, { child: 1 }]
  const giveUp = parties.map((party): Step => ({ now, do: 'giveUp', party }))
  const giveUpLeg = today.map((_, leg): Step => ({ now, do: 'giveUpLeg', leg }))
  return {
    now,
    releases: [...giveUp, ...giveUpLeg],
    additions: [
      ...parties.map((party, index): Addition => ({
        addition: { now, do: 'add', party, conditions, departures: { ...today } },
        drop: giveUp[index]!,
      })),
      { addition: { now, do: 'addLeg', departure: today[1]!, conditions }, drop: giveUpLeg[1]! },
    ],
    replacements: [
      ...today.map((to, leg): Step => ({ now, do: 'replaceLeg', leg, to, conditions })),
      { now, do: 'correct', from: 'adult', to: 'child', count: 1 },
      { now, do: 'correct', from: 'child', to: 'adult', count: 1 },
    ],
    cancellation: { now, do: 'cancelAll' },
    twoAdults: { now, do: 'giveUp', party: { adult: 2 } },
  }
}
