import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { getHealth } from '../../contract/operations/system'
import { sentence } from '../../contract/core/sentence'
import { Refusal } from './refusal'
import { isConsoleFile } from './static-console'

const RETRY_S = 5

/**
 * Answers calls with 503 while the event loop is delayed. Files of the console are still served: they are cheap, and pages
 * break without them. So is liveness, because a restart does not help a busy process.
 * @param maxDelayMs 0 for no limit
 */
export async function refuseOverload(app: FastifyInstance, maxDelayMs: number): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: maxDelayMs,
    pressureHandler: async ({ url, routeOptions }) => {
      if (isConsoleFile(url) || routeOptions.config?.operation === getHealth) return
      throw new Refusal('unavailable', sentence`The server is overloaded. Try again.`, { retryAfterS: RETRY_S })
    },
  })
}
