import { describe, expect, it } from 'vitest'
import { sweepHolds } from '../../server/features/reservations/steps/sweeps'
import { systemContext } from '../../server/kernel/context'
import { useApi, type Json } from '../support/api'
import { adults, ride, useBooking } from '../support/booking'
import { make } from '../support/factories'

const api = useApi()
const desk = useBooking(api)
const cancelled = { status: 'cancelled', cancel_reason: 'Plans changed' }
const cancel = (record: Json) => desk.step(record, 'cancel', { reason: cancelled.cancel_reason })

describe('a hold', () => {
  it('is valid for a quarter of an hour, not beyond the departure, and is confirmed before that', async () => {
    const journey = await make(desk.admin, 'journeys')
    const hold = (await desk.book(journey, 2, { status: 'on_hold' })).body
    expect(hold['hold_expires_at']).toBe('2030-05-20T04:15:00Z')
    expect(await desk.counters(journey)).toEqual([
      [2, 0],
      [2, 0],
    ])
    await desk.at('2030-05-20T04:14:59Z')
    expect((await desk.step(hold, 'confirm')).body).toMatchObject({
      status: 'confirmed',
      hold_expires_at: null,
    })
    expect(await desk.counters(journey)).toEqual([
      [0, 2],
      [0, 2],
    ])
    await desk.at('2030-05-20T05:25:00Z')
    expect((await desk.book(journey, 1, { status: 'on_hold' })).body['hold_expires_at']).toBe('2030-05-20T05:30:00Z')
  })

  it('I19 is not confirmed after it has expired', async () => {
    const journey = await make(desk.admin, 'journeys')
    const hold = (await desk.book(journey, 2, { status: 'on_hold' })).body
    await desk.at('2030-05-20T04:15:00Z')
    expect(await desk.step(hold, 'confirm')).toMatchObject({
      status: 409,
      body: { code: 'hold_expired' },
    })
    expect(await desk.counters(journey)).toEqual([
      [2, 0],
      [2, 0],
    ])
  })

  it('is expired by the sweep, even without other callers', async () => {
    const journey = await make(desk.admin, 'journeys')
    const hold = (await desk.book(journey, 2, { status: 'on_hold' })).body
    await desk.at('2030-05-20T04:14:59Z')
    const sweep = () =>
      sweepHolds(
        api.db,
        systemContext('sweeper', () => api.now),
      )
    await sweep()
    expect(await desk.read(hold)).toMatchObject({ status: 'on_hold' })
    await desk.at('2030-05-20T04:15:00Z')
    await Promise.all([sweep(), sweep()])
    expect(await desk.read(hold)).toMatchObject({ status: 'expired' })
    expect(await desk.counters(journey)).toEqual([
      [0, 0],
      [0, 0],
    ])
    expect(await sweep()).toBe(0)
  })

  it('has a refund due for what was paid when it expires', async () => {
    const journey = await make(desk.admin, 'journeys')
    const [paid, unpaid] = [
      (await desk.book(journey, 1, { status: 'on_hold' })).body,
      (await desk.book(journey, 1, { status: 'on_hold' })).body,
    ]
    await api.db.updateTable('reservations').set({ paid_minor: 100 }).where('id', '=', String(paid['id'])).execute()
    await desk.at('2030-05-20T04:15:00Z')
    await sweepHolds(
      api.db,
      systemContext('sweeper', () => api.now),
    )
    expect(await desk.read(paid)).toMatchObject({ status: 'expired', payment_status: 'refund_due' })
    expect(await desk.read(unpaid)).toMatchObject({ status: 'expired', payment_status: 'unpaid' })
  })

  it('loses its seats to the next caller after it has expired, with a history entry', async () => {
    const journey = await make(desk.admin, 'journeys', { capacity: 2 })
    const hold = (await desk.book(journey, 2, { status: 'on_hold' })).body
    expect((await desk.book(journey, 1)).body['code']).toBe('sold_out')
    await desk.at('2030-05-20T04:16:00Z')
    expect((await desk.book(journey, 2)).status).toBe(201)
    expect(await desk.counters(journey)).toEqual([
      [0, 2],
      [0, 2],
    ])
    expect(await desk.read(hold)).toMatchObject({ status: 'expired', hold_expires_at: null, version: 2 })
    const history = await desk.admin.list('audit-events', { filter: { entity_id: hold['id'] }, sort: ['at', 'ASC'] })
    expect(history.rows.map((row) => row['action'])).toEqual(['reservations.created', 'reservations.expired'])
    expect(await desk.step(hold, 'confirm')).toMatchObject({
      status: 409,
      body: { code: 'hold_expired' },
    })
  })
})

