const FIRST_MS = 250
const LONGEST_MS = 10_000

/**
 * Yields growing waits between attempts, from 250 to 10,000 ms, each randomly up to half longer or shorter: processes that
 * lost the same database do not all reconnect at once.
 * @param random 0 to 1
 */
export function* growingWaits(random: () => number = Math.random): Generator<number, never> {
  for (let ms = FIRST_MS; ; ms = Math.min(ms * 2, LONGEST_MS)) yield ms * (0.5 + random())
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
