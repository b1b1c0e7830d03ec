import type { LiveClientMessage, OpenRecord, RecordReaders } from '../../../contract/operations/live'

/** Somebody who leafs through records is told of once they stay. */
const STAY_MS = 300

export type People = RecordReaders['people']
const NOBODY: People = []

/** Tells the server which record is open here, and keeps who else has it open. */
export class RecordPresence {
  readonly #open: OpenRecord[] = []
  readonly #listeners = new Set<() => void>()
  #said: OpenRecord | null = null
  #heard: RecordReaders | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  /** @param say hands a message to the server. @returns whether it went out */
  constructor(private readonly say: (message: LiveClientMessage) => boolean) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The colleagues who have this record open. */
  readonly peopleAt = (resource: string, id: string): People =>
    this.#heard?.resource === resource && this.#heard.id === id ? this.#heard.people : NOBODY

  /** A record is open here. @returns the function that ends it */
  readonly open = (record: OpenRecord): (() => void) => {
    this.#open.push(record)
    this.#saySoon()
    return () => {
      this.#open.splice(this.#open.indexOf(record), 1)
      this.#saySoon()
    }
  }

  hear(readers: RecordReaders): void {
    this.#hold(readers)
  }

  /** A new connection knows of nothing that was said before. */
  connected(): void {
    this.#said = null
    this.#saySoon()
  }

  /** Without a connection nobody knows who is there. */
  disconnected(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#hold(null)
  }

  #hold(readers: RecordReaders | null): void {
    if (readers === this.#heard) return
    this.#heard = readers
    for (const listener of this.#listeners) listener()
  }

  #saySoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      const record = this.#open.at(-1) ?? null
      if (record !== this.#said && this.say({ type: 'open_record', record })) this.#said = record
    }, STAY_MS)
  }
}
