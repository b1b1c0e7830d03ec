import { EXACT_TOTAL_ROWS } from '../../contract/core/limits/requests'
import type { Total } from '../../contract/core/list'

/** Counting is the most expensive part of a page (20 times the rows), and users page and sort far more than data changes. */
const FRESH_MS = 10_000
const MAX_ENTRIES_PER_TABLE = 500

interface Entry {
  /** Shared by all callers while the count runs. */
  total: Promise<Total>
  /** Milliseconds since 1970. */
  until: number
  /** Whether the total is only known to be "more than" the limit. */
  more: boolean
}

/**
 * Caches totals of lists by table and filter. A write of this process drops its table's totals at once, except those that
 * say "more than", which one row does not change. A write of another process shows within ten seconds.
 */
export class TotalCache {
  readonly #tables = new Map<string, Map<string, Entry>>()

  constructor(private readonly now: () => Date) {}

  get(table: string, key: string, count: () => Promise<number>): Promise<Total> {
    const at = this.now().getTime()
    const entries = this.#tables.get(table) ?? new Map<string, Entry>()
    this.#tables.set(table, entries)
    const known = entries.get(key)
    if (known && known.until > at) return known.total
    const entry: Entry = { total: count().then(cap), until: at + FRESH_MS, more: false }
    if (entries.size >= MAX_ENTRIES_PER_TABLE) entries.clear()
    entries.set(key, entry)
    entry.total.then(
      (total) => {
        entry.more = !total.exact
      },
      () => {
        if (entries.get(key) === entry) entries.delete(key)
      },
    )
    return entry.total
  }

  forget(table: string): void {
    const entries = this.#tables.get(table)
    entries?.forEach((entry, key) => {
      if (!entry.more) entries.delete(key)
    })
  }

  /** Drops totals after a write that bypassed the stores. */
  forgetAll(): void {
    for (const table of this.#tables.keys()) this.forget(table)
  }
}

/** A count stops one past the limit, which means "more than". */
function cap(count: number): Total {
  return { count, exact: count <= EXACT_TOTAL_ROWS }
}
