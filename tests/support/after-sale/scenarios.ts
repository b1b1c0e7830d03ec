import * as fc from 'fast-check'
import { drawsOf, headsOf, MAX_HEADS, MAX_LEGS, OWN_KINDS, saleOf, STEP_KINDS, withWorld, type Draw } from './draws.ts'
import {
  CATEGORIES,
  type Category,
  type Conditions,
  type Counts,
  type Departure,
  type Direction,
  type Machine,
  type Sale,
  type Step,
} from './world.ts'

/** The parts of a reservation that can be changed, without prices. */
interface Standing {
  now: number
  party: Record<Category, number>
  /** Ordered by place among all legs ever sold. */
  legs: { direction: Direction; departs: number; alive: boolean }[]
  /** Single units in the order sold, each with its leg. */
  addons: { name: string; leg: number }[]
}

export interface Guarded<S> {
  standing: Standing
  state: S
}

export interface Scenario {
  sale: Sale
  steps: readonly Step[]
}

/** The same units given up in two orders and two splits. */
export interface OrderScenario extends Scenario {
  one: readonly Step[]
  other: readonly Step[]
}

/** Changes followed by cancelling everything, under tiers that only rise. */
export interface DetourScenario extends Scenario {
  detour: readonly Step[]
}

export interface AdditionScenario extends Scenario {
  addition: Step
  /** Gives up what was added. */
  drop: Step
}

function liveLegs({ legs }: Standing): number[] {
  return [...legs.keys()].filter((leg) => legs[leg]!.alive)
}

function firstToDepart(standing: Standing): number {
  const departs = (leg: number) => standing.legs[leg]!.departs
  return liveLegs(standing).toSorted((a, b) => departs(a) - departs(b) || a - b)[0]!
}

function addonUnits(standing: Standing, name: string, quantity: number): Standing['addons'] {
  const leg = firstToDepart(standing)
  return Array.from({ length: quantity }, () => ({ name, leg }))
}

export function standAfterSale(sale: Sale): Standing {
  const standing: Standing = {
    now: Number.NEGATIVE_INFINITY,
    party: { adult: 0, child: 0, senior: 0, infant: 0, ...sale.party },
    legs: sale.legs.map(({ direction, departs }) => ({ direction, departs, alive: true })),
    addons: [],
  }
  return {
    ...standing,
    addons: sale.addons.flatMap(({ addon, quantity }) => addonUnits(standing, addon.name, quantity)),
  }
}

/** Returns whether a step gives up only existing units, names existing legs, adds something and does not go back in time. */
export function isPossible(standing: Standing, step: Step): boolean {
  const { party, legs, addons } = standing
  if (step.now < standing.now || headsOf(party) === 0) return false
  switch (step.do) {
    case 'giveUp':
      return headsOf(step.party) > 0 && CATEGORIES.every((category) => (step.party[category] ?? 0) <= party[category])
    case 'giveUpLeg':
    case 'operatorMoves':
    case 'operatorCancels':
      return legs[step.leg]?.alive ?? false
    case 'giveUpAddon':
      return step.quantity > 0 && step.quantity <= addons.filter(({ name }) => name === step.name).length
    case 'cancelAll':
    case 'addLeg':
      return true
    case 'add':
      return headsOf(step.party) > 0 && liveLegs(standing).every((leg) => step.departures[leg] !== undefined)
    case 'addAddon':
      return step.quantity > 0
    case 'replaceLeg':
      return (legs[step.leg]?.alive ?? false) && legs[step.leg]!.direction === step.to.direction
    case 'correct':
      return step.from !== step.to && step.count > 0 && step.count <= party[step.from]
  }
}

