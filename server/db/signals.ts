import type { OpenRecord, RecordChange } from '../../contract/operations/live'
import type { TaskProgress } from '../../contract/operations/tasks'

/*
 * Signals between the processes of an installation after a commit: ids and numbers, never content. Receivers read the
 * records themselves.
 */

export type Signal =
  /** Rows of `notifications` were written for an event. */
  | { kind: 'notification'; eventId: string }
  /** A record was written; `by` is the id of the user who did it. */
  | ({ kind: 'change'; by: string | null } & Omit<RecordChange, 'by'>)
  /** Sessions or the account of a user may have changed; null = of all users. */
  | { kind: 'account'; userId: string | null }
  /** A user has read notifications; `connectionId` is the connection that reported it. */
  | { kind: 'read'; userId: string; connectionId: string | null }
  /** Progress of a user's task; also sent outside of transactions. */
  | { kind: 'task'; userId: string | null; progress: TaskProgress }
  /** A connection has opened a record, or has none open. It is never stored. */
  | {
      kind: 'presence'
      connectionId: string
      userId: string
      record: OpenRecord | null
      /** Whether other connections with the same record open are asked to report it again. */
      asks: boolean
      /** Distinguishes consecutive signals with the same content. */
      serial: number
    }

export const SIGNAL_CHANNEL = 'wayline_live'
/** PostgreSQL accepts payloads below 8,000 bytes. */
const PAYLOAD_MAX_CHARS = 7_500
/** Maximum number of signals that wait for the database. Subscribers re-read everything after a gap. */
const WAITING_MAX = 10_000

type SendPayload = (payload: string) => Promise<void>

/** Callbacks of a subscription to a channel of the database. */
export interface ChannelListener {
  received: (payload: string) => void
  lost: () => void
  missed: () => void
}

const publishers = new WeakMap<object, SignalPublisher>()

/** Registers the publisher for a database's transactions. @returns a function that waits until all signals are sent */
export function registerPublisher(db: object, send: SendPayload, onError: (error: Error) => void): () => Promise<void> {
  const publisher = new SignalPublisher(send, onError)
  publishers.set(db, publisher)
  return () => publisher.sent
}

/** Publishes the signals of a committed transaction; never blocks the caller. */
export function publishSignals(db: object, signals: readonly Signal[]): void {
  publishers.get(db)?.publish(signals)
}

/** Calls `subscriber` with signals of this process before their transactions are answered. @returns an unsubscribe function */
export const subscribeToOwnSignals = (
  db: object,
  subscriber: (signals: readonly Signal[]) => void,
): (() => void) | undefined => publishers.get(db)?.subscribe(subscriber)

/**
 * Sends signals after the commit and in batches. PostgreSQL would commit transactions with a NOTIFY inside one after the
 * other, each with its wait for the disk (docs/decisions/0013).
 */
class SignalPublisher {
  #waiting = new Set<string>()
  #isSending = false
  readonly #subscribers = new Set<(signals: readonly Signal[]) => void>()
  /** Settled once all signals are sent. */
  sent = Promise.resolve()

  constructor(
    private readonly send: SendPayload,
    private readonly onError: (error: Error) => void,
  ) {}

  /** Calls `subscriber` with signals before they are sent. @returns an unsubscribe function */
  subscribe(subscriber: (signals: readonly Signal[]) => void): () => void {
    this.#subscribers.add(subscriber)
    return () => this.#subscribers.delete(subscriber)
  }

  publish(signals: readonly Signal[]): void {
    for (const subscriber of this.#subscribers) subscriber(signals)
    for (const signal of signals) if (this.#waiting.size < WAITING_MAX) this.#waiting.add(JSON.stringify(signal))
    if (!this.#isSending) this.sent = this.#flush()
  }

  async #flush(): Promise<void> {
    this.#isSending = true
    while (this.#waiting.size > 0) {
      const all = [...this.#waiting]
      this.#waiting = new Set()
      try {
        for (const payload of payloads(all)) await this.send(payload)
      } catch (error) {
        this.onError(error as Error)
      }
    }
    this.#isSending = false
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

/** Returns the signals of a payload; none if it has another format. */
export function readSignals(payload: string): Signal[] {
  try {
    return JSON.parse(payload) as Signal[]
  } catch {
    return []
  }
}
