import type { FastifyInstance, FastifyReply } from 'fastify'
import { PDF_RETRY_S, PDF_WAITING_PER_CALLER } from '../../contract/core/limits/documents'
import { sentence } from '../../contract/core/sentence'
import type { Context } from '../kernel/context'
import { Refusal } from './refusal'

/** The calls of one caller for documents of one operation. */
interface Line {
  count: number
  /** Resolves when the last call is finished. */
  end: Promise<void>
}

/**
 * Prints one document of each caller and operation at a time: further calls of the same caller for the same operation wait,
 * others do not. A waiting call prints nothing once its caller hangs up or the server stops. A printing call is finished when its printing is,
 * because the thread continues after the caller has left.
 * @param app before it has its routes
 */
export function takeTurnsPrinting(app: FastifyInstance): void {
  const lines = new Map<string, Line>()
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onRoute', (route) => {
    const operation = route.config?.operation
    if (operation?.ok.type !== 'application/pdf') return
    const print = route.handler
    route.handler = async function (request, reply) {
      const { before, end } = joinLine(`${operation.id} ${callerOf(request.context)}`, reply)
      try {
        await before
        if (reply.raw.destroyed || isClosing) throw new Refusal('unavailable', undefined, { retryAfterS: PDF_RETRY_S })
        return await print.call(this, request, reply)
      } finally {
        end()
      }
    }
  })

  function joinLine(name: string, reply: FastifyReply): { before: Promise<void>; end: () => void } {
    const line = lines.get(name) ?? { count: 0, end: Promise.resolve() }
    if (line.count >= PDF_WAITING_PER_CALLER)
      throw new Refusal('unavailable', sentence`Too many of your documents are waiting. Try again in a moment.`, {
        retryAfterS: PDF_RETRY_S,
      })
    const before = line.end
    let end: () => void = () => undefined
    const printed = new Promise<void>((resolve) => (end = resolve))
    lines.set(name, line)
    line.count += 1
    line.end = Promise.all([before, printed, closed(reply)]).then(() => {
      line.count -= 1
      if (line.count === 0) lines.delete(name)
    })
    return { before, end }
  }
}

/** All people and programs of a partner count as one caller. */
const callerOf = ({ partner, actor, ip }: Context): string => partner?.partnerId ?? actor.id ?? ip ?? ''

/** Resolves when the answer is sent, or the caller has disconnected. */
const closed = ({ raw }: FastifyReply): Promise<void> =>
  new Promise((resolve) => {
    if (raw.destroyed) resolve()
    else raw.once('finish', resolve).once('close', resolve)
  })