/** Returns the state after a possible step. */
function stand(standing: Standing, step: Step): Standing {
  const { party, legs, addons } = standing
  const changeLeg = (leg: number, change: Partial<Standing['legs'][number]>) =>
    legs.with(leg, { ...legs[leg]!, ...change })
  const changeParty = (change: Counts, sign: 1 | -1) => {
    const changed = { ...party }
    for (const category of CATEGORIES) changed[category] += sign * (change[category] ?? 0)
    return changed
  }
  const nothing: Standing = {
    now: step.now,
    party: { adult: 0, child: 0, senior: 0, infant: 0 },
    legs: legs.map((leg) => ({ ...leg, alive: false })),
    addons: [],
  }
  const next = { ...standing, now: step.now }
  switch (step.do) {
    case 'giveUp': {
      const rest = changeParty(step.party, -1)
      return headsOf(rest) === 0 ? nothing : { ...next, party: rest }
    }
    case 'giveUpLeg':
      return liveLegs(standing).length === 1 ? nothing : { ...next, legs: changeLeg(step.leg, { alive: false }) }
    case 'operatorCancels': {
      const left = { ...next, legs: changeLeg(step.leg, { alive: false }) }
      return liveLegs(standing).length === 1 ? nothing : left
    }
    case 'giveUpAddon': {
      const going = addons.filter(({ name }) => name === step.name).slice(-step.quantity)
      return { ...next, addons: addons.filter((unit) => !going.includes(unit)) }
    }
    case 'cancelAll':
      return nothing
    case 'add':
      return { ...next, party: changeParty(step.party, 1) }
    case 'addLeg': {
      const { direction, departs } = step.departure
      return { ...next, legs: [...legs, { direction, departs, alive: true }] }
    }
    case 'addAddon':
      return { ...next, addons: [...addons, ...addonUnits(standing, step.addon.name, step.quantity)] }
    case 'replaceLeg':
      return { ...next, legs: changeLeg(step.leg, { departs: step.to.departs }) }
    case 'correct': {
      const without = changeParty({ [step.from]: step.count }, -1)
      return { ...next, party: { ...without, [step.to]: without[step.to] + step.count } }
    }
    case 'operatorMoves':
      return { ...next, legs: changeLeg(step.leg, { departs: step.departs }) }
  }
}

/** Returns the state after a step; an impossible step changes nothing. */
export function standAfter(standing: Standing, step: Step): Standing {
  return isPossible(standing, step) ? stand(standing, step) : standing
}

/** Wraps a machine so that an impossible step changes nothing. */
export function guard<S>(machine: Machine<S>): Machine<Guarded<S>> {
  return {
    sell: (sale) => ({ standing: standAfterSale(sale), state: machine.sell(sale) }),
    apply: (guarded, step) =>
      isPossible(guarded.standing, step)
        ? { standing: stand(guarded.standing, step), state: machine.apply(guarded.state, step) }
        : guarded,
    view: ({ state }) => machine.view(state),
    keyOf: ({ standing: { now, party, legs, addons }, state }) => {
      const counts = CATEGORIES.map((category) => party[category])
      const places = legs.map(({ departs, alive }) => (alive ? departs : 'gone'))
      const units = addons.map(({ name, leg }) => `${name} ${leg}`)
      return [now, counts, places, units, machine.keyOf(state)].join('|')
    },
  }
}

/** Makes a step from a draw, if the current state has something for it to change. */
function makeStep(standing: Standing, draw: Draw, conditions: Conditions): Step | undefined {
  const now = Math.max(0, standing.now) + draw.wait
  const alive = liveLegs(standing)
  const leg = alive[draw.pick % alive.length]!
  const present = CATEGORIES.filter((category) => standing.party[category] > 0)
  const category = present[draw.pick % present.length]!
  const count = Math.min(draw.count, standing.party[category])
  const on = (place: number): Departure => {
    const { direction, departs } = standing.legs[place]!
    return { direction, departs, fares: draw.fares[place]! }
  }
  switch (draw.do) {
    case 'giveUp':
      return { now, do: 'giveUp', party: { [category]: count } }
    case 'giveUpLeg':
      return { now, do: 'giveUpLeg', leg }
    case 'giveUpAddon': {
      const unit = standing.addons[draw.pick % standing.addons.length]
      return unit && { now, do: 'giveUpAddon', name: unit.name, quantity: 1 }
    }
    case 'cancelAll':
      return { now, do: 'cancelAll' }
    case 'add': {
      if (headsOf(standing.party) + headsOf(draw.party) > MAX_HEADS) return undefined
      const departures = Object.fromEntries(alive.map((place) => [place, on(place)]))
      return { now, do: 'add', party: draw.party, conditions, departures }
    }
    case 'addLeg': {
      if (standing.legs.length === MAX_LEGS) return undefined
      const departure = { direction: draw.direction, departs: draw.departs, fares: draw.fares[0]! }
      return { now, do: 'addLeg', departure, conditions }
    }
    case 'addAddon':
      return { now, do: 'addAddon', addon: draw.addon, quantity: draw.count, conditions }
    case 'replaceLeg': {
      const to = { direction: standing.legs[leg]!.direction, departs: draw.departs, fares: draw.fares[0]! }
      return { now, do: 'replaceLeg', leg, to, conditions }
    }
    case 'correct':
      return { now, do: 'correct', from: category, to: draw.to, count }
    case 'operatorMoves':
      return { now, do: 'operatorMoves', leg, departs: draw.departs }
    case 'operatorCancels':
      return { now, do: 'operatorCancels', leg }
  }
}

