import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useApi, type Answer, type Client, type Json } from '../support/api'
import { adults, ride, useBooking } from '../support/booking'
import { make, unique } from '../support/factories'
import { PARTNER_CONTRACT, usePartners } from '../support/partner'
import { sweepOf } from '../support/work'

const api = useApi()
const desk = useBooking(api)
const { program } = usePartners(api)
const BOUNDS = { held_seats_max: 6, holds_max: 4, lapsed_holds_max: 2 }
const START = '2030-05-20T04:00:00Z'

let route: Json
let journey: Json
let partner: Json
let live: Client

const departure = (more: Json = {}) =>
  make(desk.admin, 'journeys', {
    route_id: route['id'],
    service_date: '2030-05-25',
    departure_time: '12:00:00',
    capacity: 40,
    ...more,
  })
const client = async (of: Json, environment: 'live' | 'test' = 'live') => (await program(of, environment)).client
const partnerWith = (more: Json = {}) =>
  make(desk.admin, 'partners', { status: 'active', contract: PARTNER_CONTRACT, ...BOUNDS, ...more })
const setBounds = async (bounds: Json) =>
  expect((await desk.admin.patch(`/partners/${String(partner['id'])}`, bounds, { ifMatch: '*' })).status).toBe(200)

beforeAll(async () => {
  await desk.at(START)
  route = await make(desk.admin, 'routes')
  await make(desk.admin, 'fares', { route_id: route['id'], amount_minor: 1000 })
})
beforeEach(async () => {
  journey = await departure()
  partner = await partnerWith()
  live = await client(partner)
})

const hold = (seats: number, { by = live, on = journey, ...more }: Json & { by?: Client; on?: Json } = {}) =>
  by.post('/partner/trips/', {
    partner_reference: unique('SV-'),
    legs: [ride(on)],
    passengers: adults(seats),
    lead_name: 'Ana Ruiz',
    ...more,
  })
const step = (trip: Answer, verb: string, body: Json = {}, by = live) =>
  by.post(`/partner/trips/${String(trip.body['id'])}/${verb}/`, body, { ifMatch: '*' })
const heldOn = async (on: Json) => (await desk.counters(on)).map(([held]) => held)
const onHold = async () => (await desk.admin.get(`/partners/${String(partner['id'])}/holds`)).body
const statuses = (answers: Answer[]) => answers.map(({ status }) => status).sort()
const MADE = { status: 201 }
const LIMIT = { status: 409, body: { code: 'hold_limit', retryable: false } }
const REPEATED = { status: 409, body: { code: 'holds_repeated', retryable: true } }

