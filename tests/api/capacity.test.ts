import { beforeEach, describe, expect, it } from 'vitest'
import { useApi, type Json } from '../support/api'
import { ride, useBooking } from '../support/booking'
import { make } from '../support/factories'

const api = useApi()
const desk = useBooking(api)
const read = async (resource: string, record: Json) =>
  (await desk.admin.get(`/${resource}/${String(record['id'])}`)).body
const patch = (resource: string, record: Json, body: Json) =>
  desk.admin.patch(`/${resource}/${String(record['id'])}`, body, { ifMatch: '*' })

describe('the seats for sale', () => {
  let type: Json
  let journey: Json
  beforeEach(async () => {
    type = await make(desk.admin, 'vehicle-types', { seats: 50 })
    journey = await make(desk.admin, 'journeys', { vehicle_type_id: type['id'] })
  })
  const capacities = async () => {
    const { capacity, seats, legs } = await read('journeys', journey)
    return { capacity, seats, legs: (legs as Json[]).map((leg) => leg['capacity']) }
  }
  const vehicleOf = async (seats: number) => {
    const own = await make(desk.admin, 'vehicle-types', { seats })
    return make(desk.admin, 'vehicles', { vehicle_type_id: own['id'] })
  }

  it('are those of the assigned vehicle or of the planned type: a larger vehicle, none, another type', async () => {
    const [small, large] = [await vehicleOf(20), await vehicleOf(70)]
    for (const [vehicle, seats] of [
      [small, 20],
      [large, 70],
      [small, 20],
      [null, 50],
    ] as const) {
      const answer = await desk.step(journey, 'assign', { vehicle_id: vehicle?.['id'] ?? null })
      expect(answer.body).toMatchObject({ capacity: seats, seats_left: seats })
      expect(await capacities()).toEqual({ capacity: seats, seats, legs: [seats, seats] })
    }
    await patch('journeys', journey, { vehicle_type_id: small['vehicle_type_id'] })
    expect(await capacities()).toMatchObject({ capacity: 20 })
    await patch('journeys', journey, { capacity: 8 })
    await desk.step(journey, 'assign', { vehicle_id: large['id'] })
    expect(await capacities()).toEqual({ capacity: 8, seats: 70, legs: [8, 8] })
    expect((await patch('journeys', journey, { capacity: null })).body).toMatchObject({
      capacity: 70,
      capacity_limit: null,
    })
  })

  it('are restored when a breakdown is undone', async () => {
    const [large, small] = [await vehicleOf(50), await vehicleOf(20)]
    await desk.step(journey, 'assign', { vehicle_id: large['id'] })
    const cause = { kind: 'downtime', vehicle_id: large['id'], downtime_kind: 'breakdown' }
    const settled = await desk.admin.post('/resolutions', {
      cause: { ...cause, starts_at: '2030-05-20T04:30:00Z', ends_at: '2030-05-20T12:00:00Z' },
      reason: 'Gearbox',
      jobs: [{ job_id: journey['id'], action: 'swap', resource_id: small['id'] }],
    })
    expect(await capacities()).toMatchObject({ capacity: 20 })
    await desk.admin.post(`/resolutions/${String(settled.body['id'])}/undo`, {})
    expect(await capacities()).toEqual({ capacity: 50, seats: 50, legs: [50, 50] })
  })

  it('do not fall below the sold seats when the type loses seats, sell no more, and report who must move', async () => {
    const other = await make(desk.admin, 'journeys', { vehicle_type_id: type['id'], route_id: journey['route_id'] })
    const party = (await desk.book(journey, 33)).body
    await desk.book(journey, 5, { legs: [ride(journey, 2, 3)] })
    const cut = await patch('vehicle-types', type, { seats: 10 })
    expect(cut.body['short_journeys']).toMatchObject([{ code: journey['code'], passengers_to_move: 28 }])
    expect(await capacities()).toEqual({ capacity: 38, seats: 10, legs: [33, 38] })
    expect(await read('journeys', other)).toMatchObject({ capacity: 10 })
    for (const leg of [ride(journey), ride(journey, 1, 2), ride(journey, 2, 3)])
      expect((await desk.book(journey, 1, { legs: [leg] })).body['code']).toBe('sold_out')
    const short = await desk.admin.list('journeys', { filter: { is_short: true } })
    expect(short.rows.map((row) => row['id'])).toEqual([journey['id']])
    // Cancelled passengers free no seats while the journey is short of seats.
    await desk.step(party, 'cancel-passengers', { positions: [1, 2, 3], reason: 'Ill' })
    expect(await capacities()).toEqual({ capacity: 35, seats: 10, legs: [30, 35] })
    expect((await desk.book(journey, 1)).body['code']).toBe('sold_out')
    await patch('vehicle-types', type, { seats: 40 })
    expect(await capacities()).toEqual({ capacity: 40, seats: 40, legs: [40, 40] })
  })

  it('follow the seats of a vehicle, and stay at the sold seats when a large vehicle is removed', async () => {
    const large = await vehicleOf(70)
    await desk.step(journey, 'assign', { vehicle_id: large['id'] })
    await patch('vehicles', large, { seats_override: 60 })
    expect(await capacities()).toEqual({ capacity: 60, seats: 60, legs: [60, 60] })
    await desk.book(journey, 58)
    expect((await patch('vehicles', large, { seats_override: 57 })).status).toBe(409)
    const without = await desk.step(journey, 'assign', { vehicle_id: null })
    expect(without.body).toMatchObject({ capacity: 58, seats: 50, peak_load: 58, seats_left: 0 })
  })

  it('are not sold beyond the new number when a type loses seats during the sale', async () => {
    const booked = Promise.all(Array.from({ length: 12 }, () => desk.book(journey, 2)))
    const cut = patch('vehicle-types', type, { seats: 10 })
    const made = make(desk.admin, 'journeys', { vehicle_type_id: type['id'], route_id: journey['route_id'] })
    await Promise.all([booked, cut])
    const after = await read('journeys', journey)
    const [taken, capacity] = [Number(after['peak_load']), Number(after['capacity'])]
    expect(capacity).toBe(Math.max(10, taken))
    await desk.book(journey, Math.max(1, 11 - taken))
    expect((await read('journeys', journey))['peak_load']).toBe(taken)
    expect(await read('journeys', await made)).toMatchObject({ seats: 10, capacity: 10 })
  })
})

