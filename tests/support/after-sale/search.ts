import { guard, isPossible, type Guarded } from './scenarios.ts'
import type { Finding } from './properties.ts'
import type { Conditions, Counts, Departure, Machine, PriceRule, Sale, Step, Tier, View } from './world.ts'

/** A small scenario: the sale, today's fares of a departure, and the rules and tiers of the sale and of today. */
interface World {
  sale: Sale
  fares: Departure['fares']
  conditions: Conditions
}

const PRICES = [0, 5, 10, 50]
const OUT_DEPARTS = 30
const BACK_DEPARTS = 60
const MOMENTS = [0, 20]

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

const MOST_PASSENGERS = 3

function makeDeparture(leg: number, fares: Departure['fares']): Departure {
  return leg === 0
    ? { direction: 'out', departs: OUT_DEPARTS, fares }
    : { direction: 'back', departs: BACK_DEPARTS, fares }
}

/** Lists all fares, rules, tiers, parties and legs; neighbours differ in the rules, so that every slice covers all rules. */
function* listWorlds(): Generator<World> {
  for (const adult of PRICES) {
    for (const child of PRICES) {
      for (const adultToday of PRICES) {
        for (const childToday of PRICES) {
          for (const party of PARTIES) {
            for (const legs of [1, 2]) {
              for (const tiers of TIERS) {
                for (const rules of RULES) {
                  const conditions = { rules, increment: 1, tiers }
                  const sold = Array.from({ length: legs }, (_, leg) => makeDeparture(leg, { adult, child }))
                  const sale = { conditions, party, legs: sold, addons: [], byHand: null }
                  yield { sale, fares: { adult: adultToday, child: childToday }, conditions }
                }
              }
            }
          }
        }
      }
    }
  }
}

/** Lists what can be given up at a moment. */
function listGifts(now: number): Step[] {
  return [
    { now, do: 'giveUp', party: { adult: 1 } },
    { now, do: 'giveUp', party: { child: 1 } },
    { now, do: 'giveUpLeg', leg: 0 },
    { now, do: 'giveUpLeg', leg: 1 },
  ]
}

/** Steps per moment; the objects are reused so that a machine finds their remembered results. */
const GIFTS = new Map(MOMENTS.map((now) => [now, listGifts(now)]))
const CANCELLATIONS = new Map(MOMENTS.map((now): [number, Step] => [now, { now, do: 'cancelAll' }]))

/** Lists what can be added at a moment, each with the step that removes it. */
function listAdditions({ fares, conditions }: World, now: number): { addition: Step; drop: Step }[] {
  const departures = { 0: makeDeparture(0, fares), 1: makeDeparture(1, fares) }
  const parties: Counts[] = [{ adult: 1 }, { child: 1 }]
  return [
    ...parties.map((party): { addition: Step; drop: Step } => ({
      addition: { now, do: 'add', party, conditions, departures },
      drop: { now, do: 'giveUp', party },
    })),
    {
      addition: { now, do: 'addLeg', departure: departures[1], conditions },
      drop: { now, do: 'giveUpLeg', leg: 1 },
    },
  ]
}

function listReplacements({ fares, conditions }: World, now: number): Step[] {
  return [
    { now, do: 'replaceLeg', leg: 0, to: makeDeparture(0, fares), conditions },
    { now, do: 'replaceLeg', leg: 1, to: makeDeparture(1, fares), conditions },
    { now, do: 'correct', from: 'adult', to: 'child', count: 1 },
    { now, do: 'correct', from: 'child', to: 'adult', count: 1 },
  ]
}

function describeState(state: unknown): string {
  return JSON.stringify(state, (_, value: unknown) => (value instanceof Map ? [...value.entries()] : value))
}

/** Visits every state that a number of steps can reach, and every step from there. */
class Search<S> {
  readonly #machine: Machine<Guarded<S>>
  readonly #world: World
  /** The number of steps still to be visited from each state and moment. */
  readonly #seen = new Map<string, number>()

  /** What can be added at each moment. */
  readonly #additions: ReadonlyMap<number, ReturnType<typeof listAdditions>>

  constructor(machine: Machine<S>, world: World) {
    this.#machine = guard(machine)
    this.#world = world
    this.#additions = new Map(MOMENTS.map((now) => [now, listAdditions(world, now)]))
  }

  run(depth: number): Finding {
    return this.#look(this.#machine.sell(this.#world.sale), 0, depth)
  }

  get states(): number {
    return this.#seen.size
  }

