import { setImmediate } from 'node:timers/promises'

/** The items one by one, with a pause after every so many in which the server answers others. */
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
