import { beforeEach, describe, expect, it } from 'vitest'
import { useApi, type Client, type Json } from '../support/api'
import { make, unique } from '../support/factories'

const api = useApi()
/** The journeys of the factories leave at 08:30 in Nicosia on 20 May 2030, which is 05:30 UTC. */
const BEFORE = new Date('2030-05-20T04:00:00Z')
let admin: Client
/** Moves the clock and signs in again, because the earlier session would have expired. */
const at = async (now: Date | string) => {
  api.now = new Date(now)
  admin = await api.as('admin')
}
beforeEach(() => at(BEFORE))

const pathOf = (record: Json) => `/journeys/${String(record['id'])}`
const change = (record: Json, body: Json) => admin.patch(pathOf(record), body, { ifMatch: '*' })
const step = (record: Json, verb: string, body: Json = {}) =>
  admin.post(`${pathOf(record)}/${verb}`, body, { ifMatch: '*' })
const read = async (record: Json) => (await admin.get(pathOf(record))).body
const pointers = (body: Json) => (body['errors'] as Json[]).map((error) => error['pointer'])

async function crew(type: Json = {}) {
  const vehicleType = await make(admin, 'vehicle-types', { required_licence_categories: ['D'], ...type })
  const vehicle = await make(admin, 'vehicles', { vehicle_type_id: vehicleType['id'] })
  const driver = await make(admin, 'staff')
  return { vehicle_type_id: vehicleType['id'], vehicle_id: vehicle['id'], driver_id: driver['id'] }
}

