import { beforeAll, describe, expect, it } from 'vitest'
import { useApi, type Client, type Json } from '../support/api'
import { make, unique } from '../support/factories'

const api = useApi()
let admin: Client
beforeAll(async () => {
  admin = await api.as('admin')
})

const pathOf = (record: Json) => `/routes/${String(record['id'])}`
const stopsOf = (record: Json) => record['stops'] as Json[]

describe('the stops of a route', () => {
  it('are stored in their order, with the first, the last and their number', async () => {
    const route = await make(admin, 'routes')
    const stations = stopsOf(route).map((stop) => stop['station_id'])
    expect(route).toMatchObject({
      stop_count: 3,
      pattern_version: 1,
      origin_station_id: stations[0],
      destination_station_id: stations[2],
    })
    expect((await admin.list('routes', { filter: { id: route['id'] } })).rows[0]?.['stops']).toEqual(stopsOf(route))
  })

  it('are optional for a draft, and two are required for an active route', async () => {
    const draft = await make(admin, 'routes', { status: 'draft', stops: [] })
    expect(draft).toMatchObject({ stops: [], stop_count: 0, origin_station_id: null })
    const answer = await admin.patch(pathOf(draft), { status: 'active' }, { ifMatch: 1 })
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ pointer: '/stops' }] } })
  })

  it('name the stop with an unknown station', async () => {
    const route = await make(admin, 'routes')
    const stops = stopsOf(route).map((stop, index) =>
      index === 1 ? { ...stop, station_id: '018f0000-0000-7000-8000-000000000000' } : stop,
    )
    const answer = await admin.patch(pathOf(route), { stops }, { ifMatch: 1 })
    expect(answer).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/stops/1/station_id', code: 'unknown_reference' }] },
    })
  })

  it('are overwritten while no journey uses them', async () => {
    const route = await make(admin, 'routes')
    const stops = [stopsOf(route)[0], stopsOf(route)[2]]
    const changed = await admin.patch(pathOf(route), { stops }, { ifMatch: 1 })
    expect(changed.body).toMatchObject({ pattern_version: 1, stop_count: 2, stops })
    const history = await admin.list('audit-events', { filter: { entity_id: route['id'] }, sort: ['at', 'DESC'] })
    expect((history.rows[0]?.['changes'] as Json[]).map((change) => change['field'])).toEqual(['stops'])
  })

  it('get a new version when journeys use them, and those keep the old one', async () => {
    const route = await make(admin, 'routes')
    const old = await make(admin, 'journeys', { route_id: route['id'] })
    const stops = [stopsOf(route)[0], stopsOf(route)[2]]
    const changed = await admin.patch(pathOf(route), { stops }, { ifMatch: 1 })
    expect(changed.body).toMatchObject({ pattern_version: 2, stop_count: 2, stops })
    const fresh = await make(admin, 'journeys', { route_id: route['id'], departure_time: '10:00:00' })
    expect([fresh['pattern_version'], fresh['call_count']]).toEqual([2, 2])
    const stored = (await admin.get(`/journeys/${String(old['id'])}`)).body
    expect([stored['pattern_version'], stored['call_count'], (stored['calls'] as Json[]).length]).toEqual([1, 3, 3])
  })

  it('find the routes that call at a station', async () => {
    const route = await make(admin, 'routes')
    await make(admin, 'routes')
    const found = await admin.list('routes', { filter: { station_id: stopsOf(route)[1]?.['station_id'] } })
    expect(found.rows.map((row) => row['id'])).toEqual([route['id']])
  })
})