describe('the cancellation of a reservation', () => {
  it.each(['on_hold', 'confirmed'])('I4 releases the seats of one that is %s exactly once', async (status) => {
    const journey = await make(desk.admin, 'journeys')
    const made = (await desk.book(journey, 2, { status })).body
    await desk.book(journey, 1)
    expect((await cancel(made)).body).toMatchObject(cancelled)
    expect(await desk.counters(journey)).toEqual([
      [0, 1],
      [0, 1],
    ])
    expect((await cancel(made)).status).toBe(200)
    expect((await desk.step(made, 'confirm')).body['code']).toBe('invalid_state')
    expect(await desk.counters(journey)).toEqual([
      [0, 1],
      [0, 1],
    ])
  })

  it('I10 requires a reason, and returns the refund', async () => {
    const journey = await make(desk.admin, 'journeys')
    await make(desk.admin, 'fares', { route_id: journey['route_id'] })
    await desk.at('2030-05-18T04:00:00Z')
    const made = (await desk.book(journey, 1, { paid_minor: 400 })).body
    expect(made).toMatchObject({ total_minor: 900, payment_status: 'part_paid' })
    const pay = (amount_minor: number) => desk.pay(made, amount_minor)
    expect((await pay(500)).body['payment_status']).toBe('paid')
    expect(await desk.step(made, 'cancel')).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/reason' }] },
    })
    expect((await cancel(made)).body['payment_status']).toBe('refund_due')
    expect((await pay(-900)).body['payment_status']).toBe('refunded')
  })

  it('is required before its deletion', async () => {
    const journey = await make(desk.admin, 'journeys')
    const made = (await desk.book(journey, 1)).body
    const refused = await desk.remove(made)
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'invalid_state',
        detail: 'This reservation is confirmed. Cancel it before you delete it.',
        errors: [{ pointer: '', code: 'still_active' }],
      },
    })
    await cancel(made)
    expect((await desk.remove(made)).status).toBe(200)
    expect(await desk.counters(journey)).toEqual([
      [0, 0],
      [0, 0],
    ])
  })
})

describe('a request', () => {
  it('takes seats when it is confirmed, if they are free', async () => {
    const journey = await make(desk.admin, 'journeys', { capacity: 2, sales_status: 'on_request' })
    expect((await desk.book(journey, 2)).body['code']).toBe('invalid_state')
    const [first, second] = [
      (await desk.book(journey, 2, { status: 'pending' })).body,
      (await desk.book(journey, 1, { status: 'pending' })).body,
    ]
    expect(await desk.counters(journey)).toEqual([
      [0, 0],
      [0, 0],
    ])
    expect((await desk.step(first, 'approve')).status).toBe(200)
    expect(await desk.counters(journey)).toEqual([
      [0, 2],
      [0, 2],
    ])
    expect((await desk.step(second, 'approve')).body['code']).toBe('sold_out')
    const rejected = { status: 'rejected', cancel_reason: 'no_capacity' }
    expect((await desk.step(second, 'reject', { reason: 'no_capacity' })).body).toMatchObject(rejected)
    expect(await desk.counters(journey)).toEqual([
      [0, 2],
      [0, 2],
    ])
  })
})

describe('the travel status', () => {
  const states = async (record: Json) =>
    (
      await api.db
        .selectFrom('reservation_passengers')
        .select('status')
        .where('reservation_id', '=', String(record['id']))
        .execute()
    ).map((row) => row.status)

  it('follows the passengers', async () => {
    const journey = await make(desk.admin, 'journeys')
    const made = (await desk.book(journey, 2)).body
    for (const [verb, status] of [
      ['check-in', 'checked_in'],
      ['undo-check-in', 'confirmed'],
      ['check-in', 'checked_in'],
      ['board', 'boarded'],
    ] as const)
      expect((await desk.step(made, verb)).body['status'], verb).toBe(status)
    expect(await states(made)).toEqual(['boarded', 'boarded'])
    expect(await desk.step(made, 'complete')).toMatchObject({
      status: 409,
      body: { code: 'invalid_state', errors: [{ pointer: '/status', code: 'too_early' }] },
    })
    await desk.at('2030-05-20T05:31:00Z')
    expect((await desk.step(made, 'complete')).status).toBe(200)
    expect(await desk.counters(journey)).toEqual([
      [0, 2],
      [0, 2],
    ])
  })

  it('is set to no-show only after the departure', async () => {
    const made = (await desk.book(await make(desk.admin, 'journeys'), 1)).body
    expect((await desk.step(made, 'no-show')).body['code']).toBe('invalid_state')
    await desk.at('2030-05-20T05:31:00Z')
    expect((await desk.step(made, 'no-show')).status).toBe(200)
    expect(await states(made)).toEqual(['no_show'])
  })
})

