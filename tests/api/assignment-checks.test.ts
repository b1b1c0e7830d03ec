import { beforeEach, describe, expect, it } from 'vitest'
import { useApi, type Json } from '../support/api'
import { adults, ride, useBooking } from '../support/booking'
import { make, makeHiredType } from '../support/factories'
import { signIn } from '../support/live'

const api = useApi()
const desk = useBooking(api)
const LIMASSOL = { city: 'Limassol', latitude: 34.68, longitude: 33.04 }
const NICOSIA = { city: 'Nicosia', latitude: 35.17, longitude: 33.36 }

const stop = (station: Json, offset: number, last = false) => ({
  station_id: station['id'],
  arrive_offset_min: offset,
  depart_offset_min: offset,
  pickup_type: last ? 'none' : 'regular',
  drop_off_type: offset === 0 ? 'none' : 'regular',
})
const routeOf = async (from: Json, to: Json) =>
  make(desk.admin, 'routes', { stops: [stop(from, 0), stop(to, 60, true)] })
const detailOf = (answer: { body: Json }) => String(answer.body['detail'])
const hire = (type: Json, more: Json = {}) => ({
  kind: 'private_hire',
  lead_name: 'Ana',
  passengers: adults(1),
  hire: {
    pickup: { address: '12 Ledra Street' },
    dropoff: { address: '12 Ledra Street' },
    starts_at: '2030-05-21T10:00:00Z',
    ends_at: '2030-05-21T12:00:00Z',
    vehicle_type_id: type['id'],
    passengers: 4,
    ...more,
  },
})

describe('documents that expire before a job', () => {
  let type: Json
  let journey: Json
  beforeEach(async () => {
    type = await makeHiredType(desk.admin)
    journey = await make(desk.admin, 'journeys', { vehicle_type_id: type['id'] })
  })

  it('exclude a vehicle and a driver from journeys and hires, by every operation', async () => {
    const [uninspected, uninsured] = [
      await make(desk.admin, 'vehicles', { vehicle_type_id: type['id'], inspection_expires_on: '2030-05-19' }),
      await make(desk.admin, 'vehicles', { vehicle_type_id: type['id'], insurance_expires_on: '2030-05-19' }),
    ]
    const unfit = await make(desk.admin, 'staff', { medical_expires_on: '2030-05-19' })
    const booked = (await desk.admin.post('/reservations', { ...hire(type), status: 'pending' })).body
    for (const record of [journey, booked]) {
      expect(detailOf(await desk.step(record, 'assign', { vehicle_id: uninspected['id'] }))).toContain('inspection')
      expect(detailOf(await desk.step(record, 'assign', { vehicle_id: uninsured['id'] }))).toContain('insurance')
      expect(detailOf(await desk.step(record, 'assign', { driver_id: unfit['id'] }))).toContain('medical')
    }
    const patched = await desk.admin.patch(
      `/journeys/${String(journey['id'])}`,
      { vehicle_id: uninspected['id'], driver_id: unfit['id'] },
      { ifMatch: '*' },
    )
    expect(patched).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    const free = (await desk.admin.get(`/journeys/${String(journey['id'])}/suggestions`)).body
    const offered = JSON.stringify(free)
    for (const record of [uninspected, uninsured, unfit]) expect(offered).not.toContain(String(record['id']))
    const span = { from: '2030-05-20T00:00:00Z', to: '2030-05-21T00:00:00Z', vehicle_type_id: type['id'] }
    const plan = await desk.admin.post('/dispatch/suggestions', span)
    expect(plan.body['journeys']).toMatchObject([{ vehicle: null }])
  })

  it('are reported when a new expiry date lies before an assigned job', async () => {
    const vehicle = await make(desk.admin, 'vehicles', { vehicle_type_id: type['id'] })
    const driver = await make(desk.admin, 'staff')
    await desk.step(journey, 'assign', { vehicle_id: vehicle['id'], driver_id: driver['id'] })
    const patch = (resource: string, record: Json, body: Json) =>
      desk.admin.patch(`/${resource}/${String(record['id'])}`, body, { ifMatch: '*' })
    const stored = await patch('vehicles', vehicle, { inspection_expires_on: '2030-05-20' })
    expect(stored.body['unlawful_jobs']).toEqual([])
    const moved = await patch('vehicles', vehicle, { inspection_expires_on: '2030-05-19' })
    expect(moved.body['unlawful_jobs']).toMatchObject([{ source: 'journey', label: journey['code'] }])
    const expired = await patch('staff', driver, { licence_expires_on: '2030-05-19' })
    expect(expired.body['unlawful_jobs']).toMatchObject([{ label: journey['code'] }])
    const listed = await desk.admin.list('journeys', { filter: { is_unlawful: true } })
    expect(listed.rows.map((row) => row['id'])).toEqual([journey['id']])
    const notifications = await api.db
      .selectFrom('notifications')
      .select('kind')
      .where('kind', 'in', ['vehicle_papers_end', 'driver_papers_end'])
      .where('entity_id', 'in', [String(vehicle['id']), String(driver['id'])])
      .execute()
    expect(new Set(notifications.map(({ kind }) => kind))).toEqual(new Set(['vehicle_papers_end', 'driver_papers_end']))
  })
})

