import { describe, expect, it } from 'vitest'
import { useApi, type Json } from '../support/api'
import { adults, ride, useBooking } from '../support/booking'
import { make } from '../support/factories'
import { sweepNow } from '../support/work'

/* One reservation with an outbound and a return leg. Outbound at 05:30 UTC, return three days later. */
const api = useApi()
const desk = useBooking(api)
const sweep = () => sweepNow(api, api.server.workers)

/** Without a fee, and 90 minutes before the outbound leg: its whole fare and half of an evening return are retained. */
const [EARLY, LATE] = ['2030-05-17T04:00:00Z', '2030-05-20T04:00:00Z']
/** Between the two legs: the outbound leg has arrived. */
const BETWEEN = '2030-05-21T10:00:00Z'

/** Creates a route and its opposite, each at a fare of 4000. */
async function thereAndBack(more: { out?: Json; back?: Json } = {}) {
  const out = await make(desk.admin, 'journeys', { capacity: 9, ...more.out })
  const route = (await desk.admin.get(`/routes/${String(out['route_id'])}`)).body
  const stops = (route['stops'] as Json[]).map(({ station_id }) => station_id).toReversed()
  const opposite = await make(desk.admin, 'routes', {
    stops: (route['stops'] as Json[]).map((stop, index) => ({ ...stop, station_id: stops[index] })),
  })
  const back = await make(desk.admin, 'journeys', {
    route_id: opposite['id'],
    vehicle_type_id: out['vehicle_type_id'],
    service_date: '2030-05-22',
    capacity: 9,
    ...more.back,
  })
  for (const { route_id } of [out, back]) await make(desk.admin, 'fares', { route_id, amount_minor: 4000 })
  return { out, back, legs: [ride(out), { ...ride(back), direction: 'return' }] }
}

const seats = async (...journeys: Json[]) =>
  Promise.all(journeys.map(async (journey) => ((await desk.counters(journey))[0] ?? [])[1]))
const linesOf = (made: Json) => (made['price_lines'] as Json[]).map(({ kind, direction }) => [kind, direction])
const drop = (made: Json, direction: string, more: Json = {}) =>
  desk.step(made, 'cancel-direction', { direction, reason: 'Stays', ...more })
const returnRule = (journeys: Json[]) =>
  make(desk.admin, 'pricing-rules', {
    stage: 'total_adjust',
    percent_bp: -1000,
    trip_type: 'return',
    route_ids: journeys.map((journey) => journey['route_id']),
    status: 'active',
  })

