import { uuidv7 } from 'uuidv7'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useApi, type Client, type Json } from '../support/api'
import { useBooking } from '../support/booking'
import { make } from '../support/factories'
import { PARTNER_CONTRACT, usePartners } from '../support/partner'
import { statementsOf } from '../support/statements'

const api = useApi()
const desk = useBooking(api)
const { program } = usePartners(api)
const PRICED = { headers: { 'octo-capabilities': 'octo/pricing' } }
const DAY = { localDateStart: '2030-05-20', localDateEnd: '2030-05-20' }

let live: Client
let test: Client
let foreign: Client
let secret: string
let journey: Json
let product: Json
let slot: Json

beforeAll(async () => {
  await desk.at('2030-05-20T04:00:00Z')
  const partner = await make(desk.admin, 'partners', { status: 'active', contract: PARTNER_CONTRACT })
  const other = await make(desk.admin, 'partners', { status: 'active', contract: PARTNER_CONTRACT })
  const bearer = async (whose: Json, environment: 'live' | 'test') => {
    secret = (await program(whose, environment)).secret
    return api.client({ authorization: `Bearer ${secret}` })
  }
  foreign = await bearer(other, 'live')
  test = await bearer(partner, 'test')
  live = await bearer(partner, 'live')
  const route = await make(desk.admin, 'routes')
  await make(desk.admin, 'fares', { route_id: route['id'], amount_minor: 1000 })
  journey = await make(desk.admin, 'journeys', { route_id: route['id'], departure_time: '12:00:00', capacity: 10 })
})
beforeEach(async () => {
  const { rows } = await live.get('/octo/products', PRICED)
  product = rows.find(({ id }) => String(id).startsWith(String(journey['route_id']))) ?? {}
  const { rows: slots } = await availability({ ...DAY, units: [{ id: 'adult', quantity: 2 }] })
  slot = slots[0] ?? {}
})

const availability = (more: Json, path = '/octo/availability', extra: typeof PRICED | object = PRICED) =>
  live.post(path, { productId: product['id'], optionId: 'DEFAULT', ...more }, extra)
const request = (more: Json = {}): Json => ({
  productId: product['id'],
  optionId: 'DEFAULT',
  availabilityId: slot['id'],
  unitItems: [{ unitId: 'adult' }, { unitId: 'adult' }],
  ...more,
})
const reserve = (more: Json = {}, by = live) => by.post('/octo/bookings', request(more), PRICED)
const step = (booking: Json, verb: string, body?: Json, by = live) =>
  by.post(`/octo/bookings/${String(booking['uuid'])}/${verb}`, body)

describe('the catalogue of OCTO', () => {
  it('contains the operator, and a product for each segment of a route with a fare', async () => {
    const supplier = await live.get('/octo/supplier')
    expect(supplier).toMatchObject({ status: 200, body: { endpoint: expect.stringMatching(/\/octo$/) as string } })
    const { rows: capabilities } = await live.get('/octo/capabilities')
    expect(capabilities).toMatchObject([{ id: 'octo/pricing', required: false, dependencies: [] }])
    expect(product).toMatchObject({
      availabilityType: 'START_TIME',
      pricingPer: 'UNIT',
      defaultCurrency: 'EUR',
      options: [{ id: 'DEFAULT', availabilityLocalStartTimes: ['12:00'] }],
    })
    const [option] = product['options'] as { units: Json[] }[]
    expect(option?.units.map(({ id, type }) => [id, type])).toEqual([
      ['adult', 'ADULT'],
      ['infant', 'INFANT'],
    ])
    expect(option?.units[0]?.['pricingFrom']).toMatchObject([{ retail: 1000, net: 875, currencyPrecision: 2 }])
    const plain = await live.get(`/octo/products/${String(product['id'])}`)
    expect(plain).toMatchObject({ status: 200, body: { id: product['id'] }, headers: { 'octo-capabilities': '' } })
    expect(JSON.stringify(plain.body)).not.toContain('pricing')
  })

  it('contains days and departures with seats and prices', async () => {
    const days = await availability(
      { localDateStart: '2030-05-19', localDateEnd: '2030-05-20' },
      '/octo/availability/calendar',
    )
    expect(days.rows).toMatchObject([
      { localDate: '2030-05-19', available: false, status: 'CLOSED', vacancies: 0 },
      { localDate: '2030-05-20', available: true, status: 'AVAILABLE', unitPricingFrom: [{ unitId: 'adult' }, {}] },
    ])
    expect(slot).toMatchObject({
      localDateTimeStart: '2030-05-20T12:00:00+03:00',
      available: true,
      unitPricing: [{ unitId: 'adult', retail: 1000 }, { unitId: 'infant' }],
      pricing: { retail: 2000, net: 1750, currency: 'EUR' },
    })
    expect((await availability({ availabilityIds: [slot['id']] })).rows).toMatchObject([{ id: slot['id'] }])
    const many = await availability({ ...DAY, units: [{ id: 'adult', quantity: 11 }] })
    expect(many.rows).toMatchObject([{ available: false, status: 'SOLD_OUT' }])
  })
})

