import { describe, expect, it } from 'vitest'
import { useApi, type Json } from '../support/api'
import { adults, ride, useBooking } from '../support/booking'
import { make } from '../support/factories'
import { makeOpposite } from '../support/returns'

const api = useApi()
const desk = useBooking(api)

/** Creates a journey with fares of 9.00 for adults and 4.50 for children. */
async function priced(more: Json = {}): Promise<Json> {
  const journey = await make(desk.admin, 'journeys', more)
  await make(desk.admin, 'fares', { route_id: journey['route_id'] })
  await make(desk.admin, 'fares', { route_id: journey['route_id'], passenger_category: 'child', amount_minor: 450 })
  return journey
}

const later = (journey: Json, time: string, more: Json = {}) =>
  make(desk.admin, 'journeys', { route_id: journey['route_id'], departure_time: time, ...more })
const actions = async (record: Json) =>
  (await desk.admin.list('audit-events', { filter: { entity_id: record['id'] }, sort: ['at', 'ASC'] })).rows.map(
    (row) => row['action'],
  )

describe('a hold', () => {
  it('is confirmed once, at the agreed price', async () => {
    const journey = await priced()
    const hold = (await desk.book(journey, 2, { status: 'on_hold' })).body
    const wrong = await desk.step(hold, 'confirm', { price_hash: '0'.repeat(64) })
    expect(wrong).toMatchObject({ status: 409, body: { code: 'price_changed', current: { total_minor: 1800 } } })
    const confirmed = await desk.step(hold, 'confirm', { price_hash: hold['price_hash'] }, { ifMatch: 1 })
    expect(confirmed).toMatchObject({
      status: 200,
      headers: { etag: '"2"' },
      body: { status: 'confirmed', hold_expires_at: null, version: 2, passenger_statuses: ['booked', 'booked'] },
    })
    expect((await desk.step(hold, 'confirm')).body['version']).toBe(2)
    expect(await desk.counters(journey)).toEqual([
      [0, 2],
      [0, 2],
    ])
    expect(await actions(hold)).toEqual(['reservations.created', 'reservations.confirmed'])
  })

  it('is extended twice at most, and not after it has expired', async () => {
    const hold = (await desk.book(await make(desk.admin, 'journeys'), 1, { status: 'on_hold' })).body
    await desk.at('2030-05-20T04:10:00Z')
    expect((await desk.step(hold, 'extend')).body).toMatchObject({
      hold_expires_at: '2030-05-20T04:25:00Z',
      hold_extensions: 1,
    })
    expect((await desk.step(hold, 'extend')).status).toBe(200)
    expect(await desk.step(hold, 'extend')).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    const other = (await desk.book(await make(desk.admin, 'journeys'), 1, { status: 'on_hold' })).body
    await desk.at('2030-05-20T04:25:00Z')
    expect(await desk.step(other, 'extend')).toMatchObject({ status: 409, body: { code: 'hold_expired' } })
  })

  it('loses no passengers after it has expired', async () => {
    const journey = await make(desk.admin, 'journeys')
    const hold = (await desk.book(journey, 2, { status: 'on_hold' })).body
    await desk.at('2030-05-20T04:15:00Z')
    const refused = await desk.step(hold, 'cancel-passengers', { positions: [1], reason: 'Ill' })
    expect(refused).toMatchObject({ status: 409, body: { code: 'hold_expired' } })
    await desk.book(journey, 1)
    expect(await desk.counters(journey)).toEqual([
      [0, 1],
      [0, 1],
    ])
  })

  it('expires at the end of sales of its route, after which only privileged roles sell', async () => {
    const rule = {
      booking_type: 'same_day',
      prior_notice_min: 60,
      prior_notice_max_days: 30,
      message: null,
      phone: null,
    }
    const route = await make(desk.admin, 'routes', { booking_rule: rule })
    const journey = await make(desk.admin, 'journeys', { route_id: route['id'] })
    const far = await make(desk.admin, 'journeys', { route_id: route['id'], service_date: '2030-06-21' })
    await desk.at('2030-05-20T04:20:00Z')
    const agent = await api.as('agent')
    const body = { lead_name: 'Ana', legs: [ride(journey)], passengers: adults(1), status: 'on_hold' }
    expect((await agent.post('/reservations', body)).body['hold_expires_at']).toBe('2030-05-20T04:30:00Z')
    expect((await agent.post('/reservations', { ...body, legs: [ride(far)] })).body['code']).toBe('invalid_state')
    await desk.at('2030-05-20T04:30:00Z')
    const late = await (await api.as('agent')).post('/reservations', body)
    expect(late).toMatchObject({
      status: 422,
      body: { code: 'cutoff_passed', errors: [{ pointer: '/legs/0/journey_id' }] },
    })
    expect((await desk.admin.post('/reservations', body)).body['hold_expires_at']).toBe('2030-05-20T04:45:00Z')
  })
})

