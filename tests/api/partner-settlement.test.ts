import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { checkMoney } from '../../server/features/payments/repository/check'
import { balanceBelow } from '../../server/kernel/ledger'
import { useApi, type Client, type Json, type NearClient } from '../support/api'
import { adults, ride } from '../support/booking'
import { changeBetween } from '../support/change-between'
import { make } from '../support/factories'
import { PARTNER_CONTRACT, usePartners } from '../support/partner'

/* A trip costs 1000 with 10 % commission. The journeys leave on 20 May 2030. */
const api = useApi()
const { bearer, portal, program, signIn } = usePartners(api)
const DAY = '2030-05-20'

let admin: NearClient
let journey: Json
let sunvia: Awaited<ReturnType<typeof portal>>
let nordtrip: Awaited<ReturnType<typeof portal>>

const at = async (now: string) => {
  api.now = new Date(now)
  admin = await api.as('admin')
}
let sold = 0
const sell = async (owner: typeof sunvia, environment: 'live' | 'test' = 'live', count = 1): Promise<Json> => {
  const { client } = await program(owner.partner, environment)
  sold += 1
  const { status, body } = await client.post('/partner/trips/', {
    partner_reference: `P-${sold}`,
    legs: [ride(journey)],
    passengers: adults(count),
    lead_name: 'Ana Ruiz',
    confirm: true,
  })
  expect([status, body['code']]).toEqual([201, undefined])
  return body
}
const statementsPath = (owner: typeof sunvia) => `/partners/${String(owner.partner['id'])}/statements/`
const close = (owner: typeof sunvia, to = DAY, by: Client = admin, more: Json = {}) =>
  by.post(statementsPath(owner), { to, ...more })
const closed = async (owner: typeof sunvia, to = DAY): Promise<Json> => {
  const answer = await close(owner, to)
  expect(answer.status).toBe(201)
  expect(answer.rows).toHaveLength(1)
  return answer.rows[0] ?? {}
}
const pay = (statement: Json, amount_minor: number, by: Client = admin, extra = {}) =>
  by.post(`/statements/${String(statement['id'])}/payments/`, { amount_minor }, extra)
const cancel = (trip: Json) =>
  admin.post(`/reservations/${String(trip['id'])}/cancel/`, { reason: 'Ill' }, { ifMatch: '*' })
const owes = (owner: typeof sunvia) =>
  balanceBelow(api.db, { account: 'partners', subId: String(owner.partner['id']), currency: 'EUR' })
const read = async (statement: Json) => (await admin.get(`/statements/${String(statement['id'])}/`)).body
const addsUp = async () => expect((await checkMoney(api.db)).difference).toBeNull()

beforeEach(async () => {
  await api.reset()
  await at('2030-05-19T10:00:00Z')
  const contract = {
    ...PARTNER_CONTRACT,
    commission_mode: 'percent',
    commission_bp: 1000,
    commission_on_addons: false,
    cancel_rights: 'before_departure',
  }
  sunvia = await portal({ contract })
  nordtrip = await portal({ contract })
  journey = await make(admin, 'journeys', { capacity: 45 })
  await make(admin, 'fares', { route_id: journey['route_id'], amount_minor: 1000 })
})

