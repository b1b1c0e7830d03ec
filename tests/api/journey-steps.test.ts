import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { useApi, type Json } from '../support/api'
import { useBooking } from '../support/booking'
import { make } from '../support/factories'
import { sweepNow, workOff } from '../support/work'

const api = useApi()
const desk = useBooking(api)
const read = async (record: Json) => (await desk.admin.get(`/journeys/${String(record['id'])}`)).body
const later = (journey: Json, time: string, more: Json = {}) =>
  make(desk.admin, 'journeys', { route_id: journey['route_id'], departure_time: time, ...more })

describe('the assignment of a journey', () => {
  it('I5 names the conflicting job, and suggests free vehicles and drivers that fit', async () => {
    const [vehicle, spare] = [await make(desk.admin, 'vehicles'), await make(desk.admin, 'vehicles')]
    const [driver, mate] = [await make(desk.admin, 'staff'), await make(desk.admin, 'staff')]
    const first = await make(desk.admin, 'journeys', { vehicle_id: vehicle['id'], driver_id: driver['id'] })
    const second = await later(first, '08:45:00')
    const busy = await desk.step(second, 'assign', { vehicle_id: vehicle['id'] })
    expect(busy).toMatchObject({
      status: 409,
      body: { code: 'resource_conflict', blockers: [{ examples: [{ id: first['id'], label: first['code'] }] }] },
    })
    const offered = (busy.body['suggestions'] as Json[]).map((row) => row['id'])
    expect(offered).toContain(spare['id'])
    expect(offered).not.toContain(vehicle['id'])
    const people = (await desk.step(second, 'assign', { driver_id: driver['id'] })).body['suggestions'] as Json[]
    expect(people.map((row) => row['id'])).toContain(mate['id'])
    const done = await desk.step(second, 'assign', { vehicle_id: spare['id'], driver_id: mate['id'] })
    expect(done.body).toMatchObject({ vehicle_id: spare['id'], driver_id: mate['id'] })
    expect((await desk.step(second, 'assign', { vehicle_id: null })).body['vehicle_id']).toBeNull()
  })

  it('suggests the nearest first, and omits vehicles and drivers that are too small, broken or unlicensed', async () => {
    await api.reset()
    await desk.at('2030-05-20T04:00:00Z')
    const [airport, near, far] = [
      await make(desk.admin, 'stations', { latitude: 34.87, longitude: 33.62 }),
      await make(desk.admin, 'stations', { latitude: 34.9, longitude: 33.62 }),
      await make(desk.admin, 'stations', { latitude: 35.18, longitude: 33.36 }),
    ]
    const stop = (station: Json, at: number, more: Json) => ({
      station_id: station['id'],
      arrive_offset_min: at,
      depart_offset_min: at,
      ...more,
    })
    const stops = [stop(airport, 0, { drop_off_type: 'none' }), stop(far, 45, { pickup_type: 'none' })]
    const route = await make(desk.admin, 'routes', { stops })
    const type = await make(desk.admin, 'vehicle-types', { seats: 20, required_licence_categories: ['D'] })
    const fleet = (home: Json | null, more: Json = {}) =>
      make(desk.admin, 'vehicles', { vehicle_type_id: type['id'], home_station_id: home?.['id'] ?? null, ...more })
    const [unknown, away, close, here] = [await fleet(null), await fleet(far), await fleet(near), await fleet(airport)]
    await fleet(airport, { seats_override: 2 })
    await fleet(airport, { status: 'out_of_service', status_reason: 'Brakes' })
    const driver = await make(desk.admin, 'staff')
    await make(desk.admin, 'staff', { licence_categories: ['B'] })
    await make(desk.admin, 'staff', { licence_expires_on: '2030-05-19' })
    const journey = await make(desk.admin, 'journeys', { route_id: route['id'], vehicle_type_id: type['id'] })
    await desk.book(journey, 3, { legs: [{ journey_id: journey['id'], board_seq: 1, alight_seq: 2 }] })
    const found = await desk.admin.get(`/journeys/${String(journey['id'])}/suggestions`)
    const { vehicles, drivers } = found.body as { vehicles: Json[]; drivers: Json[] }
    expect(vehicles.map((row) => row['id'])).toEqual([here, close, away, unknown].map((vehicle) => vehicle['id']))
    expect(vehicles.map((row) => row['distance_km'])).toEqual([0, 3, expect.any(Number), null])
    expect(drivers).toMatchObject([{ id: driver['id'], warnings: [] }])
    expect(drivers).toHaveLength(1)
  })

  it('I6 names the passengers who would stand in a smaller vehicle', async () => {
    const journey = await make(desk.admin, 'journeys')
    const first = (await desk.book(journey, 3)).body
    const last = (await desk.book(journey, 2, { lead_name: 'Eva Last' })).body
    const type = await make(desk.admin, 'vehicle-types', { seats: 4 })
    const small = await make(desk.admin, 'vehicles', { vehicle_type_id: type['id'] })
    const refused = await desk.step(journey, 'assign', { vehicle_id: small['id'] })
    expect(refused.body).toMatchObject({
      code: 'invalid_state',
      blockers: [
        {
          resource: 'reservations',
          count: 1,
          examples: [{ id: last['id'], label: `${String(last['reference'])} Eva Last ×2` }],
        },
      ],
    })
    expect(first['seats']).toBe(3)
  })

  it('I7 beyond the hours of a driver requires a manager and a reason, and of a busy driver is always refused', async () => {
    const driver = await make(desk.admin, 'staff', { max_daily_drive_min: 80 })
    const first = await make(desk.admin, 'journeys', { driver_id: driver['id'] })
    const second = await later(first, '12:00:00')
    const refused = await desk.step(second, 'assign', { driver_id: driver['id'] })
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'override_required', errors: [{ pointer: '/driver_id', code: 'limit' }] },
    })
    expect(refused.body['detail']).toContain('would drive 1 h 30 min on 2030-05-20; 1 h 20 min are allowed.')
    const patched = await desk.admin.patch(
      `/journeys/${String(second['id'])}`,
      { driver_id: driver['id'] },
      { ifMatch: '*' },
    )
    expect(patched.body['code']).toBe('override_required')
    const why = { driver_id: driver['id'], override_reason: 'Colleague is ill' }
    const dispatcher = await api.as('dispatcher')
    expect((await desk.step(second, 'assign', why, { as: dispatcher })).body['code']).toBe('forbidden')
    expect((await desk.step(second, 'assign', why)).body['driver_id']).toBe(driver['id'])
    const { rows } = await desk.admin.list('audit-events', {
      filter: { entity_id: second['id'], action: 'journeys.assigned' },
    })
    expect(rows).toMatchObject([{ reason: 'Colleague is ill' }])
    const overlapping = await later(first, '08:30:00')
    expect((await desk.step(overlapping, 'assign', why)).body['code']).toBe('resource_conflict')
  })
})