describe('a request', () => {
  it('is approved while its seats are free, or rejected with a reason', async () => {
    const journey = await make(desk.admin, 'journeys', { capacity: 2, sales_status: 'on_request' })
    const first = (await desk.book(journey, 2, { status: 'pending' })).body
    const second = (await desk.book(journey, 1, { status: 'pending' })).body
    expect((await desk.step(first, 'approve')).body).toMatchObject({ status: 'confirmed' })
    expect(await desk.step(second, 'approve')).toMatchObject({ status: 409, body: { code: 'sold_out' } })
    expect((await desk.step(second, 'reject', { reason: 'because' })).status).toBe(422)
    expect((await desk.step(second, 'reject', { reason: 'no_capacity', note: 'Full' })).body).toMatchObject({
      status: 'rejected',
      cancel_reason: 'no_capacity: Full',
    })
  })

  it('that is rejected owes a refund of its payment', async () => {
    const asked = (await desk.book(await priced(), 1, { status: 'pending', paid_minor: 500 })).body
    expect(asked).toMatchObject({ status: 'pending', payment_status: 'part_paid' })
    const rejected = await desk.step(asked, 'reject', { reason: 'no_capacity' })
    expect(rejected.body).toMatchObject({ status: 'rejected', payment_status: 'refund_due' })
  })
})

