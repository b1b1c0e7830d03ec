import type { FastifyInstance, FastifyReply } from 'fastify'
import { PDF_RETRY_S, PDF_WAITING_PER_CALLER } from '../../contract/core/pdf-limits'
import type { Context } from './context'
import { Refusal } from './refusal'

/** The calls of one caller for documents. */
interface Line {
  count: number
  /** Resolves when the last of them is over. */
  end: Promise<void>
}

/**
 * Prints one document of each caller at a time: further calls of the same caller wait, calls of others do not. A call that
 * waits prints nothing once its caller hangs up or the server stops.
 */
export function takeTurnsPrinting(app: FastifyInstance): void {
  const lines = new Map<string, Line>()
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('preHandler', async (request, reply) => {
    if (request.routeOptions.config.operation?.ok.type !== 'application/pdf') return
    const caller = callerOf(request.context)
    const line = lines.get(caller) ?? { count: 0, end: Promise.resolve() }
    if (line.count >= PDF_WAITING_PER_CALLER)
      throw new Refusal('unavailable', 'Many documents of yours wait to be written. Try again in a moment.', {
        retryAfterS: PDF_RETRY_S,
      })
    const before = line.end
    lines.set(caller, line)
    line.count += 1
    line.end = Promise.all([before, closed(reply)]).then(() => {
      line.count -= 1
      if (line.count === 0) lines.delete(caller)
    })
    await before
    if (reply.raw.destroyed || isClosing) throw new Refusal('unavailable', undefined, { retryAfterS: PDF_RETRY_S })
  })
}

/** All people of a partner, and its programs, are one caller. */
const callerOf = ({ partner, actor, ip }: Context): string => partner?.partnerId ?? actor.id ?? ip ?? ''

/** Resolves when an answer is sent, or its caller is gone. */
const closed = ({ raw }: FastifyReply): Promise<void> =>
  new Promise((resolve) => {
    if (raw.destroyed) resolve()
    else raw.once('finish', resolve).once('close', resolve)
  })
