import websocket from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'
import { LIVE_CHECK_MS, LIVE_CLOSE_TIMEOUT_MS, LIVE_MESSAGE_MAX_BYTES } from '../../../contract/limits'
import { openLiveConnection } from '../../../contract/live'
import type { Db } from '../../db/database'
import { Refusal } from '../../http/refusal'
import { isWebSocket } from '../../http/security'
import { FAILURE_CLOSE_CODE } from './close-codes'
import { converse } from './conversation'
import { LiveConnections, type ActiveSessions } from './live-connections'

interface Settings {
  db: Db
  now: () => Date
  activeSessions: ActiveSessions
}

const SERVER_OPTIONS = {
  perMessageDeflate: false,
  maxPayload: LIVE_MESSAGE_MAX_BYTES,
  closeTimeout: LIVE_CLOSE_TIMEOUT_MS,
}

/** The live connection. Who may open it is decided as for any call, before the handshake is answered. */
export async function notificationRoutes(app: FastifyInstance, { db, now, activeSessions }: Settings): Promise<void> {
  const connections = new LiveConnections(activeSessions)
  await app.register(websocket, {
    options: SERVER_OPTIONS,
    errorHandler: (error, socket, request) => {
      request.log.info({ err: error }, 'live connection failed')
      socket.close(FAILURE_CLOSE_CODE)
    },
    preClose: async () => connections.closeAll(),
  })

  const checking = setInterval(
    () =>
      void connections
        .check()
        .catch((error: unknown) => app.log.error({ err: error }, 'live connections could not be checked')),
    LIVE_CHECK_MS,
  )
  app.addHook('onClose', async () => clearInterval(checking))

  // Left to the websocket package, it would open the connection first and then log its address with the token.
  app.addHook('onRequest', async (request) => {
    if (isWebSocket(request) && request.routeOptions.config.operation !== openLiveConnection)
      throw new Refusal('not_found', `The one WebSocket is at ${openLiveConnection.path}/.`)
  })

  // Node hands the socket of an upgrade over for good: one that was answered as a call has nobody else to close it.
  app.addHook('onResponse', async (request) => {
    if (request.headers.upgrade !== undefined) request.raw.socket.destroySoon()
  })

  app.route({
    method: openLiveConnection.method,
    url: openLiveConnection.path,
    config: { operation: openLiveConnection },
    handler: async () => {
      throw new Refusal('malformed', 'Open this address as a WebSocket.')
    },
    wsHandler: (socket, request) => {
      const { id: userId, sessionId } = request.context.actor
      if (userId === null || sessionId === null) throw new Refusal('not_authenticated')
      connections.add(socket, { userId, sessionId })
      converse(socket, { db, userId, now, log: request.log })
    },
  })
}
