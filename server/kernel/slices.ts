import { setImmediate } from 'node:timers/promises'

/**
 * Maps a list in slices and yields to the event loop between them, so that the server can answer other calls.
 * @param perSlice items per slice
 */
export async function mapInSlices<T, R>(items: readonly T[], map: (item: T) => R, perSlice: number): Promise<R[]> {
  const mapped: R[] = []
  for (let start = 0; start < items.length; start += perSlice) {
    if (start > 0) await setImmediate()
    for (const item of items.slice(start, start + perSlice)) mapped.push(map(item))
  }
  return mapped
}

/** Milliseconds of work between two turns of the event loop. */
const TURN_MS = 10

/** Runs a generator that yields between its steps, and yields to the event loop when it has worked long. @returns its result */
export async function runInTurns<T>(work: Generator<void, T, void>): Promise<T> {
  let turnEndsAt = performance.now() + TURN_MS
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    if (performance.now() < turnEndsAt) continue
    await setImmediate()
    turnEndsAt = performance.now() + TURN_MS
  }
}