/** Makes steps from draws in order; with `rising`, the conditions of each are no earlier than those before it. */
function makeSteps(
  start: Standing,
  draws: readonly Draw[],
  conditions: readonly Conditions[],
  rising?: { from: number },
): { standing: Standing; steps: Step[] } {
  let standing = start
  const steps: Step[] = []
  for (const draw of draws) {
    if (headsOf(standing.party) === 0) break
    const index = rising ? Math.max(rising.from, draw.conditions) : draw.conditions
    const step = makeStep(standing, draw, conditions[index]!)
    if (!step || !isPossible(standing, step)) continue
    if (rising) rising.from = index
    steps.push(step)
    standing = standAfter(standing, step)
  }
  return { standing, steps }
}

/** A sale and a sequence of steps, each possible after the one before. */
export const scenarios: fc.Arbitrary<Scenario> = withWorld(({ price, conditions, top }) =>
  fc
    .tuple(saleOf(price, conditions[0]!, 4 * top), drawsOf(price, STEP_KINDS, 8))
    .map(([sale, draws]) => ({ sale, steps: makeSteps(standAfterSale(sale), draws, conditions).steps })),
)

/** Returns steps that each give up one unit, all at the same moment. */
function makeGifts(standing: Standing, picks: readonly number[], now: number): Step[] {
  const kinds = picks.map((pick): Step | undefined => {
    const alive = liveLegs(standing)
    const present = CATEGORIES.filter((category) => standing.party[category] > 0)
    const unit = standing.addons[pick % standing.addons.length]
    if (pick % 6 === 0) return { now, do: 'giveUpLeg', leg: alive[pick % alive.length]! }
    if (pick % 6 === 1) return unit && { now, do: 'giveUpAddon', name: unit.name, quantity: 1 }
    return { now, do: 'giveUp', party: { [present[pick % present.length]!]: 1 } }
  })
  const gifts: Step[] = []
  let rest = standing
  for (const gift of kinds) {
    if (!gift || !isPossible(rest, gift)) continue
    gifts.push(gift)
    rest = standAfter(rest, gift)
  }
  return gifts
}

/** Merges neighbouring steps that give up the same kind of unit into one call. */
function mergeGifts(gifts: readonly Step[]): Step[] {
  const merged: Step[] = []
  for (const gift of gifts) {
    const last = merged.at(-1)
    if (gift.do === 'giveUp' && last?.do === 'giveUp' && gift.now === last.now) {
      const party = { ...last.party }
      for (const category of CATEGORIES) {
        const count = (party[category] ?? 0) + (gift.party[category] ?? 0)
        if (count > 0) party[category] = count
      }
      merged[merged.length - 1] = { ...last, party }
    } else if (
      gift.do === 'giveUpAddon' &&
      last?.do === 'giveUpAddon' &&
      gift.name === last.name &&
      gift.now === last.now
    ) {
      merged[merged.length - 1] = { ...last, quantity: last.quantity + gift.quantity }
    } else {
      merged.push(gift)
    }
  }
  return merged
}

/**
 * At each of two moments, the same units are given up one by one, and in another order with neighbours merged.
 * @param ends draws the last of the preceding steps
 */