describe('wheelchair places, child seats and luggage', () => {
  const inWheelchair = { category: 'prm', needs: ['wheelchair'] }
  const small = { category: 'child', needs: ['child_seat'] }
  const places = { wheelchair_spaces: 1, child_seats: 2, luggage_units: 5 }
  let journey: Json
  beforeEach(async () => {
    const type = await make(desk.admin, 'vehicle-types', { seats: 20, ...places })
    journey = await make(desk.admin, 'journeys', { vehicle_type_id: type['id'] })
  })
  const taken = async () =>
    ((await read('journeys', journey))['legs'] as Json[]).map((leg) => [
      leg['confirmed'],
      leg['wheelchairs'],
      leg['child_seats'],
      leg['luggage_units'],
    ])

  it('are sold up to their number on each leg, and released', async () => {
    const rides = (passengers: Json[], from = 1, to = 3) =>
      desk.book(journey, 0, { passengers, legs: [ride(journey, from, to)] })
    const first = await rides([inWheelchair], 1, 2)
    expect(first.body).toMatchObject({ wheelchairs: 1, seats: 1 })
    const refused = await rides([inWheelchair, { category: 'adult' }])
    expect(refused).toMatchObject({ status: 409, body: { code: 'sold_out', errors: [{ code: 'no_space' }] } })
    expect(refused.body['detail']).toContain('No wheelchair places left')
    expect((await rides([inWheelchair], 2, 3)).status).toBe(201)
    expect((await rides([small, small, small])).body['code']).toBe('sold_out')
    expect((await rides([small, small])).status).toBe(201)
    expect(await taken()).toEqual([
      [3, 1, 2, 0],
      [3, 1, 2, 0],
    ])
    await desk.step(first.body, 'cancel', { reason: 'Ill' })
    expect((await rides([inWheelchair], 1, 2)).status).toBe(201)
  })

  it('are consumed by add-ons, as seats are, and change with the party', async () => {
    const bag = await make(desk.admin, 'addons', { consumes: { luggage_units: 2, child_seats: 0, seats: 0 } })
    const cello = await make(desk.admin, 'addons', {
      pricing: 'per_passenger',
      consumes: { luggage_units: 0, child_seats: 0, seats: 1 },
    })
    const one = await desk.book(journey, 1, { addons: [{ addon_id: bag['id'], quantity: 2 }] })
    expect(one.body).toMatchObject({ luggage_units: 4 })
    expect((await desk.book(journey, 1, { addons: [{ addon_id: bag['id'], quantity: 1 }] })).body['code']).toBe(
      'sold_out',
    )
    const two = await desk.book(journey, 3, { addons: [{ addon_id: cello['id'], quantity: 1 }] })
    expect(two.body).toMatchObject({ seats: 6 })
    expect(await taken()).toEqual([
      [7, 0, 0, 4],
      [7, 0, 0, 4],
    ])
    await desk.step(two.body, 'cancel-passengers', { positions: [1], reason: 'Ill' })
    expect((await taken())[0]).toEqual([5, 0, 0, 4])
    expect((await desk.book(journey, 16)).body['code']).toBe('sold_out')
  })

  it('must exist in the assigned vehicle', async () => {
    const [party] = [(await desk.book(journey, 0, { passengers: [inWheelchair] })).body]
    const bare = await make(desk.admin, 'vehicle-types', { wheelchair_spaces: 0 })
    const without = await make(desk.admin, 'vehicles', { vehicle_type_id: bare['id'] })
    const refused = await desk.step(journey, 'assign', { vehicle_id: without['id'] })
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'invalid_state', errors: [{ pointer: '/vehicle_id' }], blockers: [{ count: 1 }] },
    })
    expect(JSON.stringify(refused.body['blockers'])).toContain(String(party['reference']))
    const suggested = await desk.admin.get(`/journeys/${String(journey['id'])}/suggestions`)
    expect((suggested.body['vehicles'] as Json[]).map((row) => row['id'])).not.toContain(without['id'])
  })

  it('are sold exactly as often as they exist in a rush, and the database refuses more without the locks', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => desk.book(journey, 0, { passengers: [inWheelchair] })),
    )
    const refusals = answers.filter(({ status }) => status !== 201)
    expect(refusals.map(({ body }) => body['code'])).toEqual(Array(5).fill('sold_out'))
    expect((await taken())[0]).toEqual([1, 1, 0, 0])
    const past = api.db.updateTable('journeys').set({ peak_wheelchairs: 2 }).where('id', '=', String(journey['id']))
    await expect(past.execute()).rejects.toThrow('no space left')
  })
})
