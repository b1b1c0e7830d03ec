import { PARTNER_LOG_QUEUE_MAX, PARTNER_LOG_WRITE_AFTER_MS } from '../../../../contract/core/limits/partner-api'
import type { Db } from '../../../db/database'
import { isRefusedValue, writeEntries, type NewEntry } from './repository/entries'
import { addThrottled, type ThrottledCalls } from './repository/call-days'

const ROWS_AT_ONCE = 200

/** Buffers calls and writes them in batches, so that no call waits for its log entry. */
export type Recorder = ReturnType<typeof createRecorder>

/** Creates a recorder. @param onLost called for entries that could not be written */
export function createRecorder(db: Db, onLost: (error: unknown, entries: number) => void) {
  const queue: NewEntry[] = []
  /** Key: partner and day. */
  const throttled = new Map<string, ThrottledCalls>()
  let timer: NodeJS.Timeout | null = null
  let writing = Promise.resolve()
  let lost = 0

  function lose(error: unknown, entries: number): void {
    lost += entries
    onLost(error, entries)
  }

  function push(entry: NewEntry): void {
    if (queue.length >= PARTNER_LOG_QUEUE_MAX) return lose(new Error('Too many calls are waiting to be written.'), 1)
    queue.push(entry)
    writeSoon()
  }

  /** Counts a call that is not logged. */
  function countThrottled(partnerId: string, at: Date): void {
    const day = at.toISOString().slice(0, 10)
    const key = `${partnerId} ${day}`
    throttled.set(key, { partner_id: partnerId, day, calls: (throttled.get(key)?.calls ?? 0) + 1 })
    writeSoon()
  }

  function writeSoon(): void {
    timer ??= setTimeout(() => void flush(), PARTNER_LOG_WRITE_AFTER_MS).unref()
  }

  /** Resolves when everything pushed so far is written. */
  function flush(): Promise<void> {
    if (timer) clearTimeout(timer)
    timer = null
    writing = writing.then(drain)
    return writing
  }

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      await write(queue.splice(0, ROWS_AT_ONCE))
    }
    const counts = [...throttled.values()]
    throttled.clear()
    if (counts.length > 0) await addThrottled(db, counts).catch((error: unknown) => onLost(error, 0))
  }

  /** Splits a batch with an entry that the database refuses, so that only this entry is lost. */
  async function write(entries: readonly NewEntry[]): Promise<void> {
    try {
      await writeEntries(db, entries)
    } catch (error) {
      if (entries.length === 1 || !isRefusedValue(error)) return lose(error, entries.length)
      const half = Math.ceil(entries.length / 2)
      await write(entries.slice(0, half))
      await write(entries.slice(half))
    }
  }

  return { push, countThrottled, flush, lostCount: () => lost }
}
