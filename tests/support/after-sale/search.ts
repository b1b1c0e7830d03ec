import { StateGraph, type Node } from './state-graph.ts'
import type { Finding } from './properties.ts'
import { isPossible } from './scenarios.ts'
import { listOffers, type Addition, type Offer, type World } from './small-worlds.ts'
import type { Machine, Step, View } from './world.ts'

const MOST_PASSENGERS = 3
const MOST_LEGS = 2

/** A state at a moment, and the step that first led there. */
interface Visit<S> {
  node: Node<S>
  /** Index of the moment. */
  moment: number
  from: { visit: Visit<S>; step: Step } | null
}

/** Visits every state that a number of steps can reach, and every step from there, nearest first. */
class Search<S> {
  readonly #graph: StateGraph<S>
  readonly #offers: readonly Offer[]
  readonly #start: Visit<S>
  /** The visited states of each moment. */
  readonly #seen: readonly Set<Node<S>>[]
  steps = 0

  constructor(machine: Machine<S>, world: World) {
    this.#graph = new StateGraph(machine)
    this.#offers = listOffers(world)
    this.#start = { node: this.#graph.sell(world.sale), moment: 0, from: null }
    this.#seen = this.#offers.map(() => new Set())
  }

  run(depth: number): Finding {
    let visits = [this.#start]
    this.#seen[0]!.add(this.#start.node)
    for (let left = depth; ; left -= 1) {
      for (const visit of visits) {
        const finding = this.#judge(visit.node, this.#offers[visit.moment]!)
        if (finding !== null) return `${finding}${describeWay(visit)}`
      }
      if (left === 0) return null
      const next: Visit<S>[] = []
      for (const visit of visits) {
        const finding = this.#stepFrom(visit, next)
        if (finding !== null) return finding
      }
      visits = next
    }
  }

  get states(): number {
    return this.#seen.reduce((sum, { size }) => sum + size, 0)
  }

  /** Takes all steps from a state and adds the states that were not visited before. */
  #stepFrom(visit: Visit<S>, next: Visit<S>[]): Finding {
    const { node } = visit
    for (const [moment, offer] of this.#offers.entries()) {
      if (moment < visit.moment) continue
      const atOnce = this.#cancelled(node, offer)
      for (const step of listSteps(node, offer)) {
        this.steps += 1
        const after = this.#graph.after(node, step)
        const end = this.#cancelled(after, offer)
        const reached: Visit<S> = { node: after, moment, from: { visit, step } }
        if (end < atOnce) return `All cancelled at once costs ${atOnce}, later ${end}${describeWay(reached)}`
        if (this.#seen[moment]!.has(after)) continue
        this.#seen[moment]!.add(after)
        next.push(reached)
      }
    }
    return null
  }

  #cancelled(node: Node<S>, { cancellation }: Offer): number {
    return this.#graph.after(node, cancellation).view.total
  }

  #judge(node: Node<S>, offer: Offer): Finding {
    const { view } = node
    const { total, ceiling, fees, paid, value } = view
    if (total < 0 || total > ceiling) return `The total is not within the ceiling: ${JSON.stringify(view)}`
    if (total !== Math.min(ceiling, Math.max(paid, value) + fees)) return `It does not add up: ${JSON.stringify(view)}`
    for (const later of this.#offers) {
      if (later.now > offer.now && this.#cancelled(node, later) < this.#cancelled(node, offer)) {
        return `To wait until ${later.now} pays: ${JSON.stringify(view)}`
      }
    }
    return this.#judgeAdditions(node, offer) ?? this.#judgeOrders(node, offer)
  }

  #judgeAdditions(node: Node<S>, offer: Offer): Finding {
    const before = node.view
    for (const { addition, drop } of offer.additions) {
      if (!isPossible(node.state.standing, addition) || isOneLegTooMany(node, addition)) continue
      const added = this.#graph.after(node, addition)
      const after = added.view
      const dropped = this.#graph.after(added, drop).view
      const cost = after.ceiling - before.ceiling
      const says = () => JSON.stringify({ before, after, dropped, addition })
      if (after.total < before.total) return `An addition lowers the total: ${says()}`
      if (after.fees !== before.fees || after.paid - before.paid !== cost) return `An addition changes more: ${says()}`
      if (dropped.total < before.total || dropped.total - before.total > cost) return `A dropped addition: ${says()}`
    }
    return null
  }

  #judgeOrders(node: Node<S>, { releases, twoAdults }: Offer): Finding {
    const end = (...steps: Step[]) => this.#graph.after(node, ...steps).view
    for (const [index, one] of releases.entries()) {
      for (const other of releases.slice(index + 1)) {
        const [first, second] = [end(one, other), end(other, one)]
        if (!isEqual(first, second))
          return `One order ends at ${JSON.stringify(first)}, the other at ${JSON.stringify(second)}`
      }
    }
    if (!isPossible(node.state.standing, twoAdults)) return null
    const [split, whole] = [end(releases[0]!, releases[0]!), end(twoAdults)]
    return isEqual(split, whole) ? null : `A release in two steps: ${JSON.stringify({ split, whole })}`
  }
}

/** Lists the steps that a state allows at a moment, within the passengers and legs of a small world. */
function listSteps<S>(node: Node<S>, { releases, additions, replacements }: Offer): Step[] {
  const { standing } = node.state
  const isFull = standing.party.adult + standing.party.child === MOST_PASSENGERS
  const added = additions
    .map(({ addition }) => addition)
    .filter((step) => !(step.do === 'add' && isFull) && !isOneLegTooMany(node, step))
  return [...releases, ...added, ...replacements].filter((step) => isPossible(standing, step))
}

const isOneLegTooMany = <S>({ state }: Node<S>, step: Addition['addition']): boolean =>
  step.do === 'addLeg' && state.standing.legs.length === MOST_LEGS

const isEqual = (a: View, b: View): boolean =>
  a === b ||
  (a.total === b.total && a.ceiling === b.ceiling && a.fees === b.fees && a.paid === b.paid && a.value === b.value)

function describeWay<S>({ from }: Visit<S>): string {
  return from ? `${describeWay(from.visit)}; ${JSON.stringify(from.step)}` : ''
}

interface Searched {
  finding: Finding
  worlds: number
  states: number
  steps: number
}

/** Searches worlds with all sequences of `depth` steps, until there is a finding. */
export function searchWorlds<S>(machine: Machine<S>, worlds: Iterable<World>, depth: number): Searched {
  const searched: Searched = { finding: null, worlds: 0, states: 0, steps: 0 }
  for (const world of worlds) {
    const search = new Search(machine, world)
    const finding = search.run(depth)
    searched.worlds += 1
    searched.states += search.states
    searched.steps += search.steps
    if (finding !== null) return { ...searched, finding: `${finding}; ${JSON.stringify(world)}` }
  }
  return searched
}
