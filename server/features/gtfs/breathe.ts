import { setImmediate } from 'node:timers/promises'

/** Yields the items, and pauses after every `itemsPerBreath` so that the server can handle other requests. */
export async function* breathing<T>(items: Iterable<T>, itemsPerBreath = 500): AsyncGenerator<T> {
  let since = 0
  for (const item of items) {
    yield item
    since += 1
    if (since < itemsPerBreath) continue
    since = 0
    await setImmediate()
  }
}
