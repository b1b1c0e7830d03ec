import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { SANDBOX_RATE_LIMIT_RETRY_S, SANDBOX_SLOW_ANSWER_MS } from '../../../../contract/core/limits/partner-api'
import type { SandboxStep } from '../../../../contract/core/vocabulary'
import { sentence } from '../../../../contract/core/sentence'
import type { Db } from '../../../db/database'
import { inTransaction } from '../../../db/transaction'
import type { Context } from '../../../kernel/context'
import { Refusal } from '../../../http/refusal'
import { saveSandboxTrip, faultFor } from './repository/trips'
import { completeStep } from './trips'

const TRIPS = 'partner-trips'
const CONFIRM = 'confirmPartnerTrip'
/** Faults that occur only on confirmation. */
const AT_CONFIRM: readonly SandboxStep[] = ['awaits_sold_out', 'awaits_price_changed']

interface Deps {
  db: Db
  slowAnswerMs?: number
}

/** Injects the fault of a mock trip's scenario into one call for its test trip. */
export function injectFaults(app: FastifyInstance, { db, slowAnswerMs = SANDBOX_SLOW_ANSWER_MS }: Deps): void {
  app.addHook('preHandler', async ({ context, params, routeOptions }) => {
    const { operation } = routeOptions.config
    const id = (params as { id?: string } | undefined)?.id
    if (operation?.tag !== TRIPS || context.partner?.environment !== 'test' || id === undefined) return
    const trap = await triggerFault(db, context.partner.partnerId, id, operation.id === CONFIRM, context)
    if (trap === 'awaits_slow_answer') await wait(slowAnswerMs)
    const refusal = trap && refusalOf(trap)
    if (refusal) throw refusal
  })
}

const triggerFault = (
  db: Db,
  partnerId: string,
  tripId: string,
  isConfirm: boolean,
  context: Context,
): Promise<SandboxStep | null> =>
  inTransaction(db, async (tx) => {
    const trip = await faultFor(tx, partnerId, tripId)
    if (!trip?.trap || (AT_CONFIRM.includes(trip.trap) && !isConfirm)) return null
    await saveSandboxTrip(tx, { ...completeStep({ ...trip, trap: null }, context, refusalOf(trip.trap)?.code ?? null) })
    return trip.trap
  })

function refusalOf(trap: SandboxStep): Refusal | null {
  switch (trap) {
    case 'awaits_sold_out':
      return new Refusal('sold_out', sentence`Mock trip: someone else took the seats. Choose another departure.`)
    case 'awaits_price_changed':
      return new Refusal(
        'price_changed',
        sentence`Mock trip: the price has changed. Request a new quote and send its price_hash.`,
        {
          errors: [{ pointer: '/price_hash', code: 'price_changed', detail: sentence`The price has changed.` }],
        },
      )
    case 'awaits_rate_limit':
      return new Refusal('too_many_requests', sentence`Mock trip: this key has called too often.`, {
        retryAfterS: SANDBOX_RATE_LIMIT_RETRY_S,
      })
    default:
      return null
  }
}
