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
    keyOf: machine.keyOf,
  }
}

/** Wraps a function so that it computes the result of each object once. */
export function rememberResults<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, V>()
  return (key) => read(known, key, () => compute(key))
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