describe('a job in another city', () => {
  it('needs a confirmation when the transfer takes longer than the time between, and suggests others', async () => {
    const [from, to] = [await make(desk.admin, 'stations', LIMASSOL), await make(desk.admin, 'stations', NICOSIA)]
    const route = await routeOf(from, to)
    const type = await makeHiredType(desk.admin, { turnaround_min: 0 })
    const terms = { route_id: route['id'], vehicle_type_id: type['id'] }
    const first = await make(desk.admin, 'journeys', { ...terms, departure_time: '12:00:00' })
    const vehicle = await make(desk.admin, 'vehicles', { vehicle_type_id: type['id'] })
    const spare = await make(desk.admin, 'vehicles', { vehicle_type_id: type['id'], home_station_id: from['id'] })
    const driver = await make(desk.admin, 'staff')
    await desk.step(first, 'assign', { vehicle_id: vehicle['id'], driver_id: driver['id'] })
    for (const departure_time of ['13:00:00', '13:15:00']) {
      const next = await make(desk.admin, 'journeys', { ...terms, departure_time })
      const refused = await desk.step(next, 'assign', { vehicle_id: vehicle['id'] })
      expect(refused).toMatchObject({
        status: 409,
        body: { code: 'confirmation_required', errors: [{ pointer: '/vehicle_id', code: 'unlikely' }] },
      })
      const others = (refused.body['suggestions'] as Json[]).map((row) => row['id'])
      expect(others).toContain(spare['id'])
      expect(others).not.toContain(vehicle['id'])
      const patched = await desk.admin.patch(
        `/journeys/${String(next['id'])}`,
        { driver_id: driver['id'] },
        { ifMatch: '*' },
      )
      expect(patched.body['code']).toBe('confirmation_required')
      const meant = await desk.step(next, 'assign', { vehicle_id: vehicle['id'], accept_warnings: true })
      expect(meant.body).toMatchObject({ vehicle_id: vehicle['id'] })
      await desk.step(next, 'assign', { vehicle_id: null })
    }
    const early = await make(desk.admin, 'journeys', { ...terms, departure_time: '15:00:00' })
    expect((await desk.step(early, 'assign', { vehicle_id: vehicle['id'] })).status).toBe(200)
  })

  it('is also checked for hires, before and after', async () => {
    const [from, to] = [await make(desk.admin, 'stations', LIMASSOL), await make(desk.admin, 'stations', NICOSIA)]
    const type = await makeHiredType(desk.admin, { turnaround_min: 0 })
    const vehicle = await make(desk.admin, 'vehicles', { vehicle_type_id: type['id'] })
    await make(desk.admin, 'vehicles', { vehicle_type_id: type['id'] })
    const place = (station: Json) => ({ station_id: station['id'] })
    const there = { pickup: place(from), dropoff: place(to) }
    const one = (await desk.admin.post('/reservations', hire(type, there))).body
    const later = { starts_at: '2030-05-21T12:15:00Z', ends_at: '2030-05-21T14:00:00Z' }
    const two = (await desk.admin.post('/reservations', hire(type, { ...there, ...later }))).body
    await desk.step(two, 'assign', { vehicle_id: vehicle['id'] })
    const refused = await desk.step(one, 'assign', { vehicle_id: vehicle['id'] })
    expect(refused.body['code']).toBe('confirmation_required')
    expect(detailOf(refused)).toContain(String(two['reference']))
    expect((await desk.step(one, 'assign', { vehicle_id: vehicle['id'], accept_warnings: true })).status).toBe(200)
  })
})

