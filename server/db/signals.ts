import type { OpenRecord, RecordChange } from '../../contract/operations/live'
import type { TaskProgress } from '../../contract/operations/tasks'

/*
 * What the processes of one installation tell each other once a transaction has committed: ids and numbers, never
 * content. Who listens reads what the ids stand for.
 */

export type Signal =
  /** Something happened that rows of `notifications` tell of. */
  | { kind: 'notification'; eventId: string }
  /** A record was written; `by` is the id of the user who did it. */
  | ({ kind: 'change'; by: string | null } & Omit<RecordChange, 'by'>)
  /** Sessions or anything about a user may have changed; of everybody where it names nobody. */
  | { kind: 'account'; userId: string | null }
  /** A user has read notifications, and the connection that said so knows it. */
  | { kind: 'read'; userId: string; connectionId: string | null }
  /** How far a task of a user is; said apart from transactions, too. */
  | { kind: 'task'; userId: string | null; progress: TaskProgress }
  /** A connection has a record open from now on, or none. Nothing of it is stored. */
  | {
      kind: 'presence'
      connectionId: string
      userId: string
      record: OpenRecord | null
      /** Whether whoever has the record open as well is to say so again. */
      asks: boolean
      /** Tells two signals apart that say the same, one after the other. */
      serial: number
    }

export const SIGNAL_CHANNEL = 'wayline_live'
/** PostgreSQL takes payloads below 8,000 bytes. */
const PAYLOAD_MAX_CHARS = 7_500
/** So many wait at most while the database does not answer; who listens reads everything anew after a gap. */
const WAITING_MAX = 10_000

type Say = (payload: string) => Promise<void>

/** Who listens to a channel of the database. */
export interface ChannelListener {
  heard: (payload: string) => void
  lost: () => void
  missed: () => void
}

const talkers = new WeakMap<object, SignalTalker>()

/** Lets the transactions of a database tell what they did. @returns waits until all that was told is said */
export function talkThrough(db: object, say: Say, onError: (error: Error) => void): () => Promise<void> {
  const talker = new SignalTalker(say, onError)
  talkers.set(db, talker)
  return () => talker.said
}

/** Sends what a committed transaction has to tell; never makes its caller wait. */
export function tellSignals(db: object, signals: readonly Signal[]): void {
  talkers.get(db)?.tell(signals)
}

/** Has this called with what transactions of this process tell, before those are answered. @returns what ends it */
export const hearOwnSignals = (db: object, hear: (signals: readonly Signal[]) => void): (() => void) | undefined =>
  talkers.get(db)?.hearOwn(hear)

/**
 * Tells after the commit and in batches. Inside the transactions, PostgreSQL would commit those that NOTIFY one after the
 * other, each with its wait for the disk (docs/decisions/0013).
 */
class SignalTalker {
  #waiting = new Set<string>()
  #isTelling = false
  readonly #hearers = new Set<(signals: readonly Signal[]) => void>()
  /** Settled once all that was told is said. */
  said = Promise.resolve()

  constructor(
    private readonly say: Say,
    private readonly onError: (error: Error) => void,
  ) {}

  /** Has this called with what is told, before it is said. @returns what ends it */
  hearOwn(hear: (signals: readonly Signal[]) => void): () => void {
    this.#hearers.add(hear)
    return () => this.#hearers.delete(hear)
  }

  tell(signals: readonly Signal[]): void {
    for (const hear of this.#hearers) hear(signals)
    for (const signal of signals) if (this.#waiting.size < WAITING_MAX) this.#waiting.add(JSON.stringify(signal))
    if (!this.#isTelling) this.said = this.#flush()
  }

  async #flush(): Promise<void> {
    this.#isTelling = true
    while (this.#waiting.size > 0) {
      const all = [...this.#waiting]
      this.#waiting = new Set()
      try {
        for (const payload of payloads(all)) await this.say(payload)
      } catch (error) {
        this.onError(error as Error)
      }
    }
    this.#isTelling = false
  }
}

function payloads(signals: readonly string[]): string[] {
  const batches: string[] = []
  let batch = ''
  for (const signal of signals) {
    if (batch.length + signal.length > PAYLOAD_MAX_CHARS) {
      batches.push(`[${batch}]`)
      batch = ''
    }
    batch += batch === '' ? signal : `,${signal}`
  }
  return [...batches, `[${batch}]`]
}

/** @returns the signals of a payload; none where it is not ours. */
export function readSignals(payload: string): Signal[] {
  try {
    return JSON.parse(payload) as Signal[]
  } catch {
    return []
  }
}
