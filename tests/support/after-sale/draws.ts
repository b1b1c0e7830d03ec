import * as fc from 'fast-check'
import {
  CATEGORIES,
  type Addon,
  type Asked,
  type Category,
  type Conditions,
  type Counts,
  type Departure,
  type Direction,
  type PriceRule,
  type Sale,
  type Step,
  type Tier,
} from './world.ts'
/** Random material for a step; the state at that step decides how much of it is used. */
export interface Draw {
  do: Step['do']
  wait: number
  pick: number
  count: number
  party: Counts
  to: Category
  departs: number
  direction: Direction
  fares: readonly Departure['fares'][]
  conditions: number
  addon: Addon
}

export const MAX_HEADS = 12
export const MAX_LEGS = 4

/** The largest fares of JPY, EUR and KWD, in minor units. */
const MAGNITUDES = [20, 6_000, 60_000]

export const STEP_KINDS: readonly Step['do'][] = [
  'giveUp',
  'giveUp',
  'giveUpLeg',
  'giveUpAddon',
  'cancelAll',
  'add',
  'add',
  'addLeg',
  'addAddon',
  'replaceLeg',
  'replaceLeg',
  'correct',
  'operatorMoves',
  'operatorCancels',
]
export const OWN_KINDS = STEP_KINDS.filter((kind) => kind !== 'operatorMoves' && kind !== 'operatorCancels')

const directionOf: fc.Arbitrary<Direction> = fc.constantFrom('out', 'back')
const hours = fc.integer({ min: 0, max: 240 })
const shares = fc.constantFrom(0, 1_000, 2_500, 3_333, 5_000, 10_000)

function pricesUpTo(top: number): fc.Arbitrary<fc.Arbitrary<number>> {
  const any = fc.integer({ min: 0, max: top })
  return fc
    .array(any, { minLength: 1, maxLength: 3 })
    .map((few) =>
      fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 6, arbitrary: fc.constantFrom(...few) }, any),
    )
}

function faresOf(price: fc.Arbitrary<number>): fc.Arbitrary<Departure['fares']> {
  return fc.record({ adult: price, child: price, senior: price, infant: price }, { requiredKeys: ['adult'] })
}

function departureOf(price: fc.Arbitrary<number>): fc.Arbitrary<Departure> {
  return fc.record({ direction: directionOf, departs: hours, fares: faresOf(price) })
}

function addonOf(price: fc.Arbitrary<number>): fc.Arbitrary<Addon> {
  return fc.record({ name: fc.constantFrom('bag', 'bike'), amount: price, refundable: fc.boolean() })
}

function rulesUpTo(top: number): fc.Arbitrary<PriceRule[]> {
  const size = fc.integer({ min: 2, max: 7 })
  const trip = fc.constantFrom('return' as const, 'one_way' as const)
  const category = fc.constantFrom(...CATEGORIES)
  const asked: fc.Arbitrary<Asked> = fc.oneof(
    { weight: 3, arbitrary: fc.constant({}) },
    { weight: 3, arbitrary: fc.record({ sizeFrom: size }) },
    { weight: 2, arbitrary: fc.record({ trip: fc.constant('return' as const) }) },
    fc.record({ category }),
    fc.record({ sizeFrom: size, sizeTo: size, trip, category }, { requiredKeys: [] }),
  )
  const bp = fc.constantFrom(-5_000, -5_000, -2_000, -1_000, -3_333, -10_000, -1, 1_000, 5_000)
  const amount = fc.integer({ min: -3 * top, max: 3 * top })
  const limit = fc.integer({ min: 0, max: 8 * top })
  const change: fc.Arbitrary<PriceRule> = fc.oneof(
    fc.record({ on: fc.constant('fare' as const), bp }),
    fc.record({ on: fc.constant('total' as const), bp }),
    fc.record({ on: fc.constant('total' as const), amount }),
    fc.record({ on: fc.constant('limit' as const), max: limit }),
    fc.record({ on: fc.constant('limit' as const), min: limit }),
  )
  return fc.array(
    fc.tuple(change, asked).map(([rule, when]) => ({ ...rule, ...when })),
    { maxLength: 4 },
  )
}

function conditionsOf(top: number, tiers: fc.Arbitrary<readonly Tier[]>): fc.Arbitrary<Conditions> {
  const increment = fc.constantFrom(1, 1, 1, 1, 5, 10)
  return fc.record({ rules: rulesUpTo(top), increment, tiers })
}

