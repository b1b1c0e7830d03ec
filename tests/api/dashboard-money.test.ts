import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Dashboard } from '../../contract/operations/dashboard'
import { useApi, type Client, type Json } from '../support/api'
import { useBooking } from '../support/booking'
import { make } from '../support/factories'
import { signIn } from '../support/live'

/* Money on the dashboard. A seat costs 1000; a refund above 500 requires a second approver. The time zone is Madrid. */
const api = useApi()
const desk = useBooking(api)
let journey: Json
async function begin(now: string, service_date: string) {
  await api.reset()
  await desk.at(now)
  await desk.admin.patch('/company', { refund_limit_minor: 500, timezone: 'Europe/Madrid' }, { ifMatch: '*' })
  journey = await make(desk.admin, 'journeys', { capacity: 45, service_date })
  await make(desk.admin, 'fares', { route_id: journey['route_id'], amount_minor: 1000 })
}
beforeEach(() => begin('2030-05-17T04:00:00Z', '2030-05-20'))

const sold = async (count = 1, more: Json = {}) => (await desk.book(journey, count, more)).body
const path = ({ id }: Json, end: string) => `/reservations/${String(id)}/${end}`
const pay = async (made: Json, amount_minor: number, method = 'cash') => {
  const { status, body } = await desk.admin.post(path(made, 'payments'), { amount_minor, method })
  expect(status).toBe(201)
  return body['payment'] as Json
}
const refund = async (made: Json, amount_minor: number, as: Client = desk.admin) => {
  const request = { amount_minor, method: 'cash', reason: 'Asked for' }
  const { status, body } = await as.post(path(made, 'refunds'), request)
  expect(status).toBe(201)
  return body['payment'] as Json
}
const dashboard = async (range = 'today', as: Client = desk.admin) =>
  (await as.get(`/dashboard?range=${range}`)).body as unknown as Dashboard
/** Returns net sums by method for each currency. */
const takings = async (range = 'today') =>
  Object.fromEntries(
    ((await dashboard(range)).takings ?? []).map(({ currency, net_minor: net, by_method: methods }) => [
      currency,
      { net, ...Object.fromEntries(methods.map((part) => [part.method, part.net_minor])) },
    ]),
  )
const owed = async () =>
  Object.fromEntries(
    ((await dashboard()).owed ?? []).map(({ currency, amount_minor: total, by_age: ages }) => [
      currency,
      { total, ...Object.fromEntries(ages.map((part) => [part.age, [part.reservations, part.amount_minor]])) },
    ]),
  )
async function signedIn(role: 'admin' | 'manager' | 'accountant' | 'agent' | 'dispatcher' | 'viewer') {
  const { userId, token } = await signIn(api, { role })
  return { id: userId, client: api.client({ authorization: `Bearer ${token}` }) }
}
/** Returns attention items of these kinds, each with the rows of the list that it links to. */
async function attention(as: Client, ...kinds: string[]) {
  const { attention: all } = await dashboard('today', as)
  const actual = all.filter(({ kind }) => kinds.includes(kind))
  return Promise.all(
    actual.map(async ({ kind, resource, filter, count }) => {
      const { rows } = await as.list(resource, { filter })
      expect([kind, rows.length]).toEqual([kind, count])
      return [kind, rows.map(({ id }) => id)]
    }),
  )
}

