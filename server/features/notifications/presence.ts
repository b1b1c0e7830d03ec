import { LIVE_PRESENCE_LIFE_MS } from '../../../contract/core/limits/live'
import type { LiveServerMessage, OpenRecord, RecordReaders } from '../../../contract/operations/live'
import type { Db } from '../../db/database'
import { namesOf, publishSignals, type Signal } from './repository/live'

type PresenceSignal = Extract<Signal, { kind: 'presence' }>

/** A connection of this process with a record open. */
interface Place {
  connectionId: string
  userId: string
  record: OpenRecord
  send: (message: LiveServerMessage) => void
}

/** A connection of any process with a record open. */
interface Known {
  userId: string
  record: OpenRecord
  receivedAt: number
}

const keyOf = ({ resource, id }: Pick<OpenRecord, 'resource' | 'id'>) => `${resource}/${id}`

/**
 * Tracks who has which record open, in memory only. A process knows its own connections exactly and the others by signals.
 * It requests those when a record is opened, and drops connections without a signal for `LIVE_PRESENCE_LIFE_MS`.
 */
export class Presence {
  readonly #here = new Map<string, Place & { lastSent: string }>()
  readonly #known = new Map<string, Known>()
  #serial = 0

  constructor(private readonly deps: { db: Db; now: () => Date }) {}

  /** Sets the open record of a connection, replacing its previous one. */
  open(place: Place): void {
    const before = this.#here.get(place.connectionId)
    const isSame = before !== undefined && keyOf(before.record) === keyOf(place.record)
    this.#here.set(place.connectionId, { ...place, lastSent: isSame ? before.lastSent : '[]' })
    this.#publish([place], true)
  }

  /** Clears the open record of a connection. */
  leave(connectionId: string): void {
    const place = this.#here.get(connectionId)
    if (!place || !this.#here.delete(connectionId)) return
    const { userId } = place
    const serial = (this.#serial += 1)
    publishSignals(this.deps.db, [{ kind: 'presence', connectionId, userId, record: null, asks: false, serial }])
  }

  /** Repeats the open records of this process before they expire elsewhere. @param asks true requests those of others */
  repeat(asks = false): void {
    this.#publish([...this.#here.values()], asks)
  }

  /** Drops the known connections: without listeners here they are not refreshed. */
  forget(): void {
    this.#known.clear()
  }

  /** Applies presence signals of all processes, and notifies connections on records with changed readers. */
  async receive(signals: readonly PresenceSignal[]): Promise<void> {
    if (signals.length === 0) return
    const receivedAt = this.deps.now().getTime()
    const changed = new Set<string>()
    for (const { connectionId, userId, record, asks } of signals) {
      const before = this.#known.get(connectionId)
      if (before) changed.add(keyOf(before.record))
      if (record === null) this.#known.delete(connectionId)
      else {
        changed.add(keyOf(record))
        this.#known.set(connectionId, { userId, record, receivedAt })
        if (asks) this.#publish(this.#at(keyOf(record)).filter((place) => place.connectionId !== connectionId))
      }
    }
    for (const [connectionId, known] of this.#known)
      if (receivedAt - known.receivedAt > LIVE_PRESENCE_LIFE_MS) {
        this.#known.delete(connectionId)
        changed.add(keyOf(known.record))
      }
    await this.#show(changed)
  }

  #at(key: string) {
    return [...this.#here.values()].filter(({ record }) => keyOf(record) === key)
  }

  async #show(keys: ReadonlySet<string>): Promise<void> {
    const places = [...keys].flatMap((key) => this.#at(key))
    if (places.length === 0) return
    const present = [...this.#known.values()].filter(({ record }) => keys.has(keyOf(record)))
    const names = await namesOf(this.deps.db, [...new Set(present.map(({ userId }) => userId))])
    for (const place of places) {
      const people = companyOf(place, present, names)
      const lastSent = JSON.stringify(people)
      // Connections that closed or moved on while the names were read get no message.
      if (lastSent === place.lastSent || this.#here.get(place.connectionId) !== place) continue
      place.lastSent = lastSent
      const { resource, id } = place.record
      place.send({ type: 'record_readers', data: { resource, id, people } })
    }
  }

  #publish(places: readonly Place[], asks = false): void {
    const signals = places.map(({ connectionId, userId, record }) => {
      const serial = (this.#serial += 1)
      return { kind: 'presence', connectionId, userId, record, asks, serial } as const
    })
    if (signals.length > 0) publishSignals(this.deps.db, signals)
  }
}

/** Returns the other readers of a record by name, each once. A user edits when one of their consoles does. */
function companyOf(
  place: Place,
  present: readonly Known[],
  names: ReadonlyMap<string, string>,
): RecordReaders['people'] {
  const others = present.filter(
    ({ userId, record }) => userId !== place.userId && keyOf(record) === keyOf(place.record),
  )
  const people = [...new Set(others.map(({ userId }) => userId))].map((id) => ({
    id,
    name: names.get(id) ?? '',
    is_editing: others.some(({ userId, record }) => userId === id && record.is_editing),
  }))
  return people.sort((one, other) => one.name.localeCompare(other.name) || one.id.localeCompare(other.id))
}
