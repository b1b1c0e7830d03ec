import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { getHealth } from '../../contract/operations/system'
import { Refusal } from './refusal'
import { isConsoleFile } from './static-console'

const RETRY_S = 5

/**
 * Answers calls 503 while the process is late to its own clock. The console's files are still handed out, for they cost
 * next to nothing and a page breaks without them; so is liveness, for ending a busy process helps nobody.
 * @param maxDelayMs 0 for none
 */
export async function refuseOverload(app: FastifyInstance, maxDelayMs: number): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: maxDelayMs,
    pressureHandler: async ({ url, routeOptions }) => {
      if (isConsoleFile(url) || routeOptions.config?.operation === getHealth) return
      throw new Refusal('unavailable', 'The server has too much to do just now. Try again.', { retryAfterS: RETRY_S })
    },
  })
}
