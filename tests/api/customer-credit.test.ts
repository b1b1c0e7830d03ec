import { sql } from 'kysely'
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { useApi, type Json } from '../support/api'
import { adults, ride, useBooking } from '../support/booking'
import { make } from '../support/factories'
import { PARTNER_CONTRACT } from '../support/partner'
import { makeOpposite } from '../support/returns'

/* What customers and partners may owe on account. A seat costs 1000; journeys leave at 05:30 UTC. */
const api = useApi()
const desk = useBooking(api)
let journey: Json
let dearer: Json
let customer: Json
beforeEach(async () => {
  journey = await make(desk.admin, 'journeys', { capacity: 45 })
  await make(desk.admin, 'fares', { route_id: journey['route_id'], amount_minor: 1000 })
  const route = await make(desk.admin, 'routes')
  dearer = await make(desk.admin, 'journeys', { route_id: route['id'], capacity: 45 })
  await make(desk.admin, 'fares', { route_id: route['id'], amount_minor: 2500 })
  customer = await make(desk.admin, 'customers', { credit_limit_minor: 3000 })
})

const refusedOn = (field: string, code = 'credit_limit') => ({
  status: 422,
  body: { code: 'credit_limit', errors: [{ pointer: `/${field}`, code }] },
})
/** Refusal of a status that is sent as a form field. */
const BY_STEP = { status: 422, body: { errors: [{ pointer: '/status', code: 'not_by_form' }] } }
const REFUSED = refusedOn('payment_method')
const onAccount = (count: number, more: Json = {}) =>
  desk.book(journey, count, { customer_id: customer['id'], payment_method: 'on_account', ...more })
const limit = (credit_limit_minor: number | null, of = customer) =>
  desk.admin.post(
    `/customers/${String(of['id'])}/credit-limit`,
    { credit_limit_minor, reason: 'Agreed' },
    { ifMatch: '*' },
  )
const NOBODYS = refusedOn('customer_id', 'required')
const why = { reason: 'Asked for' }

