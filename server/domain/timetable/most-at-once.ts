/** A half-open span of time `[from, to)` in any one unit. */
export interface Span {
  from: number
  to: number
}

/** Returns the most spans that share one instant. A span that ends when another starts does not overlap it. */
export function mostAtOnce(spans: readonly Span[]): number {
  const starts = spans.map((span) => span.from).sort((a, b) => a - b)
  const ends = spans.map((span) => span.to).sort((a, b) => a - b)
  let most = 0
  let ended = 0
  for (const [started, start] of starts.entries()) {
    while (ended < ends.length && (ends[ended] ?? Infinity) <= start) ended += 1
    most = Math.max(most, started + 1 - ended)
  }
  return most
}
