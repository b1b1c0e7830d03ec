import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { useApi, type Client, type Json } from '../support/api'
import { useBooking } from '../support/booking'
import { make } from '../support/factories'
import { signIn } from '../support/live'

/* Payments and refunds as a list. A seat costs 1000; a refund above 500 requires a second approver. */
const api = useApi()
const desk = useBooking(api)
let journey: Json
let agent: Client
beforeEach(async () => {
  await api.reset()
  await desk.at('2030-05-17T04:00:00Z')
  await desk.admin.patch('/company', { refund_limit_minor: 500 }, { ifMatch: '*' })
  journey = await make(desk.admin, 'journeys', { capacity: 45 })
  await make(desk.admin, 'fares', { route_id: journey['route_id'], amount_minor: 1000 })
  agent = await api.as('agent')
})

const sold = async (count = 1) => (await desk.book(journey, count)).body
const path = ({ id }: Json, end: string) => `/reservations/${String(id)}/${end}`
const pay = async (made: Json, amount_minor: number, more: Json = {}, as: Client = desk.admin) =>
  (await as.post(path(made, 'payments'), { amount_minor, method: 'cash', ...more })).body['payment'] as Json
const refund = async (made: Json, amount_minor: number, more: Json = {}) =>
  (await desk.admin.post(path(made, 'refunds'), { amount_minor, method: 'cash', reason: 'Asked for', ...more })).body[
    'payment'
  ] as Json
/** Signs in a sales agent with this name. */
async function seller(first_name: string, last_name: string) {
  const { userId, token } = await signIn(api, { role: 'agent' })
  await api.db.updateTable('users').set({ first_name, last_name }).where('id', '=', userId).execute()
  return { id: userId, client: api.client({ authorization: `Bearer ${token}` }) }
}
const ids = (rows: readonly Json[]) => rows.map(({ id }) => id)
const found = async (filter: Json, more: { sort?: [string, 'ASC' | 'DESC'] } = {}, as = desk.admin) =>
  ids((await as.list('payments', { filter, sort: ['created_at', 'ASC'], ...more })).rows)