describe('the debt of a customer on account', () => {
  it('is visible to roles that may see the customer, less what was paid', async () => {
    const path = `/customers/${String(customer['id'])}/balance`
    const sold = (await onAccount(2)).body
    expect((await desk.pay(sold, 500)).status).toBe(200)
    await onAccount(1, { payment_method: 'cash' })
    const balance = { currency: 'EUR', owed_minor: 1500, credit_limit_minor: 3000 }
    for (const role of ['admin', 'agent'] as const) expect((await (await api.as(role)).get(path)).body).toEqual(balance)
    expect((await desk.admin.get('/customers/019a0000-0000-7000-8000-000000000000/balance')).status).toBe(404)
  })

  it('does not exceed the limit, whatever operation sells', async () => {
    const refused = await onAccount(4)
    expect(refused).toMatchObject(REFUSED)
    expect(refused.body['detail']).toContain('owe 40.00 EUR on account; the limit is 30.00 EUR')
    const [held, asked] = [
      (await onAccount(2, { status: 'on_hold' })).body,
      (await onAccount(2, { status: 'pending' })).body,
    ]
    const other = (await desk.book(journey, 2, { payment_method: 'cash' })).body
    const own = (await onAccount(2, { payment_method: 'cash' })).body
    const sold = (await onAccount(2)).body
    expect(await desk.step(held, 'confirm')).toMatchObject(REFUSED)
    expect(await desk.change(held, { status: 'confirmed' })).toMatchObject(BY_STEP)
    expect(await desk.step(asked, 'approve')).toMatchObject(REFUSED)
    expect(await desk.change(own, { payment_method: 'on_account' })).toMatchObject(REFUSED)
    expect(await desk.change(other, { payment_method: 'on_account' })).toMatchObject(NOBODYS)
    const both = { payment_method: 'on_account', customer_id: customer['id'] }
    expect(await desk.change(other, both)).toMatchObject(REFUSED)
    expect(await desk.step(sold, 'amend', { ...why, passengers: adults(4) })).toMatchObject(REFUSED)
    expect(await desk.step(sold, 'amend', { ...why, legs: [ride(dearer)] })).toMatchObject(REFUSED)
    expect((await desk.step(sold, 'amend', { ...why, passengers: adults(3) })).body['total_minor']).toBe(3000)
    // A payment reduces the debt, and a refund is not checked as a sale.
    expect((await desk.pay(sold, 2000)).status).toBe(200)
    expect((await desk.step(held, 'confirm')).status).toBe(200)
    expect((await desk.pay(sold, -500)).status).toBe(200)
    expect(await onAccount(1)).toMatchObject(REFUSED)
    expect((await desk.step(sold, 'check-in')).status).toBe(200)
  })

  it('is refused for both directions together, and stores neither', async () => {
    const back = await makeOpposite(desk.admin, journey, { departure_time: '20:00:00' })
    await make(desk.admin, 'fares', { route_id: back['route_id'], amount_minor: 1000 })
    const request = {
      customer_id: customer['id'],
      payment_method: 'on_account',
      lead_name: 'Ana',
      passengers: adults(2),
    }
    const both = { out: { ...request, legs: [ride(journey)] }, back: { ...request, legs: [ride(back)] } }
    expect(await desk.admin.post('/reservations/round-trip', both)).toMatchObject(REFUSED)
    expect((await desk.counters(journey))[0]).toEqual([0, 0])
  })

  it('grows again when a cancellation of seats on account is undone', async () => {
    const given = (await onAccount(2)).body
    await desk.step(given, 'cancel', { ...why, waive_fee: true })
    expect((await onAccount(2)).status).toBe(201)
    expect(await desk.step(given, 'undo-cancel', why)).toMatchObject(REFUSED)
    expect(await desk.read(given)).toMatchObject({ status: 'cancelled' })
    await limit(4000)
    expect((await desk.step(given, 'undo-cancel', why)).status).toBe(200)
  })

  it('is zero without a limit, in another currency or without a customer, and a lower limit cancels nothing', async () => {
    const sold = (await onAccount(3)).body
    await limit(1000)
    expect((await desk.step(sold, 'amend', { ...why, passengers: adults(2), waive_fee: true })).status).toBe(200)
    expect((await desk.change(sold, { internal_notes: 'Writes tomorrow' })).status).toBe(200)
    const unknown = await make(desk.admin, 'customers')
    expect(await onAccount(1, { customer_id: unknown['id'] })).toMatchObject(REFUSED)
    expect((await onAccount(1, { customer_id: unknown['id'], payment_method: 'cash' })).status).toBe(201)
    expect(await onAccount(1, { customer_id: null })).toMatchObject(NOBODYS)
    await limit(9000)
    const abroad = await make(desk.admin, 'journeys', { capacity: 45 })
    await make(desk.admin, 'fares', { route_id: abroad['route_id'], amount_minor: 1000, currency: 'JPY' })
    expect(await onAccount(1, { legs: [ride(abroad)] })).toMatchObject(REFUSED)
  })

  it('stays within the limit in simultaneous sales of different departures', async () => {
    const times = ['09:00:00', '10:00:00', '11:00:00', '12:00:00', '13:00:00']
    const journeys = await Promise.all(
      times.map((departure_time) => make(desk.admin, 'journeys', { route_id: journey['route_id'], departure_time })),
    )
    const all = (more: Json) => Promise.all(journeys.map((each) => onAccount(2, { legs: [ride(each)], ...more })))
    const codes = (await all({})).map(({ body }) => body['code'] ?? 'ok')
    expect(codes.sort()).toEqual([...Array<string>(4).fill('credit_limit'), 'ok'])
    await limit(5000)
    const [held, own] = [await all({ status: 'on_hold' }), await all({ payment_method: null })]
    const later = await Promise.all([
      ...held.map(({ body }) => desk.step(body, 'confirm')),
      ...own.map(({ body }) => desk.change(body, { payment_method: 'on_account' })),
    ])
    expect(later.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it.runIf(inject('postgresServer'))(
    'is added up after a concurrent change of the account has committed (with two connections: PostgreSQL)',
    async () => {
      const sale = await api.db.transaction().execute(async (tx) => {
        await sql`update customers set credit_limit_minor = 1000 where id = ${customer['id']}`.execute(tx)
        let isAnswered = false
        const answer = onAccount(2).finally(() => (isAnswered = true))
        const isWaiting = async () =>
          (
            await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
              // Within one transaction PostgreSQL repeats the first snapshot of this view.
              api.db,
            )
          ).rows.length > 0
        await expect.poll(async () => isAnswered || (await isWaiting())).toBe(true)
        return { answer }
      })
      expect(await sale.answer).toMatchObject(REFUSED)
    },
  )
})

describe('customers who are merged', () => {
  const merge = async (survivor: Json, other: Json, more: Json = {}) => {
    const { version } = (await desk.admin.get(`/customers/${String(other['id'])}`)).body
    const request = { other_id: other['id'], other_version: version, ...more }
    return desk.admin.post(`/customers/${String(survivor['id'])}/merge`, request, { ifMatch: '*' })
  }

  it('exceed the remaining limit by no more than each did before', async () => {
    const other = await make(desk.admin, 'customers', { credit_limit_minor: 2000 })
    expect((await onAccount(2)).status).toBe(201)
    expect((await onAccount(2, { customer_id: other['id'] })).status).toBe(201)
    const beyond = refusedOn('choices/credit_limit_minor')
    expect(await merge(customer, other)).toMatchObject(beyond)
    expect(await merge(customer, other, { is_trial: true })).toMatchObject(beyond)
    await limit(4000)
    expect(await merge(customer, other, { choices: { credit_limit_minor: 'other' } })).toMatchObject(beyond)
    expect((await merge(customer, other)).status).toBe(200)
    expect(await onAccount(1)).toMatchObject(REFUSED)
  })

  it('are sold no more than that during the merge', async () => {
    const other = await make(desk.admin, 'customers', { credit_limit_minor: 2000 })
    const asked = (await onAccount(2, { customer_id: other['id'], status: 'pending' })).body
    const answers = await Promise.all([
      merge(customer, other),
      onAccount(2, { customer_id: other['id'] }),
      onAccount(2),
      desk.step(asked, 'approve'),
    ])
    expect(answers.map(({ status }) => status).filter((status) => ![200, 201, 422].includes(status))).toEqual([])
    const { rows } = await desk.admin.list('reservations', {
      filter: { payment_method: 'on_account', status: 'confirmed' },
    })
    const owed = (owner: Json) =>
      rows.filter((row) => row['customer_id'] === owner['id']).reduce((sum, row) => sum + Number(row['total_minor']), 0)
    expect(owed(customer)).toBeLessThanOrEqual(3000)
    expect(owed(other)).toBeLessThanOrEqual(2000)
  })
})

describe('a partner', () => {
  const partnerOf = (credit_limit_minor: number) =>
    make(desk.admin, 'partners', { status: 'active', contract: { ...PARTNER_CONTRACT, credit_limit_minor } })
  const REFUSED_PARTNER = { status: 422, body: { code: 'credit_limit' } }

  it('owes no more than its contract allows, also when staff add to it', async () => {
    const partner = await partnerOf(2000)
    const theirs = { partner_id: partner['id'], channel: 'partner' }
    const given = (await desk.book(journey, 2, theirs)).body
    await desk.step(given, 'cancel', { ...why, waive_fee: true })
    const sold = (await desk.book(journey, 2, theirs)).body
    const own = (await desk.book(journey, 2)).body
    expect(await desk.step(given, 'undo-cancel', why)).toMatchObject(REFUSED_PARTNER)
    expect(await desk.book(journey, 2, theirs)).toMatchObject(REFUSED_PARTNER)
    expect(await desk.step(sold, 'amend', { ...why, passengers: adults(4) })).toMatchObject(REFUSED_PARTNER)
    expect(await desk.step(own, 'hand-over', { ...why, partner_id: partner['id'] })).toMatchObject(REFUSED_PARTNER)
    expect((await desk.step(sold, 'amend', { ...why, passengers: adults(1), waive_fee: true })).status).toBe(200)
  })

  it('is sold only in the currency of its limit, and without bounds when it has no limit', async () => {
    const partner = await partnerOf(2000)
    const theirs = { partner_id: partner['id'], channel: 'partner' }
    const abroad = await make(desk.admin, 'journeys', { capacity: 45 })
    await make(desk.admin, 'fares', { route_id: abroad['route_id'], amount_minor: 100, currency: 'JPY' })
    expect(await desk.book(abroad, 1, theirs)).toMatchObject(refusedOn('legs'))
    const held = (await desk.book(abroad, 1, { ...theirs, status: 'on_hold' })).body
    expect(await desk.step(held, 'confirm')).toMatchObject(refusedOn('legs'))
    const own = (await desk.book(abroad, 1)).body
    const give = { ...why, partner_id: partner['id'] }
    expect(await desk.step(own, 'hand-over', give)).toMatchObject(refusedOn('partner_id'))
    expect((await desk.book(journey, 1, theirs)).status).toBe(201)
    const free = await make(desk.admin, 'partners', { status: 'active', contract: PARTNER_CONTRACT })
    expect((await desk.book(abroad, 1, { ...theirs, partner_id: free['id'] })).status).toBe(201)
  })

  it('does not owe more after the undo of a breakdown', async () => {
    const vehicle = await make(desk.admin, 'vehicles')
    const broken = await make(desk.admin, 'journeys', { route_id: journey['route_id'], vehicle_id: vehicle['id'] })
    const theirs = { partner_id: (await partnerOf(2000))['id'], channel: 'partner' }
    const party = (await desk.book(broken, 2, theirs)).body
    const cause = {
      kind: 'downtime',
      vehicle_id: vehicle['id'],
      starts_at: '2030-05-20T05:00:00Z',
      ends_at: null,
      downtime_kind: 'breakdown',
      note: null,
    }
    const jobs = [{ job_id: broken['id'], action: 'cancel' }]
    const done = await desk.admin.post('/resolutions', { cause, reason: 'Engine', jobs })
    expect(await desk.read(party)).toMatchObject({ status: 'cancelled' })
    const instead = (await desk.book(journey, 2, theirs)).body
    const path = `/resolutions/${String(done.body['id'])}/undo`
    expect(await desk.admin.post(path)).toMatchObject(REFUSED_PARTNER)
    await desk.step(instead, 'cancel', { ...why, waive_fee: true })
    expect((await desk.admin.post(path)).status).toBe(200)
    expect(await desk.read(party)).toMatchObject({ status: 'confirmed' })
  })
})
