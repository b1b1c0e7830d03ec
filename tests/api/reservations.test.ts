import { describe, expect, it } from 'vitest'
import { weekdayOf } from '../../contract/operations/season-days'
import { useApi, type Json } from '../support/api'
import { adults, ride, useBooking } from '../support/booking'
import { make } from '../support/factories'

const api = useApi()
const desk = useBooking(api)

describe('a reservation of seats', () => {
  it('takes them, and has its segment, its price and its passengers', async () => {
    const journey = await make(desk.admin, 'journeys')
    await make(desk.admin, 'fares', { route_id: journey['route_id'] })
    await make(desk.admin, 'fares', { route_id: journey['route_id'], passenger_category: 'child', amount_minor: 450 })
    const passengers = [
      { category: 'adult', name: 'Ana Ruiz', needs: ['wheelchair'] },
      { category: 'child', name: null, needs: [] },
      { category: 'infant', name: null, needs: [] },
    ]
    const { status, body } = await desk.admin.post('/reservations', {
      lead_name: 'Ana Ruiz',
      legs: [ride(journey, 2, 3)],
      passengers,
    })
    expect(status).toBe(201)
    const calls = journey['calls'] as Json[]
    expect(body).toMatchObject({
      reference: expect.stringMatching(/^[A-HJ-NP-Z2-9]{6}$/) as string,
      status: 'confirmed',
      hold_expires_at: null,
      legs: [ride(journey, 2, 3)],
      passengers,
      seats: 2,
      journey_id: journey['id'],
      travel_at: '2030-05-20T05:52:00Z',
      origin_station_id: calls[1]?.['station_id'],
      destination_station_id: calls[2]?.['station_id'],
      currency: 'EUR',
      total_minor: 1350,
      payment_status: 'unpaid',
      price_hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      price_lines: [
        { seq: 1, kind: 'base_fare', passenger_category: 'adult', quantity: 1, amount_minor: 900 },
        { seq: 2, kind: 'base_fare', passenger_category: 'child', quantity: 1, amount_minor: 450 },
      ],
    })
    expect(await desk.counters(journey)).toEqual([
      [0, 0],
      [0, 2],
    ])
    expect((await desk.admin.get(`/journeys/${String(journey['id'])}`)).body['peak_load']).toBe(2)
    const listed = await desk.admin.list('reservations', { filter: { journey_id: journey['id'] } })
    expect(listed.rows).toMatchObject([{ id: body['id'], legs: body['legs'], passengers }])
  })

  it('is paid when its price is zero', async () => {
    const { body } = await desk.book(await make(desk.admin, 'journeys'), 1)
    expect(body).toMatchObject({ total_minor: 0, currency: 'EUR', payment_status: 'paid' })
  })

  it('has a ticket for every passenger after it is confirmed', async () => {
    const journey = await make(desk.admin, 'journeys')
    const tickets = async (record: Json) =>
      (
        await api.db
          .selectFrom('reservation_passengers')
          .select('ticket_code')
          .where('reservation_id', '=', String(record['id']))
          .execute()
      ).map((row) => row.ticket_code)
    const hold = (await desk.book(journey, 2, { status: 'on_hold' })).body
    expect(await tickets(hold)).toEqual([null, null])
    await desk.step(hold, 'confirm')
    const codes = await tickets(hold)
    expect(codes).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), expect.stringMatching(/^[0-9a-f]{32}$/)])
    expect(new Set(codes).size).toBe(2)
  })

  it('I2 is counted on each leg, and its refusal names the full leg', async () => {
    const journey = await make(desk.admin, 'journeys', { capacity: 2 })
    await desk.book(journey, 2, { legs: [ride(journey, 1, 2)] })
    await desk.book(journey, 1, { legs: [ride(journey, 2, 3)] })
    const refused = await desk.book(journey, 1)
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'sold_out', errors: [{ pointer: '/legs/0/journey_id', code: 'sold_out' }] },
    })
    expect(refused.body['detail']).toContain(
      `No seats left between Larnaca Airport and Larnaca Airport on ${String(journey['code'])}; 1 asked.`,
    )
    const tooMany = await desk.book(journey, 2, { legs: [ride(journey, 2, 3)] })
    expect(tooMany.body['detail']).toContain('1 seat left between')
    expect((await desk.book(journey, 1, { legs: [ride(journey, 2, 3)] })).status).toBe(201)
    expect(await desk.counters(journey)).toEqual([
      [0, 2],
      [0, 2],
    ])
  })

  it('that uses one journey twice needs the seats of both', async () => {
    const journey = await make(desk.admin, 'journeys', { capacity: 3 })
    const there = await make(desk.admin, 'journeys', { departure_time: '12:00:00' })
    const twice = await desk.admin.post('/reservations', {
      lead_name: 'Ana',
      passengers: adults(2),
      legs: [ride(journey, 1, 2), ride(journey, 2, 3), ride(there)],
    })
    expect(twice.status).toBe(201)
    expect(await desk.counters(journey)).toEqual([
      [0, 2],
      [0, 2],
    ])
    const swapped = await desk.admin.post('/reservations', {
      lead_name: 'Ana',
      passengers: adults(1),
      legs: [ride(there), ride(journey)],
    })
    expect(swapped).toMatchObject({ status: 422, body: { errors: [{ pointer: '/legs/1/journey_id' }] } })
    expect((await desk.book(journey, 1, { legs: [ride(journey, 1, 2), ride(journey, 2, 3)] })).status).toBe(201)
    expect((await desk.book(journey, 1)).body['code']).toBe('sold_out')
  })

  it.each([
    ['board_seq', [4, 5]],
    ['alight_seq', [1, 9]],
  ])('names the invalid stop: %s of %j', async (field, [board, alight]) => {
    const journey = await make(desk.admin, 'journeys')
    const answer = await desk.book(journey, 1, { legs: [ride(journey, board, alight)] })
    expect(answer).toMatchObject({ status: 422, body: { code: 'validation' } })
    expect((answer.body['errors'] as Json[])[0]?.['pointer']).toBe(`/legs/0/${field}`)
    expect((await desk.admin.get(`/journeys/${String(journey['id'])}`)).body['peak_load']).toBe(0)
  })

  it('requires a journey that is on sale', async () => {
    const closed = await make(desk.admin, 'journeys', { sales_status: 'closed' })
    const empty = await make(desk.admin, 'journeys', { kind: 'positioning' })
    const draft = await make(desk.admin, 'journeys', { service_status: 'draft' })
    for (const journey of [closed, empty, draft])
      expect(await desk.book(journey, 1)).toMatchObject({
        status: 409,
        body: { code: 'invalid_state', errors: [{ pointer: '/legs/0/journey_id' }] },
      })
    const open = await make(desk.admin, 'journeys')
    await desk.at('2030-05-20T05:30:00Z')
    expect((await desk.book(open, 1)).body['detail']).toContain('has left')
    expect((await desk.book(open, 1, { legs: [ride(open, 2, 3)] })).status).toBe(201)
  })

  it('requires an existing journey', async () => {
    const answer = await desk.book({ id: '018f0000-0000-7000-8000-000000000000' }, 1)
    expect(answer).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/legs/0/journey_id', code: 'unknown_reference' }] },
    })
  })

  it('I10 is in one currency', async () => {
    const [euro, franc] = [
      await make(desk.admin, 'journeys'),
      await make(desk.admin, 'journeys', { departure_time: '12:00:00' }),
    ]
    await make(desk.admin, 'fares', { route_id: euro['route_id'] })
    await make(desk.admin, 'fares', { route_id: franc['route_id'], currency: 'CHF' })
    const answer = await desk.book(euro, 1, { legs: [ride(euro), ride(franc)] })
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ pointer: '/legs' }] } })
    expect((await desk.admin.get(`/journeys/${String(euro['id'])}`)).body['peak_load']).toBe(0)
  })

  it('takes no seats allotted to other partners until they are released', async () => {
    const journey = await make(desk.admin, 'journeys', { capacity: 5 })
    const allotment = await make(desk.admin, 'allotments', {
      journey_id: journey['id'],
      seats: 4,
      release_hours_before: 1,
    })
    expect((await desk.book(journey, 2)).body).toMatchObject({ code: 'sold_out' })
    const own = { channel: 'partner', partner_id: allotment['partner_id'] }
    expect((await desk.book(journey, 3, own)).status).toBe(201)
    expect((await desk.book(journey, 2)).body).toMatchObject({ code: 'sold_out' })
    expect((await desk.book(journey, 1)).status).toBe(201)
    await desk.at('2030-05-20T04:30:00Z')
    expect((await desk.book(journey, 1)).status).toBe(201)
    expect((await desk.book(journey, 1)).body).toMatchObject({ code: 'sold_out' })
  })

  it('uses the allotment of a journey in place of the weekly one', async () => {
    const journey = await make(desk.admin, 'journeys', { capacity: 5 })
    const weekly = await make(desk.admin, 'allotments', {
      journey_id: null,
      route_id: journey['route_id'],
      weekday: weekdayOf(String(journey['service_date'])),
      seats: 4,
      release_hours_before: 1,
    })
    expect((await desk.book(journey, 2)).body).toMatchObject({ code: 'sold_out' })
    const once = await make(desk.admin, 'allotments', {
      partner_id: weekly['partner_id'],
      journey_id: journey['id'],
      seats: 1,
      release_hours_before: 1,
    })
    expect((await desk.book(journey, 4)).status).toBe(201)
    expect((await desk.book(journey, 1)).body).toMatchObject({ code: 'sold_out' })
    const remove = `/allotments/${String(once['id'])}`
    expect((await desk.admin.delete(remove, { ifMatch: '*' })).status).toBeLessThan(300)
    await desk.admin.delete(`/allotments/${String(weekly['id'])}`, { ifMatch: '*' })
    expect((await desk.book(journey, 1)).status).toBe(201)
  })

  it('can use the overbooking allowance when staff sell it', async () => {
    const journey = await make(desk.admin, 'journeys', { capacity: 2, overbooking_allowance: 1 })
    expect((await desk.book(journey, 3, { channel: 'web' })).body).toMatchObject({ code: 'sold_out' })
    expect((await desk.book(journey, 3, { channel: 'phone' })).status).toBe(201)
    expect((await desk.book(journey, 1)).body).toMatchObject({ code: 'sold_out' })
  })

  it('I13 of the test environment takes no seat', async () => {
    const journey = await make(desk.admin, 'journeys')
    const test = (await desk.book(journey, 2, { environment: 'test' })).body
    expect(await desk.counters(journey)).toEqual([
      [0, 0],
      [0, 0],
    ])
    await desk.step(test, 'cancel', { reason: 'Plans changed' })
    expect(await desk.counters(journey)).toEqual([
      [0, 0],
      [0, 0],
    ])
  })
})

describe('reservations', () => {
  it('are created by agents, and not accessible without sign-in', async () => {
    const journey = await make(desk.admin, 'journeys')
    const body = { lead_name: 'Ana', legs: [ride(journey)], passengers: adults(1) }
    const agent = await api.as('agent')
    const made = await agent.post('/reservations', body)
    expect(made.status).toBe(201)
    expect(made.body['booked_by_user_id']).toEqual(expect.any(String))
    expect((await agent.delete(`/reservations/${String(made.body['id'])}`, { ifMatch: '*' })).body['code']).toBe(
      'forbidden',
    )
    expect((await (await api.as('viewer')).post('/reservations', body)).status).toBe(403)
    expect((await (await api.as(null)).post('/reservations', body)).status).toBe(401)
  })
})