describe('a new journey', () => {
  it('has its code, times, calls and legs from its route, date and time', async () => {
    const route = await make(admin, 'routes')
    const journey = await make(admin, 'journeys', { route_id: route['id'] })
    expect(journey).toMatchObject({
      code: `${String(route['code'])}-20300520-0830`,
      timezone: 'Asia/Nicosia',
      departs_at: '2030-05-20T05:30:00Z',
      arrives_at: '2030-05-20T06:15:00Z',
      origin_station_id: route['origin_station_id'],
      destination_station_id: route['destination_station_id'],
      call_count: 3,
      capacity: 50,
      peak_load: 0,
      seats_left: 50,
      availability_status: 'AVAILABLE',
    })
    expect(journey['calls']).toMatchObject([
      { seq: 1, planned_depart: '2030-05-20T05:30:00Z', expected_depart: null, drop_off_type: 'none' },
      { seq: 2, planned_arrive: '2030-05-20T05:50:00Z', planned_depart: '2030-05-20T05:52:00Z' },
      { seq: 3, planned_arrive: '2030-05-20T06:15:00Z', pickup_type: 'none' },
    ])
    const empty = { wheelchairs: 0, child_seats: 0, luggage_units: 0 }
    expect(journey['legs']).toEqual([
      { leg_seq: 1, capacity: 50, overbooking_allowance: 0, confirmed: 0, held: 0, ...empty },
      { leg_seq: 2, capacity: 50, overbooking_allowance: 0, confirmed: 0, held: 0, ...empty },
    ])
  })

  it('I18 after midnight belongs to the day before, and uses noon as the reference when the clock changes', async () => {
    const night = await make(admin, 'journeys', { departure_time: '25:10:00' })
    expect(night).toMatchObject({ departs_at: '2030-05-20T22:10:00Z', service_date: '2030-05-20' })
    expect(String(night['code'])).toMatch(/-20300520-2510$/)
    const clockChange = await make(admin, 'journeys', { service_date: '2026-03-29', departure_time: '08:00:00' })
    expect(clockChange['departs_at']).toBe('2026-03-29T05:00:00Z')
  })

  it.each(['1990-01-01', '9990-01-01'])('is refused on %s, with the days to choose from', async (day) => {
    const refused = (pointer: string) => ({
      status: 422,
      body: {
        errors: [
          { pointer, detail: expect.stringMatching(new RegExp(`^${day} .*from \\d{4}-\\d\\d-\\d\\d to`)) as unknown },
        ],
      },
    })
    const { id: route_id } = await make(admin, 'routes')
    const { id: vehicle_type_id } = await make(admin, 'vehicle-types')
    const journey = { route_id, vehicle_type_id, departure_time: '08:30:00', service_date: day }
    expect(await admin.post('/journeys', journey)).toMatchObject(refused('/service_date'))
    const period = { route_id, vehicle_type_id, departure_times: ['08:30:00'], from: day, to: day }
    for (const path of ['/journeys/generate/preview', '/journeys/generate'])
      expect((await admin.post(path, period)).body['errors']).toMatchObject([{ pointer: '/from' }, { pointer: '/to' }])
  })

  it('gets a number when another journey of its route has the same minute', async () => {
    const route = await make(admin, 'routes')
    const made = await Promise.all([1, 2, 3].map(() => make(admin, 'journeys', { route_id: route['id'] })))
    const code = `${String(route['code'])}-20300520-0830`
    expect(made.map((journey) => journey['code']).sort()).toEqual([code, `${code}-2`, `${code}-3`])
  })

  it('requires an active route', async () => {
    const draft = await make(admin, 'routes', { status: 'draft' })
    const type = await make(admin, 'vehicle-types')
    const body = { service_date: '2030-05-20', departure_time: '08:30:00', vehicle_type_id: type['id'] }
    const refused = await admin.post('/journeys', { ...body, route_id: draft['id'] })
    expect(refused).toMatchObject({ status: 409, body: { code: 'invalid_state', errors: [{ pointer: '/route_id' }] } })
    const nowhere = await admin.post('/journeys', { ...body, route_id: '018f0000-0000-7000-8000-000000000000' })
    expect(nowhere).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/route_id', code: 'unknown_reference' }] },
    })
  })

  it('has no more seats for sale than its vehicle or type', async () => {
    const { vehicle_type_id } = await make(admin, 'journeys')
    const route = await make(admin, 'routes')
    const body = { route_id: route['id'], service_date: '2030-05-20', departure_time: '08:30:00', vehicle_type_id }
    expect(await admin.post('/journeys', { ...body, capacity: 51 })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/capacity' }] },
    })
    const small = await make(admin, 'vehicles', { vehicle_type_id, seats_override: 30 })
    const made = await admin.post('/journeys', { ...body, vehicle_id: small['id'] })
    expect(made.body).toMatchObject({ capacity: 30, seats_left: 30 })
  })
})

describe('a list of journeys', () => {
  it('is filtered and sorted by free seats, and filtered by a stop', async () => {
    const [small, large] = [
      await make(admin, 'journeys', { capacity: 4 }),
      await make(admin, 'journeys', { capacity: 9 }),
    ]
    await make(admin, 'reservations', { journey_id: small['id'] })
    const ids = [small['id'], large['id']]
    const sorted = await admin.list('journeys', { filter: { id: ids }, sort: ['seats_left', 'ASC'] })
    expect(sorted.rows.map((row) => [row['id'], row['seats_left']])).toEqual([
      [small['id'], 3],
      [large['id'], 9],
    ])
    const roomy = await admin.list('journeys', { filter: { id: ids, seats_left_gte: 4 } })
    expect(roomy.rows.map((row) => row['id'])).toEqual([large['id']])
    expect(roomy.rows[0]).not.toHaveProperty('calls')
    const calling = await admin.list('journeys', { filter: { station_id: small['origin_station_id'] } })
    expect(calling.rows.map((row) => row['id'])).toEqual([small['id']])
  })
})

