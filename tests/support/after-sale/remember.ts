import type { Sale, Step, Machine, View } from './world.ts'

/** Wraps a machine so that it computes each sale, step and view once, however often a scenario is replayed. */
export function remember<S extends object>(machine: Machine<S>): Machine<S> {
  const sold = new WeakMap<Sale, S>()
  const applied = new WeakMap<S, Map<Step, S>>()
  const viewed = new WeakMap<S, View>()
  return {
    sell: (sale) => read(sold, sale, () => machine.sell(sale)),
    apply: (state, step) => {
      const steps = read(applied, state, () => new Map<Step, S>())
      return read(steps, step, () => machine.apply(state, step))
    },
    view: (state) => read(viewed, state, () => machine.view(state)),
  }
}

interface Store<K, V> {
  get: (key: K) => V | undefined
  set: (key: K, value: V) => unknown
}

function read<K, V>(store: Store<K, V>, key: K, make: () => V): V {
  const known = store.get(key)
  if (known !== undefined) return known
  const made = make()
  store.set(key, made)
  return made
}