describe('a private hire', () => {
  const hireOf = async (more: Json = {}) => {
    const type = await make(desk.admin, 'vehicle-types')
    await make(desk.admin, 'hire-tariffs', { vehicle_type_id: type['id'] })
    const station = await make(desk.admin, 'stations')
    const place = { station_id: null, address: null, latitude: null, longitude: null }
    return {
      pickup: { ...place, station_id: station['id'] },
      dropoff: { ...place, address: '12 Ledra Street' },
      via: [],
      starts_at: '2030-05-20T10:00:00Z',
      ends_at: '2030-05-20T11:30:00Z',
      distance_km: 47.3,
      vehicle_type_id: type['id'],
      passengers: 30,
      luggage_units: 12,
      ...more,
    }
  }
  const ask = (hire: Json, more: Json = {}) =>
    desk.admin.post('/reservations', {
      kind: 'private_hire',
      status: 'pending',
      lead_name: 'Ana',
      passengers: adults(1),
      hire,
      ...more,
    })

  it('is requested, priced by the tariff, and confirmed', async () => {
    const hire = await hireOf()
    const made = await ask(hire)
    expect(made).toMatchObject({
      status: 201,
      body: {
        status: 'pending',
        hire,
        legs: [],
        travel_at: '2030-05-20T10:00:00Z',
        origin_station_id: hire.pickup.station_id,
        destination_station_id: null,
        total_minor: 12_825,
        seats: 30,
      },
    })
    const longer = await desk.change(made.body, { hire: { ...hire, distance_km: 100 } })
    expect(longer.body['total_minor']).toBe(26_000)
    const confirmed = await desk.step(made.body, 'approve')
    expect(confirmed.body).toMatchObject({ status: 'confirmed', total_minor: 26_000 })
    const nearer = await desk.change(made.body, {
      hire: { ...hire, starts_at: '2030-05-20T09:00:00Z', distance_km: 1 },
    })
    expect(nearer.body).toMatchObject({ total_minor: 1250 + 12_375, travel_at: '2030-05-20T09:00:00Z' })
  })

  it('takes no seats and requires existing places', async () => {
    expect(await ask(await hireOf(), { status: 'on_hold' })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/status' }] },
    })
    const missing = '018f0000-0000-7000-8000-000000000000'
    expect(await ask(await hireOf({ vehicle_type_id: missing }))).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/hire/vehicle_type_id', code: 'unknown_reference' }] },
    })
  })
})

describe('a party that passengers leave or join', () => {
  it.each([
    ['by a cancellation', 'cancel-passengers', { positions: [2] }],
    ['by an amendment', 'amend', { passengers: adults(1) }],
  ])('has the travel status of the others when passengers are removed %s', async (_, verb, request) => {
    const journey = await make(desk.admin, 'journeys')
    for (const [step, status] of [
      ['check-in', 'checked_in'],
      ['board', 'boarded'],
    ] as const) {
      const made = (await desk.book(journey, 2)).body
      await desk.step(made, step, { positions: [1] })
      expect((await desk.step(made, verb, { ...request, reason: 'Ill' })).body).toMatchObject({ status, seats: 1 })
    }
  })

  it('has new passengers who are not checked in, and keeps its tickets on another segment', async () => {
    const journey = await make(desk.admin, 'journeys')
    const made = (await desk.book(journey, 2)).body
    const tickets = async () =>
      (
        await api.db
          .selectFrom('reservation_passengers')
          .select(['position', 'ticket_code'])
          .where('reservation_id', '=', String(made['id']))
          .orderBy('position')
          .execute()
      ).map(({ ticket_code }) => ticket_code)
    await desk.step(made, 'cancel-passengers', { positions: [1], reason: 'Ill' })
    const before = await tickets()
    expect((await desk.step(made, 'amend', { legs: [ride(journey, 1, 2)], reason: 'Shorter' })).status).toBe(200)
    expect(await tickets()).toEqual(before)
    expect((await desk.step(made, 'check-in')).body).toMatchObject({ status: 'checked_in' })
    const other = (await desk.book(journey, 1)).body
    await desk.step(other, 'check-in')
    expect((await desk.step(other, 'amend', { passengers: adults(2), reason: 'A friend' })).body).toMatchObject({
      status: 'confirmed',
      passenger_statuses: ['checked_in', 'booked'],
    })
  })
})

describe('an amendment of a party after a partial cancellation', () => {
  it('keeps the tickets and travel statuses of the remaining passengers', async () => {
    const named = (...names: string[]) => names.map((name) => ({ category: 'adult', name }))
    const journey = await make(desk.admin, 'journeys')
    const made = (await desk.book(journey, 3, { passengers: named('Ana', 'Ben', 'Cleo') })).body
    await desk.step(made, 'cancel-passengers', { positions: [1], reason: 'Ill' })
    await desk.step(made, 'check-in', { positions: [2] })
    const tickets = () =>
      api.db
        .selectFrom('reservation_passengers')
        .select(['name', 'ticket_code'])
        .where('reservation_id', '=', String(made['id']))
        .orderBy('position')
        .execute()
    const [ana, ...staying] = await tickets()
    const joined = { passengers: named('Ben', 'Cleo', 'Dora'), reason: 'Dora comes, too' }
    const { body } = await desk.step(made, 'amend', joined)
    expect(body).toMatchObject({ status: 'confirmed', passenger_statuses: ['checked_in', 'booked', 'booked'] })
    const [ben, cleo, dora] = await tickets()
    expect([ben, cleo]).toEqual(staying)
    expect([ana, ...staying].map((ticket) => ticket?.ticket_code)).not.toContain(dora?.ticket_code)
  })
})
