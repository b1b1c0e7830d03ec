import type { FastifyInstance } from 'fastify'
import { DATABASE_RETRY_S } from '../../contract/core/limits/requests'
import { isWaitingForBody } from './arrival'
import { Refusal } from './refusal'

/**
 * Answers calls with 503 that exceed the limit, before their caller gives up. The arrival of the body does not count.
 * Uploads and files are exempt, because their duration depends on their size.
 * The work of a refused call continues until the database stops it; a call with an Idempotency-Key can be retried safely.
 * @param limitMs 0 for no limit
 */
export function limitCalls(app: FastifyInstance, limitMs: number): void {
  if (limitMs === 0) return
  // Fastify's own handlerTimeout stops counting once the body of a call has arrived.
  app.addHook('onRequest', async (request, reply) => {
    const operation = request.routeOptions.config?.operation
    if (!operation || operation.bodyType || operation.ok.type) return
    const refuse = () => {
      if (reply.sent || reply.raw.headersSent) return
      // A slow body has a limit of its own.
      if (isWaitingForBody(request)) limit = setTimeout(refuse, limitMs)
      else reply.send(new Refusal('unavailable', 'This took too long. Try again.', { retryAfterS: DATABASE_RETRY_S }))
    }
    let limit = setTimeout(refuse, limitMs)
    reply.raw.once('close', () => clearTimeout(limit))
  })
}