describe('the vehicle and driver of a journey', () => {
  it('are occupied during the journey', async () => {
    const assigned = await crew()
    const journey = await make(admin, 'journeys', assigned)
    expect(journey).toMatchObject(assigned)
    const { rows } = {
      rows: await api.db
        .selectFrom('resource_allocations')
        .selectAll()
        .where('source_id', '=', String(journey['id']))
        .orderBy('resource_kind')
        .execute(),
    }
    expect(rows).toMatchObject([
      { resource_kind: 'staff', busy_from: '2030-05-20T05:30:00Z', busy_to: '2030-05-20T06:15:00Z', state: 'firm' },
      { resource_kind: 'vehicle', busy_from: '2030-05-20T05:30:00Z', busy_to: '2030-05-20T06:30:00Z', state: 'firm' },
    ])
  })

  it('must be fit for the journey', async () => {
    const { vehicle_id, vehicle_type_id } = await crew()
    const journey = await make(admin, 'journeys', { vehicle_type_id })
    const licences = { licence_categories: ['B'], licence_expires_on: '2030-05-19' }
    const unfit = await make(admin, 'staff', { roles: ['guide'], ...licences })
    const refused = await change(journey, { vehicle_id, driver_id: unfit['id'] })
    expect(refused).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    expect(pointers(refused.body)).toEqual(['/driver_id', '/driver_id', '/driver_id'])
    const suspended = await make(admin, 'staff', { status: 'suspended' })
    expect(pointers((await change(journey, { co_driver_id: suspended['id'] })).body)).toEqual(['/co_driver_id'])
    const broken = await make(admin, 'vehicles', { vehicle_type_id, status: 'out_of_service', status_reason: 'Brakes' })
    expect(pointers((await change(journey, { vehicle_id: broken['id'] })).body)).toEqual(['/vehicle_id'])
    expect((await read(journey))['version']).toBe(1)
  })

  it('I6 must have enough seats, and the refusal counts the standing passengers', async () => {
    const journey = await make(admin, 'journeys')
    const party = Array.from({ length: 5 }, () => ({ category: 'adult' }))
    await make(admin, 'reservations', { journey_id: journey['id'], passengers: party })
    const { vehicle_id } = await crew({ seats: 4 })
    const refused = await change(journey, { vehicle_id })
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'invalid_state', errors: [{ pointer: '/vehicle_id' }] },
    })
    expect(refused.body['detail']).toContain('1 passenger does not fit')
    const fitting = await crew({ seats: 8 })
    const swapped = await change(journey, { vehicle_id: fitting.vehicle_id })
    expect(swapped.body).toMatchObject({ capacity: 8, seats_left: 3 })
    expect(swapped.body['legs']).toMatchObject([
      { capacity: 8, confirmed: 5 },
      { capacity: 8, confirmed: 5 },
    ])
  })
})

describe('the seats for sale', () => {
  it('apply to every leg, and do not fall below what is sold', async () => {
    const journey = await make(admin, 'journeys')
    await make(admin, 'reservations', { journey_id: journey['id'], passengers: [{}, {}, {}] })
    const refused = await change(journey, { capacity: 2 })
    expect(refused).toMatchObject({ status: 409, body: { code: 'invalid_state', errors: [{ pointer: '/capacity' }] } })
    const changed = await change(journey, { capacity: 2, overbooking_allowance: 1 })
    expect(changed.body).toMatchObject({ capacity: 2, seats_left: -1, availability_status: 'SOLD_OUT' })
    expect(changed.body['legs']).toMatchObject([{ capacity: 2, overbooking_allowance: 1, confirmed: 3 }, {}])
  })
})

