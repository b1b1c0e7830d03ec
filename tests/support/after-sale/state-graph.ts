import { guard, isPossible, type Guarded } from './scenarios.ts'
import type { Machine, Sale, Step, View } from './world.ts'

/** A state with the states that its steps lead to. */
export interface Node<S> {
  state: Guarded<S>
  view: View
  /** Results of the steps that were taken from here. */
  next: Map<Step, Node<S>>
}

/**
 * The states of a machine and the steps between them. Equal states are one node, whatever led to them, so that each state
 * is viewed once and each step from it is computed once. Callers never take a step before the moment of an earlier one.
 */
export class StateGraph<S> {
  readonly #machine: Machine<Guarded<S>>
  readonly #nodes = new Map<string, Node<S>>()

  constructor(machine: Machine<S>) {
    this.#machine = guard(machine)
  }

  sell(sale: Sale): Node<S> {
    return this.#nodeOf(this.#machine.sell(sale))
  }

  /** Returns the node after some steps; an impossible step changes nothing. */
  after(node: Node<S>, ...steps: readonly Step[]): Node<S> {
    return steps.reduce((before, step) => this.#step(before, step), node)
  }

  #step(node: Node<S>, step: Step): Node<S> {
    if (!isPossible(node.state.standing, step)) return node
    const known = node.next.get(step)
    if (known) return known
    const next = this.#nodeOf(this.#machine.apply(node.state, step))
    node.next.set(step, next)
    return next
  }

  #nodeOf({ standing, state }: Guarded<S>): Node<S> {
    // The moment of the last step is no part of a node, because all later steps are at that moment or after it.
    const timeless = { state, standing: { ...standing, now: Number.NEGATIVE_INFINITY } }
    const key = this.#machine.keyOf(timeless)
    const known = this.#nodes.get(key)
    if (known) return known
    const node: Node<S> = { state: timeless, view: this.#machine.view(timeless), next: new Map() }
    this.#nodes.set(key, node)
    return node
  }
}