describe('holds of a partner', () => {
  it('are limited by seats, and the refusal names limit, holds and remedy', async () => {
    expect(await hold(4)).toMatchObject(MADE)
    expect(await hold(2)).toMatchObject(MADE)
    const refused = await hold(1)
    expect(refused).toMatchObject(LIMIT)
    expect(refused.headers['content-type']).toContain('application/problem+json')
    expect(refused.body['detail']).toBe(
      'You have 6 seats in 2 holds on hold; with this it would be 7 seats in 3 holds. ' +
        'Your contract allows 6 seats in 4 holds at once. ' +
        'Confirm or cancel a hold, wait until one expires, or ask the operator for more.',
    )
    expect(await heldOn(journey)).toEqual([6, 6])
    expect(await onHold()).toMatchObject({
      held_seats_max: 6,
      holds_max: 4,
      live: { seats: 6, holds: 2 },
      test: { seats: 0, holds: 0 },
    })
  })

  it('are limited in number', async () => {
    for (let count = 0; count < 4; count += 1) expect(await hold(1)).toMatchObject(MADE)
    expect(await hold(1)).toMatchObject(LIMIT)
  })

  it('count a seat on each departure of a trip', async () => {
    const back = await departure({ departure_time: '18:00:00' })
    const legs = [ride(journey), ride(back)]
    expect(await hold(4, { legs })).toMatchObject(LIMIT)
    expect(await hold(3, { legs })).toMatchObject(MADE)
    expect(await hold(1)).toMatchObject(LIMIT)
  })

  it('count a child seat for a passenger without a seat', async () => {
    const type = await make(desk.admin, 'vehicle-types', { seats: 40, child_seats: 20 })
    const on = await departure({ vehicle_type_id: type['id'] })
    const infants = Array.from({ length: 7 }, () => ({ category: 'infant', needs: ['child_seat'] }))
    expect(await hold(1, { on, passengers: [...adults(1), ...infants] })).toMatchObject(LIMIT)
    expect(await hold(1, { on, passengers: [...adults(1), ...infants.slice(1)] })).toMatchObject(MADE)
    expect(await hold(1, { on })).toMatchObject(LIMIT)
  })

  it('are limited in the pieces of an add-on with a small stock', async () => {
    const limited = { pricing: 'per_unit', stock_per_journey: 100, route_ids: [route['id']] }
    const bike = await make(desk.admin, 'addons', limited)
    const addons = (quantity: number) => ({ addons: [{ addon_id: bike['id'], quantity }] })
    expect(await hold(1, addons(12))).toMatchObject(MADE)
    const refused = await hold(1, addons(1))
    expect(refused).toMatchObject(LIMIT)
    expect(refused.body['detail']).toContain(`it would be 13 of ${String(bike['code'])}. Your contract allows 12`)
    expect(await hold(1)).toMatchObject(MADE)
  })

  it('are limited for two keys in simultaneous requests', async () => {
    await setBounds({ holds_max: 1000 })
    const second = await client(partner)
    const others = await Promise.all([departure(), departure(), departure()])
    const calls = [journey, ...others].flatMap((on) => [live, second, live, second].map((by) => hold(1, { by, on })))
    const found = statuses(await Promise.all(calls))
    expect(found).toEqual(calls.map((_, place) => (place < 6 ? 201 : 409)))
    expect(await onHold()).toMatchObject({ live: { seats: 6, holds: 6 } })
    const held = await Promise.all([journey, ...others].map(heldOn))
    expect(held.reduce((sum, [first]) => sum + Number(first), 0)).toBe(6)
  })

  it('no longer count after expiry, before any sweep', async () => {
    expect(await hold(6)).toMatchObject(MADE)
    expect(await hold(1)).toMatchObject(LIMIT)
    await desk.at('2030-05-20T04:15:00Z')
    expect(await onHold()).toMatchObject({ live: { seats: 0, holds: 0 } })
    expect(await hold(6, { on: await departure() })).toMatchObject(MADE)
  })

  it('no longer count after a sale or a cancellation', async () => {
    const first = await hold(6)
    expect(await step(first, 'confirm')).toMatchObject({ status: 200 })
    const second = await hold(6)
    expect(second).toMatchObject(MADE)
    expect(await hold(1)).toMatchObject(LIMIT)
    expect(await hold(8, { confirm: true })).toMatchObject({ status: 201, body: { status: 'confirmed' } })
    expect(await step(second, 'cancel')).toMatchObject({ status: 200 })
    expect(await hold(6)).toMatchObject(MADE)
  })

  it('are limited in a change or an extension, but not in a reduction', async () => {
    const trip = await hold(4)
    expect(await step(trip, 'change', { passengers: adults(7), simulate: true })).toMatchObject(LIMIT)
    expect(await step(trip, 'change', { passengers: adults(7) })).toMatchObject(LIMIT)
    expect(await step(trip, 'change', { passengers: adults(6) })).toMatchObject({ status: 200 })
    expect(await step(trip, 'extend')).toMatchObject({ status: 200 })
    await setBounds({ held_seats_max: 3 })
    await desk.at('2030-05-20T04:05:00Z')
    expect(await step(trip, 'extend')).toMatchObject(LIMIT)
    expect(await step(trip, 'change', { passengers: adults(5) })).toMatchObject({ status: 200 })
    expect(
      await live.patch(`/partner/trips/${String(trip.body['id'])}/`, { lead_name: 'Bo' }, { ifMatch: '*' }),
    ).toMatchObject({
      status: 200,
    })
    expect(await step(trip, 'confirm')).toMatchObject({ status: 200 })
  })

  it('are limited separately in the test environment', async () => {
    const test = await client(partner, 'test')
    expect(await hold(6, { by: test })).toMatchObject(MADE)
    expect(await hold(1, { by: test })).toMatchObject(LIMIT)
    expect(await hold(6)).toMatchObject(MADE)
    expect(await hold(1)).toMatchObject(LIMIT)
    expect(await onHold()).toMatchObject({ live: { seats: 6, holds: 1 }, test: { seats: 6, holds: 1 } })
  })

  it('of staff for the partner neither count nor are limited', async () => {
    const held = { partner_id: partner['id'], channel: 'partner', status: 'on_hold', payment_method: 'on_account' }
    expect(await desk.book(journey, 10, held)).toMatchObject(MADE)
    expect(await desk.book(journey, 10, { status: 'on_hold' })).toMatchObject(MADE)
    expect(await hold(6)).toMatchObject(MADE)
    expect(await desk.book(journey, 1, held)).toMatchObject(MADE)
  })

  it('of mock trips do not count', async () => {
    const test = await client(partner, 'test')
    await setBounds({ held_seats_max: 1, lapsed_holds_max: 1 })
    const mocks = async (scenario: string, count: number) =>
      (await test.post('/partner/mock-trips/', { scenario, count, seed: 7 })).body['results'] as Json[]
    expect(await mocks('happy_path', 3)).toMatchObject(Array(3).fill({ trip: { status: 'on_hold' } }))
    const [mock] = await mocks('hold_expires', 1)
    expect(await test.post(`/partner/mock-trips/${String(mock?.['id'])}/advance/`, {})).toMatchObject({
      body: { trip: { status: 'expired' } },
    })
    expect(await onHold()).toMatchObject({ test: { seats: 0, holds: 0 } })
    expect(await api.db.selectFrom('lapsed_holds').selectAll().where('environment', '=', 'test').execute()).toEqual([])
    expect(await hold(1, { by: test })).toMatchObject(MADE)
    expect(await hold(1, { by: test })).toMatchObject(LIMIT)
  })
})