describe('a reservation with two directions', () => {
  it('has one reference and one price, with the return discount on both directions, explained by direction', async () => {
    await desk.at(EARLY)
    const { out, back, legs } = await thereAndBack()
    await returnRule([out, back])
    const quote = await desk.admin.post('/quotes', { legs, passengers: { adult: 2 } })
    const made = (await desk.book(out, 2, { legs, status: 'on_hold' })).body
    expect(made).toMatchObject({
      total_minor: 14_400,
      price_hash: quote.body['price_hash'],
      way_back: 'ahead',
      journey_id: out['id'],
      origin_station_id: out['origin_station_id'],
      destination_station_id: out['destination_station_id'],
      legs: [{ direction: 'outbound' }, { direction: 'return' }],
    })
    expect(linesOf(made)).toEqual([
      ['base_fare', 'outbound'],
      ['base_fare', 'return'],
      ['rule', undefined],
    ])
    expect((await desk.step(made, 'confirm', { price_hash: made['price_hash'] })).body['status']).toBe('confirmed')
    expect(await seats(out, back)).toEqual([2, 2])
  })

  it('is refused when the return leaves too early or comes first, and holds nothing when one direction is full', async () => {
    await desk.at(EARLY)
    const { out, back, legs } = await thereAndBack({ back: { capacity: 1 } })
    const refused = async (request: Json[], count = 1) => {
      const { status, body } = await desk.book(out, count, { legs: request, status: 'on_hold' })
      return [status, body['code'], (body['errors'] as Json[])[0]?.['pointer']]
    }
    expect(await refused(legs.toReversed())).toEqual([422, 'validation', '/legs/1/direction'])
    expect(await refused([ride(back), { ...ride(out), direction: 'return' }])).toEqual([
      422,
      'validation',
      '/legs/1/journey_id',
    ])
    expect(await refused(Array.from({ length: 7 }, () => ride(out)))).toEqual([422, 'validation', '/legs'])
    expect(await refused(legs, 2)).toEqual([409, 'sold_out', '/legs/1/journey_id'])
    const free = [
      [0, 0],
      [0, 0],
    ]
    expect([await desk.counters(out), await desk.counters(back)]).toEqual([free, free])
  })

  it.each([
    ['before any deadline', EARLY, 'return', 4000, []],
    ['the return leg, with half its fare', LATE, 'return', 6000, [2000]],
    ['the outbound leg, with its whole fare', LATE, 'outbound', 8000, [4000]],
  ])('cancels one direction with its own fee: %s', async (_, now, direction, total, fees) => {
    await desk.at(EARLY)
    const { out, back, legs } = await thereAndBack({ back: { service_date: '2030-05-20', departure_time: '20:00:00' } })
    const made = (await desk.book(out, 1, { legs })).body
    await desk.at(now)
    const trial = await drop(made, direction, { simulate: true })
    expect(trial.body['total_minor']).toBe(total)
    expect(await seats(out, back)).toEqual([1, 1])
    const { body } = await drop(made, direction)
    const [remaining, gone] = direction === 'return' ? [out, back] : [back, out]
    expect(body).toMatchObject({
      reference: made['reference'],
      status: 'confirmed',
      way_back: null,
      total_minor: total,
      legs: [{ journey_id: remaining['id'] }],
      origin_station_id: remaining['origin_station_id'],
      destination_station_id: remaining['destination_station_id'],
    })
    const kinds = (body['price_lines'] as Json[]).filter(({ kind }) => kind === 'cancellation_fee')
    expect(kinds.map(({ amount_minor }) => amount_minor)).toEqual(fees)
    expect(await seats(remaining, gone)).toEqual([1, 0])
    expect(await drop(made, direction)).toMatchObject({ status: 422, body: { errors: [{ pointer: '/direction' }] } })
  })

  it('loses the return discount with the return leg, but costs no more than before', async () => {
    await desk.at(EARLY)
    const { out, back, legs } = await thereAndBack()
    await returnRule([out, back])
    const made = (await desk.book(out, 1, { legs })).body
    expect([made['total_minor'], (await drop(made, 'return')).body['total_minor']]).toEqual([7200, 4000])
  })

  it('changes one direction alone, and is restored as a whole when its cancellation is undone', async () => {
    await desk.at(EARLY)
    const { out, back, legs } = await thereAndBack()
    const later = await make(desk.admin, 'journeys', {
      route_id: back['route_id'],
      vehicle_type_id: back['vehicle_type_id'],
      service_date: '2030-05-23',
      capacity: 9,
    })
    const made = (await desk.book(out, 1, { legs })).body
    const moved = await desk.step(made, 'move', {
      from_journey_id: back['id'],
      to_journey_id: later['id'],
      reason: 'Stays longer',
    })
    expect(moved.body).toMatchObject({
      total_minor: 8000,
      way_back: 'ahead',
      destination_station_id: out['destination_station_id'],
      legs: [{ journey_id: out['id'] }, { journey_id: later['id'], direction: 'return' }],
    })
    expect(await seats(out, back, later)).toEqual([1, 0, 1])
    await desk.step(made, 'cancel', { reason: 'Ill' })
    expect(await seats(out, later)).toEqual([0, 0])
    expect((await desk.step(made, 'undo-cancel', { reason: 'Well again' })).body).toMatchObject({
      status: 'confirmed',
      way_back: 'ahead',
      total_minor: 8000,
    })
    expect(await seats(out, later)).toEqual([1, 1])
  })

  it('has an add-on for one direction charged, stocked and listed on that direction only', async () => {
    await desk.at(EARLY)
    const { out, back, legs } = await thereAndBack()
    const bicycle = await make(desk.admin, 'addons', { amount_minor: 700, stock_per_journey: 1 })
    const addons = [{ addon_id: bicycle['id'], quantity: 1, direction: 'return' }]
    const made = (await desk.book(out, 1, { legs, addons })).body
    expect(made).toMatchObject({ total_minor: 8700, addons })
    expect(linesOf(made)).toContainEqual(['addon', 'return'])
    const extras = async (journey: Json) => {
      const { body } = await desk.admin.get(`/journeys/${String(journey['id'])}/manifest`)
      return (body['parties'] as Json[]).flatMap((party) => (party['extras'] as Json[]).map(({ quantity }) => quantity))
    }
    expect([await extras(out), await extras(back)]).toEqual([[], [1]])
    const request = (direction: string) => ({ legs, addons: [{ addon_id: bicycle['id'], direction }] })
    expect(await desk.book(out, 1, request('return'))).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/addons/0/quantity', code: 'sold_out' }] },
    })
    expect((await desk.book(out, 1, request('outbound'))).status).toBe(201)
    expect((await drop(made, 'return')).body).toMatchObject({ total_minor: 4000, addons: [] })
    expect(await desk.book(back, 1, { legs: [ride(back)], addons: request('outbound').addons })).toMatchObject({
      status: 201,
    })
  })

  it('is boarded in each direction separately, and completed with its return leg', async () => {
    await desk.at(EARLY)
    const { out, back, legs } = await thereAndBack()
    const made = (await desk.book(out, 2, { legs })).body
    const statuses = async (journey: Json) => {
      const { body } = await desk.admin.get(`/journeys/${String(journey['id'])}/manifest`)
      return (body['parties'] as Json[]).flatMap((party) => [
        party['status'],
        ...(party['passengers'] as Json[]).map(({ status }) => status),
      ])
    }
    await desk.at('2030-05-20T05:20:00Z')
    await desk.step(made, 'board', { positions: [1], journey_id: out['id'] })
    await desk.at('2030-05-20T05:40:00Z')
    await desk.step(made, 'no-show', { positions: [2] })
    expect(await statuses(out)).toEqual(['boarded', 'boarded', 'no_show'])
    expect(await statuses(back)).toEqual(['confirmed', 'booked', 'booked'])
    await desk.at(BETWEEN)
    expect((await desk.step(made, 'board', { positions: [2], journey_id: back['id'] })).body).toMatchObject({
      way_back: 'begun',
      status: 'confirmed',
      passenger_statuses: ['booked', 'boarded'],
    })
    expect(await statuses(out)).toEqual(['completed', 'boarded', 'no_show'])
    expect(await desk.step(made, 'board', { journey_id: out['id'] })).toMatchObject({
      status: 409,
      body: { errors: [{ pointer: '/journey_id' }] },
    })
    await desk.step(made, 'board', {})
    await desk.at('2030-05-22T06:00:00Z')
    expect((await desk.step(made, 'complete')).body['status']).toBe('completed')
  })

  it('starts its return leg when the outbound leg has ended, and then cancels only the return leg', async () => {
    await desk.at(EARLY)
    const { out, back, legs } = await thereAndBack({
      out: {
        vehicle_id: (await make(desk.admin, 'vehicles'))['id'],
        driver_id: (await make(desk.admin, 'staff'))['id'],
      },
    })
    const made = (await desk.book(out, 1, { legs })).body
    await desk.at('2030-05-20T05:20:00Z')
    await desk.step(made, 'board')
    for (const verb of ['board', 'depart']) await desk.step(out, verb)
    await desk.at('2030-05-20T12:15:00Z')
    await sweep()
    await sweep()
    expect(await desk.read(made)).toMatchObject({
      status: 'confirmed',
      way_back: 'begun',
      passenger_statuses: ['booked'],
    })
    expect(await drop(made, 'outbound')).toMatchObject({ status: 422 })
    expect((await drop(made, 'return')).body).toMatchObject({ status: 'boarded', way_back: null, total_minor: 4000 })
    expect(await seats(out, back)).toEqual([1, 0])
    await sweep()
    expect((await desk.read(made))['status']).toBe('completed')
  })

  it('starts its return leg by no operation before the outbound leg has left', async () => {
    await desk.at(LATE)
    const { out, back, legs } = await thereAndBack()
    const made = (await desk.book(out, 2, { legs, passengers: adults(2) })).body
    const { rows } = await desk.admin.get(`/reservations/${String(made['id'])}/tickets`)
    const scan = async (action: string) => {
      const request = { payload: rows[0]?.['payload'], action, journey_id: back['id'] }
      return (await desk.admin.post('/reservations/scan', request)).body
    }
    await desk.step(made, 'board', { positions: [1] })
    for (const [verb, body] of [
      ['complete', {}],
      ['check-in', { journey_id: back['id'] }],
      ['board', { journey_id: back['id'] }],
    ] as const)
      expect(await desk.step(made, verb, body), verb).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    for (const action of ['check_in', 'board'])
      expect(await scan(action), action).toMatchObject({ is_valid: false, refusal: 'other_journey' })
    expect(await scan('verify')).toMatchObject({ is_valid: true })
    expect(await desk.read(made)).toMatchObject({ way_back: 'ahead', passenger_statuses: ['boarded', 'booked'] })
    await desk.at(BETWEEN)
    expect(await scan('board')).toMatchObject({ is_valid: true, status: 'boarded' })
    expect(await desk.read(made)).toMatchObject({ way_back: 'begun', passenger_statuses: ['boarded', 'booked'] })
  })

  it('keeps its outbound leg after the return leg has started, and moves the return leg', async () => {
    await desk.at(EARLY)
    const { out, back, legs } = await thereAndBack()
    const other = async (of: Json) =>
      make(desk.admin, 'journeys', {
        route_id: of['route_id'],
        vehicle_type_id: of['vehicle_type_id'],
        service_date: '2030-05-23',
        capacity: 9,
      })
    const [laterOut, laterBack] = [await other(out), await other(back)]
    const made = (await desk.book(out, 1, { legs })).body
    await desk.at(BETWEEN)
    await desk.step(made, 'check-in', { journey_id: back['id'] })
    const [there, home] = legs
    const refused = { status: 422, body: { errors: [{ pointer: '/legs' }] } }
    const amend = (request: unknown[]) => desk.step(made, 'amend', { legs: request, reason: 'Stays longer' })
    expect(await amend([ride(laterOut), home])).toMatchObject(refused)
    expect(await amend([there])).toMatchObject(refused)
    expect(
      await desk.step(made, 'move', { from_journey_id: out['id'], to_journey_id: laterOut['id'], reason: 'Late' }),
    ).toMatchObject(refused)
    expect(await seats(out, back, laterOut)).toEqual([1, 1, 0])
    const moved = await amend([there, { ...ride(laterBack), direction: 'return' }])
    expect(moved).toMatchObject({ status: 200, body: { way_back: 'begun' } })
    expect(await seats(out, back, laterBack)).toEqual([1, 0, 1])
  })

  it('is created once in simultaneous requests for the last seat of the return leg', async () => {
    await desk.at(EARLY)
    const { out, back, legs } = await thereAndBack({ back: { capacity: 1 } })
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => desk.book(out, 1, { legs, status: 'on_hold', passengers: adults(1) })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
    const held = [
      [1, 0],
      [1, 0],
    ]
    expect([await desk.counters(out), await desk.counters(back)]).toEqual([held, held])
  })
})