describe('a closed period', () => {
  it('is a numbered statement of departed trips, in order for all partners', async () => {
    const trips = [await sell(sunvia), await sell(sunvia, 'live', 2)]
    await sell(sunvia, 'test')
    await sell(nordtrip)
    await at('2030-06-01T10:00:00Z')
    const first = await closed(sunvia)
    expect(first).toMatchObject({
      number: 1,
      period: { from: DAY, to: DAY },
      currency: 'EUR',
      lines: 2,
      gross_minor: 3000,
      commission_minor: 300,
      collected_minor: 0,
      net_minor: 2700,
      paid_minor: 0,
      state: 'open',
      due_on: '2030-07-01',
    })
    expect(await closed(nordtrip)).toMatchObject({ number: 2, net_minor: 900 })
    const { trips: lines } = await read(first)
    expect((lines as Json[]).map((line) => line['reservation_id']).sort()).toEqual(trips.map(({ id }) => id).sort())
    expect(await owes(sunvia)).toBe(2700)
    expect((await admin.get(statementsPath(sunvia))).rows.map(({ number }) => number)).toEqual([1])
    await addsUp()
  })

  it('puts later changes into the next statement', async () => {
    const ill = await sell(sunvia)
    await sell(sunvia)
    await at('2030-06-01T10:00:00Z')
    await closed(sunvia)
    expect((await cancel(ill)).status).toBe(200)
    expect(await close(sunvia, '2030-05-20')).toMatchObject({ status: 422, body: { errors: [{ pointer: '/to' }] } })
    const next = await closed(sunvia, '2030-05-31')
    expect(next).toMatchObject({ number: 2, period: { from: '2030-05-21', to: '2030-05-31' }, lines: 1 })
    const fee = Number((await admin.get(`/reservations/${String(ill['id'])}/`)).body['cancellation_fee_minor'])
    expect(next).toMatchObject({ gross_minor: fee - 1000, commission_minor: -100 })
    expect(((await read(next))['trips'] as Json[])[0]).toMatchObject({ reservation_id: ill['id'] })
    expect(900 * 2 + Number(next['net_minor'])).toBe(await owes(sunvia))
    expect((await close(sunvia, '2030-05-31')).status).toBe(422)
    await addsUp()
  })

  it('deducts what passengers paid to the operator, and credits sales that were handed over to another partner', async () => {
    const made = await admin.post('/reservations', { lead_name: 'Ana', legs: [ride(journey)], passengers: adults(1) })
    const path = `/reservations/${String(made.body['id'])}`
    expect((await admin.post(`${path}/payments`, { amount_minor: 400, method: 'cash' })).status).toBe(201)
    const handOver = (owner: typeof sunvia) =>
      admin.post(`${path}/hand-over`, { reason: 'Theirs', partner_id: owner.partner['id'] }, { ifMatch: '*' })
    expect((await handOver(sunvia)).status).toBe(200)
    await at('2030-06-01T10:00:00Z')
    expect(await closed(sunvia)).toMatchObject({
      gross_minor: 1000,
      commission_minor: 100,
      collected_minor: 400,
      net_minor: 500,
    })
    expect((await handOver(nordtrip)).status).toBe(200)
    expect(await closed(sunvia, '2030-05-31')).toMatchObject({ net_minor: -500 })
    expect(await closed(nordtrip)).toMatchObject({ net_minor: 500 })
    expect([await owes(sunvia), await owes(nordtrip)]).toEqual([0, 500])
    await addsUp()
  })

  it('has the same total as its open days, trip by trip, on screen and in the file', async () => {
    await sell(sunvia)
    const undated = await sell(sunvia, 'live', 2)
    await sql`update reservations set travel_at = null, created_at = '2030-05-19T10:00:00Z'
      where id = ${String(undated['id'])}`.execute(api.db)
    for (const isCancelled of [false, true]) {
      const made = await admin.post('/reservations', { lead_name: 'Ana', legs: [ride(journey)], passengers: adults(1) })
      const path = `/reservations/${String(made.body['id'])}`
      expect((await admin.post(`${path}/payments`, { amount_minor: 400, method: 'cash' })).status).toBe(201)
      const theirs = { reason: 'Theirs', partner_id: sunvia.partner['id'] }
      expect((await admin.post(`${path}/hand-over`, theirs, { ifMatch: '*' })).status).toBe(200)
      if (isCancelled) expect((await cancel(made.body)).status).toBe(200)
    }
    await at('2030-06-01T10:00:00Z')
    const path = `/partners/${String(sunvia.partner['id'])}/statement`
    const days = `from=2030-05-19&to=${DAY}`
    const open = (await admin.get(`${path}/?${days}`)).body
    const file = await admin.readText(`${path}.csv/?${days}`, undefined)
    const statement = await closed(sunvia)
    const amounts = (row: Json = {}) =>
      ['gross_minor', 'commission_minor', 'collected_minor', 'net_minor'].map((name) => row[name])
    const lines = (rows: unknown, id: string) => (rows as Json[]).map((row) => [row[id], ...amounts(row)])
    expect(statement).toMatchObject({ lines: 4, collected_minor: 800 })
    expect((open['totals'] as Json[]).map(amounts)).toEqual([amounts(statement)])
    expect(lines(open['trips'], 'id')).toEqual(lines((await read(statement))['trips'], 'reservation_id'))
    expect(Number(statement['net_minor'])).toBe(await owes(sunvia))
    expect(file.split('\r\n')[0]).toMatch(/gross,commission,collected,net$/)
    await addsUp()
  })

  it('is refused without open trips, and before its last day is over', async () => {
    expect(await close(sunvia, '2030-05-18')).toMatchObject({
      status: 422,
      body: { code: 'validation', errors: [{ pointer: '/to' }] },
    })
    await sell(sunvia)
    expect((await close(sunvia, '2030-05-19')).status).toBe(422)
    await at('2030-06-01T10:00:00Z')
    expect(await close(sunvia, DAY, admin, { due_on: '2030-05-31' })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/due_on' }] },
    })
    const { rows } = await sql`select 1 from partner_statements`.execute(api.db)
    expect(rows).toEqual([])
  })

  it('cannot be changed: the database refuses it', async () => {
    await sell(sunvia)
    await at('2030-06-01T10:00:00Z')
    await closed(sunvia)
    for (const statement of [
      'update partner_statements set net_minor = 1, gross_minor = 101',
      'update partner_statements set due_on = now()',
      'delete from partner_statements',
    ])
      await expect(sql.raw(statement).execute(api.db), statement).rejects.toThrow(/stays as it is/)
    await expect(sql.raw('update partner_statement_lines set net_minor = 1').execute(api.db)).rejects.toThrow(
      /only grows/,
    )
  })
})

