import type { Client, Json, TestApi } from '../api'
import type { Booking } from '../booking'
import { make } from '../factories'
import type { KeyedCall, KeyedCalls } from './call'

const why = { reason: 'At the counter' }
const FLOAT = { pieces: [{ denomination_minor: 1000, pieces: 5 }] }

/** Returns the calls that move money: payments, refunds, links and tills. */
export function moneyCalls(api: TestApi, desk: Booking): KeyedCalls {
  const sold = async (): Promise<Json> => {
    const journey = await make(desk.admin, 'journeys', { capacity: 40 })
    await make(desk.admin, 'fares', { route_id: journey['route_id'], amount_minor: 1000 })
    return (await desk.book(journey, 1)).body
  }
  const of = (record: Json, body: Json = {}, as: Client = desk.admin): KeyedCall => ({
    as,
    params: { id: record['id'] },
    body,
  })
  const post = async (record: Json, end: string, body: Json, as: Client = desk.admin): Promise<Json> => {
    const answer = await as.post(`/reservations/${String(record['id'])}/${end}`, body)
    return (answer.body['payment'] ?? answer.body) as Json
  }
  const paid = async (): Promise<Json> => {
    const reservation = await sold()
    await desk.pay(reservation, 1000)
    return reservation
  }
  /** Creates a refund by an agent, above the amount that needs no approval. */
  const asked = async (): Promise<Json> => {
    const reservation = await paid()
    await desk.admin.patch('/company', { refund_limit_minor: 0 }, { ifMatch: '*' })
    return post(reservation, 'refunds', { amount_minor: 500, method: 'cash', ...why }, await api.as('agent'))
  }
  const opened = async () => {
    const till = await make(desk.admin, 'tills')
    const agent = await api.as('agent')
    const { body } = await agent.post(`/tills/${String(till['id'])}/open`, FLOAT)
    return { agent, session: body }
  }
  const counted = async () => {
    const { agent, session } = await opened()
    await agent.post(`/till-sessions/${String(session['id'])}/count`, FLOAT)
    return { agent, session }
  }

  return {
    takePayment: async () => of(await sold(), { amount_minor: 400, method: 'cash' }),
    refundPayment: async () => of(await paid(), { amount_minor: 400, method: 'cash', ...why }),
    writeOff: async () => of(await sold(), { amount_minor: 1000, ...why }),
    reversePayment: async () => of(await post(await sold(), 'payments', { amount_minor: 1000, method: 'cash' }), why),
    approveRefund: async () => of(await asked()),
    declineRefund: async () => of(await asked(), why),
    sendPaymentLink: async () => of(await sold(), { amount_minor: 1000, email: 'ana@example.com' }),
    cancelPaymentLink: async () => of(await post(await sold(), 'payment-links', { amount_minor: 1000 }), {}),
    openTill: async () => of(await make(desk.admin, 'tills'), FLOAT, await api.as('agent')),
    countTill: async () => {
      const { agent, session } = await opened()
      return of(session, FLOAT, agent)
    },
    closeTill: async () => {
      const { agent, session } = await counted()
      return of(session, {}, agent)
    },
    handOverTill: async () => {
      const { agent, session } = await counted()
      await api.as('agent')
      const { rows } = await agent.get('/till-keepers')
      const other = rows.find(({ id }) => id !== session['user_id'])
      return of(session, { user_id: other?.['id'] }, agent)
    },
    moveCash: async () => {
      const { agent, session } = await opened()
      return of(session, { amount_minor: 1000, move: 'to_bank' }, agent)
    },
  }
}