describe('the progress of a journey', () => {
  it('goes from boarding to arrival, and releases the vehicle at arrival', async () => {
    const journey = await make(admin, 'journeys', await crew())
    expect((await step(journey, 'board')).status).toBe(200)
    await at('2030-05-20T05:33:00Z')
    const left = await step(journey, 'depart')
    expect(left.body).toMatchObject({ sales_status: 'closed', availability_status: 'CLOSED' })
    expect((left.body['calls'] as Json[])[0]).toMatchObject({ actual_depart: '2030-05-20T05:33:00Z' })
    await at('2030-05-20T06:10:00Z')
    const done = await step(journey, 'complete')
    expect((done.body['calls'] as Json[]).at(-1)).toMatchObject({ actual_arrive: '2030-05-20T06:10:00Z' })
    const allocations = await api.db
      .selectFrom('resource_allocations')
      .select('busy_to')
      .where('source_id', '=', String(journey['id']))
      .execute()
    expect(allocations.map((row) => row.busy_to)).toEqual(['2030-05-20T06:10:00Z', '2030-05-20T06:10:00Z'])
    expect(await change(journey, { delay_min: 5 })).toMatchObject({
      status: 409,
      body: { errors: [{ pointer: '/delay_min' }] },
    })
    expect((await change(journey, { notes: 'Rain' })).status).toBe(200)
  })

  it('requires a vehicle and a driver for boarding, and skips no step', async () => {
    const journey = await make(admin, 'journeys')
    const early = await step(journey, 'board')
    expect(early).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    expect(pointers(early.body)).toEqual(['/vehicle_id', '/driver_id'])
    const skipped = await step(journey, 'complete')
    expect(skipped).toMatchObject({
      status: 409,
      body: { errors: [{ pointer: '/service_status', code: 'transition' }] },
    })
    expect(skipped.body['detail']).toMatch(
      / is scheduled\. This step requires that it is in progress or interrupted\.$/,
    )
    const unstarted = await step(journey, 'revert', { reason: 'Wrong departure' })
    expect(unstarted.body['detail']).toMatch(/requires that it is boarding, in progress, or completed\.$/)
  })

  it('with a delay shifts the expected times and the end of its allocations', async () => {
    const journey = await make(admin, 'journeys', await crew())
    const late = await change(journey, { delay_min: 45 })
    expect(late.body['calls']).toMatchObject([
      { planned_depart: '2030-05-20T05:30:00Z', expected_depart: '2030-05-20T06:15:00Z' },
      { expected_arrive: '2030-05-20T06:35:00Z' },
      { expected_arrive: '2030-05-20T07:00:00Z' },
    ])
    const ends = async () =>
      (
        await api.db
          .selectFrom('resource_allocations')
          .select('busy_to')
          .where('source_id', '=', String(journey['id']))
          .where('state', '=', 'firm')
          .orderBy('resource_kind')
          .execute()
      ).map((row) => row.busy_to)
    expect(await ends()).toEqual(['2030-05-20T07:00:00Z', '2030-05-20T07:15:00Z'])
    const inTime = await change(journey, { delay_min: 0 })
    expect((inTime.body['calls'] as Json[])[2]).toMatchObject({ expected_arrive: null })
    expect(await ends()).toEqual(['2030-05-20T06:15:00Z', '2030-05-20T06:30:00Z'])
  })

  it('with a delay is recorded even when the vehicle has another job then', async () => {
    const assigned = await crew()
    const journey = await make(admin, 'journeys', assigned)
    await make(admin, 'journeys', { ...assigned, departure_time: '09:45:00' })
    expect((await change(journey, { delay_min: 45 })).status).toBe(200)
    const [vehicle] = await api.db
      .selectFrom('resource_allocations')
      .select('busy_to')
      .where('source_id', '=', String(journey['id']))
      .where('resource_kind', '=', 'vehicle')
      .execute()
    expect(vehicle?.busy_to).toBe('2030-05-20T06:45:00Z')
  })
})

