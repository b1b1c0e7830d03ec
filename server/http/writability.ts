import { DatabaseUnavailable, unavailable } from '../db/unavailable'

/** Whoever asks again sooner is told the same: a probe writes, and anybody may ask. */
const KNOWN_FOR_MS = 2_000
/** What looks after processes waits for a second at most. */
const ANSWER_WITHIN_MS = 800

/**
 * Returns what the probe says is in the way of serving, within a second whatever the database does. One probe runs at a
 * time, and not more often than every two seconds.
 * @param onTrouble called when something is found to be in the way, once until nothing is
 * @returns what stands in the way, null for nothing
 */
export function writability(
  probe: () => Promise<void>,
  onTrouble: (trouble: DatabaseUnavailable) => void,
): () => Promise<DatabaseUnavailable | null> {
  let known: { trouble: DatabaseUnavailable | null; at: number } | null = null
  let running: Promise<void> | null = null
  let wasTold = false

  const learn = (trouble: DatabaseUnavailable | null): void => {
    known = { trouble, at: performance.now() }
    if (trouble && !wasTold) onTrouble(trouble)
    wasTold = trouble !== null
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
