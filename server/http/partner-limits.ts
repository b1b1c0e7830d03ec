import type { FastifyInstance } from 'fastify'
import { PARTNER_READS_PER_MINUTE, PARTNER_WRITES_PER_MINUTE } from '../../contract/core/limits/partner-api'
import { isPartnerAccess } from '../../contract/core/operations'
import { sentence } from '../../contract/core/sentence'
import { Refusal } from './refusal'

declare module 'fastify' {
  interface FastifyRequest {
    /** True if the call was refused because its key exceeded its limit. */
    isBeyondLimit: boolean
  }
}

const WINDOW_MS = 60_000
const WINDOWS_MAX = 10_000

interface Window {
  /** Milliseconds since 1970. */
  endsAt: number
  used: number
}

/**
 * Limits the calls of each partner key per minute, reads and writes counted separately.
 * Every answer states what is left. Each process counts for itself. @fastify/rate-limit, which limits addresses, measures
 * its windows by the system clock instead of the clock of the context.
 */
export function limitPartnerKeys(app: FastifyInstance, isOn: boolean): void {
  app.decorateRequest('isBeyondLimit', false)
  if (!isOn) return
  const windows = new Map<string, Window>()

  app.addHook('onRequest', async (request, reply) => {
    const { partner, actor, now } = request.context
    const { operation } = request.routeOptions.config
    if (partner?.memberId !== null || !operation || !isPartnerAccess(operation.access)) return
    const isWrite = operation.access.scope === 'trips:write'
    const limit = isWrite ? PARTNER_WRITES_PER_MINUTE : PARTNER_READS_PER_MINUTE
    const at = now().getTime()
    const name = `${String(actor.id)} ${isWrite ? 'write' : 'read'}`
    let window = windows.get(name)
    if (!window || window.endsAt <= at) {
      if (windows.size >= WINDOWS_MAX) forgetPast(windows, at)
      window = { endsAt: at + WINDOW_MS, used: 0 }
      windows.set(name, window)
    }
    window.used += 1
    const resetS = Math.ceil((window.endsAt - at) / 1000)
    reply.header('ratelimit-limit', limit)
    reply.header('ratelimit-remaining', Math.max(0, limit - window.used))
    reply.header('ratelimit-reset', resetS)
    if (window.used > limit) {
      request.isBeyondLimit = true
      throw new Refusal(
        'too_many_requests',
        isWrite
          ? sentence`This key may book and change ${limit} times a minute.`
          : sentence`This key may read ${limit} times a minute.`,
        {
          retryAfterS: resetS,
        },
      )
    }
  })
}

function forgetPast(windows: Map<string, Window>, at: number): void {
  for (const [name, { endsAt }] of windows) if (endsAt <= at) windows.delete(name)
}