describe('a cancellation', () => {
  it('retains the fee of the policy, and shows it in a dry run', async () => {
    const journey = await priced()
    await desk.at('2030-05-19T12:00:00Z')
    const made = (await desk.book(journey, 2, { paid_minor: 1800 })).body
    const trial = await desk.step(made, 'cancel', { reason: 'Ill', simulate: true })
    expect(trial.body).toMatchObject({ status: 'cancelled', cancellation_fee_minor: 900, payment_status: 'refund_due' })
    expect(await desk.read(made)).toMatchObject({ status: 'confirmed', version: 2, payment_status: 'paid' })
    expect(await desk.counters(journey)).toEqual([
      [0, 2],
      [0, 2],
    ])
    const agent = await api.as('agent')
    const waive = { reason: 'Ill', waive_fee: true }
    expect((await desk.step(made, 'cancel', waive, { as: agent })).body['code']).toBe('forbidden')
    const done = await desk.step(made, 'cancel', { reason: 'Ill' }, { as: agent, ifMatch: 2 })
    expect(done.body).toMatchObject({ status: 'cancelled', cancellation_fee_minor: 900, cancel_reason: 'Ill' })
    expect((await desk.step(made, 'cancel', { reason: 'Ill' })).body['version']).toBe(3)
    expect(await actions(made)).toEqual([
      'reservations.created',
      'reservations.payment_recorded',
      'reservations.cancelled',
    ])
    expect(await desk.counters(journey)).toEqual([
      [0, 0],
      [0, 0],
    ])
  })

  it('is undone by a manager within a quarter of an hour, while the seats are free', async () => {
    const journey = await make(desk.admin, 'journeys', { capacity: 2 })
    const made = (await desk.book(journey, 2)).body
    await desk.step(made, 'check-in', { positions: [1] })
    await desk.step(made, 'cancel', { reason: 'Mistake' })
    const agent = await api.as('agent')
    const undo = { reason: 'Wrong party' }
    expect((await desk.step(made, 'undo-cancel', undo, { as: agent })).body['code']).toBe('forbidden')
    const other = (await desk.book(journey, 1)).body
    expect((await desk.step(made, 'undo-cancel', undo)).body['code']).toBe('sold_out')
    await desk.step(other, 'cancel', { reason: 'Ill' })
    expect((await desk.step(made, 'undo-cancel', undo)).body).toMatchObject({
      status: 'confirmed',
      cancel_reason: null,
      passenger_statuses: ['checked_in', 'booked'].map(() => 'booked'),
    })
    expect(await desk.counters(journey)).toEqual([
      [0, 2],
      [0, 2],
    ])
    await desk.step(made, 'cancel', { reason: 'Ill' })
    await desk.at('2030-05-20T04:15:01Z')
    expect((await desk.step(made, 'undo-cancel', undo)).body['code']).toBe('invalid_state')
  })

  it('of a hold is undone as a hold, before it expires', async () => {
    const journey = await make(desk.admin, 'journeys')
    const held = (await desk.book(journey, 2, { status: 'on_hold' })).body
    const { hold_expires_at } = held
    await desk.step(held, 'cancel', { reason: 'Mistake' })
    await desk.at('2030-05-20T04:10:00Z')
    const back = await desk.step(held, 'undo-cancel', { reason: 'Wrong party' })
    expect(back.body).toMatchObject({ status: 'on_hold', hold_expires_at })
    expect(await desk.counters(journey)).toEqual([
      [2, 0],
      [2, 0],
    ])
    await desk.step(held, 'cancel', { reason: 'Mistake' })
    await desk.at(String(hold_expires_at))
    expect((await desk.step(held, 'undo-cancel', { reason: 'Wrong party' })).body['code']).toBe('hold_expired')
  })

  it('is not undone for a blocked customer', async () => {
    const customer = await make(desk.admin, 'customers')
    const journey = await make(desk.admin, 'journeys')
    const made = (await desk.book(journey, 1, { customer_id: customer['id'] })).body
    await desk.step(made, 'cancel', { reason: 'Mistake' })
    await desk.admin.post(`/customers/${String(customer['id'])}/block`, { reason: 'Owes us' }, { ifMatch: '*' })
    expect(await desk.step(made, 'undo-cancel', { reason: 'Asked nicely' })).toMatchObject({
      status: 409,
      body: { code: 'invalid_state', errors: [{ pointer: '/customer_id' }] },
    })
  })

  it('I9 of one passenger frees one seat and keeps the rest, at a new version of the price', async () => {
    const journey = await priced()
    await desk.at('2030-05-18T04:00:00Z')
    const passengers = [{ category: 'adult' }, { category: 'adult' }, { category: 'child' }]
    const made = (await desk.book(journey, 0, { passengers, paid_minor: 2250 })).body
    const less = await desk.step(made, 'cancel-passengers', { positions: [2], reason: 'Ill' })
    expect(less.body).toMatchObject({
      status: 'confirmed',
      seats: 2,
      total_minor: 1350,
      price_version: 2,
      payment_status: 'refund_due',
      passenger_statuses: ['booked', 'cancelled', 'booked'],
    })
    expect(await desk.counters(journey)).toEqual([
      [0, 2],
      [0, 2],
    ])
    await desk.at('2030-05-19T12:00:00Z')
    const fee = await desk.step(made, 'cancel-passengers', { positions: [1], reason: 'Ill' })
    expect(fee.body).toMatchObject({
      total_minor: 900,
      price_lines: [{}, { kind: 'cancellation_fee', amount_minor: 450 }],
    })
    expect((await desk.step(made, 'cancel-passengers', { positions: [3], reason: 'Ill' })).body['code']).toBe(
      'invalid_state',
    )
    const versions = await desk.admin.get(`/reservations/${String(made['id'])}/versions`)
    expect(versions.rows.map((row) => [row['price_version'], row['total_minor']])).toEqual([
      [1, 2250],
      [2, 1350],
      [3, 900],
    ])
  })
})

