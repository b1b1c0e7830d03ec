import type { FastifyInstance } from 'fastify'

/**
 * Answers calls 503 that take longer, before their caller hangs up. Uploads and files take what their size takes.
 * What such a call does goes on until the database ends it: with an Idempotency-Key it is asked for again safely.
 * @param limitMs 0 for none
 */
export function limitCalls(app: FastifyInstance, limitMs: number): void {
  if (limitMs === 0) return
  app.addHook('onRoute', (route) => {
    const operation = route.config?.operation
    if (operation && !operation.bodyType && !operation.ok.type) route.handlerTimeout = limitMs
  })
}