describe('a driver beyond the limits of driving and rest', () => {
  const overworked = async () => {
    const driver = await make(desk.admin, 'staff', { max_daily_drive_min: 80 })
    const vehicle = await make(desk.admin, 'vehicles')
    const first = await make(desk.admin, 'journeys', { driver_id: driver['id'] })
    const second = await later(first, '12:00:00', { vehicle_id: vehicle['id'] })
    await desk.step(second, 'assign', { driver_id: driver['id'], override_reason: 'Colleague is ill' })
    return second
  }

  it('stays when another vehicle or none is assigned', async () => {
    const journey = await overworked()
    const { driver_id } = await read(journey)
    const spare = await make(desk.admin, 'vehicles')
    const dispatcher = await api.as('dispatcher')
    for (const vehicle_id of [spare['id'], null])
      expect(await desk.step(journey, 'assign', { vehicle_id }, { as: dispatcher })).toMatchObject({
        status: 200,
        body: { vehicle_id, driver_id },
      })
  })

  it('returns with a cancelled journey only when a manager gives the reason', async () => {
    const journey = await overworked()
    await desk.step(journey, 'cancel', { reason: 'Snow' })
    const dispatcher = await api.as('dispatcher')
    const refused = await desk.step(journey, 'reinstate', { reason: 'Thaw' }, { as: dispatcher })
    expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(refused.body['detail']).toContain('Your role may not override this. Ask a manager.')
    const reinstated = await desk.step(journey, 'reinstate', { reason: 'Thaw' })
    expect(reinstated).toMatchObject({ status: 200, body: { service_status: 'scheduled' } })
    const { rows } = await desk.admin.list('audit-events', {
      filter: { entity_id: journey['id'], action: 'journeys.reinstated' },
    })
    expect(rows).toMatchObject([{ reason: 'Thaw' }])
  })
})

