import { LIVE_PRESENCE_LIFE_MS } from '../../../contract/core/limits'
import type { LiveServerMessage, OpenRecord, RecordReaders } from '../../../contract/operations/live'
import type { Db } from '../../db/database'
import { namesOf, tellSignals, type Signal } from './repository'

type PresenceSignal = Extract<Signal, { kind: 'presence' }>

/** A connection of this process with a record open. */
interface Place {
  connectionId: string
  userId: string
  record: OpenRecord
  say: (message: LiveServerMessage) => void
}

/** A connection of any process with a record open. */
interface Known {
  userId: string
  record: OpenRecord
  heardAt: number
}

const keyOf = ({ resource, id }: Pick<OpenRecord, 'resource' | 'id'>) => `${resource}/${id}`

/**
 * Who has which record open. Kept in memory alone: each process knows its own connections for certain and the others' by
 * their signals, asks for them when a record is opened, and forgets those that have not been heard of for a while.
 */
export class Presence {
  readonly #here = new Map<string, Place & { told: string }>()
  readonly #known = new Map<string, Known>()
  #serial = 0

  constructor(private readonly settings: { db: Db; now: () => Date }) {}

  /** A connection has a record open from now on, in the place of the one before. */
  open(place: Place): void {
    const before = this.#here.get(place.connectionId)
    const isSame = before !== undefined && keyOf(before.record) === keyOf(place.record)
    this.#here.set(place.connectionId, { ...place, told: isSame ? before.told : '[]' })
    this.#tell([place], true)
  }

  /** A connection has no record open any more. */
  leave(connectionId: string): void {
    const place = this.#here.get(connectionId)
    if (!place || !this.#here.delete(connectionId)) return
    const { userId } = place
    const serial = (this.#serial += 1)
    tellSignals(this.settings.db, [{ kind: 'presence', connectionId, userId, record: null, asks: false, serial }])
  }

  /** Says again what is open here, so that nobody takes it for closed. @param asks after a gap, others say theirs too */
  repeat(asks = false): void {
    this.#tell([...this.#here.values()], asks)
  }

  /** Nobody here listens: what is known would grow old unseen. */
  forget(): void {
    this.#known.clear()
  }

  /** Takes in what any process has told, and tells the connections whose company it changes. */
  async hear(signals: readonly PresenceSignal[]): Promise<void> {
    if (signals.length === 0) return
    const heardAt = this.settings.now().getTime()
    const changed = new Set<string>()
    for (const { connectionId, userId, record, asks } of signals) {
      const before = this.#known.get(connectionId)
      if (before) changed.add(keyOf(before.record))
      if (record === null) this.#known.delete(connectionId)
      else {
        changed.add(keyOf(record))
        this.#known.set(connectionId, { userId, record, heardAt })
        if (asks) this.#tell(this.#at(keyOf(record)).filter((place) => place.connectionId !== connectionId))
      }
    }
    for (const [connectionId, known] of this.#known)
      if (heardAt - known.heardAt > LIVE_PRESENCE_LIFE_MS) {
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
    const names = await namesOf(this.settings.db, [...new Set(present.map(({ userId }) => userId))])
    for (const place of places) {
      const people = companyOf(place, present, names)
      const told = JSON.stringify(people)
      // Whoever left or went on while the names were read is told nothing.
      if (told === place.told || this.#here.get(place.connectionId) !== place) continue
      place.told = told
      const { resource, id } = place.record
      place.say({ type: 'record_readers', data: { resource, id, people } })
    }
  }

  #tell(places: readonly Place[], asks = false): void {
    const signals = places.map(({ connectionId, userId, record }) => {
      const serial = (this.#serial += 1)
      return { kind: 'presence', connectionId, userId, record, asks, serial } as const
    })
    if (signals.length > 0) tellSignals(this.settings.db, signals)
  }
}

/** The others at a place, each once, by name; somebody with several consoles edits where one of them does. */
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
