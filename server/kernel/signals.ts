import { SIGNAL_CHANNEL, hearOwnSignals, readSignals, type ChannelListener, type Signal } from '../db/signals'

/** Who in this process is told by what happens to signals; none of it may throw or wait. */
export interface SignalListener {
  /** What a transaction of this process tells, before whoever asked for it has an answer. */
  toldHere?: (signals: readonly Signal[]) => void
  /** What any process has told, this one included. */
  heard: (signals: readonly Signal[]) => void
  /** From now on signals pass unheard. */
  lost?: () => void
  /** They are heard again, and those in between were missed. */
  missed: () => void
}

interface Source {
  db: object
  listen: (channel: string, listener: ChannelListener) => Promise<() => void>
}

/** Hands the signals of all processes on to those of this process who listen, over one connection. */
export class SignalReceiver {
  readonly #listeners: SignalListener[] = []
  #isHearing = false

  constructor(private readonly source: Source) {}

  /** Whether a signal of another process would arrive now, as far as is known. */
  get isHearing(): boolean {
    return this.#isHearing
  }

  add(listener: SignalListener): void {
    this.#listeners.push(listener)
  }

  /** Begins to listen. @returns what ends it */
  async open(): Promise<() => void> {
    const { db, listen } = this.source
    const stopListening = await listen(SIGNAL_CHANNEL, {
      heard: (payload) => {
        const signals = readSignals(payload)
        for (const { heard } of this.#listeners) heard(signals)
      },
      lost: () => {
        this.#isHearing = false
        for (const { lost } of this.#listeners) lost?.()
      },
      missed: () => {
        this.#isHearing = true
        for (const { missed } of this.#listeners) missed()
      },
    })
    const stopHere = hearOwnSignals(db, (signals) => {
      for (const { toldHere } of this.#listeners) toldHere?.(signals)
    })
    this.#isHearing = true
    return () => {
      this.#isHearing = false
      stopHere?.()
      stopListening()
    }
  }
}
