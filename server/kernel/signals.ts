import { SIGNAL_CHANNEL, subscribeToOwnSignals, readSignals, type ChannelListener, type Signal } from '../db/signals'

/** Callbacks for signals in this process. They must not throw or block. */
export interface SignalListener {
  /** Receives the signals of a transaction of this process before its caller has an answer. */
  onLocalSignals?: (signals: readonly Signal[]) => void
  /** Receives the signals of every process, this one included. */
  received: (signals: readonly Signal[]) => void
  /** The connection is lost: no signals arrive. */
  lost?: () => void
  /** Signals arrive again; those in between were missed. */
  missed: () => void
}

interface Source {
  db: object
  listen: (channel: string, listener: ChannelListener) => Promise<() => void>
}

/** Distributes the signals of all processes to the listeners of this process, over one connection. */
export class SignalReceiver {
  readonly #listeners: SignalListener[] = []
  #isListening = false

  constructor(private readonly source: Source) {}

  /** Whether signals of other processes currently arrive, as far as is known. */
  get isListening(): boolean {
    return this.#isListening
  }

  add(listener: SignalListener): void {
    this.#listeners.push(listener)
  }

  /** Starts to listen. @returns a function that stops it */
  async open(): Promise<() => void> {
    const { db, listen } = this.source
    const stopListening = await listen(SIGNAL_CHANNEL, {
      received: (payload) => {
        const signals = readSignals(payload)
        for (const { received } of this.#listeners) received(signals)
      },
      lost: () => {
        this.#isListening = false
        for (const { lost } of this.#listeners) lost?.()
      },
      missed: () => {
        this.#isListening = true
        for (const { missed } of this.#listeners) missed()
      },
    })
    const unsubscribe = subscribeToOwnSignals(db, (signals) => {
      for (const { onLocalSignals } of this.#listeners) onLocalSignals?.(signals)
    })
    this.#isListening = true
    return () => {
      this.#isListening = false
      unsubscribe?.()
      stopListening()
    }
  }
}
