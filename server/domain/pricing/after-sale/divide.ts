/**
 * Divides an amount into whole parts in proportion to weights, by the largest remainder with ties to the last part. If all
 * weights are 0, the weights count as equal. The parts add up to the amount.
 * @param weights whole numbers from 0
 */
export function divideByWeight(amount: number, weights: readonly number[]): number[] {
  if (weights.length === 0) return []
  if (weights.every((weight) => weight === 0))
    return divideByWeight(
      amount,
      weights.map(() => 1),
    )
  const all = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  const parts = weights.map((weight) => {
    const product = BigInt(amount) * BigInt(weight)
    return { whole: Number(product / all), rest: product % all }
  })
  let left = amount - parts.reduce((sum, { whole }) => sum + whole, 0)
  const order = parts.map((_, index) => index).toSorted((a, b) => compare(restOf(parts, b), restOf(parts, a)) || b - a)
  const result = parts.map(({ whole }) => whole)
  for (const index of order) {
    if (left === 0) break
    result[index] = (result[index] ?? 0) + Math.sign(left)
    left -= Math.sign(left)
  }
  return result
}

const restOf = (parts: readonly { rest: bigint }[], index: number): bigint => {
  const rest = parts[index]?.rest ?? 0n
  return rest < 0n ? -rest : rest
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)

/**
 * Divides an amount over seats and add-ons. Each add-on gets its own price, and the seats share the rest in proportion to
 * their fares. If the amount is less than the add-ons, or there is no seat, the add-ons share all of it.
 */
export function divideOverUnits(
  amount: number,
  fares: readonly number[],
  addons: readonly number[],
): { fares: number[]; addons: number[] } {
  const ofAddons = addons.reduce((sum, each) => sum + each, 0)
  if (fares.length === 0 || amount < ofAddons)
    return { fares: fares.map(() => 0), addons: divideByWeight(amount, addons) }
  return { fares: divideByWeight(amount - ofAddons, fares), addons: [...addons] }
}

/** Pairs the elements of two lists by index; the rest of the longer list is dropped. */
export const zip = <A, B>(a: readonly A[], b: readonly B[]): [A, B][] =>
  a.flatMap((each, index) => {
    const other = b[index]
    return other === undefined ? [] : [[each, other] as [A, B]]
  })