describe('takings', () => {
  it('are payments less refunds and reversals, by method, without write-offs', async () => {
    const made = await sold(10)
    await pay(made, 3000)
    await pay(made, 1500, 'terminal')
    await pay(made, 700, 'transfer')
    await refund(made, 400)
    const mistake = await pay(made, 250, 'terminal')
    await desk.admin.post(`/payments/${String(mistake['id'])}/reverse`, { reason: 'Mistake' }, { ifMatch: 1 })
    await desk.admin.post(path(made, 'write-off'), { amount_minor: 90, reason: 'Goodwill' })
    // The refund waits for approval, so no money was paid out.
    await refund(made, 600, (await signedIn('agent')).client)
    expect(await takings()).toEqual({ EUR: { net: 4800, cash: 2600, terminal: 1500, transfer: 700 } })
    const [euros] = (await dashboard()).takings ?? []
    expect(euros?.by_method[0]).toMatchObject({ method: 'cash', taken_minor: 3000, refunded_minor: 400 })
    for (const { filter, net_minor: net } of euros?.by_method ?? []) {
      const { rows } = await desk.admin.list('payments', { filter })
      expect(rows.reduce((sum, row) => sum + Number(row['signed_minor']), 0)).toBe(net)
    }
  })

  it('never add up several currencies', async () => {
    const made = await sold(3)
    await pay(made, 1000)
    await sql`insert into payments (id, reference, direction, method, state, amount_minor, currency, reservation_id,
        posted_at, place)
      values (${uuidv7()}, 'POUNDS-1', 'payment', 'cash', 'posted', 700, 'GBP', ${String(made['id'])},
        ${api.now.toISOString()}, 'desk')`.execute(api.db)
    expect(await takings()).toEqual({ EUR: { net: 1000, cash: 1000 }, GBP: { net: 700, cash: 700 } })
  })

  it.each([
    ['loses an hour', '2030-03-30T22:59:59Z', '2030-03-30T23:00:00Z', '2030-03-31T21:59:59Z', '2030-03-31T22:00:00Z'],
    ['gains an hour', '2030-10-26T21:59:59Z', '2030-10-26T22:00:00Z', '2030-10-27T22:59:59Z', '2030-10-27T23:00:00Z'],
  ])(
    'are those of the day in the time zone of the company, also when the day %s',
    async (_, before, first, last, after) => {
      await begin(before, '2030-12-01')
      const made = await sold(10)
      const amounts = [1, 10, 100, 1000]
      for (const [index, at] of [before, first, last, after].entries()) {
        await desk.at(at)
        await pay(made, amounts[index] ?? 0)
      }
      expect(await takings()).toEqual({ EUR: { net: 1000, cash: 1000 } })
      expect(await takings('7d')).toEqual({ EUR: { net: 1111, cash: 1111 } })
      await desk.at(last)
      expect(await takings()).toEqual({ EUR: { net: 110, cash: 110 } })
      await desk.at(before)
      expect(await takings()).toEqual({ EUR: { net: 1, cash: 1 } })
    },
  )

  it('are visible to roles that manage all tills, and not to a cashier before the count', async () => {
    for (const role of ['admin', 'manager', 'accountant'] as const)
      expect((await dashboard('today', (await signedIn(role)).client)).takings, role).toEqual([])
    for (const role of ['dispatcher', 'agent', 'viewer'] as const)
      expect((await dashboard('today', (await signedIn(role)).client)).takings, role).toBeNull()
  })
})

describe('money owed by customers', () => {
  it('is grouped by the time since the travel, with links to the reservations', async () => {
    const at = async (travel_at: string, more: Json = {}) => {
      const made = await sold(1, more)
      await api.db.updateTable('reservations').set({ travel_at }).where('id', '=', String(made['id'])).execute()
      return made
    }
    const ahead = await at('2030-05-17T04:00:00Z')
    const just = await at('2030-05-17T03:59:59Z')
    const week = await at('2030-05-09T22:00:00Z')
    const month = await at('2030-05-09T21:59:59Z')
    const old = await at('2030-04-16T21:59:59Z')
    await pay(week, 300)
    await pay(await at('2030-05-17T05:00:00Z'), 1000)
    const cancelled = await at('2030-05-19T05:00:00Z')
    await desk.step(cancelled, 'cancel', { reason: 'Ill' })
    await api.db
      .updateTable('reservations')
      .set({ cancellation_fee_minor: 250 })
      .where('id', '=', String(cancelled['id']))
      .execute()
    await at('2030-05-20T05:00:00Z', { status: 'pending' })
    await at('2030-05-20T05:00:00Z', { status: 'on_hold' })
    expect(await owed()).toEqual({
      EUR: { total: 4950, ahead: [2, 1250], week: [2, 1700], month: [1, 1000], older: [1, 1000] },
    })
    const shown = async (age: string) => {
      const part = (await dashboard()).owed?.[0]?.by_age.find((one) => one.age === age)
      const { rows } = await desk.admin.list('reservations', { filter: part?.filter ?? { q: 'none' } })
      return rows.map(({ id }) => id).toSorted()
    }
    const ids = (...made: Json[]) => made.map(({ id }) => id).toSorted()
    expect(await shown('ahead')).toEqual(ids(ahead, cancelled))
    expect(await shown('week')).toEqual(ids(just, week))
    expect(await shown('month')).toEqual(ids(month))
    expect(await shown('older')).toEqual(ids(old))
  })

  it('counts days in the time zone of the company, also when the clock changes', async () => {
    await begin('2030-04-02T10:00:00Z', '2030-04-10')
    // Seven days before 2 April is in winter time: that day began at 23:00 UTC.
    for (const travel_at of ['2030-03-25T23:00:00Z', '2030-03-25T22:59:59Z']) {
      const { id } = await sold()
      await api.db.updateTable('reservations').set({ travel_at }).where('id', '=', String(id)).execute()
    }
    expect(await owed()).toEqual({ EUR: { total: 2000, week: [1, 1000], month: [1, 1000] } })
  })

  it('is separate for each currency, without the debt of partners, and visible to roles that take payments', async () => {
    await sold()
    const pounds = await sold()
    const partner = await make(desk.admin, 'partners')
    const theirs = await sold()
    // One reservation becomes a partner's sale, another one a sale in another currency.
    await sql`alter table reservations disable trigger user`.execute(api.db)
    await sql`update reservations set currency = 'GBP' where id = ${String(pounds['id'])}`.execute(api.db)
    await sql`update reservations set partner_id = ${String(partner['id'])}, channel = 'partner'
      where id = ${String(theirs['id'])}`.execute(api.db)
    await sql`alter table reservations enable trigger user`.execute(api.db)
    expect(await owed()).toEqual({ EUR: { total: 1000, ahead: [1, 1000] }, GBP: { total: 1000, ahead: [1, 1000] } })
    expect((await dashboard('today', (await signedIn('agent')).client)).owed).toHaveLength(2)
    expect((await dashboard('today', (await signedIn('viewer')).client)).owed).toBeNull()
  })
})

