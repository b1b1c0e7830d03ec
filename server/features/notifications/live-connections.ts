import { randomUUID } from 'node:crypto'
import type { WebSocket } from '@fastify/websocket'
import { LIVE_CONNECTIONS_PER_USER, LIVE_NORMAL_CLOSE_CODE } from '../../../contract/core/limits'
import type { LiveServerMessage } from '../../../contract/operations/live'
import type { Role } from '../../../contract/core/vocabulary'

/** Codes of RFC 6455 and its registry that the server closes with. A client comes back after any but 1000. */
export const POLICY_CLOSE_CODE = 1008
export const FAILURE_CLOSE_CODE = 1011
const RESTART_CLOSE_CODE = 1012

/** Whose connection it is. */
export interface Holder {
  userId: string
  sessionId: string
  role: Role
}

interface Connection extends Holder {
  id: string
  socket: WebSocket
  /** Whether the peer has given a sign of life since it was last asked for one. */
  heard: boolean
}

/** @returns those of the sessions that still go on. */
export type ActiveSessions = (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>

/** The live connections that are open in this process, each user's oldest first. */
export class LiveConnections {
  readonly #byUser = new Map<string, Set<Connection>>()
  #size = 0

  constructor(private readonly activeSessions: ActiveSessions) {}

  get size(): number {
    return this.#size
  }

  /** Who has a console open here. */
  userIds(): string[] {
    return [...this.#byUser.keys()]
  }

  /** The roles that somebody has a console open with. */
  roles(): Role[] {
    return [...new Set(this.#all().map(({ role }) => role))]
  }

  /** Keeps an eye on a socket until it closes. Makes room for it where its user has too many. @returns its id */
  add(socket: WebSocket, holder: Holder): string {
    const connection = { id: randomUUID(), socket, ...holder, heard: true }
    const own = this.#byUser.get(holder.userId) ?? new Set<Connection>()
    const tooMany = Math.max(0, own.size + 1 - LIVE_CONNECTIONS_PER_USER)
    // Any other code would have the oldest come back and push out the next one, for ever.
    for (const oldest of [...own].slice(0, tooMany))
      this.#close(oldest, LIVE_NORMAL_CLOSE_CODE, 'Too many connections of this user')
    own.add(connection)
    this.#byUser.set(holder.userId, own)
    this.#size += 1
    socket.on('pong', () => (connection.heard = true))
    socket.on('close', () => this.#forget(connection))
    return connection.id
  }

  /** Says something to every console of a user but the one that knows it. */
  tellUser(userId: string, message: LiveServerMessage, knowing: string | null = null): void {
    const text = JSON.stringify(message)
    for (const { id, socket } of this.#byUser.get(userId) ?? []) if (id !== knowing) say(socket, text)
  }

  /** Says something to every console of those who are meant. */
  tell(isMeant: (holder: Holder) => boolean, message: LiveServerMessage): void {
    const text = JSON.stringify(message)
    for (const connection of this.#all()) if (isMeant(connection)) say(connection.socket, text)
  }

  /** Cuts off peers that have gone silent, asks the others for a sign of life, closes those whose session has ended. */
  async check(): Promise<void> {
    for (const connection of this.#all()) {
      if (!connection.heard) connection.socket.terminate()
      else connection.socket.ping()
      connection.heard = false
    }
    await this.checkSessions(this.userIds())
  }

  /** Closes the connections of these users whose session has ended, as every session does when its user's role changes. */
  async checkSessions(userIds: readonly string[]): Promise<void> {
    const asked = userIds.flatMap((userId) => [...(this.#byUser.get(userId) ?? [])])
    if (asked.length === 0) return
    const active = await this.activeSessions([...new Set(asked.map(({ sessionId }) => sessionId))])
    for (const connection of asked)
      if (!active.has(connection.sessionId)) this.#close(connection, POLICY_CLOSE_CODE, 'This session has ended')
  }

  /** Tells every client to come back once the server has restarted. */
  closeAll(): void {
    for (const connection of this.#all()) this.#close(connection, RESTART_CLOSE_CODE, 'The server restarts')
  }

  #all(): Connection[] {
    return [...this.#byUser.values()].flatMap((connections) => [...connections])
  }

  #forget(connection: Connection): void {
    const own = this.#byUser.get(connection.userId)
    if (!own?.delete(connection)) return
    this.#size -= 1
    if (own.size === 0) this.#byUser.delete(connection.userId)
  }

  #close(connection: Connection, code: number, reason: string): void {
    this.#forget(connection)
    connection.socket.close(code, reason)
  }
}

function say(socket: WebSocket, text: string): void {
  if (socket.readyState === socket.OPEN) socket.send(text)
}