describe('repeated expired holds of one departure', () => {
  const lapse = async () => {
    const trip = await hold(1)
    expect(trip).toMatchObject(MADE)
    await desk.at(new Date(api.now.getTime() + 16 * 60_000).toISOString())
  }

  it('cause a refusal with its end time, on that departure only', async () => {
    await lapse()
    expect(await step(await hold(1), 'cancel')).toMatchObject({ status: 200 })
    const refused = await hold(1)
    expect(refused).toMatchObject(REPEATED)
    // The first hold expired at 04:15, and the clock is at 04:16.
    expect(refused.body['retry_after_s']).toBe(24 * 3600 - 60)
    expect(refused.body['detail']).toBe(
      `2 of your holds of ${String(journey['code'])} expired or were released within 24 hours, and your contract allows 2. ` +
        'Confirm it without a hold, choose another departure, wait until 2030-05-21T04:15:00Z, or ask the operator for more.',
    )
    expect(await hold(1, { on: await departure() })).toMatchObject(MADE)
    expect(await hold(1, { confirm: true })).toMatchObject({ status: 201, body: { status: 'confirmed' } })
    expect(await hold(1, { by: await client(await partnerWith()) })).toMatchObject(MADE)
    expect(await hold(1, { by: await client(partner, 'test') })).toMatchObject(MADE)
    await desk.at('2030-05-21T04:14:59Z')
    expect(await hold(1)).toMatchObject(REPEATED)
    await desk.at('2030-05-21T04:15:01Z')
    expect(await hold(1)).toMatchObject(MADE)
  })

  it('do not include holds that are sold', async () => {
    for (let count = 0; count < 4; count += 1)
      expect(await step(await hold(1), 'confirm')).toMatchObject({ status: 200 })
    const moved = await hold(1)
    expect(await step(moved, 'change', { legs: [ride(await departure())] })).toMatchObject({ status: 200 })
    expect(await step(moved, 'confirm')).toMatchObject({ status: 200 })
    await lapse()
    expect(await hold(1)).toMatchObject(MADE)
  })

  it('include a departure that a change of the hold removes', async () => {
    const other = await departure()
    for (let count = 0; count < 2; count += 1)
      expect(await step(await hold(1), 'change', { legs: [ride(other)] })).toMatchObject({ status: 200 })
    expect(await hold(1)).toMatchObject(REPEATED)
    const third = await hold(1, { on: other })
    expect(third).toMatchObject(MADE)
    expect(await step(third, 'change', { legs: [ride(journey)] })).toMatchObject(REPEATED)
  })

  it('do not include holds that staff release', async () => {
    for (let count = 0; count < 3; count += 1) {
      const trip = await hold(1)
      expect(trip).toMatchObject(MADE)
      expect(await desk.step(trip.body, 'cancel', { reason: 'Overbooked' })).toMatchObject({ status: 200 })
    }
  })

  it('are counted by the sweep, and deleted after a day', async () => {
    const sweep = sweepOf(api)
    const lapsed = () =>
      api.db.selectFrom('lapsed_holds').selectAll().where('partner_id', '=', String(partner['id'])).execute()
    await lapse()
    await sweep()
    expect(await lapsed()).toMatchObject([{ journey_id: journey['id'], environment: 'live' }])
    await desk.at('2030-05-22T04:00:00Z')
    await sweep()
    expect(await lapsed()).toEqual([])
  })
})