describe('an amendment', () => {
  it('takes additional seats and releases others, at the resulting price', async () => {
    const journey = await priced({ capacity: 3 })
    const made = (await desk.book(journey, 2)).body
    const more = { passengers: adults(3), reason: 'One more' }
    expect((await desk.step(made, 'amend', { ...more, simulate: true })).body).toMatchObject({ total_minor: 2700 })
    expect((await desk.step(made, 'amend', { passengers: adults(4), reason: 'Two more' })).body['code']).toBe(
      'sold_out',
    )
    expect((await desk.step(made, 'amend', more)).body).toMatchObject({
      total_minor: 2700,
      price_version: 2,
      seats: 3,
      payment_status: 'unpaid',
      price_lines: [{ kind: 'base_fare', quantity: 3, amount_minor: 2700 }],
    })
    const shorter = await desk.step(made, 'amend', { legs: [ride(journey, 2, 3)], reason: 'From the roundabout' })
    expect(shorter.body).toMatchObject({
      price_version: 3,
      legs: [ride(journey, 2, 3)],
      travel_at: '2030-05-20T05:52:00Z',
    })
    expect(await desk.counters(journey)).toEqual([
      [0, 0],
      [0, 3],
    ])
    expect((await desk.step(made, 'amend', { legs: [ride(journey, 2, 3)], reason: 'Same' })).body['version']).toBe(3)
  })
})

describe('a move to another departure', () => {
  it('requires the same segment, keeps price and tickets, and is in the history of both journeys', async () => {
    const journey = await priced()
    const next = await later(journey, '10:00:00', { capacity: 2 })
    const made = (await desk.book(journey, 2)).body
    const tickets = async () =>
      (await desk.admin.get(`/reservations/${String(made['id'])}/tickets`)).rows.map((row) => row['payload'])
    const before = await tickets()
    const moved = await desk.step(made, 'move', { to_journey_id: next['id'], reason: 'Missed it' })
    expect(moved.body).toMatchObject({
      legs: [ride(next)],
      journey_id: next['id'],
      travel_at: '2030-05-20T07:00:00Z',
      total_minor: 1800,
      price_version: 2,
    })
    expect(await tickets()).toEqual(before)
    expect(await desk.counters(journey)).toEqual([
      [0, 0],
      [0, 0],
    ])
    expect(await desk.counters(next)).toEqual([
      [0, 2],
      [0, 2],
    ])
    expect(await actions(journey)).toContain('journeys.party_left')
    expect(await actions(next)).toContain('journeys.party_joined')
    const other = (await desk.book(journey, 1)).body
    expect((await desk.step(other, 'move', { to_journey_id: next['id'], reason: 'Late' })).body['code']).toBe(
      'sold_out',
    )
    const elsewhere = await make(desk.admin, 'journeys')
    expect(
      (await desk.step(other, 'move', { to_journey_id: elsewhere['id'], reason: 'Late' })).body['detail'],
    ).toContain('does not go from')
  })
})

