import fc from 'fast-check'
import { CATEGORIES, type Extra, type Rule, type Terms } from './pricing-oracle'
import type { Tier } from './pricing-oracle-changes'

const STOPS = 4
/** Two departures of a day and one of the next, on the way there and on the way back. */
export const JOURNEYS = [
  { journey: 'out-early', day: '2030-06-03', way: 'out', hour: 8 },
  { journey: 'out-late', day: '2030-06-03', way: 'out', hour: 15 },
  { journey: 'out-next', day: '2030-06-04', way: 'out', hour: 8 },
  { journey: 'back-early', day: '2030-06-07', way: 'back', hour: 8 },
  { journey: 'back-late', day: '2030-06-07', way: 'back', hour: 15 },
  { journey: 'back-next', day: '2030-06-08', way: 'back', hour: 8 },
] as const

export type Currency = 'EUR' | 'JPY' | 'KWD'

/** Part of a departure, by the place of the departure in the list. */
export interface Way {
  journey: number
  from: number
  to: number
}

export type Edit =
  | { edit: 'party'; category: (typeof CATEGORIES)[number]; by: number }
  | { edit: 'drop'; leg: number }
  | { edit: 'move'; leg: number; journey: number | undefined }
  | { edit: 'way'; leg: number; way: Way }
  | { edit: 'add'; way: Way }
  | { edit: 'extra'; extra: number; number: number }
  | { edit: 'cancel' }

interface Step {
  edits: Edit[]
  /** Hours that pass before it. */
  wait: number
  waived: boolean
  /** By how much what was not sold before has become dearer. */
  risen: number
}

export interface Scenario {
  currency: Currency
  list: Pick<Terms, 'rules' | 'extras' | 'increment' | 'tax' | 'taxOnTop'>
  tiers: Tier[]
  /** Fares of an adult, a child, an infant for one stop, by departure; without one that of the category is missing. */
  fares: { adult: number; child: number | null; infant: number | null }[]
  party: Record<(typeof CATEGORIES)[number], number>
  ways: Way[]
  wished: number[]
  byHand: number | undefined
  /** Hours between the sale and the first departure. */
  lead: number
  steps: Step[]
}

const share = fc.oneof(fc.constantFrom(-10_000, -5000, -1000, 1250, 750), fc.integer({ min: -9999, max: 5000 }))
const way: fc.Arbitrary<Way> = fc
  .tuple(fc.nat(JOURNEYS.length - 1), fc.nat(STOPS - 2), fc.nat(STOPS - 2))
  .map(([journey, from, more]) => ({ journey, from, to: Math.min(STOPS - 1, from + 1 + more) }))
const party = { from: fc.integer({ min: 1, max: 6 }), more: fc.integer({ min: 0, max: 30 }) }

/** Mostly nothing. */
const rarely = <T>(what: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: what })

const asked = fc.record({
  priority: fc.integer({ min: 0, max: 2 }),
  party: rarely(fc.record(party).map(({ from, more }) => ({ from, to: from + more }))),
  trip: rarely(fc.constantFrom('one_way' as const, 'return' as const)),
  group: rarely(fc.constantFrom('g', 'h')),
  ends: rarely(fc.constant(true)),
})

/** For groups and for the way there and back: what falls with those who give up. */
const discounts: fc.Arbitrary<Omit<Rule, 'code'>> = fc.record(
  {
    stage: fc.constant('total_adjust' as const),
    priority: fc.constant(1),
    share: fc.integer({ min: -7000, max: -500 }).map(BigInt),
    party: fc.integer({ min: 2, max: 12 }).map((from) => ({ from, to: 99 })),
    trip: fc.constantFrom('return' as const, undefined),
  },
  { requiredKeys: ['stage', 'priority', 'share'] },
)

const ruleOf = (amounts: number): fc.Arbitrary<Omit<Rule, 'code'>> => {
  const amount = fc.integer({ min: -amounts, max: amounts }).map(BigInt)
  const change = fc.oneof(
    amount.map((sum) => ({ amount: sum })),
    fc.record({ share: share.map(BigInt), running: fc.boolean() }),
  )
  const category = rarely(fc.constantFrom(...CATEGORIES))
  const positive = fc.nat(amounts * 4).map(BigInt)
  const limit = fc.oneof(
    positive.map((max) => ({ max })),
    positive.map((min) => ({ min })),
  )
  const some = <T extends object>(stage: Rule['stage'], what: fc.Arbitrary<T>): fc.Arbitrary<Omit<Rule, 'code'>> =>
    fc.tuple(asked, what).map(([conditions, effect]) => ({ stage, ...conditions, ...effect }))
  return fc.oneof(
    some('base_override', fc.record({ amount: fc.nat(amounts).map(BigInt), category })),
    some(
      'fare_adjust',
      fc.tuple(change, category).map(([effect, only]) => ({ ...effect, category: only })),
    ),
    some('total_adjust', change),
    some('total_adjust', change),
    some('limit', limit),
    discounts,
    discounts,
    discounts,
  )
}