describe('a late journey', () => {
  it('cannot become later once it is cancelled', async () => {
    const journey = await make(desk.admin, 'journeys')
    await desk.step(journey, 'cancel', { reason: 'Snow' })
    const refused = await desk.step(journey, 'delay', { delay_min: 30 })
    expect(refused).toMatchObject({ status: 409, body: { code: 'invalid_state', errors: [{ pointer: '/delay_min' }] } })
    expect((await read(journey))['delay_min']).toBe(0)
  })

  it('shows its new arrival, and the later jobs that are at risk', async () => {
    const [vehicle, driver] = [await make(desk.admin, 'vehicles'), await make(desk.admin, 'staff')]
    const both = { vehicle_id: vehicle['id'], driver_id: driver['id'] }
    const journey = await make(desk.admin, 'journeys', both)
    const next = await later(journey, '10:00:00', both)
    const fine = await desk.step(journey, 'delay', { add_min: 15 })
    expect(fine.body).toMatchObject({ journey: { delay_min: 15 }, clashes: [] })
    const trial = await desk.step(journey, 'delay', { add_min: 30, simulate: true })
    expect(trial.body['clashes']).toMatchObject([
      { resource_kind: 'vehicle', resource_label: vehicle['registration_plate'], label: next['code'], late_min: 15 },
    ])
    expect((await read(journey))['delay_min']).toBe(15)
    const late = await desk.step(journey, 'delay', { delay_min: 65, reason: 'Roadworks' })
    expect((late.body['clashes'] as Json[]).map((clash) => [clash['resource_kind'], clash['late_min']])).toEqual([
      ['vehicle', 35],
      ['staff', 20],
    ])
    expect((late.body['journey'] as Json)['calls']).toMatchObject([{ expected_depart: '2030-05-20T06:35:00Z' }, {}, {}])
  })
})

describe('the cancellation of a departure', () => {
  it('refuses a plan with one reservation twice, and names the entry', async () => {
    const journey = await make(desk.admin, 'journeys')
    const made = (await desk.book(journey, 1)).body
    const plan = { reservation_id: made['id'], action: 'cancel' }
    expect(await desk.step(journey, 'cancel', { reason: 'Snow', parties: [plan, plan] })).toMatchObject({
      status: 422,
      body: { code: 'validation', errors: [{ pointer: '/parties/1/reservation_id', code: 'custom' }] },
    })
    expect((await desk.read(made))['status']).toBe('confirmed')
  })

  it('refuses reservations that are not on the departure, and journeys to move to that do not exist', async () => {
    const journey = await make(desk.admin, 'journeys')
    const elsewhere = (await desk.book(await make(desk.admin, 'journeys'), 1)).body
    const unknown = randomUUID()
    const cancel = (request: Json) => desk.step(journey, 'cancel', { reason: 'Snow', others: 'cancel', ...request })
    const parties = [elsewhere['id'], unknown].map((reservation_id) => ({ reservation_id, action: 'cancel' }))
    for (const simulate of [true, false])
      expect(await cancel({ parties, simulate })).toMatchObject({
        status: 422,
        body: {
          errors: [
            { pointer: '/parties/0/reservation_id', code: 'unknown_reference' },
            { pointer: '/parties/1/reservation_id', code: 'unknown_reference' },
          ],
        },
      })
    const lost = await cancel({ to_journey_ids: [journey['id'], unknown] })
    expect(lost.body['errors']).toMatchObject([{ pointer: '/to_journey_ids/1', code: 'unknown_reference' }])
    expect((await read(journey))['service_status']).toBe('scheduled')
    expect((await desk.read(elsewhere))['status']).toBe('confirmed')
  })

  it('I20 moves or cancels every party in one request, or changes nothing', async () => {
    const journey = await make(desk.admin, 'journeys')
    const next = await later(journey, '09:30:00', { capacity: 3 })
    const last = await later(journey, '10:30:00', { capacity: 2 })
    await make(desk.admin, 'fares', { route_id: journey['route_id'] })
    const [two, three, hold] = [
      (await desk.book(journey, 2, { paid_minor: 1800 })).body,
      (await desk.book(journey, 3)).body,
      (await desk.book(journey, 1, { status: 'on_hold' })).body,
    ]
    const request = { reason: 'Landslide', to_journey_ids: [next['id'], last['id']] }
    expect((await desk.step(journey, 'cancel', { reason: 'Landslide' })).body['code']).toBe('still_referenced')
    const trial = await desk.step(journey, 'cancel', { ...request, others: 'move', simulate: true })
    expect(trial.body['parties']).toMatchObject([
      { reservation_id: two['id'], outcome: 'moved', to_journey_id: next['id'] },
      { reservation_id: three['id'], outcome: 'failed' },
      { reservation_id: hold['id'], outcome: 'moved', to_journey_id: next['id'] },
    ])
    expect(await desk.counters(next)).toEqual([
      [0, 0],
      [0, 0],
    ])
    expect((await desk.step(journey, 'cancel', { ...request, others: 'move' })).body['code']).toBe('still_referenced')
    expect((await read(journey))['service_status']).toBe('scheduled')
    const dispatcher = await api.as('dispatcher')
    expect(
      (await desk.step(journey, 'cancel', { ...request, others: 'cancel' }, { as: dispatcher })).body['code'],
    ).toBe('forbidden')

    const parties = [{ reservation_id: two['id'], action: 'move', to_journey_id: last['id'] }]
    const done = await desk.step(journey, 'cancel', { ...request, parties, others: 'move_or_cancel' }, { ifMatch: 1 })
    expect(done.body).toMatchObject({
      journey: { service_status: 'cancelled', cancel_reason: 'Landslide', peak_load: 0 },
      parties: [
        { reservation_id: two['id'], outcome: 'moved', to_journey_id: last['id'] },
        { reservation_id: three['id'], outcome: 'moved', to_journey_id: next['id'] },
        { reservation_id: hold['id'], outcome: 'cancelled' },
      ],
    })
    expect(await desk.read(two)).toMatchObject({ status: 'confirmed', payment_status: 'paid', journey_id: last['id'] })
    expect(await desk.counters(next)).toEqual([
      [0, 3],
      [0, 3],
    ])
  })

  it('retains no fee, because the operator cancels', async () => {
    const journey = await make(desk.admin, 'journeys')
    await make(desk.admin, 'fares', { route_id: journey['route_id'] })
    const made = (await desk.book(journey, 1, { paid_minor: 900 })).body
    await desk.step(journey, 'cancel', { reason: 'Landslide', others: 'cancel' })
    expect(await desk.read(made)).toMatchObject({
      status: 'cancelled',
      cancellation_fee_minor: 0,
      payment_status: 'refund_due',
      cancel_reason: 'Landslide',
    })
    expect((await desk.step(journey, 'reinstate', { reason: 'Cleared' })).body).toMatchObject({
      service_status: 'scheduled',
      cancel_reason: null,
    })
  })
})

