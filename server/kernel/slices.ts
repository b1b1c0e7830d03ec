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
