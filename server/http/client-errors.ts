import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import type { Socket } from 'node:net'
import { ERRORS } from '../../contract/core/errors'
import { CLOSING_RETRY_S } from '../../contract/core/limits'
import { problemOf, send } from './problem'
import { Refusal } from './refusal'

type ClientErrorHandler = NonNullable<FastifyServerOptions['clientErrorHandler']>
type FrameworkErrorHandler = NonNullable<FastifyServerOptions['frameworkErrors']>

/** Fastify options that answer requests which no route can serve with a problem, like every other refusal. */
export const clientErrorHandlers: {
  frameworkErrors: FrameworkErrorHandler
  clientErrorHandler: ClientErrorHandler
  return503OnClosing: false
} = {
  /** An address with an escape that stands for nothing, or with a part that no route has room for. */
  frameworkErrors: (_, request, reply) => {
    reply.header('x-request-id', request.id)
    send(request, reply, new Refusal('malformed', 'The address cannot be read. Escape its parts as UTF-8.'))
  },
  /** Bytes that are no HTTP, headers without end, or a request that did not arrive in time. */
  clientErrorHandler: (error, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    if (socket.writable) answerRaw(socket, UNREADABLE)
    socket.destroy(error)
  },
  return503OnClosing: false,
}

const UNREADABLE = new Refusal('malformed', 'The request cannot be read as HTTP, or did not arrive whole and in time.')

/** Writes a refusal to a connection whose call no route has seen. */
function answerRaw(socket: Socket, refusal: Refusal): void {
  const { status, title } = ERRORS[refusal.code]
  const body = JSON.stringify(problemOf(refusal, { requestId: 'none', instance: '' }))
  const head = `HTTP/1.1 ${status} ${title}\r\nContent-Type: application/problem+json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n`
  socket.write(head + body)
}

/** Calls that still arrive on an open connection while the server stops are sent elsewhere; those begun before it end. */
export function refuseWhileClosing(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onRequest', async () => {
    if (isClosing)
      throw new Refusal('unavailable', 'The server is about to stop. Try again, on a new connection.', {
        retryAfterS: CLOSING_RETRY_S,
      })
  })
  // Who keeps a connection for the next call would keep the server from ending.
  app.addHook('onSend', async (_, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
}
