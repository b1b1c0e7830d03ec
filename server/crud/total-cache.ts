import { EXACT_TOTAL_ROWS } from '../../contract/limits'
import type { Total } from '../../contract/list'

/** Counting is the dearest part of a page (20 times the rows themselves), and people page and sort far more than data moves. */
const FRESH_MS = 10_000
const MAX_ENTRIES = 2_000

/**
 * Totals of lists by table and filter. A write of this process forgets its table's totals at once;
 * one of another process shows within ten seconds.
 */
export class TotalCache {
  readonly #entries = new Map<string, { total: Total; until: number; table: string }>()

  constructor(private readonly now: () => Date) {}

  async get(table: string, key: string, count: () => Promise<number>): Promise<Total> {
    const id = `${table} ${key}`
    const known = this.#entries.get(id)
    const at = this.now().getTime()
    if (known && known.until > at) return known.total
    const total = cap(await count())
    if (this.#entries.size >= MAX_ENTRIES) this.#entries.clear()
    this.#entries.set(id, { total, until: at + FRESH_MS, table })
    return total
  }

  forget(table: string): void {
    for (const [id, entry] of this.#entries) if (entry.table === table) this.#entries.delete(id)
  }
}

/** A count stops one past the limit: that one says "more than". */
function cap(count: number): Total {
  return { count, exact: count <= EXACT_TOTAL_ROWS }
}
