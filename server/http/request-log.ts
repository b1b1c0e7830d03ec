import { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'

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

class StreamErrorLog extends LogController {
  override streamError(error: Error, _request: FastifyRequest, { log }: FastifyReply): void {
    if ('code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE') log.info('aborted by the caller')
    else log.error({ err: error }, 'the streamed answer was interrupted by an error')
  }
}

/** Returns a controller that logs nothing but errors of streamed answers that have begun: no error handler receives them. */
export const streamErrorLog = (): LogController => new StreamErrorLog({ disableRequestLogging: true })