describe('a journey in progress', () => {
  it('can be interrupted and resumed, and ends by itself six hours after its arrival, with its passengers', async () => {
    const journey = await make(desk.admin, 'journeys', {
      vehicle_id: (await make(desk.admin, 'vehicles'))['id'],
      driver_id: (await make(desk.admin, 'staff'))['id'],
    })
    const made = (await desk.book(journey, 1)).body
    await desk.at('2030-05-20T04:30:00Z')
    await desk.step(journey, 'board')
    await desk.step(made, 'board')
    await desk.step(journey, 'depart')
    expect((await desk.step(journey, 'interrupt', { reason: 'Puncture' })).body['service_status']).toBe('interrupted')
    expect((await desk.step(journey, 'reinstate', { reason: 'x' })).body['code']).toBe('invalid_state')
    expect((await desk.step(journey, 'resume')).body['service_status']).toBe('in_progress')
    await desk.at('2030-05-20T12:14:59Z')
    const sweep = () => sweepNow(api, api.server.workers)
    await sweep()
    expect((await read(journey))['service_status']).toBe('in_progress')
    await desk.at('2030-05-20T12:15:00Z')
    const running = async () => {
      // The page is beyond the last row, so only a count gives its total.
      const page = { filter: { service_status: 'in_progress' }, range: [5, 9] as [number, number] }
      return (await desk.admin.list('journeys', page)).headers['content-range']?.split('/')[1]
    }
    expect(await running()).toBe('1')
    await Promise.all([sweep(), sweep()])
    expect((await read(journey))['service_status']).toBe('completed')
    // One of two concurrent sweeps may look for arrived reservations before the other completes the journey.
    await sweep()
    expect((await desk.read(made))['status']).toBe('completed')
    // The sweep clears the cached totals of lists in its process.
    expect(await running()).toBe('0')
  })
})

