/** @throws RangeError for no values */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle]
  if (upper === undefined) throw new RangeError('There is no median of nothing.')
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}

/** Returns the median of the ratios of each round, so that the slowness of a whole round cancels out. */
export function pairedRatio(values: readonly number[], limits: readonly number[]): number {
  return median(values.map((value, round) => value / (limits[round] ?? Number.NaN)))
}