describe('a price by OCTO', () => {
  it('is the total: with tax on top and the mandatory add-ons', async () => {
    const company = (changes: Json) => desk.admin.patch('/company', changes, { ifMatch: '*' })
    expect((await company({ tax_mode: 'exclusive', fare_tax_bp: 900 })).status).toBe(200)
    const fee = await make(desk.admin, 'addons', {
      mandatory: true,
      pricing: 'per_reservation',
      route_ids: [journey['route_id']],
    })
    const { rows } = await availability({ ...DAY, units: [{ id: 'adult', quantity: 2 }] })
    const days = await availability(DAY, '/octo/availability/calendar')
    const products = await live.get(`/octo/products/${String(product['id'])}`, PRICED)
    await desk.admin.patch(`/addons/${String(fee['id'])}`, { status: 'inactive' }, { ifMatch: '*' })
    await company({ tax_mode: 'inclusive', fare_tax_bp: 0 })
    expect(rows).toMatchObject([
      { unitPricing: [{ unitId: 'adult', retail: 1590 }, {}], pricing: { retail: 2680, currency: 'EUR' } },
    ])
    expect(days.rows).toMatchObject([{ unitPricingFrom: [{ unitId: 'adult', retail: 1590 }, {}] }])
    const [option] = products.body['options'] as { units: Json[] }[]
    expect(option?.units[0]?.['pricingFrom']).toMatchObject([{ retail: 1590 }])
  })
})

