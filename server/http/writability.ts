import { DatabaseUnavailable, unavailable } from '../db/unavailable'

/** Sooner calls get the same answer, because a probe writes and anyone may call it. */
const KNOWN_FOR_MS = 2_000
/** Orchestrators wait for a second at most. */
const ANSWER_WITHIN_MS = 800

/**
 * Returns a function that probes the database, which answers within a second whatever the database does.
 * One probe runs at a time, and not more often than every two seconds.
 * @param onTrouble called at the first failed probe, and again only after one that succeeded
 * @returns the trouble; null for none
 */
export function writability(
  probe: () => Promise<void>,
  onTrouble: (trouble: DatabaseUnavailable) => void,
): () => Promise<DatabaseUnavailable | null> {
  let known: { trouble: DatabaseUnavailable | null; at: number } | null = null
  let running: Promise<void> | null = null
  let wasReported = false

  const learn = (trouble: DatabaseUnavailable | null): void => {
    known = { trouble, at: performance.now() }
    if (trouble && !wasReported) onTrouble(trouble)
    wasReported = trouble !== null
  }
  const run = async (): Promise<void> => {
    try {
      await probe()
      learn(null)
    } catch (error) {
      learn(unavailable(error) ?? new DatabaseUnavailable('away', error))
    } finally {
      running = null
    }
  }

  return async () => {
    if (known && performance.now() - known.at < KNOWN_FOR_MS) return known.trouble
    running ??= run()
    let timer: NodeJS.Timeout | undefined
    const limit = new Promise<'late'>((resolve) => {
      timer = setTimeout(resolve, ANSWER_WITHIN_MS, 'late')
    })
    const first = await Promise.race([running, limit])
    clearTimeout(timer)
    if (first === 'late') learn(new DatabaseUnavailable('away', new Error('It has not answered yet.')))
    return known?.trouble ?? null
  }
}
