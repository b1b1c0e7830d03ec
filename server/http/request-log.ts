import type { FastifyInstance } from 'fastify'

/**
 * Logs one line for each answer: operation, status, duration and caller.
 * The address is logged as its route template, so that no query or id from the path (an invitation, a token) is logged.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { url, config } = request.routeOptions
    request.log.info(
      {
        operation: config?.operation?.id,
        method: request.method,
        route: url ?? 'none',
        status: reply.statusCode,
        duration_ms: Math.round(reply.elapsedTime * 10) / 10,
        ip: request.ip,
        actor: request.context?.actor.id ?? null,
      },
      'answered',
    )
  })
}