describe('a route', () => {
  it('is not retired while it has future journeys', async () => {
    const route = await make(admin, 'routes')
    const journey = await make(admin, 'journeys', { route_id: route['id'] })
    const refused = await admin.patch(pathOf(route), { status: 'retired' }, { ifMatch: 1 })
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'invalid_state',
        errors: [{ pointer: '/status' }],
        blockers: [{ resource: 'journeys', count: 1, examples: [{ label: journey['code'] }] }],
      },
    })
    await admin.post(`/journeys/${String(journey['id'])}/cancel`, { reason: 'Roadworks' }, { ifMatch: '*' })
    expect((await admin.patch(pathOf(route), { status: 'retired' }, { ifMatch: 1 })).status).toBe(200)
    const late = await admin.post('/journeys', {
      route_id: route['id'],
      service_date: '2030-05-21',
      departure_time: '08:30:00',
      vehicle_type_id: journey['vehicle_type_id'],
    })
    expect(late).toMatchObject({ status: 409, body: { code: 'invalid_state', errors: [{ pointer: '/route_id' }] } })
  })

  it('is not deleted while journeys, fares or its opposite route use it', async () => {
    const route = await make(admin, 'routes')
    await make(admin, 'journeys', { route_id: route['id'] })
    await make(admin, 'fares', { route_id: route['id'] })
    await make(admin, 'routes', { reverse_route_id: route['id'] })
    const refused = await admin.delete(pathOf(route), { ifMatch: '*' })
    expect(refused).toMatchObject({ status: 409, body: { code: 'still_referenced' } })
    const blockers = refused.body['blockers'] as Json[]
    expect(blockers.map((blocker) => blocker['resource'])).toEqual(['journeys', 'fares', 'routes'])
    expect(blockers[1]).toMatchObject({ count: 1, examples: [{ label: route['code'] }] })
  })

  it('names the fares of a station and of a vehicle type that cannot be deleted', async () => {
    const route = await make(admin, 'routes')
    const [from, to] = stopsOf(route).map((stop) => String(stop['station_id']))
    const type = await make(admin, 'vehicle-types')
    const fare = { route_id: route['id'], origin_station_id: from, destination_station_id: to }
    await make(admin, 'fares', { ...fare, vehicle_type_id: type['id'] })
    await make(admin, 'hire-tariffs', { vehicle_type_id: type['id'], from_zone: 'Airport', to_zone: 'City' })
    const [start, end] = [from, to].map(async (id) => String((await admin.get(`/stations/${id}`)).body['code']))
    const label = `${String(route['code'])}: ${await start} → ${await end}`
    for (const id of [from, to]) {
      const refused = await admin.delete(`/stations/${id}`, { ifMatch: '*' })
      expect(refused.body['blockers']).toContainEqual({
        resource: 'fares',
        count: 1,
        examples: [{ id: expect.any(String) as string, label }],
      })
    }
    const refused = await admin.delete(`/vehicle-types/${String(type['id'])}`, { ifMatch: '*' })
    expect(refused.body['blockers']).toMatchObject([
      { resource: 'fares', examples: [{ label }] },
      { resource: 'hire-tariffs', examples: [{ label: `${String(type['code'])}: Airport → City` }] },
    ])
  })

  it('is not its own opposite', async () => {
    const route = await make(admin, 'routes')
    const answer = await admin.patch(pathOf(route), { reverse_route_id: route['id'] }, { ifMatch: 1 })
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ pointer: '/reverse_route_id' }] } })
  })

  it('is changed by managers', async () => {
    const route = await make(admin, 'routes')
    for (const role of ['dispatcher', 'agent', 'viewer'] as const) {
      const client = await api.as(role)
      expect((await client.patch(pathOf(route), { distance_km: 1 }, { ifMatch: 1 })).status).toBe(403)
      expect((await client.get(pathOf(route))).status).toBe(200)
    }
    expect((await (await api.as(null)).get(pathOf(route))).status).toBe(401)
  })
})

describe('fares', () => {
  it('are from a stop of their route to a later one', async () => {
    const route = await make(admin, 'routes')
    const [first, second, third] = stopsOf(route).map((stop) => stop['station_id'])
    const elsewhere = (await make(admin, 'stations'))['id']
    const ask = (origin: unknown, destination: unknown) =>
      admin.post('/fares', {
        route_id: route['id'],
        origin_station_id: origin,
        destination_station_id: destination,
        amount_minor: 900,
        currency: 'EUR',
      })
    expect((await ask(first, third)).status).toBe(201)
    expect(await ask(third, second)).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/destination_station_id' }] },
    })
    expect(await ask(elsewhere, third)).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/origin_station_id' }] },
    })
  })

  it('do not overlap for the same segment', async () => {
    const route = await make(admin, 'routes')
    const spring = { route_id: route['id'], valid_from: '2030-03-01', valid_to: '2030-05-31' }
    await make(admin, 'fares', spring)
    const body = { ...spring, amount_minor: 950, currency: 'EUR' }
    const overlapping = await admin.post('/fares', { ...body, valid_from: '2030-05-31', valid_to: null })
    expect(overlapping).toMatchObject({
      status: 409,
      body: { code: 'already_exists', errors: [{ pointer: '/valid_from' }] },
    })
    expect((await admin.post('/fares', { ...body, valid_from: '2030-06-01', valid_to: null })).status).toBe(201)
    expect((await admin.post('/fares', { ...body, passenger_category: unique('child').slice(0, 5) })).status).toBe(201)
  })
})