function orderScenariosAfter(ends: (price: fc.Arbitrary<number>) => fc.Arbitrary<Draw[]>): fc.Arbitrary<OrderScenario> {
  return withWorld(({ price, conditions, top }) => {
    const picks = fc.array(fc.nat(999), { maxLength: 6 })
    const ranks = fc.array(fc.nat(), { minLength: 6, maxLength: 6 })
    return fc
      .tuple(
        saleOf(price, conditions[0]!, 4 * top),
        drawsOf(price, STEP_KINDS, 4),
        ends(price),
        fc.tuple(fc.tuple(picks, ranks), fc.tuple(picks, ranks)),
        fc.constantFrom(0, 10, 60),
      )
      .map(([sale, draws, last, moments, wait]) => {
        const made = makeSteps(
          standAfterSale(sale),
          [...draws.filter((draw) => draw.do !== 'cancelAll'), ...last],
          conditions,
        )
        let { standing } = made
        const one: Step[] = []
        const other: Step[] = []
        for (const [chosen, order] of moments) {
          if (headsOf(standing.party) === 0) break
          const gifts = makeGifts(standing, chosen, Math.max(0, standing.now) + wait)
          const shuffled = gifts
            .map((gift, index) => ({ gift, rank: order[index]! }))
            .toSorted((a, b) => a.rank - b.rank)
            .map(({ gift }) => gift)
          one.push(...gifts)
          other.push(...mergeGifts(shuffled))
          standing = gifts.reduce(standAfter, standing)
        }
        return { sale, steps: made.steps, one, other }
      })
  })
}

export const orderScenarios = orderScenariosAfter(() => fc.constant([]))

/** Units given up right after the operator cancelled a leg. */
export const cancelledLegScenarios = orderScenariosAfter((price) => drawsOf(price, ['operatorCancels'], 1, 1))

/** Some steps, then a detour of customer steps only, under tiers that rise towards departure, equal in all sales. */
export const detourScenarios: fc.Arbitrary<DetourScenario> = withWorld(
  ({ price, conditions, top }) =>
    fc
      .tuple(saleOf(price, conditions[0]!, 4 * top), drawsOf(price, STEP_KINDS, 3), drawsOf(price, OWN_KINDS, 5))
      .map(([sale, before, after]) => {
        const rising = { from: 0 }
        const { standing, steps } = makeSteps(standAfterSale(sale), before, conditions, rising)
        return { sale, steps, detour: makeSteps(standing, after, conditions, rising).steps }
      }),
  'rising',
)

const ADDING: readonly Step['do'][] = ['add', 'add', 'addLeg', 'addAddon']

/** Returns the step that gives up exactly the units of an addition. */
function dropOf(addition: Step, standing: Standing, now: number): Step | undefined {
  if (addition.do === 'add') return { now, do: 'giveUp', party: addition.party }
  if (addition.do === 'addLeg') return { now, do: 'giveUpLeg', leg: standing.legs.length }
  if (addition.do === 'addAddon') {
    return { now, do: 'giveUpAddon', name: addition.addon.name, quantity: addition.quantity }
  }
  return undefined
}

/** Halves the price from the current party size on, so that giving up a passenger loses the discount. */
function discountGroup(sale: Sale): Sale {
  const { conditions, party } = sale
  const rules = [{ on: 'total' as const, bp: -5_000, sizeFrom: headsOf(party) }, ...conditions.rules]
  return { ...sale, conditions: { ...conditions, rules } }
}

/** Some steps, an addition, and a step that gives up the added units. */
export const additionScenarios: fc.Arbitrary<AdditionScenario> = withWorld(({ price, conditions, top }) =>
  fc
    .tuple(
      saleOf(price, conditions[0]!, 4 * top),
      fc.oneof(drawsOf(price, STEP_KINDS, 5), drawsOf(price, ['giveUp'], 2, 1)),
      drawsOf(price, ADDING, 3, 1),
      fc.constantFrom(0, 10, 60),
      fc.boolean(),
    )
    .map(([drawn, draws, additions, wait, asGroup]): AdditionScenario => {
      const sale = asGroup ? discountGroup(drawn) : drawn
      const nothing: Step = { now: 0, do: 'giveUp', party: {} }
      const { standing, steps } = makeSteps(standAfterSale(sale), draws, conditions)
      const [addition] = makeSteps(standing, additions, conditions).steps
      const drop = addition && dropOf(addition, standing, addition.now + wait)
      return { sale, steps, addition: addition ?? nothing, drop: drop ?? nothing }
    }),
)