  #after(state: Guarded<S>, ...steps: Step[]): View {
    return this.#machine.view(steps.reduce(this.#machine.apply, state))
  }

  #cancelled(state: Guarded<S>, now: number): number {
    return this.#after(state, CANCELLATIONS.get(now)!).total
  }

  #look(state: Guarded<S>, moment: number, depth: number): Finding {
    const now = MOMENTS[moment]!
    const key = describeState([now, state, this.#machine.view(state)])
    const seen = this.#seen.get(key)
    if (seen !== undefined && seen >= depth) return null
    this.#seen.set(key, depth)
    const finding = seen === undefined ? this.#judge(state, now) : null
    if (finding !== null || depth === 0) return finding
    for (const later of MOMENTS.keys()) {
      if (later < moment) continue
      const steps = this.#listSteps(state, MOMENTS[later]!)
      for (const step of steps) {
        const next = this.#machine.apply(state, step)
        const atOnce = this.#cancelled(state, step.now)
        const end = this.#cancelled(next, step.now)
        const found =
          end < atOnce ? `All cancelled at once costs ${atOnce}, later ${end}` : this.#look(next, later, depth - 1)
        if (found !== null) return `${found}; ${JSON.stringify(step)}`
      }
    }
    return null
  }

  #listSteps(state: Guarded<S>, now: number): Step[] {
    const { party, legs } = state.standing
    const full = party.adult + party.child === MOST_PASSENGERS
    const additions = this.#additions
      .get(now)!
      .map(({ addition }) => addition)
      .filter((step) => !(step.do === 'add' && full) && !(step.do === 'addLeg' && legs.length > 1))
    const all = [...GIFTS.get(now)!, ...additions, ...listReplacements(this.#world, now)]
    return all.filter((step) => isPossible(state.standing, step))
  }

  #judge(state: Guarded<S>, now: number): Finding {
    const view = this.#machine.view(state)
    const { total, ceiling, fees, paid, value } = view
    if (total < 0 || total > ceiling) return `The total is not within the ceiling: ${JSON.stringify(view)}`
    if (total !== Math.min(ceiling, Math.max(paid, value) + fees)) return `It does not add up: ${JSON.stringify(view)}`
    for (const later of MOMENTS) {
      if (later >= now && this.#cancelled(state, later) < this.#cancelled(state, now)) {
        return `To wait until ${later} pays: ${JSON.stringify(view)}`
      }
    }
    return this.#judgeAdditions(state, view, now) ?? this.#judgeOrders(state, now)
  }

  #judgeAdditions(state: Guarded<S>, before: View, now: number): Finding {
    for (const { addition, drop } of this.#additions.get(now)!) {
      if (!isPossible(state.standing, addition) || (addition.do === 'addLeg' && state.standing.legs.length > 1))
        continue
      const added = this.#machine.apply(state, addition)
      const after = this.#machine.view(added)
      const dropped = this.#after(added, drop)
      const cost = after.ceiling - before.ceiling
      const says = JSON.stringify({ before, after, dropped, addition })
      if (after.total < before.total) return `An addition lowers the total: ${says}`
      if (after.fees !== before.fees || after.paid - before.paid !== cost) return `An addition changes more: ${says}`
      if (dropped.total < before.total || dropped.total - before.total > cost) return `A dropped addition: ${says}`
    }
    return null
  }

  #judgeOrders(state: Guarded<S>, now: number): Finding {
    const gifts = GIFTS.get(now)!
    for (const [index, one] of gifts.entries()) {
      for (const other of gifts.slice(index + 1)) {
        const first = JSON.stringify(this.#after(state, one, other))
        const second = JSON.stringify(this.#after(state, other, one))
        if (first !== second) return `One order ends at ${first}, the other at ${second}`
      }
    }
    const split = this.#after(state, gifts[0]!, gifts[0]!)
    const inOne: Step = { now, do: 'giveUp', party: { adult: 2 } }
    if (!isPossible(state.standing, inOne)) return null
    const whole = this.#after(state, inOne)
    return JSON.stringify(split) === JSON.stringify(whole) ? null : `A split gift: ${JSON.stringify({ split, whole })}`
  }
}

/** Number of all small worlds. */
export const SMALL_WORLDS = [...listWorlds()].length

/** Searches one in `every` of the small worlds with all sequences of `depth` steps. */
export function searchSmallWorlds<S>(
  machine: Machine<S>,
  depth: number,
  every: number,
): { finding: Finding; worlds: number; states: number } {
  let [worlds, states, index] = [0, 0, 0]
  for (const world of listWorlds()) {
    index += 1
    if (index % every !== 0) continue
    worlds += 1
    const search = new Search(machine, world)
    const finding = search.run(depth)
    states += search.states
    if (finding !== null) return { finding: `${finding}; ${JSON.stringify(world.sale)}`, worlds, states }
  }
  return { finding: null, worlds, states }
}
