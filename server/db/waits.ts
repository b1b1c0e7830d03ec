const FIRST_MS = 250
const LONGEST_MS = 10_000

/**
 * Growing waits between tries, from a quarter of a second to ten, each up to half longer or shorter than the others' of
 * its turn: processes that lost the same database do not all come back at once. Milliseconds.
 * @param random 0 to 1
 */
export function* growingWaits(random: () => number = Math.random): Generator<number, never> {
  for (let ms = FIRST_MS; ; ms = Math.min(ms * 2, LONGEST_MS)) yield ms * (0.5 + random())
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