describe('attention items about money', () => {
  it('include refunds that wait for a second approver, shown to roles that may approve and not to the requester', async () => {
    const made = await sold(2)
    await pay(made, 2000)
    const [asker, other, agent] = [await signedIn('manager'), await signedIn('accountant'), await signedIn('agent')]
    const waiting = await refund(made, 600, asker.client)
    expect(waiting).toMatchObject({ state: 'pending', needs_approval: true })
    await refund(made, 100)
    const kind = 'refunds_waiting'
    expect(await attention(other.client, kind)).toEqual([[kind, [waiting['id']]]])
    expect(await attention(asker.client, kind)).toEqual([[kind, []]])
    expect(await attention(agent.client, kind)).toEqual([])
    await other.client.post(`/payments/${String(waiting['id'])}/approve`, {}, { ifMatch: 1 })
    expect(await attention(other.client, kind)).toEqual([[kind, []]])
  })

  it('include cancelled reservations until what is to be refunded has been paid back', async () => {
    await desk.admin.patch('/company', { refund_limit_minor: 2000 }, { ifMatch: '*' })
    const made = await sold(2)
    await pay(made, 2000)
    const kind = 'refunds_due'
    const agent = await signedIn('agent')
    expect(await attention(agent.client, kind)).toEqual([[kind, []]])
    await desk.step(made, 'cancel', { reason: 'Ill' })
    expect(await attention(agent.client, kind)).toEqual([[kind, [made['id']]]])
    expect(await attention((await signedIn('viewer')).client, kind)).toEqual([])
    await refund(made, 2000)
    expect(await attention(agent.client, kind)).toEqual([[kind, []]])
  })

  it('include tills that were left open the day before, shown to their owners and to roles that manage all', async () => {
    const [one, two] = [await make(desk.admin, 'tills'), await make(desk.admin, 'tills')]
    const open = (till: Json, as: Client) =>
      as.post(`/tills/${String(till['id'])}/open`, { pieces: [{ denomination_minor: 100, pieces: 0 }] })
    const kind = 'tills_open'
    // The last minutes of 17 May in Madrid, and the first ones of 18 May.
    await desk.at('2030-05-17T21:57:00Z')
    const cashier = await signedIn('agent')
    expect((await open(one, cashier.client)).status).toBe(201)
    await desk.at('2030-05-17T21:59:00Z')
    expect(await attention(desk.admin, kind)).toEqual([[kind, []]])
    await desk.at('2030-05-17T22:01:00Z')
    const late = await signedIn('dispatcher')
    expect((await open(two, late.client)).status).toBe(201)
    await desk.at('2030-05-17T22:03:00Z')
    expect(await attention(desk.admin, kind)).toEqual([[kind, [one['id']]]])
    expect(await attention((await signedIn('accountant')).client, kind)).toEqual([[kind, [one['id']]]])
    expect(await attention(cashier.client, kind)).toEqual([[kind, [one['id']]]])
    expect(await attention(late.client, kind)).toEqual([[kind, []]])
    expect(await attention((await signedIn('viewer')).client, kind)).toEqual([])
  })

  it('include unpaid departures of the next 24 hours, except those on account', async () => {
    const leaving = async (travel_at: string, more: Json = {}) => {
      const made = await sold(1, more)
      const id = String(made['id'])
      await api.db.updateTable('reservations').set({ travel_at }).where('id', '=', id).execute()
      return made
    }
    const soon = await leaving('2030-05-17T04:00:00Z')
    const part = await leaving('2030-05-18T03:59:59Z')
    await pay(part, 400)
    await leaving('2030-05-18T04:00:00Z')
    await leaving('2030-05-17T03:59:59Z')
    await pay(await leaving('2030-05-17T08:00:00Z'), 1000)
    const { id: account } = await leaving('2030-05-17T08:00:00Z')
    await sql`update reservations set payment_method = 'on_account' where id = ${String(account)}`.execute(api.db)
    const cancelled = await leaving('2030-05-17T08:00:00Z')
    await desk.step(cancelled, 'cancel', { reason: 'Ill' })
    const kind = 'unpaid_departures'
    const [actual] = await attention((await signedIn('agent')).client, kind)
    expect(actual?.[0]).toBe(kind)
    expect((actual?.[1] as string[]).toSorted()).toEqual([soon['id'], part['id']].toSorted())
    expect(await attention((await signedIn('viewer')).client, kind)).toEqual([])
  })
})
