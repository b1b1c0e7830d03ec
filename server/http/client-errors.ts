import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import type { Socket } from 'node:net'
import { ERRORS } from '../../contract/core/errors'
import { CLOSING_RETRY_S } from '../../contract/core/limits/requests'
import { sentence } from '../../contract/core/sentence'
import { problemOf, send, textsOf } from './problem'
import { Refusal } from './refusal'

type ClientErrorHandler = NonNullable<FastifyServerOptions['clientErrorHandler']>
type FrameworkErrorHandler = NonNullable<FastifyServerOptions['frameworkErrors']>

/** Fastify options that answer unroutable requests with a problem, like every other refusal. */
export const clientErrorHandlers: {
  frameworkErrors: FrameworkErrorHandler
  clientErrorHandler: ClientErrorHandler
  return503OnClosing: false
} = {
  /** Handles an address with an invalid escape, or with a part that is too long for every route. */
  frameworkErrors: (_, request, reply) => {
    reply.header('x-request-id', request.id)
    send(
      request,
      reply,
      new Refusal('malformed', sentence`The address cannot be decoded. Percent-encode its parts as UTF-8.`),
    )
  },
  /** Handles bytes that are not HTTP, headers that are too large, and requests that did not arrive in time. */
  clientErrorHandler: (error, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    if (socket.writable) answerRaw(socket, UNREADABLE)
    socket.destroy(error)
  },
  return503OnClosing: false,
}

const UNREADABLE = new Refusal(
  'malformed',
  sentence`The request is not valid HTTP, or did not arrive completely and in time.`,
)

/** Writes a refusal to a connection without a routed request. */
function answerRaw(socket: Socket, refusal: Refusal): void {
  const { status, title } = ERRORS[refusal.code]
  const body = JSON.stringify(problemOf(refusal, textsOf(refusal, 'en'), { requestId: 'none', instance: '' }))
  const head = `HTTP/1.1 ${status} ${title}\r\nContent-Type: application/problem+json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n`
  socket.write(head + body)
}

/** Refuses new calls on open connections while the server stops. Calls that began before are completed. */
export function refuseWhileClosing(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onRequest', async () => {
    if (isClosing)
      throw new Refusal('unavailable', sentence`The server is shutting down. Try again on a new connection.`, {
        retryAfterS: CLOSING_RETRY_S,
      })
  })
  // A keep-alive connection would prevent the server from stopping.
  app.addHook('onSend', async (_, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
}
