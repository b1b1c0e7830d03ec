import type { FastifyBaseLogger } from 'fastify'
import { LIVE_STATS_DELAY_MS } from '../../../contract/core/limits/live'
import type { RecordChange } from '../../../contract/operations/live'
import { may } from '../../../contract/core/permissions'
import { seesAllTasks } from '../../../contract/operations/tasks'
import { RESOURCES } from '../../../contract/core/vocabulary'
import type { Db } from '../../db/database'
import { listAnswer, notificationOf, statsAnswer } from './answers'
import type { LiveConnections } from './live-connections'
import type { Presence } from './presence'
import { journeysOf, namesOf, type Signal } from './repository/live'
import { countNotifications, notificationsOf } from './repository/notifications'

interface Deps {
  db: Db
  now: () => Date
  log: FastifyBaseLogger
  connections: LiveConnections
  presence: Presence
}

type Of<K extends Signal['kind']> = Extract<Signal, { kind: K }>

/** Sends signals of all processes to the consoles connected to this process. */
export class FanOut {
  /** Signals received while earlier ones are sent. */
  #waiting: Signal[] = []
  #isPassing = false
  readonly #toCount = new Set<string>()
  #counting: NodeJS.Timeout | null = null

  constructor(private readonly deps: Deps) {}

  receive(signals: readonly Signal[]): void {
    if (this.deps.connections.size === 0) return this.deps.presence.forget()
    this.#waiting.push(...signals)
    if (!this.#isPassing) void this.#pass()
  }

  /** After a gap in signals: refreshes every connected console and marks all records as possibly stale. */
  refreshAfterGap(): void {
    this.deps.presence.repeat(true)
    const userIds = this.deps.connections.userIds()
    const changes = RESOURCES.map((resource) => ({ kind: 'change', resource, id: null, version: null }) as const)
    this.receive([
      ...userIds.map((userId) => ({ kind: 'read', userId, connectionId: null }) as const),
      ...userIds.map((userId) => ({ kind: 'account', userId }) as const),
      ...changes.map((change) => ({ ...change, change: 'updated', by: null }) as const),
    ])
  }

  stop(): void {
    if (this.#counting) clearTimeout(this.#counting)
  }

  async #pass(): Promise<void> {
    this.#isPassing = true
    while (this.#waiting.length > 0) {
      const signals = this.#waiting
      this.#waiting = []
      const of = <K extends Signal['kind']>(kind: K) =>
        signals.filter((signal): signal is Of<K> => signal.kind === kind)
      await this.#try(() => this.#notifications(of('notification').map(({ eventId }) => eventId)))
      await this.#try(() => this.#changes(of('change')))
      await this.#try(() => this.#accounts(of('account').map(({ userId }) => userId)))
      await this.#try(() => this.#reads(of('read')))
      this.#tasks(of('task'))
      await this.#try(() => this.deps.presence.receive(of('presence')))
    }
    this.#isPassing = false
  }

  async #try(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.deps.log.error({ err: error }, 'live messages could not be passed on')
    }
  }

  async #notifications(eventIds: readonly string[]): Promise<void> {
    const { db, now, connections } = this.deps
    if (eventIds.length === 0 || connections.size === 0) return
    const rows = await notificationsOf(db, eventIds, connections.userIds())
    for (const row of rows) {
      connections.sendToUser(row.user_id, { type: 'new_notification', data: notificationOf(row, now()) })
      this.#countSoon(row.user_id)
    }
  }

  async #changes(signals: readonly Of<'change'>[]): Promise<void> {
    if (signals.length === 0) return
    const { db, connections } = this.deps
    const authors = [...new Set(signals.map(({ by }) => by).filter((by) => by !== null))]
    const names = authors.length > 0 ? await namesOf(db, authors) : new Map<string, string>()
    const journeys = (await this.#journeysSold(signals)).map((id): Omit<RecordChange, 'by'> => ({
      resource: 'journeys',
      id,
      version: null,
      change: 'affected',
    }))
    const written = signals.map(({ kind: _, by, ...change }): RecordChange => ({
      ...change,
      by: by === null ? null : { id: by, name: names.get(by) ?? '' },
    }))
    const changes = [...written, ...journeys.map((change) => ({ ...change, by: null }))]
    for (const role of connections.roles()) {
      const data = changes.filter(({ resource }) => may(role, 'list', resource))
      if (data.length > 0) connections.broadcast((holder) => holder.role === role, { type: 'records_changed', data })
    }
  }

  /** A reservation changes the availability of journeys that have no change signal of their own. */
  async #journeysSold(signals: readonly Of<'change'>[]): Promise<string[]> {
    const ids = signals.flatMap(({ resource, id }) => (resource === 'reservations' && id !== null ? [id] : []))
    return ids.length > 0 ? journeysOf(this.deps.db, ids) : []
  }

  /** Sends the latest progress of each task to its owner and to roles that see all tasks. */
  #tasks(signals: readonly Of<'task'>[]): void {
    const { connections } = this.deps
    for (const { userId, progress } of new Map(signals.map((signal) => [signal.progress.id, signal])).values())
      connections.broadcast((holder) => holder.userId === userId || seesAllTasks(holder.role), {
        type: 'task_progress',
        data: progress,
      })
  }

  async #accounts(userIds: readonly (string | null)[]): Promise<void> {
    const { connections } = this.deps
    const named = userIds.filter((userId) => userId !== null)
    await connections.checkSessions(named.length < userIds.length ? connections.userIds() : [...new Set(named)])
  }

  /** Refreshes the other consoles of a user who has read notifications. */
  async #reads(signals: readonly Of<'read'>[]): Promise<void> {
    const { db, now, connections } = this.deps
    const here = new Set(connections.userIds())
    for (const { userId, connectionId } of signals.filter((signal) => here.has(signal.userId))) {
      connections.sendToUser(userId, await listAnswer({ db, userId, now: now() }), connectionId)
      connections.sendToUser(userId, await statsAnswer({ db, userId }), connectionId)
    }
  }

  /** Delays the counts until a burst is over, because counting scans all notifications of a user. */
  #countSoon(userId: string): void {
    this.#toCount.add(userId)
    this.#counting ??= setTimeout(() => {
      this.#counting = null
      void this.#try(() => this.#count())
    }, LIVE_STATS_DELAY_MS)
  }

  async #count(): Promise<void> {
    const { db, connections } = this.deps
    const userIds = [...this.#toCount]
    this.#toCount.clear()
    for (const [userId, data] of await countNotifications(db, userIds))
      connections.sendToUser(userId, { type: 'notification_stats', data })
  }
}