function anyTiers(price: fc.Arbitrary<number>): fc.Arbitrary<Tier[]> {
  const tier: fc.Arbitrary<Tier> = fc.oneof(fc.record({ hours, bp: shares }), fc.record({ hours, amount: price }))
  return fc.uniqueArray(tier, { maxLength: 3, selector: (one) => one.hours })
}

/** Returns conditions with the same tiers, under which the cancellation fee rises as the departure approaches. */
function risingConditions(top: number, count: number): fc.Arbitrary<Conditions[]> {
  const ladder = fc.record({
    of: fc.constantFrom('bp', 'amount'),
    hours: fc.uniqueArray(hours, { maxLength: 3 }),
    rises: fc.array(fc.nat(), { minLength: 3, maxLength: 3 }),
  })
  return fc
    .tuple(ladder, fc.array(conditionsOf(top, fc.constant([])), { minLength: count, maxLength: count }))
    .map(([{ of, hours: until, rises }, drawn]) => {
      const most = of === 'bp' ? 10_000 : top
      const steps: number[] = []
      for (const rise of rises) steps.push(Math.min(most, (steps.at(-1) ?? 0) + (rise % (Math.floor(most / 4) + 1))))
      const tiers = until
        .toSorted((a, b) => b - a)
        .map((limit, step) =>
          of === 'bp' ? { hours: limit, bp: steps[step]! } : { hours: limit, amount: steps[step]! },
        )
      return drawn.map((conditions) => ({ ...conditions, tiers }))
    })
}

export function drawsOf(
  price: fc.Arbitrary<number>,
  kinds: readonly Step['do'][],
  most: number,
  least = 0,
): fc.Arbitrary<Draw[]> {
  const draw: fc.Arbitrary<Draw> = fc.record({
    do: fc.constantFrom(...kinds),
    wait: fc.constantFrom(0, 0, 0, 1, 20, 60),
    pick: fc.nat(59),
    count: fc.integer({ min: 1, max: 3 }),
    party: partyOf(2),
    to: fc.constantFrom(...CATEGORIES),
    departs: hours,
    direction: directionOf,
    fares: fc.array(faresOf(price), { minLength: MAX_LEGS, maxLength: MAX_LEGS }),
    conditions: fc.nat(2),
    addon: addonOf(price),
  })
  return fc.array(draw, { minLength: least, maxLength: most })
}

function partyOf(most: number): fc.Arbitrary<Counts> {
  const count = fc.integer({ min: 0, max: most })
  return fc
    .record({ adult: count, child: count, senior: count, infant: count }, { requiredKeys: [] })
    .map((party) => (headsOf(party) === 0 ? { adult: 1 } : party))
}

export function saleOf(price: fc.Arbitrary<number>, conditions: Conditions, byHand: number): fc.Arbitrary<Sale> {
  return fc.record({
    conditions: fc.constant(conditions),
    party: fc.oneof(partyOf(1), partyOf(2), fc.record({ adult: fc.integer({ min: 1, max: 9 }) })),
    legs: fc.array(departureOf(price), { minLength: 1, maxLength: 3 }),
    addons: fc.uniqueArray(fc.record({ addon: addonOf(price), quantity: fc.integer({ min: 1, max: 3 }) }), {
      maxLength: 2,
      selector: ({ addon }) => addon.name,
    }),
    byHand: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, fc.integer({ min: 0, max: byHand })),
  })
}

export function headsOf(party: Counts): number {
  return CATEGORIES.reduce((sum, category) => sum + (party[category] ?? 0), 0)
}

/** Returns an arbitrary built from prices and conditions of one magnitude. */
export function withWorld<T>(
  make: (world: { price: fc.Arbitrary<number>; conditions: Conditions[]; top: number }) => fc.Arbitrary<T>,
  tiers: 'any' | 'rising' = 'any',
): fc.Arbitrary<T> {
  return fc.constantFrom(...MAGNITUDES).chain((top) =>
    pricesUpTo(top).chain((price) => {
      const conditions =
        tiers === 'any'
          ? fc.array(conditionsOf(top, anyTiers(price)), { minLength: 3, maxLength: 3 })
          : risingConditions(top, 3)
      return conditions.chain((drawn) => make({ price, conditions: drawn, top }))
    }),
  )
}