const extraOf = (amounts: number): fc.Arbitrary<Omit<Extra, 'code'>> =>
  fc
    .constantFrom<Extra['mode'][]>('per_unit', 'per_leg', 'per_passenger', 'per_reservation', 'percent_of_fare')
    .chain((mode) =>
      fc.record({
        mode: fc.constant(mode),
        price: fc.nat(mode === 'percent_of_fare' ? 3000 : amounts).map(BigInt),
        refundable: fc.boolean(),
        tax: fc.constantFrom(0n, 700n, 900n, 2000n),
      }),
    )

const leg = fc.nat(3)
const is = <E extends Edit['edit']>(edit: E): fc.Arbitrary<E> => fc.constant(edit)
const anyCategory = fc.constantFrom(...CATEGORIES)
const edits: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({ edit: is('party'), category: anyCategory, by: fc.integer({ min: -5, max: 1 }) }),
  },
  { weight: 2, arbitrary: fc.record({ edit: is('drop'), leg }) },
  { weight: 3, arbitrary: fc.record({ edit: is('move'), leg, journey: rarely(fc.nat(JOURNEYS.length - 1)) }) },
  { weight: 2, arbitrary: fc.record({ edit: is('way'), leg, way }) },
  { weight: 1, arbitrary: fc.record({ edit: is('add'), way }) },
  { weight: 2, arbitrary: fc.record({ edit: is('extra'), extra: fc.nat(2), number: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ edit: is('cancel') }) },
)

const step: fc.Arbitrary<Step> = fc.record({
  edits: fc.array(edits, { minLength: 1, maxLength: 2 }),
  wait: fc.oneof(fc.constant(0), fc.nat(60)),
  waived: fc.nat(9).map((one) => one === 0),
  risen: fc.oneof(fc.constant(0), fc.nat(900)),
})

const tiersOf = (amounts: number): fc.Arbitrary<Tier[]> =>
  fc.subarray([2, 6, 24, 48, 72, 240], { minLength: 0, maxLength: 3 }).chain((hours) =>
    fc.tuple(
      ...hours.map((before) =>
        fc.oneof(
          fc.constantFrom(0n, 2500n, 5000n, 10_000n).map((part): Tier => ({ hours: before, share: part })),
          fc.nat(amounts * 2).map((amount): Tier => ({ hours: before, amount: BigInt(amount) })),
        ),
      ),
    ),
  )

/** A sale and what happens to it, at random. */
export const scenarios: fc.Arbitrary<Scenario> = fc
  .constantFrom<[Currency, number, bigint[]]>(
    ['EUR', 2000, [1n, 5n, 50n, 100n]],
    ['JPY', 900, [1n, 10n, 100n]],
    ['KWD', 9000, [1n, 5n, 250n]],
    ['EUR', 7, [1n, 5n]],
  )
  .chain(([currency, amounts, increments]) =>
    fc.record({
      currency: fc.constant(currency),
      list: fc.record({
        rules: fc
          .array(ruleOf(amounts), { maxLength: 4 })
          .map((rules) => rules.map((rule, at) => ({ ...rule, code: `rule-${at}` }))),
        extras: fc
          .array(extraOf(amounts), { maxLength: 3 })
          .map((extras) => extras.map((extra, at) => ({ ...extra, code: `extra-${at}` }))),
        increment: fc.constantFrom(...increments),
        tax: fc.constantFrom(0n, 900n, 2100n),
        taxOnTop: fc.boolean(),
      }),
      tiers: tiersOf(amounts),
      fares: fc.array(
        fc.record({ adult: fc.nat(amounts), child: fc.option(fc.nat(amounts)), infant: fc.option(fc.nat(amounts)) }),
        { minLength: JOURNEYS.length, maxLength: JOURNEYS.length },
      ),
      party: fc
        .record({ adult: fc.nat(14), child: fc.nat(3), infant: fc.nat(2) })
        .filter(({ adult, child, infant }) => adult + child + infant > 0),
      ways: fc.uniqueArray(way, { minLength: 1, maxLength: 4, selector: ({ journey }) => journey }),
      wished: fc.array(fc.nat(3), { minLength: 3, maxLength: 3 }),
      byHand: rarely(fc.nat(amounts * 8)),
      lead: fc.integer({ min: 1, max: 100 }),
      steps: fc.array(step, { minLength: 1, maxLength: 6 }),
    }),
  )
