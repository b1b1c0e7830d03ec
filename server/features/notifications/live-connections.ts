import { randomUUID } from 'node:crypto'
import type { WebSocket } from '@fastify/websocket'
import { LIVE_CONNECTIONS_PER_USER, LIVE_NORMAL_CLOSE_CODE } from '../../../contract/core/limits/live'
import type { LiveServerMessage } from '../../../contract/operations/live'
import type { Role } from '../../../contract/core/vocabulary'

/** WebSocket close codes (RFC 6455 and its registry). Clients reconnect after any code but 1000. */
export const POLICY_CLOSE_CODE = 1008
export const FAILURE_CLOSE_CODE = 1011
const RESTART_CLOSE_CODE = 1012

/** Owner of a connection. */
export interface Holder {
  userId: string
  sessionId: string
  role: Role
}

interface Connection extends Holder {
  id: string
  socket: WebSocket
  /** True when the peer has answered since the last ping. */
  isAlive: boolean
}

/** Returns the sessions that are still active. */
export type ActiveSessions = (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>

/** Live connections of this process, oldest first for each user. */
export class LiveConnections {
  readonly #byUser = new Map<string, Set<Connection>>()
  #size = 0

  constructor(private readonly activeSessions: ActiveSessions) {}

  get size(): number {
    return this.#size
  }

  /** Users with a console connected to this process. */
  userIds(): string[] {
    return [...this.#byUser.keys()]
  }

  /** Roles of the connected users. */
  roles(): Role[] {
    return [...new Set(this.#all().map(({ role }) => role))]
  }

  /** Adds a socket until it closes, and closes the user's oldest above the limit. @returns its connection id */
  add(socket: WebSocket, holder: Holder): string {
    const connection = { id: randomUUID(), socket, ...holder, isAlive: true }
    const own = this.#byUser.get(holder.userId) ?? new Set<Connection>()
    const tooMany = Math.max(0, own.size + 1 - LIVE_CONNECTIONS_PER_USER)
    // With another code the oldest client would reconnect and displace the next one, endlessly.
    for (const oldest of [...own].slice(0, tooMany))
      this.#close(oldest, LIVE_NORMAL_CLOSE_CODE, 'Too many connections of this user')
    own.add(connection)
    this.#byUser.set(holder.userId, own)
    this.#size += 1
    socket.on('pong', () => (connection.isAlive = true))
    socket.on('close', () => this.#forget(connection))
    return connection.id
  }

  /** Sends a message to all consoles of a user, except the connection `knowing`. */
  sendToUser(userId: string, message: LiveServerMessage, knowing: string | null = null): void {
    const text = JSON.stringify(message)
    for (const { id, socket } of this.#byUser.get(userId) ?? []) if (id !== knowing) sendText(socket, text)
  }

  /** Sends a message to all matching connections. */
  broadcast(matches: (holder: Holder) => boolean, message: LiveServerMessage): void {
    const text = JSON.stringify(message)
    for (const connection of this.#all()) if (matches(connection)) sendText(connection.socket, text)
  }

  /** Terminates unresponsive peers, pings the others, and closes connections of ended sessions. */
  async check(): Promise<void> {
    for (const connection of this.#all()) {
      if (!connection.isAlive) connection.socket.terminate()
      else connection.socket.ping()
      connection.isAlive = false
    }
    await this.checkSessions(this.userIds())
  }

  /** Closes connections of these users with an ended session. A change of role ends all sessions of a user. */
  async checkSessions(userIds: readonly string[]): Promise<void> {
    const asked = userIds.flatMap((userId) => [...(this.#byUser.get(userId) ?? [])])
    if (asked.length === 0) return
    const active = await this.activeSessions([...new Set(asked.map(({ sessionId }) => sessionId))])
    for (const connection of asked)
      if (!active.has(connection.sessionId)) this.#close(connection, POLICY_CLOSE_CODE, 'This session has ended')
  }

  /** Closes every connection with a code that makes clients reconnect after the restart. */
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

function sendText(socket: WebSocket, text: string): void {
  if (socket.readyState === socket.OPEN) socket.send(text)
}