describe('journeys from a pattern', () => {
  const pattern = async (more: Json = {}) => ({
    route_id: (await make(desk.admin, 'routes'))['id'],
    vehicle_type_id: (await make(desk.admin, 'vehicle-types'))['id'],
    from: '2030-03-25',
    to: '2030-04-07',
    weekdays: [5, 6, 7],
    departure_times: ['25:10:00', '08:30:00'],
    ...more,
  })
  const preview = (body: Json) => desk.admin.post('/journeys/generate/preview', body)
  const clockChanges = (body: Json) =>
    (body['journeys'] as Json[])
      .filter((journey) => journey['is_clock_change'])
      .map((journey) => [journey['service_date'], journey['departure_time'], journey['departs_at']].join(' '))
  const generate = async (body: Json) => {
    const { status, body: task } = await desk.admin.post('/journeys/generate', body)
    expect(status, JSON.stringify(task)).toBe(202)
    expect(await workOff(api)).toEqual([])
    return (await desk.admin.get(`/tasks/${String(task['id'])}`)).body
  }
  const count = async (body: Json) =>
    (await desk.admin.list('journeys', { filter: { route_id: body['route_id'] }, range: [0, 0] })).headers[
      'content-range'
    ]

  it('are previewed, and made once', async () => {
    await desk.at('2030-03-20T04:00:00Z')
    const body = await pattern({ except_dates: ['2030-04-05'] })
    const shown = await preview(body)
    expect(shown.body).toMatchObject({ created: 10, duplicates: 0 })
    expect(shown.body['notes']).toEqual([])
    expect(clockChanges(shown.body)).toEqual([])
    expect(await count(body)).toMatch(/\/0$/)
    expect(await generate(body)).toMatchObject({ state: 'succeeded', counts: { created: 10 } })
    expect(await generate(body)).toMatchObject({ state: 'succeeded', counts: { unchanged: 10 } })
    expect(await generate({ ...body, except_dates: [] })).toMatchObject({ counts: { created: 2, unchanged: 10 } })
    expect(await count(body)).toMatch(/\/12$/)
    const { rows } = await desk.admin.list('journeys', {
      filter: { route_id: body['route_id'], service_date: '2030-03-31' },
      sort: ['departs_at', 'ASC'],
    })
    expect(rows.map((row) => [row['departs_at'], row['capacity']])).toEqual([
      ['2030-03-31T05:30:00Z', 50],
      ['2030-03-31T22:10:00Z', 50],
    ])
    const one = await read(rows[0] ?? {})
    expect([one['calls'], one['legs']]).toMatchObject([
      [{}, { planned_arrive: '2030-03-31T05:50:00Z' }, {}],
      [{ capacity: 50 }, {}],
    ])
    await make(desk.admin, 'fares', { route_id: body['route_id'] })
    expect((await desk.book(one, 1)).status).toBe(201)
  })

  it('have a note when the clock shows another time than the timetable, and only then', async () => {
    const shown = await preview(await pattern({ departure_times: ['26:50:00', '08:30:00'] }))
    expect(clockChanges(shown.body)).toEqual(['2030-03-30 26:50:00 2030-03-31T00:50:00Z'])
    expect(shown.body['notes']).toEqual([expect.stringContaining('2030-03-30')])
    expect((shown.body['journeys'] as Json[])[0]).toMatchObject({ timezone: 'Asia/Nicosia' })
  })

  it('are limited to a season, and in number', async () => {
    const season = await make(desk.admin, 'seasons', { date_ranges: [{ from: '2030-03-30', to: '2030-03-31' }] })
    const body = await pattern({ season_id: season['id'] })
    expect((await preview(body)).body).toMatchObject({ created: 4 })
    const none = await preview({ ...body, weekdays: [1] })
    expect(none.body).toMatchObject({ created: 0, notes: [expect.stringContaining('No day')] })
    expect(await desk.admin.post('/journeys/generate', { ...body, weekdays: [1] })).toMatchObject({ status: 422 })
    expect(await preview(await pattern({ to: '2030-03-24' }))).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/to' }] },
    })
    const times = Array.from({ length: 20 }, (_, index) => `${10 + index}:00:00`)
    const many = await pattern({ to: '2031-03-25', weekdays: [], departure_times: times })
    expect(await preview(many)).toMatchObject({ status: 422, body: { errors: [{ pointer: '/to' }] } })
    const agent = await api.as('agent')
    expect((await agent.post('/journeys/generate', body)).status).toBe(403)
  })
})
