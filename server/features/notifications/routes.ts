import websocket, { type WebSocket } from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'
import {
  LIVE_CHECK_MS,
  LIVE_CLOSE_TIMEOUT_MS,
  LIVE_CONNECTIONS_MAX,
  LIVE_MESSAGE_MAX_BYTES,
} from '../../../contract/core/limits/live'
import { contentRange } from '../../../contract/core/list'
import {
  getNotificationPreferences,
  listNotifications,
  openLiveConnection,
  replaceNotificationPreferences,
} from '../../../contract/operations/live'
import { sentence } from '../../../contract/core/sentence'
import type { Db } from '../../db/database'
import type { SignalReceiver } from '../../kernel/signals'
import { languageOf } from '../../http/language'
import { Refusal } from '../../http/refusal'
import { isWebSocket } from '../../http/security'
import { serve } from '../../http/serve'
import type { Feature } from '../feature'
import { notificationOf } from './answers'
import { FAILURE_CLOSE_CODE } from './live-connections'
import { converse } from './conversation'
import { FanOut } from './fan-out'
import { notifyOfDeadlines } from './deadlines'
import { notifyStaff } from './follow'
import { LiveConnections, type ActiveSessions } from './live-connections'
import { Presence } from './presence'
import { replacePreferences } from './replace-preferences'
import { preferencesOf } from './repository/preferences'
import { pageOfNotifications, sweepNotifications } from './repository/notifications'

interface Deps {
  db: Db
  signals: SignalReceiver
  now: () => Date
  activeSessions: ActiveSessions
}

const SERVER_OPTIONS = {
  perMessageDeflate: false,
  maxPayload: LIVE_MESSAGE_MAX_BYTES,
  closeTimeout: LIVE_CLOSE_TIMEOUT_MS,
}

/** Returns the id of a staff user. @throws Refusal not_authenticated for another actor */
function userIdOf({ id }: { id: string | null }): string {
  if (id === null) throw new Refusal('not_authenticated')
  return id
}

export const notificationFeature: Feature<Deps> = {
  routes: notificationRoutes,
  followers: () => ({ notifications: notifyStaff }),
  sweeps: ({ db }) => ({
    deadlines: (round) => notifyOfDeadlines(db, round),
    notifications: ({ company, before }) => sweepNotifications(db, before(company.notifications_kept_days)),
  }),
}

/** Registers the live connection. Access is checked before the handshake, as for any other operation. */
async function notificationRoutes(app: FastifyInstance, { db, signals, now, activeSessions }: Deps): Promise<void> {
  const connections = new LiveConnections(activeSessions)
  const presence = new Presence({ db, now })
  const fanOut = new FanOut({ db, now, log: app.log, connections, presence })
  const closeFailed = (error: Error, socket: WebSocket): void => {
    app.log.info({ err: error }, 'live connection failed')
    socket.close(FAILURE_CLOSE_CODE)
  }
  await app.register(websocket, {
    options: SERVER_OPTIONS,
    errorHandler: closeFailed,
    preClose: async () => connections.closeAll(),
  })

  const checking = setInterval(() => {
    presence.repeat()
    void connections
      .check()
      .catch((error: unknown) => app.log.error({ err: error }, 'live connections could not be checked'))
  }, LIVE_CHECK_MS)
  signals.add({ received: (batch) => fanOut.receive(batch), missed: () => fanOut.refreshAfterGap() })
  app.addHook('onClose', async () => {
    clearInterval(checking)
    fanOut.stop()
  })

  // The websocket package would open the connection first and then log its URL with the token.
  app.addHook('onRequest', async (request) => {
    const isOpened = request.method === 'GET' && request.routeOptions.config.operation === openLiveConnection
    if (isWebSocket(request) && !isOpened)
      throw new Refusal('not_found', sentence`The only WebSocket is at ${openLiveConnection.path}/.`)
    if (isWebSocket(request) && connections.size >= LIVE_CONNECTIONS_MAX)
      throw new Refusal('unavailable', sentence`This server has reached its limit of live connections.`, {
        retryAfterS: 30,
      })
  })

  // After an upgrade Node no longer owns the socket, so an upgrade request that got an HTTP response must be closed here.
  app.addHook('onResponse', async (request) => {
    if (request.headers.upgrade !== undefined) request.raw.socket.destroySoon()
  })

  // Detaches the response from an upgraded socket; otherwise it uses memory while the console is open.
  app.addHook('preHandler', async (request, reply) => {
    if (isWebSocket(request)) reply.raw.detachSocket(request.raw.socket)
  })

  serve(app, listNotifications, async ({ query, context, reply }) => {
    const userId = userIdOf(context.actor)
    const [from, to] = query.range
    const page = { filter: query.filter, offset: from, limit: to - from + 1 }
    const { rows, total } = await pageOfNotifications(db, userId, page)
    reply.header('content-range', contentRange('notifications', from, rows.length, { count: total, exact: true }))
    return rows.map((row) => notificationOf(row, now()))
  })

  serve(app, getNotificationPreferences, async ({ context }) => preferencesOf(db, userIdOf(context.actor)))

  serve(app, replaceNotificationPreferences, async ({ body, context }) =>
    replacePreferences(db, context, { userId: userIdOf(context.actor), preferences: body }),
  )

  app.route({
    method: openLiveConnection.method,
    url: openLiveConnection.path,
    config: { operation: openLiveConnection },
    handler: async () => {
      throw new Refusal('malformed', sentence`Open this address as a WebSocket.`)
    },
    wsHandler: (socket, request) => {
      const { id: userId, sessionId, role } = request.context.actor
      if (userId === null || sessionId === null || role === null) throw new Refusal('not_authenticated')
      // The package's own error listener retains the request for as long as the socket is open.
      socket.removeAllListeners('error').on('error', (error) => closeFailed(error, socket))
      const connectionId = connections.add(socket, { userId, sessionId, role })
      converse(socket, {
        db,
        userId,
        role,
        language: languageOf(request),
        connectionId,
        presence,
        now,
        log: app.log,
      })
    },
  })
}