describe('simultaneously', () => {
  it('two closings for a partner make one statement', async () => {
    await sell(sunvia)
    await at('2030-06-01T10:00:00Z')
    const answers = await Promise.all([close(sunvia), close(sunvia)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
    await addsUp()
  })

  it('closings for many partners are numbered without gaps', async () => {
    const others = await Promise.all(Array.from({ length: 6 }, () => portal({ contract: sunvia.partner['contract'] })))
    for (const owner of others.filter((_, index) => index !== 2)) await sell(owner)
    await at('2030-06-01T10:00:00Z')
    const answers = await Promise.all(others.map((owner) => close(owner)))
    const numbers = answers.flatMap(({ status, rows }) => (status === 201 ? rows.map(({ number }) => number) : []))
    expect(numbers.toSorted((a, b) => Number(a) - Number(b))).toEqual([1, 2, 3, 4, 5])
    await addsUp()
  })

  it('a cancellation during a closing puts the trip into exactly one statement', async () => {
    const trips = []
    for (let count = 0; count < 8; count += 1) trips.push(await sell(sunvia))
    await at('2030-06-01T10:00:00Z')
    const [answer, ...cancelled] = await Promise.all([close(sunvia), ...trips.map(cancel)])
    expect(cancelled.map(({ status }) => status)).toEqual(trips.map(() => 200))
    expect([201, 422]).toContain(answer?.status)
    await close(sunvia, '2030-05-31')
    const { rows } = await sql<{ net: number }>`
      select coalesce(sum(net_minor), 0)::int as net from partner_statements`.execute(api.db)
    expect(rows[0]?.net).toBe(await owes(sunvia))
    await addsUp()
  })

  it('two payments of the whole sum are accepted once', async () => {
    await sell(sunvia)
    await at('2030-06-01T10:00:00Z')
    const statement = await closed(sunvia)
    const answers = await Promise.all([pay(statement, 900), pay(statement, 900)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
    expect(await owes(sunvia)).toBe(0)
    await addsUp()
  })
})

describe('a payment of a statement', () => {
  it('makes it part paid or paid, and does not exceed what is open', async () => {
    await sell(sunvia)
    await at('2030-06-01T10:00:00Z')
    const statement = await closed(sunvia)
    const headers = { 'idempotency-key': 'paid-once' }
    const first = await pay(statement, 300, admin, { headers })
    expect(first).toMatchObject({ status: 201, body: { paid_minor: 300, state: 'part_paid' } })
    expect((await pay(statement, 300, admin, { headers })).body['paid_minor']).toBe(300)
    expect(await pay(statement, 601)).toMatchObject({
      status: 422,
      body: { code: 'over_payment', errors: [{ pointer: '/amount_minor' }] },
    })
    await at('2030-07-02T10:00:00Z')
    expect(await read(statement)).toMatchObject({ state: 'overdue' })
    expect((await pay(statement, 600)).body).toMatchObject({ paid_minor: 900, state: 'paid' })
    expect(await pay(statement, 1)).toMatchObject({ status: 422 })
    expect(await owes(sunvia)).toBe(0)
    const { rows } = await sql<Json>`
      select reference, amount_minor::int as amount, method, direction from payments where statement_id is not null order by 1`.execute(
      api.db,
    )
    expect(rows).toEqual([
      { reference: 'S1-1', amount: 300, method: 'transfer', direction: 'payment' },
      { reference: 'S1-2', amount: 600, method: 'transfer', direction: 'payment' },
    ])
    await addsUp()
  })

  it('goes to the partner when the statement is in its favour', async () => {
    const made = await admin.post('/reservations', { lead_name: 'Ana', legs: [ride(journey)], passengers: adults(1) })
    const handOver = ({ partner }: typeof sunvia) =>
      admin.post(
        `/reservations/${String(made.body['id'])}/hand-over`,
        { reason: 'Theirs', partner_id: partner['id'] },
        { ifMatch: '*' },
      )
    expect((await handOver(sunvia)).status).toBe(200)
    await at('2030-06-01T10:00:00Z')
    await pay(await closed(sunvia), 900)
    expect((await handOver(nordtrip)).status).toBe(200)
    const favour = await closed(sunvia, '2030-05-31')
    const net = Number(favour['net_minor'])
    expect(net).toBe(-900)
    expect(await pay(favour, -net)).toMatchObject({ status: 201, body: { paid_minor: net, state: 'paid' } })
    expect(await owes(sunvia)).toBe(0)
    await addsUp()
  })

  it('is read with the statement in one snapshot, by staff and by the partner', async () => {
    await sell(sunvia)
    await at('2030-06-01T10:00:00Z')
    const statement = await closed(sunvia)
    const own = bearer((await signIn(sunvia.email)).body['token'])
    const paths = { '/statements': admin, '/partner/dashboard/statements': own }
    let paid = 0
    for (const [path, by] of Object.entries(paths)) {
      const { status, body } = await changeBetween(
        'from partner_statements s join partners p',
        async () => expect((await pay(statement, 100)).status).toBe(201),
        () => by.get(`${path}/${String(statement['id'])}/`),
      )
      expect([status, body['paid_minor']]).toEqual([200, paid])
      expect(body['payments']).toHaveLength(paid / 100)
      paid += 100
    }
    expect(await read(statement)).toMatchObject({ paid_minor: 200, payments: [{}, {}] })
  })

  it('is reversed by an administrator with a reason, once', async () => {
    await sell(sunvia)
    await at('2030-06-01T10:00:00Z')
    const statement = await closed(sunvia)
    const payment = ((await pay(statement, 900)).body['payments'] as Json[])[0] ?? {}
    const path = `/statements/${String(statement['id'])}/payments/${String(payment['id'])}/reverse/`
    expect((await (await api.as('accountant')).post(path, { reason: 'Typo' })).status).toBe(403)
    expect((await admin.post(path, {})).status).toBe(422)
    expect((await admin.post(path, { reason: 'Typo' })).body).toMatchObject({ paid_minor: 0, state: 'open' })
    expect(await admin.post(path, { reason: 'Typo' })).toMatchObject({ status: 409 })
    expect(await owes(sunvia)).toBe(900)
    await addsUp()
  })

  it('is checked: a statement equals its ledger entries', async () => {
    await sell(sunvia)
    await at('2030-06-01T10:00:00Z')
    await closed(sunvia)
    await sql`update partner_statements set paid_minor = 100`.execute(api.db)
    expect((await checkMoney(api.db)).difference).toContain('Statement 1 says 900 and 100 paid')
    await sql`update partner_statements set paid_minor = 0`.execute(api.db)
    await sql`update document_numbers set last = 2 where kind = 'statement'`.execute(api.db)
    expect((await checkMoney(api.db)).difference).toBe('There is no statement 2.')
  })
})

describe('the permission', () => {
  it('to close and record payments belongs to roles that keep the books', async () => {
    await sell(sunvia)
    await at('2030-06-01T10:00:00Z')
    for (const role of ['dispatcher', 'agent', 'viewer'] as const) {
      const client = await api.as(role)
      expect((await close(sunvia, DAY, client)).status, role).toBe(403)
      expect((await client.get(statementsPath(sunvia))).status, role).toBe(403)
    }
    const accountant = await api.as('accountant')
    expect((await close(sunvia, DAY, accountant)).status).toBe(201)
    const [statement = {}] = (await accountant.get(statementsPath(sunvia))).rows
    expect((await pay(statement, 900, await api.as('agent'))).status).toBe(403)
    expect((await pay(statement, 900, accountant)).status).toBe(201)
  })

  it('to read and download statements belongs to their own partner only', async () => {
    await sell(sunvia)
    await at('2030-06-01T10:00:00Z')
    const statement = await closed(sunvia)
    const id = String(statement['id'])
    const signedIn = async ({ email }: typeof sunvia) => bearer((await signIn(email)).body['token'])
    const [own, other] = [await signedIn(sunvia), await signedIn(nordtrip)]
    expect((await own.get('/partner/dashboard/statements/')).rows).toMatchObject([{ id, number: 1, net_minor: 900 }])
    expect((await other.get('/partner/dashboard/statements/')).rows).toEqual([])
    for (const end of ['', 'statement.csv/', 'statement.pdf/?language=ae']) {
      expect((await own.get(`/partner/dashboard/statements/${id}/${end}`)).status, end).toBe(200)
      expect((await other.get(`/partner/dashboard/statements/${id}/${end}`)).status, end).toBe(404)
      expect((await admin.get(`/statements/${id}/${end}`)).status, end).toBe(200)
    }
    const csv = await admin.get(`/statements/${id}/statement.csv/`)
    expect(csv.headers['content-disposition']).toContain(`${String(sunvia.partner['code'])}-1.csv`)
    expect((await own.post(`/statements/${id}/payments/`, { amount_minor: 1 })).status).toBe(401)
  })
})
