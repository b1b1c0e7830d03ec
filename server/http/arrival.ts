import { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ARRIVAL_MAX_S, LATE_BODY_AFTER_S } from '../../contract/core/limits/requests'
import { sentence } from '../../contract/core/sentence'
import { blockOf } from '../adapters/ip-ranges'
import type { Context } from '../kernel/context'
import { Refusal } from './refusal'

interface Limits {
  /** Late calls without a sign-in of one network; 0 for no limit. */
  lateMax: number
  arrivalMs?: number
  lateAfterMs?: number
}

/**
 * Closes calls with a body that does not arrive in time.
 * Each network may have `lateMax` late calls without a sign-in; one more closes the oldest. File uploads are exempt.
 */
export function limitArrival(
  app: FastifyInstance,
  { lateMax, arrivalMs = ARRIVAL_MAX_S * 1_000, lateAfterMs = LATE_BODY_AFTER_S * 1_000 }: Limits,
): void {
  /** Functions that close the late calls without a sign-in, by network, oldest first. */
  const late = new Map<string, Set<() => void>>()

  app.addHook('onRequest', async (request, reply) => {
    if (!hasBody(request) || request.routeOptions.config?.operation?.bodyType === 'multipart/form-data') return
    const network = blockOf(request.ip)
    const forget = () => {
      const own = late.get(network)
      own?.delete(expire)
      if (own?.size === 0) late.delete(network)
    }
    const expire = () => {
      end()
      giveUp(request, reply)
    }
    const markLate = () => {
      // The caller is unknown until it is read from the database.
      const { context } = request as { context: Context | null }
      if (context === null || context.actor.id !== null) return
      const own = late.get(network) ?? new Set()
      late.set(network, own.add(expire))
      const [oldest] = own
      if (lateMax > 0 && own.size > lateMax) oldest?.()
    }
    let isOver = false
    // Data that arrived while the process was busy is read after the timers, so it is checked after that.
    const whenWaiting = (then: () => void) => () =>
      setImmediate(() => {
        if (!isOver && isWaitingForBody(request)) then()
      })
    const lateTimer = setInterval(whenWaiting(markLate), lateAfterMs)
    let arrivalTimer: NodeJS.Timeout | undefined
    // Only this timer closes an answered call with an incomplete body.
    const firstTimer = setTimeout(() => {
      whenWaiting(expire)()
      arrivalTimer = setInterval(whenWaiting(expire), lateAfterMs)
    }, arrivalMs)
    const end = () => {
      isOver = true
      clearInterval(lateTimer)
      clearTimeout(firstTimer)
      clearInterval(arrivalTimer)
      forget()
    }
    request.raw.once('end', end).once('close', end)
    // The rest of a body is discarded once its call is answered, for example for a missing sign-in.
    reply.raw.once('finish', () => request.raw.resume())
  })
}

/**
 * Returns whether the caller has not sent the whole body yet. A body that the server has not read yet, because it is busy or
 * looks up the caller, is not late. Injected requests have their body at once.
 */
export const isWaitingForBody = ({ raw }: FastifyRequest): boolean =>
  raw instanceof IncomingMessage && !raw.complete && raw.readableLength < raw.readableHighWaterMark

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Answers with a refusal if nothing was answered yet, and closes the connection. */
function giveUp(request: FastifyRequest, reply: FastifyReply): void {
  const close = () => void request.raw.destroy()
  if (reply.raw.writableEnded) return close()
  reply.raw.once('finish', close)
  if (reply.sent) return
  reply.header('connection', 'close')
  reply.send(new Refusal('malformed', sentence`The request did not arrive completely and in time. Send it again.`))
}
