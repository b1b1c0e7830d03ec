import type { FastifyInstance } from 'fastify'
import { Counter, Registry, collectDefaultMetrics, Histogram } from 'prom-client'
import { DATABASE_RETRY_S } from '../../contract/core/limits/requests'
import { getHealth, getMetrics, getReadiness } from '../../contract/operations/system'
import { sentence } from '../../contract/core/sentence'
import { plainAddress } from '../adapters/ip-ranges'
import { isLoopback } from '../config/env'
import { writability } from './writability'
import { Refusal } from './refusal'
import { serve } from './serve'

/** Gauges of prom-client with counter names. */
const GAUGES_AS_COUNTERS = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
]

interface Figures {
  /** Returns why deadlines cannot rely on this machine's clock; null if they can. */
  clockTrouble: () => string | null
  /** Partner calls since the start that could not be logged. */
  lostCalls: () => number
}

/** Serves liveness, readiness and metrics. @param probe writes to the database and checks its schema; throws on a problem */
export function reportHealth(
  app: FastifyInstance,
  probe: () => Promise<void>,
  { clockTrouble, lostCalls }: Figures,
): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const name of GAUGES_AS_COUNTERS) registry.removeSingleMetric(name)
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to answer, by operation and status',
    labelNames: ['operation', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  const lost = new Counter({
    name: 'partner_calls_lost_total',
    help: 'Partner calls that are missing from the partner logs because writing them failed',
    registers: [registry],
    collect: () => {
      lost.reset()
      lost.inc(lostCalls())
    },
  })
  app.addHook('onResponse', async (request, reply) => {
    const operation = request.routeOptions.config?.operation?.id ?? 'other'
    durations.observe({ operation, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
  })

  serve(app, getHealth, async () => ({ status: 'ok' as const }))
  const writes = writability(probe, (found) =>
    app.log.warn({ trouble: found.trouble, err: found.cause }, `Not ready: ${found.message}`),
  )
  serve(app, getReadiness, async () => {
    const trouble = (await writes())?.fact ?? clockTrouble()
    if (trouble !== null) throw new Refusal('unavailable', trouble, { retryAfterS: DATABASE_RETRY_S })
    return { status: 'ready' as const }
  })
  serve(app, getMetrics, async ({ request, reply }) => {
    // A forwarded call does not come from this machine, even if its proxy does and is not a trusted one.
    const isHandedOn = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined
    if (isHandedOn || !isLoopback(plainAddress(request.ip)))
      throw new Refusal('forbidden', sentence`Metrics are available from this machine only.`)
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
