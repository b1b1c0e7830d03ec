/** Rounds that are discarded before the ones that count, while caches and compilers warm up. */
const WARM_UP_ROUNDS = 1

/**
 * Measures every target once in each round, starting with another one each time, so that a slow phase of the machine affects
 * all of them alike.
 * @returns the measures of each target, in the order of the rounds
 */
export async function inTurn<T, M>(
  targets: readonly T[],
  rounds: number,
  measure: (target: T) => Promise<M>,
): Promise<Map<T, M[]>> {
  const measures = new Map<T, M[]>(targets.map((target) => [target, []]))
  for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
    const first = (round + WARM_UP_ROUNDS) % targets.length
    for (const target of [...targets.slice(first), ...targets.slice(0, first)]) {
      const measured = await measure(target)
      if (round >= 0) measures.get(target)?.push(measured)
    }
  }
  return measures
}