describe('the travel status', () => {
  it('changes passenger by passenger, and back before departure', async () => {
    const made = (await desk.book(await make(desk.admin, 'journeys'), 2)).body
    const one = await desk.step(made, 'check-in', { positions: [2] })
    expect(one.body).toMatchObject({ status: 'confirmed', passenger_statuses: ['booked', 'checked_in'] })
    expect((await desk.step(made, 'check-in')).body).toMatchObject({ status: 'checked_in' })
    expect((await desk.step(made, 'undo-check-in', { positions: [1] })).body).toMatchObject({ status: 'confirmed' })
    expect((await desk.step(made, 'board', { positions: [2] })).body['passenger_statuses']).toEqual([
      'booked',
      'boarded',
    ])
    expect((await desk.step(made, 'undo-check-in', { positions: [2] })).body['passenger_statuses']).toEqual([
      'booked',
      'booked',
    ])
    await desk.step(made, 'board', { positions: [2] })
    expect((await desk.step(made, 'no-show', { positions: [1] })).body['code']).toBe('invalid_state')
    await desk.at('2030-05-20T05:31:00Z')
    expect((await desk.step(made, 'no-show', { positions: [1] })).body).toMatchObject({
      status: 'boarded',
      passenger_statuses: ['no_show', 'boarded'],
    })
    expect((await desk.step(made, 'complete')).body).toMatchObject({
      status: 'completed',
      passenger_statuses: ['no_show', 'boarded'],
    })
  })

  it('is not set to no-show before a delayed vehicle departs', async () => {
    const journey = await make(desk.admin, 'journeys')
    const made = (await desk.book(journey, 1)).body
    await desk.step(journey, 'delay', { delay_min: 30 })
    await desk.at('2030-05-20T05:40:00Z')
    expect((await desk.step(made, 'no-show')).body['code']).toBe('invalid_state')
    await desk.at('2030-05-20T06:00:00Z')
    expect((await desk.step(made, 'no-show')).body['status']).toBe('no_show')
  })
})

describe('a ticket', () => {
  it('is checked once for each scan, and is refused on another journey or when it is forged', async () => {
    const journey = await make(desk.admin, 'journeys')
    const made = (await desk.book(journey, 2)).body
    const [first, second] = (await desk.admin.get(`/reservations/${String(made['id'])}/tickets`)).rows
    expect(String(first?.['payload'])).toMatch(/^[A-HJ-NP-Z2-9]{6}\.[0-9a-f]{32}\.[\w-]{22}$/)
    const scan = (body: Json) => desk.admin.post('/reservations/scan', body)
    const ticket = { journey_id: journey['id'], payload: first?.['payload'] }
    expect((await scan({ ...ticket, action: 'verify' })).body).toMatchObject({
      is_valid: true,
      position: 1,
      status: 'booked',
    })
    const checked = await scan({ ...ticket, action: 'check_in', nonce: 'scanner-1-0001' })
    expect(checked.body).toMatchObject({ is_valid: true, status: 'checked_in', reservation_status: 'confirmed' })
    await desk.step(made, 'undo-check-in', { positions: [1] })
    expect((await scan({ ...ticket, action: 'check_in', nonce: 'scanner-1-0001' })).body).toEqual(checked.body)
    expect((await desk.read(made))['passenger_statuses']).toEqual(['booked', 'booked'])
    expect((await scan({ ...ticket, action: 'board', nonce: 'scanner-1-0002' })).body['status']).toBe('boarded')
    expect((await scan({ ...ticket, action: 'board' })).body).toMatchObject({
      is_valid: false,
      refusal: 'already_boarded',
    })
    const elsewhere = await make(desk.admin, 'journeys')
    expect(
      (await scan({ payload: second?.['payload'], action: 'board', journey_id: elsewhere['id'] })).body,
    ).toMatchObject({ is_valid: false, refusal: 'other_journey', status: 'booked' })
    const forged = String(second?.['payload']).replace(/^.{6}/, 'AAAAAA')
    expect(await scan({ payload: forged, action: 'board' })).toMatchObject({
      status: 422,
      body: { code: 'ticket_invalid' },
    })
  })
})

describe('a round trip', () => {
  it('is booked in both directions or not at all', async () => {
    const out = await make(desk.admin, 'journeys')
    const back = await makeOpposite(desk.admin, out, { departure_time: '18:00:00', capacity: 1 })
    const way = (on: Json, count: number) => ({ lead_name: 'Ana', legs: [ride(on)], passengers: adults(count) })
    const both = (count: number) =>
      desk.admin.post('/reservations/round-trip', { out: way(out, count), back: way(back, count) })
    expect((await both(2)).body['code']).toBe('sold_out')
    expect(await desk.counters(out)).toEqual([
      [0, 0],
      [0, 0],
    ])
    const made = (await both(1)).body as { out: Json; back: Json }
    expect(made.back['return_of_id']).toBe(made.out['id'])
    expect(await desk.counters(back)).toEqual([
      [0, 1],
      [0, 1],
    ])
  })
})
