import { beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { useApi, type Answer, type Client, type Json } from '../support/api'
import { adults, ride, useBooking } from '../support/booking'
import { make, makeUnpriced, unique } from '../support/factories'
import { PARTNER_CONTRACT, usePartners } from '../support/partner'

const api = useApi()
const desk = useBooking(api)
const { program } = usePartners(api)

let partner: Json
let other: Json
let route: Json
let journey: Json
let live: Client
let test: Client
let foreign: Client

beforeAll(async () => {
  await desk.at('2030-05-20T04:00:00Z')
  partner = await make(desk.admin, 'partners', { status: 'active', contract: PARTNER_CONTRACT })
  other = await make(desk.admin, 'partners', { status: 'active', contract: PARTNER_CONTRACT })
  live = (await program(partner)).client
  test = (await program(partner, 'test')).client
  foreign = (await program(other)).client
  route = await make(desk.admin, 'routes')
  await make(desk.admin, 'fares', { route_id: route['id'], amount_minor: 1000 })
})
beforeEach(async () => {
  journey = await make(desk.admin, 'journeys', { route_id: route['id'], departure_time: '12:00:00', capacity: 10 })
})

const book = (by: Client = live, more: Json = {}, headers: Record<string, string> = {}): Promise<Answer> =>
  by.post(
    '/partner/trips/',
    {
      partner_reference: unique('SV-'),
      legs: [ride(journey)],
      passengers: adults(2),
      lead_name: 'Ana Ruiz',
      ...more,
    },
    { headers },
  )
const step = (trip: Json, verb: string, body: Json = {}, { by = live, ifMatch = '*', key = '' } = {}) =>
  by.post(`/partner/trips/${String(trip['id'])}/${verb}/`, body, {
    ifMatch,
    ...(key !== '' && { headers: { 'idempotency-key': key } }),
  })
const read = (trip: Json, by: Client = live, part = '') => by.get(`/partner/trips/${String(trip['id'])}/${part}`)
const quote = async (passengers: Json = { adult: 2 }) =>
  (await live.post(`/partner/journeys/${String(journey['id'])}/quote/`, { board_seq: 1, alight_seq: 3, passengers }))
    .body

describe('a trip', () => {
  it('is held at the price of its quote, confirmed, and ticketed', async () => {
    const { price_hash } = await quote()
    const held = await book(live, { price_hash })
    expect(held).toMatchObject({
      status: 201,
      headers: { etag: '"1"' },
      body: {
        status: 'on_hold',
        environment: 'live',
        gross_minor: 2000,
        commission_minor: 250,
        net_minor: 1750,
        hold_expires_at: '2030-05-20T04:15:00Z',
        hold_extensions_left: 2,
        price_hash,
        legs: [{ journey_id: journey['id'], departs_at: '2030-05-20T09:00:00Z', arrives_at: '2030-05-20T09:45:00Z' }],
        passengers: [{ position: 1, status: 'booked' }, { position: 2 }],
      },
    })
    expect(await desk.counters(journey)).toEqual([
      [2, 0],
      [2, 0],
    ])
    expect((await read(held.body, live, 'tickets/')).rows).toEqual([])
    const confirmed = await step(held.body, 'confirm', { price_hash }, { ifMatch: '"1"' })
    expect(confirmed).toMatchObject({ status: 200, headers: { etag: '"2"' }, body: { status: 'confirmed' } })
    expect(await desk.counters(journey)).toEqual([
      [0, 2],
      [0, 2],
    ])
    const { rows } = await read(held.body, live, 'tickets/')
    expect(rows).toHaveLength(2)
    const scan = await desk.admin.post('/reservations/scan', { payload: rows[0]?.['payload'], action: 'verify' })
    expect(scan.body).toMatchObject({ reference: held.body['reference'], is_valid: true })
    const text = JSON.stringify([held.body, confirmed.body])
    for (const secret of ['internal_notes', 'booked_by', 'rule_id', 'customer_id']) expect(text).not.toContain(secret)
  })

  it('is refused at another price, beyond the seats, without a fare and after the end of sales', async () => {
    const { price_hash } = await quote({ adult: 1 })
    const changed = await book(live, { price_hash })
    expect(changed).toMatchObject({
      status: 409,
      body: {
        code: 'price_changed',
        retryable: false,
        errors: [{ pointer: '/price_hash' }],
        price: { quoted: { total_minor: 1000 }, current: { total_minor: 2000 } },
      },
    })
    expect(await book(live, { passengers: adults(11) })).toMatchObject({ status: 409, body: { code: 'sold_out' } })
    const unpriced = await makeUnpriced(desk.admin)
    expect(await book(live, { legs: [ride(unpriced)] })).toMatchObject({ status: 422, body: { code: 'no_fare' } })
    await desk.at('2030-05-20T09:00:00Z')
    expect(await book()).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    expect(await desk.counters(journey)).toEqual([
      [0, 0],
      [0, 0],
    ])
  })

  it('exists once for each reference of the partner', async () => {
    const first = await book(live, { partner_reference: 'ONCE-1' })
    const again = await book(live, { partner_reference: 'ONCE-1' })
    expect(again).toMatchObject({
      status: 409,
      body: { code: 'already_exists', current: { id: first.body['id'], partner_reference: 'ONCE-1' } },
    })
    expect((await book(foreign, { partner_reference: 'ONCE-1' })).status).toBe(201)
    expect((await book(test, { partner_reference: 'ONCE-1' })).status).toBe(201)
    const rush = await Promise.all(Array.from({ length: 5 }, () => book(live, { partner_reference: 'ONCE-2' })))
    expect(rush.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
  })

  it('is created once for each Idempotency-Key of a credential', async () => {
    const headers = { 'idempotency-key': 'k-1' }
    const body = { partner_reference: 'KEY-1' }
    const first = await book(live, body, headers)
    const again = await book(live, body, headers)
    expect(again).toMatchObject({
      status: 201,
      body: first.body,
      headers: { 'idempotent-replayed': 'true', etag: '"1"' },
    })
    expect(first.headers['idempotent-replayed']).toBeUndefined()
    expect(await book(live, { partner_reference: 'KEY-2' }, headers)).toMatchObject({
      status: 422,
      body: { code: 'idempotency_mismatch' },
    })
    expect((await book(foreign, body, headers)).body['id']).not.toBe(first.body['id'])
    const both = await Promise.all([1, 2].map(() => step(first.body, 'cancel', {}, { key: 'k-2' })))
    // The second call is refused with a retry, or gets the first response where that call is already complete.
    const [second] = both.filter(({ status, headers }) => status !== 200 || headers['idempotent-replayed'] === 'true')
    expect(both.some(({ status }) => status === 200)).toBe(true)
    expect(second).toBeDefined()
    if (second?.status !== 200)
      expect(second).toMatchObject({ body: { code: 'idempotency_in_progress' }, headers: { 'retry-after': '5' } })
    const later = await step(first.body, 'cancel', {}, { key: 'k-2' })
    expect(later).toMatchObject({ status: 200, headers: { 'idempotent-replayed': 'true' } })
    expect((await desk.counters(journey))[0]).toEqual([2, 0])
  })

  it('requires the version that was read', async () => {
    const { body } = await book()
    const path = `/partner/trips/${String(body['id'])}/confirm/`
    expect(await live.post(path, {})).toMatchObject({ status: 428, body: { code: 'precondition_required' } })
    await desk.change(body, { internal_notes: 'Canary of the notes' })
    const stale = await step(body, 'confirm', {}, { ifMatch: '"1"' })
    expect(stale).toMatchObject({ status: 412, body: { code: 'version_mismatch', current: { version: 2 } } })
    expect(JSON.stringify(stale.body)).not.toContain('Canary')
  })

  it('is extended twice, and not confirmed after its hold', async () => {
    const { body } = await book()
    await desk.at('2030-05-20T04:10:00Z')
    expect((await step(body, 'extend')).body).toMatchObject({
      hold_expires_at: '2030-05-20T04:25:00Z',
      hold_extensions_left: 1,
    })
    expect((await step(body, 'extend')).status).toBe(200)
    expect(await step(body, 'extend')).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    await desk.at('2030-05-20T04:25:00Z')
    expect(await step(body, 'confirm')).toMatchObject({ status: 409, body: { code: 'hold_expired' } })
  })

  it('accepts corrected names and contact, at the same price', async () => {
    const { body } = await book(live, { confirm: true })
    const { rows: before } = await read(body, live, 'tickets/')
    const request = {
      lead_phone: '+34600111222',
      flight: { number: 'FR4021' },
      passengers: [{ position: 2, name: 'Eva Ruiz' }],
    }
    const changed = await live.patch(`/partner/trips/${String(body['id'])}/`, request, { ifMatch: '"1"' })
    expect(changed).toMatchObject({
      status: 200,
      body: {
        version: 2,
        gross_minor: 2000,
        lead_phone: '+34600111222',
        flight: { number: 'FR4021' },
        passengers: [{ name: null }, { name: 'Eva Ruiz' }],
      },
    })
    const { rows: after } = await read(body, live, 'tickets/')
    expect(after.map(({ payload }) => payload)).toEqual(before.map(({ payload }) => payload))
    const outside = { passengers: [{ position: 3, name: 'Nobody' }] }
    expect((await live.patch(`/partner/trips/${String(body['id'])}/`, outside, { ifMatch: '*' })).body).toMatchObject({
      errors: [{ pointer: '/passengers/0/position' }],
    })
    await desk.at('2030-05-20T09:00:00Z')
    const late = await live.patch(`/partner/trips/${String(body['id'])}/`, { lead_name: 'X' }, { ifMatch: '*' })
    expect(late).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
  })

  it('is changed at the price of a simulation', async () => {
    const { body } = await book(live, { confirm: true })
    const trial = await step(body, 'change', { passengers: adults(3), simulate: true })
    expect(trial.body).toMatchObject({ gross_minor: 3000, difference_minor: 1000, seats: 3 })
    expect((await read(body)).body).toMatchObject({ version: 1, gross_minor: 2000 })
    expect((await desk.counters(journey))[0]).toEqual([0, 2])
    const wrong = await step(body, 'change', { passengers: adults(3), price_hash: 'a'.repeat(64) })
    expect(wrong).toMatchObject({ status: 409, body: { code: 'price_changed' } })
    const agreed = { passengers: adults(3), price_hash: trial.body['price_hash'] }
    expect((await step(body, 'change', agreed)).body).toMatchObject({ gross_minor: 3000, difference_minor: 1000 })
    expect((await desk.counters(journey))[0]).toEqual([0, 3])
    expect(await step(body, 'change', { passengers: adults(11) })).toMatchObject({
      status: 409,
      body: { code: 'sold_out' },
    })
  })

  it('has the status that follows from the passengers who stay and join', async () => {
    const { body } = await book(live, { confirm: true })
    expect((await desk.step(body, 'check-in', { positions: [1] })).body).toMatchObject({ status: 'confirmed' })
    expect((await step(body, 'change', { passengers: adults(1) })).body).toMatchObject({ status: 'checked_in' })
    expect((await step(body, 'change', { passengers: adults(2) })).body).toMatchObject({ status: 'confirmed' })
  })

  it('is cancelled once, for the fee of a simulation', async () => {
    const { body } = await book(live, { confirm: true })
    const trial = await step(body, 'cancel', { simulate: true })
    expect(trial).toMatchObject({ status: 200, body: { status: 'cancelled' } })
    expect((await read(body)).body).toMatchObject({ status: 'confirmed' })
    const fee = trial.body['cancellation_fee_minor']
    expect(fee).toBeGreaterThan(0)
    expect((await step(body, 'cancel')).body).toMatchObject({ status: 'cancelled', cancellation_fee_minor: fee })
    expect((await step(body, 'cancel')).status).toBe(200)
    expect((await desk.counters(journey))[0]).toEqual([0, 0])
  })

  it('shows its history without internal data of the operator', async () => {
    const { body } = await book()
    await step(body, 'confirm')
    await desk.change(body, { internal_notes: 'Canary of the notes' })
    await desk.step(body, 'cancel', { reason: 'Road closed' })
    const { rows } = await read(body, live, 'events/')
    expect(rows.map(({ type, by }) => [type, by])).toEqual([
      ['created', 'partner'],
      ['confirmed', 'partner'],
      ['cancelled', 'operator'],
    ])
    expect(rows[2]).toMatchObject({ reason: 'Road closed' })
    expect(JSON.stringify(rows)).not.toMatch(/Canary|admin/)
  })
})

describe('the contract', () => {
  const bound = async (terms: Json, environment: 'live' | 'test' = 'live', status = 'active') => {
    const contract = { ...PARTNER_CONTRACT, ...terms }
    return (await program(await make(desk.admin, 'partners', { status, contract }), environment)).client
  }

  it('defines who may cancel, and at which price', async () => {
    const none = await bound({ cancel_rights: 'none' })
    const held = (await book(none)).body
    expect((await step(held, 'cancel', {}, { by: none })).status).toBe(200)
    const sold = (await book(none, { confirm: true })).body
    for (const verb of ['cancel', 'change'])
      expect(await step(sold, verb, {}, { by: none }), verb).toMatchObject({ body: { code: 'invalid_state' } })
    const free = await bound({ cancel_rights: 'before_departure' })
    const late = (await book(free, { confirm: true })).body
    expect((await step(late, 'cancel', {}, { by: free })).body).toMatchObject({ cancellation_fee_minor: 0 })
  })

  it('limits the debt, also in a rush', async () => {
    const poor = await bound({ credit_limit_minor: 3000 })
    const rush = await Promise.all([1, 2, 3, 4].map(() => book(poor, { confirm: true, passengers: adults(2) })))
    expect(rush.map(({ body }) => body['code'] ?? 'ok').sort()).toEqual([
      'credit_limit',
      'credit_limit',
      'credit_limit',
      'ok',
    ])
    const held = (await book(poor)).body
    expect(await step(held, 'confirm', {}, { by: poor })).toMatchObject({ status: 422, body: { code: 'credit_limit' } })
    expect((await desk.counters(journey))[0]).toEqual([2, 2])
  })

  it('limits the routes and the days, and live sales require the approval of the operator', async () => {
    const elsewhere = await bound({ allowed_route_ids: [(await make(desk.admin, 'routes'))['id']] })
    expect(await book(elsewhere)).toMatchObject({ status: 422, body: { errors: [{ pointer: '/legs/0/journey_id' }] } })
    expect(await book(await bound({ valid_from: '2030-06-01' }))).toMatchObject({ body: { code: 'invalid_state' } })
    expect(await book(await bound({}, 'live', 'draft'))).toMatchObject({ body: { code: 'invalid_state' } })
    expect((await book(await bound({}, 'test', 'draft'))).status).toBe(201)
  })
})

describe('I13 the test environment', () => {
  it('takes no seat, is in no list of live data, and its tickets are not valid for boarding', async () => {
    const { body } = await book(test, { confirm: true, lead_name: 'Wagtail of the test' })
    expect(body).toMatchObject({ environment: 'test', status: 'confirmed' })
    expect((await desk.counters(journey))[0]).toEqual([0, 0])
    const lists = [
      await desk.admin.list('reservations'),
      await desk.admin.list('reservations', { filter: { q: 'Wagtail of the test' } }),
      await desk.admin.list('reservations', { filter: { journey_id: journey['id'] } }),
      await desk.admin.get('/search?q=Wagtail of the test'),
    ]
    expect(JSON.stringify(lists.map(({ rows, body: actual }) => [rows, actual]))).not.toContain('Wagtail')
    const asked = await desk.admin.list('reservations', { filter: { environment: 'test', q: 'Wagtail of the test' } })
    expect(asked.rows).toMatchObject([{ id: body['id'] }])
    const { rows } = await read(body, test, 'tickets/')
    for (const { payload } of [...rows, ...(await desk.admin.get(`/reservations/${String(body['id'])}/tickets`)).rows])
      expect(await desk.admin.post('/reservations/scan', { payload, action: 'board' })).toMatchObject({
        status: 422,
        body: { code: 'ticket_invalid' },
      })
    expect(await step(body, 'change', { passengers: adults(3) }, { by: test })).toMatchObject({ status: 200 })
    expect(await step(body, 'cancel', {}, { by: test })).toMatchObject({ status: 200 })
    expect((await desk.counters(journey))[0]).toEqual([0, 0])
    const actual = await api.db.selectFrom('notifications').select('wording').execute()
    expect(JSON.stringify(actual)).not.toContain(String(body['reference']))
    expect((await desk.admin.delete(`/journeys/${String(journey['id'])}`, { ifMatch: '*' })).status).toBe(200)
  })

  it('is not accessible to live keys, nor the live one to test keys', async () => {
    const sold = (await book(live)).body
    const tried = (await book(test)).body
    for (const [trip, by] of [
      [sold, test],
      [tried, live],
    ] as const)
      for (const answer of [await read(trip, by), await step(trip, 'cancel', {}, { by })])
        expect(answer).toMatchObject({ status: 403, body: { code: 'environment_mismatch' } })
  })
})

describe('the list of trips', () => {
  it('has the requested order, pages, and a total only on request', async () => {
    const list = async (query: string) =>
      (await live.get(`/partner/trips/?${query}`)).body as unknown as { results: Json[]; next: string; count?: number }
    const all = (await list('limit=200&ordering=updated_at')).results.map(({ updated_at }) => updated_at)
    expect(all).toEqual([...all].sort())
    const first = await list('limit=3&ordering=updated_at&count=true')
    expect(first.count).toBe(all.length)
    const second = await list(`limit=3&ordering=updated_at&cursor=${first.next}`)
    expect([...first.results, ...second.results].map(({ updated_at }) => updated_at)).toEqual(all.slice(0, 6))
    expect(second.count).toBeUndefined()
    expect((await live.get(`/partner/trips/?limit=3&ordering=travel_at&cursor=${first.next}`)).status).toBe(400)
  })
})

describe('I3 the last seats for two keys and staff', () => {
  const attempts = inject('postgresServer') === null ? 12 : 60
  it('are not sold twice', async () => {
    const answers = await Promise.all(
      Array.from({ length: attempts }, (_, index) => {
        const request = { passengers: adults(1), confirm: index % 2 === 0 }
        return index % 3 === 0 ? desk.book(journey, 1) : book(index % 3 === 1 ? live : foreign, request)
      }),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
    const refused = new Set(answers.filter(({ status }) => status !== 201).map(({ body }) => body['code']))
    expect([...refused]).toEqual(['sold_out'])
    const [leg = []] = await desk.counters(journey)
    expect(Number(leg[0]) + Number(leg[1])).toBe(10)
  })
})