describe('an OCTO booking', () => {
  it('is reserved, extended, confirmed, changed and cancelled', async () => {
    const uuid = uuidv7()
    const item = uuidv7()
    const held = await reserve({
      uuid,
      expirationMinutes: 5,
      unitItems: [{ uuid: item, unitId: 'adult' }, { unitId: 'adult' }],
    })
    expect(held).toMatchObject({
      status: 200,
      body: {
        uuid,
        testMode: false,
        status: 'ON_HOLD',
        utcExpiresAt: '2030-05-20T04:15:00.000Z',
        productId: product['id'],
        availabilityId: slot['id'],
        contact: { fullName: null },
        cancellable: true,
        unitItems: [{ uuid: item, unitId: 'adult', status: 'ON_HOLD', ticket: { deliveryOptions: [] } }, {}],
        pricing: { retail: 2000, net: 1750 },
      },
    })
    expect((await reserve({ uuid })).body).toMatchObject({ id: held.body['id'], unitItems: [{ uuid: item }, {}] })
    expect((await desk.counters(journey))[0]).toEqual([2, 0])

    api.now = new Date('2030-05-20T04:05:00Z')
    expect((await step(held.body, 'extend')).body).toMatchObject({ utcExpiresAt: '2030-05-20T04:20:00.000Z' })

    const confirmed = await step(held.body, 'confirm', {
      resellerReference: 'VOUCHER-1',
      contact: { firstName: 'Ana', lastName: 'Ruiz', phoneNumber: '+34 600 111 222', locales: ['ar-EG'] },
      unitItems: [{ uuid: item, unitId: 'adult', contact: { fullName: 'Ana Ruiz' } }, { unitId: 'adult' }],
    })
    expect(confirmed).toMatchObject({
      status: 200,
      body: {
        status: 'CONFIRMED',
        utcConfirmedAt: '2030-05-20T04:05:00.000Z',
        resellerReference: 'VOUCHER-1',
        contact: { fullName: 'Ana Ruiz', phoneNumber: '+34600111222', locales: ['ar'] },
        unitItems: [{ uuid: item, contact: { fullName: 'Ana Ruiz' } }, { contact: { fullName: null } }],
      },
    })
    expect((await desk.counters(journey))[0]).toEqual([0, 2])
    const [first] = confirmed.body['unitItems'] as { ticket: { deliveryOptions: { deliveryValue: string }[] } }[]
    const scan = await desk.admin.post('/reservations/scan', {
      payload: first?.ticket.deliveryOptions[0]?.deliveryValue,
      action: 'verify',
    })
    expect(scan.body).toMatchObject({ is_valid: true, reference: confirmed.body['supplierReference'] })

    const units = [{ uuid: item, unitId: 'adult' }, { unitId: 'adult' }, { unitId: 'adult' }]
    const changed = await live.patch(`/octo/bookings/${uuid}`, { unitItems: units, notes: 'Two bikes' }, PRICED)
    expect(changed.body).toMatchObject({
      notes: 'Two bikes',
      pricing: { retail: 3000 },
      unitItems: [{ uuid: item, contact: { fullName: 'Ana Ruiz' } }, {}, {}],
    })
    expect((await desk.counters(journey))[0]).toEqual([0, 3])

    const cancelled = await step(held.body, 'cancel', { reason: 'Ill' })
    expect(cancelled.body).toMatchObject({ status: 'CANCELLED', cancellable: false, cancellation: { reason: 'Ill' } })
    expect((await desk.counters(journey))[0]).toEqual([0, 0])
    expect(await step(held.body, 'extend')).toMatchObject({ status: 400, body: { error: 'UNPROCESSABLE_ENTITY' } })
  })

  it('is found by its references, and only by its own key', async () => {
    const { body } = await reserve({ resellerReference: 'FIND-ME' })
    const find = async (by: Client, query: string) => (await by.get(`/octo/bookings?${query}`)).rows.map(({ id }) => id)
    expect(await find(live, 'resellerReference=FIND-ME')).toEqual([body['id']])
    expect(await find(live, `supplierReference=${String(body['supplierReference'])}`)).toEqual([body['id']])
    expect(await find(live, 'resellerReference=FIND-ME&localDate=2030-05-21')).toEqual([])
    const mine = await reserve({ resellerReference: 'TEST-ONE' }, test)
    expect(mine.body).toMatchObject({ testMode: true, status: 'ON_HOLD' })
    for (const [booking, others] of [
      [body, [foreign, test]],
      [mine.body, [foreign, live]],
    ] as const)
      for (const by of others) {
        expect(await find(by, `resellerReference=${String(booking['resellerReference'])}`)).toEqual([])
        const uuid = String(booking['uuid'])
        const answers = [
          await by.get(`/octo/bookings/${uuid}`),
          await by.patch(`/octo/bookings/${uuid}`, { notes: 'mine' }),
          ...(await Promise.all(['confirm', 'extend', 'cancel'].map((verb) => step(booking, verb, {}, by)))),
        ]
        for (const answer of answers)
          expect(answer).toMatchObject({ status: 400, body: { error: 'INVALID_BOOKING_UUID', uuid } })
      }
  })

  it('is listed by the same number of statements for many as for one', async () => {
    const resellerReference = uuidv7()
    const listing = () => live.get(`/octo/bookings?resellerReference=${resellerReference}`, PRICED)
    // A timer writes the call log and may fire during any call.
    const isRead = (text: string) => /^\s*(select|with)\b/i.test(text) && !/partner_(api_logs|call_days)/.test(text)
    const statements = async () => {
      const asked = await statementsOf(async () => void expect((await listing()).status).toBe(200))
      return asked.filter(isRead)
    }
    const made = async () => (await reserve({ resellerReference, unitItems: [{ unitId: 'adult' }] })).body['uuid']
    const uuids = [await made()]
    await statements()
    const forOne = await statements()
    for (let more = 0; more < 4; more += 1) uuids.unshift(await made())
    expect(await statements()).toHaveLength(forOne.length)
    expect((await listing()).rows.map(({ uuid }) => uuid)).toEqual(uuids)
  })

  it('is refused with the error codes of OCTO', async () => {
    const code = async (answer: Promise<{ status: number; body: Json }>) => {
      const { status, body } = await answer
      return `${status} ${String(body['error'])}`
    }
    const other = `${String(product['id']).slice(0, -12)}000000000000`
    expect(await code(live.get('/octo/products/none'))).toBe('400 INVALID_PRODUCT_ID')
    expect(await code(reserve({ productId: other }))).toBe('400 INVALID_PRODUCT_ID')
    expect(await code(reserve({ optionId: 'VIP' }))).toBe('400 INVALID_OPTION_ID')
    expect(await code(reserve({ availabilityId: 'never' }))).toBe('400 INVALID_AVAILABILITY_ID')
    expect(await code(reserve({ unitItems: [{ unitId: 'dog' }] }))).toBe('400 INVALID_UNIT_ID')
    expect(await code(reserve({ unitItems: [] }))).toBe('400 UNPROCESSABLE_ENTITY')
    expect(await code(reserve({ unitItems: Array.from({ length: 11 }, () => ({ unitId: 'adult' })) }))).toBe(
      '400 UNPROCESSABLE_ENTITY',
    )
    expect(await code(live.post('/octo/bookings', {}))).toBe('400 BAD_REQUEST')
    expect(await code(live.get('/octo/bookings/none'))).toBe('400 INVALID_BOOKING_UUID')
    expect(await code(api.client({}).get('/octo/supplier'))).toBe('401 UNAUTHORIZED')
    const token = api.client({ authorization: `Token ${secret}` })
    expect(await code(token.get('/octo/supplier'))).toBe('401 UNAUTHORIZED')
  })

  it('has the error format of OCTO without a route, too, with the status of HTTP', async () => {
    expect(await live.post('/octo/products', {})).toMatchObject({
      status: 405,
      headers: { allow: 'GET, HEAD, OPTIONS' },
      body: {
        error: 'BAD_REQUEST',
        code: 'method_not_allowed',
        errorMessage: expect.stringContaining('GET') as string,
      },
    })
    expect(await live.get('/octo/offers')).toMatchObject({
      status: 404,
      body: {
        error: 'BAD_REQUEST',
        code: 'not_found',
        errorMessage: expect.stringContaining('/octo/offers') as string,
      },
    })
  })
})