describe('the hold limits in OCTO', () => {
  it('are those of the contract, for new, changed and extended bookings', async () => {
    const { secret } = await program(partner)
    const octo = api.client({ authorization: `Bearer ${secret}` })
    const { rows: products } = await octo.get('/octo/products')
    const product = products.find(({ id }) => String(id).startsWith(String(route['id']))) ?? {}
    const day = { localDateStart: '2030-05-25', localDateEnd: '2030-05-25' }
    const { rows: slots } = await octo.post('/octo/availability', {
      productId: product['id'],
      optionId: 'DEFAULT',
      ...day,
    })
    const slot = slots.find(({ id }) => String(id).includes(String(journey['id']))) ?? {}
    const items = (count: number) => Array.from({ length: count }, () => ({ unitId: 'adult' }))
    const reserve = (count: number) =>
      octo.post('/octo/bookings', {
        productId: product['id'],
        optionId: 'DEFAULT',
        availabilityId: slot['id'],
        unitItems: items(count),
      })
    const refused = { status: 400, body: { error: 'UNPROCESSABLE_ENTITY', code: 'hold_limit' } }
    expect(await reserve(7)).toMatchObject(refused)
    const made = await reserve(6)
    expect(made).toMatchObject({ status: 200, body: { status: 'ON_HOLD' } })
    expect((await reserve(1)).body['errorMessage']).toContain('You have 6 seats in 1 hold on hold')
    const path = `/octo/bookings/${String(made.body['uuid'])}`
    expect(await octo.patch(path, { unitItems: items(7) })).toMatchObject(refused)
    await setBounds({ held_seats_max: 5 })
    await desk.at('2030-05-20T04:01:00Z')
    expect(await octo.post(`${path}/extend`, {})).toMatchObject(refused)
    expect(await octo.post(`${path}/confirm`, { contact: {} })).toMatchObject({ status: 200 })
  })
})

describe('the operator', () => {
  let manager: Client
  beforeEach(async () => {
    manager = await api.as('manager')
    partner = await partnerWith({ trading_name: unique('Sunny ') })
    live = await client(partner)
  })
  const kinds = async () => {
    await api.followed()
    const rows = await api.db
      .selectFrom('notifications')
      .select(['kind', 'event_id'])
      .distinct()
      .where('entity_id', '=', String(partner['id']))
      .execute()
    return rows.map(({ kind }) => kind)
  }

  it('is notified once an hour with the number of held seats, and not of tests', async () => {
    const test = await client(partner, 'test')
    expect(await hold(7, { by: test })).toMatchObject(LIMIT)
    expect(await kinds()).toEqual([])
    expect(await hold(4)).toMatchObject(MADE)
    expect(statuses(await Promise.all([hold(3), hold(4), hold(5)]))).toEqual([409, 409, 409])
    expect(await kinds()).toEqual(['partner_hold_limit'])
    expect((await manager.get('/notifications')).rows).toMatchObject([
      {
        title: `${String(partner['trading_name'])} has reached its hold limit`,
        message: 'On hold: 4 of 6 seats, in 1 of 4 holds. Further holds are refused until some are confirmed or end.',
        action_url: `/partners/${String(partner['id'])}/show`,
      },
    ])
    await desk.at('2030-05-20T04:14:00Z')
    expect(await hold(3)).toMatchObject(LIMIT)
    expect(await kinds()).toHaveLength(1)
    await desk.at('2030-05-20T05:00:00Z')
    expect(await hold(7)).toMatchObject(LIMIT)
    expect(await kinds()).toHaveLength(2)
  })

  it('is notified of a departure that is held repeatedly', async () => {
    for (let count = 0; count < 2; count += 1) await step(await hold(1), 'cancel')
    expect(await hold(1)).toMatchObject(REPEATED)
    expect(await kinds()).toEqual(['partner_holds_repeated'])
    const [found] = (await manager.get('/notifications')).rows
    expect(found?.['message']).toBe(
      `${String(journey['code'])}: 2 holds expired or were released within 24 hours; the contract allows 2. ` +
        'New ones are refused for now.',
    )
  })

  it('sets the limits with the other terms of the contract, within their range', async () => {
    const path = `/partners/${String(partner['id'])}`
    for (const role of ['dispatcher', 'agent', 'viewer', 'accountant'] as const)
      expect(await (await api.as(role)).patch(path, { holds_max: 9 }, { ifMatch: '*' }), role).toMatchObject({
        status: 403,
      })
    const bounds = { held_seats_max: 80, holds_max: 9, lapsed_holds_max: 3 }
    expect(await manager.patch(path, bounds, { ifMatch: '*' })).toMatchObject({ status: 200, body: bounds })
    for (const [field, value] of [
      ['held_seats_max', 0],
      ['held_seats_max', 5001],
      ['holds_max', 1001],
      ['lapsed_holds_max', 0],
    ] as const)
      expect(await manager.patch(path, { [field]: value }, { ifMatch: '*' })).toMatchObject({
        status: 422,
        body: { errors: [{ pointer: `/${field}` }] },
      })
    const plain = await make(desk.admin, 'partners')
    expect(plain).toMatchObject({ held_seats_max: 50, holds_max: 20, lapsed_holds_max: 5 })
  })
})
