import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DATABASE_RETRY_S } from '../../contract/core/limits/requests'
import { sentence } from '../../contract/core/sentence'
import { isWaitingForBody } from './arrival'
import { Refusal } from './refusal'
import { unknownOutcome } from './unknown-outcome'

/**
 * Answers calls with 503 that exceed the limit, before their caller gives up. The arrival of the body does not count.
 * Uploads and files are exempt, because their duration depends on their size, until their connection times out.
 * The work of a refused call continues until the database stops it, so that the outcome of a change is unknown once its
 * handler has begun.
 * @param limitMs 0 for no limit but that of the connection
 */
export function limitCalls(app: FastifyInstance, limitMs: number): void {
  const begun = new WeakSet<FastifyRequest>()
  app.addHook('preHandler', async (request) => void begun.add(request))
  // Fastify's own handlerTimeout stops counting once the body of a call has arrived.
  app.addHook('onRequest', async (request, reply) => {
    const isAnswered = () => reply.sent || reply.raw.headersSent
    const refuse = () => void reply.send((begun.has(request) && unknownOutcome(request, 'running')) || tooSlow())
    // Node closes a connection that times out, without an answer, unless this event has a listener.
    reply.raw.on('timeout', (socket: Socket) => {
      if (isAnswered() || isWaitingForBody(request)) socket.destroy()
      else refuse()
    })
    const operation = request.routeOptions.config?.operation
    if (limitMs === 0 || !operation || operation.bodyType || operation.ok.type) return
    const onLimit = () => {
      if (isAnswered()) return
      // A slow body has a limit of its own.
      if (isWaitingForBody(request)) limit = setTimeout(onLimit, limitMs)
      else refuse()
    }
    let limit = setTimeout(onLimit, limitMs)
    reply.raw.once('close', () => clearTimeout(limit))
  })
}

const tooSlow = () =>
  new Refusal('unavailable', sentence`This took too long. Try again.`, { retryAfterS: DATABASE_RETRY_S })
