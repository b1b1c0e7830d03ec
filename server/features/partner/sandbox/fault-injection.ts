import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { MOCK_RATE_LIMIT_RETRY_S, MOCK_SLOW_ANSWER_MS } from '../../../../contract/core/limits'
import type { MockStep } from '../../../../contract/core/vocabulary'
import type { Db } from '../../../db/database'
import { inTransaction } from '../../../db/transaction'
import type { Context } from '../../../http/context'
import { Refusal } from '../../../http/refusal'
import { saveMock, trapFor } from './repository/mocks'
import { done } from './trips'

const TRIPS = 'partner-trips'
const CONFIRM = 'confirmPartnerTrip'
/** Whether only the confirmation of a trip runs into it. */
const AT_CONFIRM: readonly MockStep[] = ['awaits_sold_out', 'awaits_price_changed']

interface Settings {
  db: Db
  slowAnswerMs?: number
}

/** Lets calls about test trips run into what their rehearsal has in store for them, once. */
export function setTraps(app: FastifyInstance, { db, slowAnswerMs = MOCK_SLOW_ANSWER_MS }: Settings): void {
  app.addHook('preHandler', async ({ context, params, routeOptions }) => {
    const { operation } = routeOptions.config
    const id = (params as { id?: string } | undefined)?.id
    if (operation?.tag !== TRIPS || context.partner?.environment !== 'test' || id === undefined) return
    const trap = await sprung(db, context.partner.partnerId, id, operation.id === CONFIRM, context)
    if (trap === 'awaits_slow_answer') await wait(slowAnswerMs)
    const refusal = trap && refusalOf(trap)
    if (refusal) throw refusal
  })
}

const sprung = (
  db: Db,
  partnerId: string,
  tripId: string,
  isConfirm: boolean,
  context: Context,
): Promise<MockStep | null> =>
  inTransaction(db, async (tx) => {
    const mock = await trapFor(tx, partnerId, tripId)
    if (!mock?.trap || (AT_CONFIRM.includes(mock.trap) && !isConfirm)) return null
    await saveMock(tx, { ...done({ ...mock, trap: null }, context, refusalOf(mock.trap)?.code ?? null) })
    return mock.trap
  })

function refusalOf(trap: MockStep): Refusal | null {
  switch (trap) {
    case 'awaits_sold_out':
      return new Refusal('sold_out', 'Rehearsed: somebody else took the seats. Choose another departure.')
    case 'awaits_price_changed':
      return new Refusal(
        'price_changed',
        'Rehearsed: the price is another one. Quote again and agree to the new one.',
        {
          errors: [{ pointer: '/price_hash', code: 'price_changed', detail: 'The price is another one.' }],
        },
      )
    case 'awaits_rate_limit':
      return new Refusal('too_many_requests', 'Rehearsed: this key has called too often.', {
        retryAfterS: MOCK_RATE_LIMIT_RETRY_S,
      })
    default:
      return null
  }
}
