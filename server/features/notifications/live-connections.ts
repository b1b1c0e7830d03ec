import type { WebSocket } from '@fastify/websocket'
import { LIVE_CONNECTIONS_PER_USER } from '../../../contract/limits'
import { POLICY_CLOSE_CODE, RESTART_CLOSE_CODE } from './close-codes'

interface Connection {
  socket: WebSocket
  userId: string
  sessionId: string
  /** Whether the peer has given a sign of life since it was last asked for one. */
  heard: boolean
}

/** @returns those of the sessions that still go on. */
export type ActiveSessions = (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>

/** The live connections that are open in this process, the oldest first. */
export class LiveConnections {
  readonly #open = new Set<Connection>()

  constructor(private readonly activeSessions: ActiveSessions) {}

  /** Keeps an eye on a socket until it closes. Makes room for it where its user has too many. */
  add(socket: WebSocket, { userId, sessionId }: { userId: string; sessionId: string }): void {
    const connection = { socket, userId, sessionId, heard: true }
    const before = [...this.#open].filter((other) => other.userId === userId)
    for (const oldest of before.slice(0, Math.max(0, before.length + 1 - LIVE_CONNECTIONS_PER_USER)))
      this.#close(oldest, POLICY_CLOSE_CODE, 'Too many connections of this user')
    this.#open.add(connection)
    socket.on('pong', () => (connection.heard = true))
    socket.on('close', () => this.#open.delete(connection))
  }

  /** Cuts off peers that have gone silent, asks the others for a sign of life, closes those whose session has ended. */
  async check(): Promise<void> {
    for (const connection of this.#open) {
      if (!connection.heard) connection.socket.terminate()
      else connection.socket.ping()
      connection.heard = false
    }
    const asked = [...this.#open]
    const active = await this.activeSessions([...new Set(asked.map(({ sessionId }) => sessionId))])
    for (const connection of asked)
      if (!active.has(connection.sessionId)) this.#close(connection, POLICY_CLOSE_CODE, 'This session has ended')
  }

  /** Tells every client to come back once the server has restarted. */
  closeAll(): void {
    for (const connection of this.#open) this.#close(connection, RESTART_CLOSE_CODE, 'The server restarts')
  }

  #close(connection: Connection, code: number, reason: string): void {
    this.#open.delete(connection)
    connection.socket.close(code, reason)
  }
}
