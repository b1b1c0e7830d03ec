const STEPS = [1, 2, 4, 5, 10]
const SMALLEST = 4

/** The first round number from `most` on, half of which is a whole number too: 7 → 10, 23 → 40, 310 → 400. */
export function niceTop(most: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(most, SMALLEST)))
  const step = STEPS.find((candidate) => candidate * unit >= most && (candidate * unit) % 2 === 0) ?? 10
  return Math.max(SMALLEST, step * unit)
}