describe('the list of payments', () => {
  it('contains each with its type, its sign, and who took it in which till', async () => {
    const till = await make(desk.admin, 'tills', { name: 'Counter 1' })
    const lea = await seller('Lea', 'Roth')
    await lea.client.post(`/tills/${String(till['id'])}/open`, { pieces: [{ denomination_minor: 100, pieces: 0 }] })
    const made = await sold()
    const cash = await pay(made, 700, {}, lea.client)
    const back = await refund(made, 200, { refund_of_id: cash['id'], method: 'terminal' })
    const mistake = await pay(made, 100, { method: 'terminal' })
    await desk.admin.post(`/payments/${String(mistake['id'])}/reverse`, { reason: 'Mistake' }, { ifMatch: 1 })
    await desk.admin.post(path(made, 'write-off'), { amount_minor: 50, reason: 'Goodwill' })
    const { rows } = await desk.admin.list('payments', { sort: ['created_at', 'ASC'] })
    expect(rows.map((row) => [row['kind'], row['signed_minor'], row['method']])).toEqual([
      ['payment', 700, 'cash'],
      ['refund', -200, 'terminal'],
      ['payment', 100, 'terminal'],
      ['reversal', -100, 'terminal'],
      ['write_off', 50, 'written_off'],
    ])
    expect(rows[0]).toMatchObject({ user_id: lea.id, user_name: 'Lea Roth', till_name: 'Counter 1' })
    expect(rows[1]).toMatchObject({ till_name: null, refund_of_id: cash['id'] })
    expect(await found({ kind_in: ['reversal', 'write_off'] })).toEqual(ids(rows.slice(3)))
    expect(await found({ kind_neq: 'payment' })).toHaveLength(3)
    expect(await found({ refund_of_id: cash['id'] })).toEqual([back['id']])
    expect(await found({ till_id: till['id'] })).toEqual([cash['id']])
    expect(await found({ till_name_like: 'counter' })).toEqual([cash['id']])
    expect(await found({ till_name_like: 'window' })).toEqual([])
    expect(await found({ user_id: lea.id })).toEqual([cash['id']])
    expect(await found({ user_name_like: 'ROTH' })).toEqual([cash['id']])
    // A percent sign is no wildcard.
    expect(await found({ user_name_like: '%' })).toEqual([])
    expect(await found({ method_in: ['written_off'] })).toEqual([rows[4]?.['id']])
    const facets = await desk.admin.get('/payments/facets?field=kind')
    expect(facets.rows).toEqual([
      { value: 'payment', count: 2, more: false },
      { value: 'refund', count: 1, more: false },
      { value: 'reversal', count: 1, more: false },
      { value: 'write_off', count: 1, more: false },
      { value: 'lapse', count: 0, more: false },
    ])
  })

  it('is filtered by day, and sorted by every column with one value', async () => {
    const made = await sold(3)
    const first = await pay(made, 300, { method: 'terminal' })
    await desk.at('2030-05-18T04:00:00Z')
    const second = await pay(made, 2000, { method: 'transfer', provider_reference: 'SLIP-77' })
    const back = await refund(made, 400)
    expect(await found({ posted_at_gte: '2030-05-18T00:00:00Z' })).toEqual(ids([second, back]))
    expect(await found({ posted_at_lt: '2030-05-18T00:00:00Z' })).toEqual(ids([first]))
    // `created_at` uses the clock of the database.
    expect(await found({ created_at_gte: '2020-01-01T00:00:00Z' })).toEqual(ids([first, second, back]))
    expect(await found({ created_at_lt: '2020-01-01T00:00:00Z' })).toEqual([])
    expect(await found({ posted_at_gte: '2030-05-18T00:00:00Z', method: 'cash' })).toEqual(ids([back]))
    expect(await found({ q: 'slip-7' })).toEqual(ids([second]))
    expect(await found({ q: String(made['reference']).toLowerCase() })).toHaveLength(3)
    expect(await found({}, { sort: ['signed_minor', 'ASC'] })).toEqual(ids([back, first, second]))
    expect(await found({}, { sort: ['signed_minor', 'DESC'] })).toEqual(ids([second, first, back]))
    for (const field of [
      'reference',
      'kind',
      'method',
      'state',
      'currency',
      'till_name',
      'user_name',
      'provider',
      'place',
    ])
      expect(await found({}, { sort: [field, 'DESC'] }), field).toHaveLength(3)
    expect((await desk.admin.list('payments', { sort: ['reason', 'ASC'] })).status).toBe(422)
  })

  it('is sorted by the names of users, and not by their ids', async () => {
    const made = await sold(2)
    const [zoe, abe, mia] = [await seller('Zoe', 'A'), await seller('abe', 'B'), await seller('Mia', 'C')]
    const [last, first, between] = [
      await pay(made, 100, {}, zoe.client),
      await pay(made, 200, {}, abe.client),
      await pay(made, 300, {}, mia.client),
    ]
    expect(await found({}, { sort: ['user_name', 'ASC'] })).toEqual(ids([first, between, last]))
    expect(await found({}, { sort: ['user_name', 'DESC'] })).toEqual(ids([last, between, first]))
  })

  it('is read by all roles that may read payments, and exported with signed amounts', async () => {
    const made = await sold()
    await pay(made, 700)
    await refund(made, 200)
    for (const role of ['agent', 'accountant', 'viewer'] as const)
      expect((await (await api.as(role)).list('payments')).rows, role).toHaveLength(2)
    const text = await (
      await api.as('accountant')
    ).readText('/exports/payments', {
      columns: [
        { field: 'reference', label: 'Number' },
        { field: 'kind', label: 'Type', words: { payment: 'Payment', refund: 'Refund' } },
        { field: 'signed_minor', label: 'Amount', as: 'money', currency: 'currency' },
        { field: 'reservation_id', label: 'Reservation', reference: 'reservations' },
      ],
      filter: {},
      sort: ['signed_minor', 'ASC'],
      timezone: 'Asia/Nicosia',
      format: 'csv',
    })
    const reference = String(made['reference'])
    expect(text.split(/\r?\n/).slice(1, 3)).toEqual([
      `${reference}-2,Refund,-2,${reference}`,
      `${reference}-1,Payment,7,${reference}`,
    ])
  })

  it('stores views and columns as other lists do', async () => {
    const view = { resource: 'payments', name: 'Refunds', filter: { kind_in: ['refund'] }, per_page: 25 }
    const made = await agent.post('/saved-views', { ...view, sort: { field: 'created_at', order: 'DESC' } })
    expect(made).toMatchObject({ status: 201, body: { resource: 'payments', audience: 'me' } })
    expect((await agent.put('/list-columns/payments', { columns: ['kind'] })).status).toBeLessThan(300)
  })

  it('has an index for its order and for each of its filters', async () => {
    const { rows } = await sql<{ name: string }>`
      select indexname as name from pg_indexes where tablename = 'payments'`.execute(api.db)
    const names = rows.map(({ name }) => name)
    for (const of of ['created_at', 'posted_at', 'method', 'unposted', 'provider', 'till_id', 'user_id', 'search'])
      expect(names).toContain(`payments_${of}_idx`)
  })
})
