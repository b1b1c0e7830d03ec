import pg from 'pg'
import { vi } from 'vitest'
import { EmbeddedDatabase } from '../../server/db/embedded'

/**
 * Does some work while another change commits right after the first statement of the work that contains `part`. The embedded
 * database has one connection, which the change uses as soon as the work releases it.
 * @returns the result of the work
 */
export async function changeBetween<T>(
  part: string,
  change: () => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  const changes: Promise<unknown>[] = []
  let isFound = false
  const isFirst = (query: unknown) => {
    const text = typeof query === 'string' ? query : (query as { text: string }).text
    if (isFound || !text.includes(part)) return false
    isFound = true
    return true
  }
  const [onServer, onEmbedded] = [pg.Client.prototype.query, EmbeddedDatabase.prototype.query]
  const spies = [
    vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: unknown, ...asked: unknown[]) {
      const answer = Promise.resolve(Reflect.apply(onServer, this, asked) as unknown)
      return (isFirst(asked[0]) ? answer.then((rows) => change().then(() => rows)) : answer) as never
    }),
    vi.spyOn(EmbeddedDatabase.prototype, 'query').mockImplementation(function (
      this: EmbeddedDatabase,
      ...asked: Parameters<typeof onEmbedded>
    ) {
      if (isFirst(asked[0])) {
        const started = change()
        // Its error is rethrown when the work is done.
        started.catch(() => undefined)
        changes.push(started)
      }
      return Reflect.apply(onEmbedded, this, asked)
    }),
  ]
  try {
    const outcome = await work()
    if (!isFound) throw new Error(`No statement contains ${part}.`)
    await Promise.all(changes)
    return outcome
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}