describe('a cancelled journey', () => {
  const cancelled = { service_status: 'cancelled', cancel_reason: 'Roadworks' }
  const cancel = (journey: Json) => step(journey, 'cancel', { reason: cancelled.cancel_reason })

  it('I20 has no reservations left', async () => {
    const journey = await make(admin, 'journeys')
    const reservation = await make(admin, 'reservations', { journey_id: journey['id'] })
    const refused = await cancel(journey)
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'still_referenced',
        blockers: [{ resource: 'reservations', count: 1, examples: [{ label: reservation['reference'] }] }],
      },
    })
    const path = `/reservations/${String(reservation['id'])}`
    await admin.post(`${path}/cancel`, { reason: 'Roadworks' }, { ifMatch: '*' })
    expect((await cancel(journey)).body['journey']).toMatchObject({ ...cancelled, availability_status: 'CLOSED' })
  })

  it('requires a reason', async () => {
    const journey = await make(admin, 'journeys')
    const silent = await step(journey, 'cancel')
    expect(silent).toMatchObject({ status: 422, body: { errors: [{ pointer: '/reason' }] } })
  })

  it('is not blocked by expired holds', async () => {
    const journey = await make(admin, 'journeys')
    const hold = await make(admin, 'reservations', { journey_id: journey['id'], status: 'on_hold' })
    expect((await cancel(journey)).status).toBe(409)
    await at('2030-05-20T04:20:00Z')
    expect((await cancel(journey)).status).toBe(200)
    expect((await admin.get(`/reservations/${String(hold['id'])}`)).body).toMatchObject({
      status: 'expired',
      hold_expires_at: null,
    })
  })

  it('releases its vehicle, and is reinstated only while the vehicle is free', async () => {
    const assigned = await crew()
    const journey = await make(admin, 'journeys', assigned)
    await cancel(journey)
    const other = await make(admin, 'journeys', { ...assigned, departure_time: '08:45:00' })
    const clash = await step(journey, 'reinstate', { reason: 'Clear again' })
    expect(clash).toMatchObject({
      status: 409,
      body: { code: 'resource_conflict', errors: [{ pointer: '/vehicle_id' }] },
    })
    expect(clash.body['detail']).toContain(String(other['code']))
    await cancel(other)
    expect((await step(journey, 'reinstate', { reason: 'Clear again' })).body).toMatchObject({ cancel_reason: null })
    await cancel(journey)
    await at('2030-05-20T05:30:00Z')
    expect((await step(journey, 'reinstate', { reason: 'Clear again' })).status).toBe(409)
  })
})

describe('the deletion of a journey', () => {
  it('is allowed only when it has never had a reservation', async () => {
    const journey = await make(admin, 'journeys', await crew())
    const reservation = await make(admin, 'reservations', { journey_id: journey['id'] })
    const path = `/reservations/${String(reservation['id'])}`
    await admin.post(`${path}/cancel`, { reason: 'Ill' }, { ifMatch: '*' })
    expect(await admin.delete(pathOf(journey), { ifMatch: '*' })).toMatchObject({
      status: 409,
      body: { code: 'still_referenced', blockers: [{ resource: 'reservations', count: 1 }] },
    })
    await admin.delete(path, { ifMatch: '*' })
    expect((await admin.delete(pathOf(journey), { ifMatch: '*' })).status).toBe(200)
    const busy = await api.db
      .selectFrom('resource_allocations')
      .select('state')
      .where('source_id', '=', String(journey['id']))
      .execute()
    expect(new Set(busy.map((row) => row.state))).toEqual(new Set(['released']))
  })

  it('is refused when it is in progress', async () => {
    const journey = await make(admin, 'journeys', await crew())
    await step(journey, 'board')
    const refused = await admin.delete(pathOf(journey), { ifMatch: '*' })
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'invalid_state', errors: [{ pointer: '', code: 'on_record' }] },
    })
  })
})

describe('journeys', () => {
  it('are changed by dispatchers, and not accessible without sign-in', async () => {
    const journey = await make(admin, 'journeys')
    const dispatcher = await api.as('dispatcher')
    expect((await dispatcher.patch(pathOf(journey), { notes: unique('note') }, { ifMatch: 1 })).status).toBe(200)
    const agent = await api.as('agent')
    expect((await agent.patch(pathOf(journey), { notes: 'x' }, { ifMatch: '*' })).body['code']).toBe('forbidden')
    expect((await (await api.as(null)).get(pathOf(journey))).status).toBe(401)
  })
})
