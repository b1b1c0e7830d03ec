import type { FastifyInstance } from 'fastify'

/**
 * One line for each answer: which operation, how it ended, how long it took, who asked. The address is told as its
 * template, so that neither a query nor an id from the path (an invitation, a token) gets into the log.
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
