/** One of the values of a dimension. */
interface Value {
  dimension: number
  place: number
}

/**
 * Returns few combinations of one value of each dimension, in which each pair of values of two dimensions occurs. A
 * combination starts with a pair that is open and takes the values that close the most open pairs.
 * @param sizes the number of values of each dimension
 * @returns the place of the value in each dimension, from 0
 */
export function coverPairs(sizes: readonly number[]): number[][] {
  const values = sizes.map((size, dimension) =>
    Array.from({ length: size }, (_, place): Value => ({ dimension, place })),
  )
  const open = new Map<string, [Value, Value]>()
  for (const one of values.flat())
    for (const other of values.slice(one.dimension + 1).flat()) open.set(keyOf(one, other), [one, other])
  const combinations: number[][] = []
  for (const pair of open.values()) {
    const chosen: Value[] = [...pair]
    const closedBy = (value: Value) => chosen.filter((other) => open.has(keyOf(value, other))).length
    for (const [dimension, choice] of values.entries())
      if (!pair.some((value) => value.dimension === dimension))
        chosen.push(choice.toSorted((a, b) => closedBy(b) - closedBy(a))[0]!)
    const combination = chosen.toSorted((a, b) => a.dimension - b.dimension)
    for (const one of combination) for (const other of combination) open.delete(keyOf(one, other))
    combinations.push(combination.map(({ place }) => place))
  }
  return combinations
}

const keyOf = (...pair: [Value, Value]): string =>
  pair
    .toSorted((a, b) => a.dimension - b.dimension)
    .map(({ dimension, place }) => `${dimension}:${place}`)
    .join(' ')