describe('a delay that breaks a connection', () => {
  it('names the affected parties in the dry run, the answer, the notification and the list', async () => {
    const reader = await signIn(api, { role: 'dispatcher' })
    const first = await make(desk.admin, 'journeys')
    const hub = (first['calls'] as Json[])[2]?.['station_id']
    const end = await make(desk.admin, 'stations')
    const onward = await make(desk.admin, 'journeys', {
      route_id: (await routeOf({ id: hub }, end))['id'],
      departure_time: '09:45:00',
    })
    const legs = [ride(first), ride(onward, 1, 2)]
    const party = (await desk.book(first, 2, { legs })).body
    await desk.book(first, 1)
    const trial = await desk.step(first, 'delay', { delay_min: 45, simulate: true })
    expect(trial.body['missed_connections']).toMatchObject([
      { reference: party['reference'], next_code: onward['code'], late_min: 15, seats: 2 },
    ])
    expect((await desk.step(first, 'delay', { delay_min: 30 })).body['missed_connections']).toEqual([])
    const late = await desk.step(first, 'delay', { delay_min: 45 })
    expect(late.body['missed_connections']).toHaveLength(1)
    const { rows } = await desk.admin.list('journeys', { filter: { breaks_connections: true } })
    expect(rows.map((row) => row['id'])).toEqual([first['id']])
    const { rows: notified } = await api.client({ authorization: `Bearer ${reader.token}` }).get('/notifications')
    const ofKind = (kind: string) => notified.filter(({ wording }) => (wording as Json)['kind'] === kind)
    expect(ofKind('journey_delayed')).toMatchObject([{ message: expect.stringContaining('45') as string }])
    expect(ofKind('journey_connections_missed')).toMatchObject([
      { message: expect.stringContaining(String(party['reference'])) as string },
    ])
    expect((await desk.step(onward, 'delay', { delay_min: 20 })).body['missed_connections']).toEqual([])
  })
})

describe('suggestions for an assignment', () => {
  it('put the planned type first, and name the type and the resulting seats for sale', async () => {
    const [planned, minibus] = [
      await makeHiredType(desk.admin, { seats: 35, wheelchair_spaces: 0 }),
      await makeHiredType(desk.admin, { seats: 16, wheelchair_spaces: 2 }),
    ]
    const small = await make(desk.admin, 'vehicles', { vehicle_type_id: minibus['id'] })
    const right = await make(desk.admin, 'vehicles', { vehicle_type_id: planned['id'] })
    const known = [small['id'], right['id']]
    const offered = async (path: string) => {
      const { vehicles } = (await desk.admin.get(path)).body as { vehicles: Json[] }
      return vehicles.filter(({ id }) => known.includes(id))
    }
    const journey = await make(desk.admin, 'journeys', { vehicle_type_id: planned['id'] })
    expect(await offered(`/journeys/${String(journey['id'])}/suggestions`)).toMatchObject([
      { id: right['id'], vehicle_type: planned['code'], is_accessible: false, shrinks: null },
      { id: small['id'], vehicle_type: minibus['code'], is_accessible: true, shrinks: { from: 35, to: 16, taken: 0 } },
    ])
    const booked = (await desk.admin.post('/reservations', { ...hire(planned), status: 'pending' })).body
    expect(await offered(`/reservations/${String(booked['id'])}/suggestions`)).toMatchObject([
      { id: right['id'], shrinks: null },
      { id: small['id'], shrinks: null },
    ])
  })

  it('are available for hires, and not for other reservations', async () => {
    const journey = await make(desk.admin, 'journeys')
    await make(desk.admin, 'fares', { route_id: journey['route_id'] })
    const legs = [{ journey_id: journey['id'], board_seq: 1, alight_seq: journey['call_count'] }]
    const seat = await make(desk.admin, 'reservations', { legs })
    expect((await desk.admin.get(`/reservations/${String(seat['id'])}/suggestions`)).status).toBe(409)
  })
})
