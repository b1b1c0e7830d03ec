import { beforeEach, describe, expect, it } from 'vitest'
import { useApi, type Client, type Json } from '../support/api'
import { useBooking } from '../support/booking'
import { make } from '../support/factories'

/* When statements of partners are due. The journey leaves on 20 May 2030; the period is closed on 1 June. */
const api = useApi()
const desk = useBooking(api)
let journey: Json

beforeEach(async () => {
  await api.reset()
  await desk.at('2030-05-19T10:00:00Z')
  journey = await make(desk.admin, 'journeys', { capacity: 45 })
  await make(desk.admin, 'fares', { route_id: journey['route_id'], amount_minor: 1000 })
})

/** Creates a partner in Madrid that sold a trip. */
async function seller(terms: Json = {}): Promise<Json> {
  const partner = await make(desk.admin, 'partners', { status: 'active', timezone: 'Europe/Madrid', ...terms })
  const { body } = await desk.book(journey, 1)
  await desk.step(body, 'hand-over', { reason: 'Theirs', partner_id: partner['id'] })
  return partner
}
const pathOf = (partner: Json) => `/partners/${String(partner['id'])}`
async function close(partner: Json, more: Json = {}): Promise<Json> {
  const { status, rows } = await desk.admin.post(`${pathOf(partner)}/statements`, { to: '2030-05-20', ...more })
  expect([status, rows.length]).toEqual([201, 1])
  return rows[0] ?? {}
}
const deadlineOf = async (partner: Json) => (await desk.admin.get(pathOf(partner))).body['statement_due_at']

describe('a statement', () => {
  it('is due after the payment term of its partner, or on a day given at the closing', async () => {
    const [one, other, usual] = [await seller({ payment_days: 14 }), await seller({ payment_days: 14 }), await seller()]
    await desk.at('2030-06-01T10:00:00Z')
    expect(await close(one)).toMatchObject({ due_on: '2030-06-15' })
    expect(await close(other, { due_on: '2030-06-03' })).toMatchObject({ due_on: '2030-06-03' })
    expect(await close(usual)).toMatchObject({ due_on: '2030-07-01' })
  })

  it.each([-1, 366])('has no payment term of %i days', async (payment_days) => {
    const partner = await make(desk.admin, 'partners')
    const answer = await desk.admin.patch(pathOf(partner), { payment_days }, { ifMatch: '*' })
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ pointer: '/payment_days' }] } })
  })
})

describe('an overdue statement', () => {
  const kind = 'statements_overdue'
  const attention = async (as: Client) =>
    ((await as.get('/dashboard')).body['attention'] as Json[]).filter((item) => item['kind'] === kind)

  it('needs attention after its due date in the time zone of its partner, until it is paid', async () => {
    const [late, punctual] = [await seller({ payment_days: 14 }), await seller()]
    await desk.at('2030-06-01T10:00:00Z')
    const statement = await close(late)
    const path = `/statements/${String(statement['id'])}`
    expect(await deadlineOf(late)).toBe('2030-06-15T22:00:00Z')
    expect(await deadlineOf(punctual)).toBeNull()
    // One minute before midnight in Madrid, and one minute after.
    await desk.at('2030-06-15T21:59:00Z')
    expect((await desk.admin.get(path)).body).toMatchObject({ state: 'open' })
    expect(await attention(desk.admin)).toMatchObject([{ count: 0 }])
    await desk.at('2030-06-15T22:01:00Z')
    expect((await desk.admin.get(path)).body).toMatchObject({ state: 'overdue' })
    const [item = {}] = await attention(desk.admin)
    expect(item).toMatchObject({ count: 1, resource: 'partners' })
    const { rows } = await desk.admin.list('partners', { filter: item['filter'] as Json })
    expect(rows.map(({ id }) => id)).toEqual([late['id']])
    expect(await attention(await api.as('accountant'))).toHaveLength(1)
    expect(await attention(await api.as('agent'))).toEqual([])
    expect((await desk.admin.post(`${path}/payments`, { amount_minor: 1000 })).status).toBe(201)
    await desk.at('2030-06-15T22:03:00Z')
    expect(await attention(desk.admin)).toMatchObject([{ count: 0 }])
    expect(await deadlineOf(late)).toBeNull()
  })

  it('sets the deadline of its partner by the oldest of several', async () => {
    const partner = await seller({ payment_days: 14 })
    await desk.at('2030-06-01T10:00:00Z')
    const oldest = await close(partner)
    const next = await make(desk.admin, 'journeys', { route_id: journey['route_id'], service_date: '2030-06-03' })
    const { body } = await desk.book(next, 1)
    await desk.step(body, 'hand-over', { reason: 'Theirs', partner_id: partner['id'] })
    await desk.at('2030-06-10T10:00:00Z')
    await close(partner, { to: '2030-06-05' })
    expect(await deadlineOf(partner)).toBe('2030-06-15T22:00:00Z')
    await desk.admin.post(`/statements/${String(oldest['id'])}/payments`, { amount_minor: 1000 })
    expect(await deadlineOf(partner)).toBe('2030-06-24T22:00:00Z')
  })
})
