import type { LiveClientMessage, OpenRecord, RecordReaders } from '../../../contract/operations/live'

/** Delay before an open record is announced, so that paging through records announces none. */
const STAY_MS = 300

export type People = RecordReaders['people']
const NO_PEOPLE: People = []

/** Announces which record is open here, and stores who else has it open. */
export class RecordPresence {
  readonly #open: OpenRecord[] = []
  readonly #listeners = new Set<() => void>()
  #announced: OpenRecord | null = null
  #readers: RecordReaders | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  /** @param send sends a message to the server. @returns whether it was sent */
  constructor(private readonly send: (message: LiveClientMessage) => boolean) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Returns the users who have this record open. */
  readonly peopleAt = (resource: string, id: string): People =>
    this.#readers?.resource === resource && this.#readers.id === id ? this.#readers.people : NO_PEOPLE

  /** Registers an open record. @returns the function that removes it */
  readonly open = (record: OpenRecord): (() => void) => {
    this.#open.push(record)
    this.#announceSoon()
    return () => {
      this.#open.splice(this.#open.indexOf(record), 1)
      this.#announceSoon()
    }
  }

  receive(readers: RecordReaders): void {
    this.#hold(readers)
  }

  /** Announces the open record again, because a new connection has no earlier state. */
  connected(): void {
    this.#announced = null
    this.#announceSoon()
  }

  /** Clears the users at the record, who are unknown without a connection. */
  disconnected(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#hold(null)
  }

  #hold(readers: RecordReaders | null): void {
    if (readers === this.#readers) return
    this.#readers = readers
    for (const listener of this.#listeners) listener()
  }

  #announceSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      const record = this.#open.at(-1) ?? null
      if (record !== this.#announced && this.send({ type: 'open_record', record })) this.#announced = record
    }, STAY_MS)
  }
}
