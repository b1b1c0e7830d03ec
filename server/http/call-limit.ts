import type { FastifyInstance } from 'fastify'
import { DATABASE_RETRY_S } from '../../contract/core/limits'
import { isWaitingForBody } from './arrival'
import { Refusal } from './refusal'

/**
 * Answers calls 503 that take longer, but for the arrival of their body, before their caller hangs up. Uploads and files take
 * what their size takes.
 * What such a call does goes on until the database ends it: with an Idempotency-Key it is asked for again safely.
 * @param limitMs 0 for none
 */
export function limitCalls(app: FastifyInstance, limitMs: number): void {
  if (limitMs === 0) return
  // Fastify's own handlerTimeout is over as soon as the body of a call has arrived.
  app.addHook('onRequest', async (request, reply) => {
    const operation = request.routeOptions.config?.operation
    if (!operation || operation.bodyType || operation.ok.type) return
    const refuse = () => {
      if (reply.sent || reply.raw.headersSent) return
      // A body that is slow to arrive has a limit of its own.
      if (isWaitingForBody(request)) limit = setTimeout(refuse, limitMs)
      else reply.send(new Refusal('unavailable', 'This took too long. Try again.', { retryAfterS: DATABASE_RETRY_S }))
    }
    let limit = setTimeout(refuse, limitMs)
    reply.raw.once('close', () => clearTimeout(limit))
  })
}
