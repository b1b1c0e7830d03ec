import { beforeAll, describe, expect, it } from 'vitest'
import { useApi, type Client, type Json } from '../support/api'
import { adults, ride } from '../support/booking'
import { make, makeUnpriced } from '../support/factories'
import { PARTNER_CONTRACT, usePartners } from '../support/partner'

const api = useApi()
const { program } = usePartners(api)

let admin: Client
let route: Json
let stops: Json[]
let partner: Json
let client: Client

beforeAll(async () => {
  api.now = new Date('2030-05-19T10:00:00Z')
  admin = await api.as('admin')
  route = await make(admin, 'routes', {
    booking_rule: {
      booking_type: 'same_day',
      prior_notice_min: 60,
      prior_notice_max_days: null,
      message: null,
      phone: null,
    },
  })
  stops = route['stops'] as Json[]
  await make(admin, 'fares', { route_id: route['id'], amount_minor: 1000 })
  partner = await make(admin, 'partners', { status: 'active', contract: PARTNER_CONTRACT })
  client = (await program(partner)).client
})

const station = (place: number) => String(stops[place]?.['station_id'])
const departure = (departure_time: string, more: Json = {}) =>
  make(admin, 'journeys', { route_id: route['id'], departure_time, ...more })
const search = async (query = '', by: Client = client) => {
  const { status, body } = await by.get(
    `/partner/journeys/?origin=${station(0)}&destination=${station(2)}&date=2030-05-20&${query}`,
  )
  return { status, ...(body as { results: Json[]; next: string | null; previous: string | null; count?: number }) }
}
const codes = (rows: Json[]) => rows.map(({ code }) => code)

describe('the search for departures', () => {
  let early: Json
  let noon: Json
  let late: Json

  beforeAll(async () => {
    late = await departure('23:30:00')
    noon = await departure('12:00:00', { capacity: 10 })
    early = await departure('00:10:00')
    await departure('25:00:00')
    await departure('13:00:00', { sales_status: 'closed' })
    await departure('14:00:00', { sales_status: 'on_request' })
  })

  it('returns the departures of a day in the time zone of the origin, by time', async () => {
    const { results } = await search()
    expect(codes(results)).toEqual(codes([early, noon, late]))
    expect(results[1]).toMatchObject({
      id: noon['id'],
      board_seq: 1,
      alight_seq: 3,
      origin: { id: station(0), timezone: 'Asia/Nicosia' },
      departs_at: '2030-05-20T09:00:00Z',
      arrives_at: '2030-05-20T09:45:00Z',
      cutoff_at: '2030-05-20T08:00:00Z',
      availability_status: 'AVAILABLE',
      seats_left: 9,
      price_from: { currency: 'EUR', amount_minor: 1000 },
    })
  })

  it('returns the total price for one adult: with tax on top and the mandatory add-ons', async () => {
    const company = (changes: Json) => admin.patch('/company', changes, { ifMatch: '*' })
    expect((await company({ tax_mode: 'exclusive', fare_tax_bp: 900 })).status).toBe(200)
    const fee = await make(admin, 'addons', { mandatory: true, pricing: 'per_reservation', route_ids: [route['id']] })
    const found = (await search()).results.find(({ id }) => id === noon['id'])
    const quote = await client.post(`/partner/journeys/${String(noon['id'])}/quote/`, {
      board_seq: 1,
      alight_seq: 3,
      passengers: { adult: 1 },
    })
    await admin.patch(`/addons/${String(fee['id'])}`, { status: 'inactive' }, { ifMatch: '*' })
    await company({ tax_mode: 'inclusive', fare_tax_bp: 0 })
    expect(quote.body).toMatchObject({ gross_minor: 1590 })
    expect(found).toMatchObject({ price_from: { currency: 'EUR', amount_minor: 1590 } })
  })

  it('returns pages, and a total only on request', async () => {
    const first = await search('limit=1')
    expect([codes(first.results), first.previous, first.count]).toEqual([codes([early]), null, undefined])
    const second = await search(`limit=1&cursor=${String(first.next)}&count=true`)
    expect([codes(second.results), second.count]).toEqual([codes([noon]), 3])
    const third = await search(`limit=1&cursor=${String(second.next)}`)
    expect([codes(third.results), third.next]).toEqual([codes([late]), null])
    expect(codes((await search(`limit=1&cursor=${String(third.previous)}`)).results)).toEqual(codes([noon]))
  })

  it('returns the total price for the cheapest passenger with a seat', async () => {
    const priceOf = async () => (await search()).results.find(({ id }) => id === noon['id'])?.['price_from']
    const reduced = (more: Json) => make(admin, 'fares', { route_id: route['id'], ...more })
    const child = await reduced({ passenger_category: 'child', amount_minor: 600 })
    expect(await priceOf()).toEqual({ currency: 'EUR', amount_minor: 600 })
    const infant = await reduced({ passenger_category: 'infant', amount_minor: 100 })
    const dearer = await reduced({ passenger_category: 'senior', amount_minor: 1200 })
    expect(await priceOf()).toEqual({ currency: 'EUR', amount_minor: 600 })
    for (const fare of [child, infant, dearer]) await admin.delete(`/fares/${String(fare['id'])}`, { ifMatch: '*' })
    expect(await priceOf()).toEqual({ currency: 'EUR', amount_minor: 1000 })
  })

  it('finds stations by code and by their parent', async () => {
    const city = await make(admin, 'stations', { kind: 'city_point' })
    const pier = await make(admin, 'stations', { kind: 'stop', parent_station_id: city['id'] })
    const [start] = stops
    const shuttle = await make(admin, 'routes', {
      stops: [start, { ...stops[2], station_id: pier['id'] }],
    })
    await make(admin, 'fares', { route_id: shuttle['id'] })
    const journey = await make(admin, 'journeys', { route_id: shuttle['id'] })
    const origin = (await admin.get(`/stations/${station(0)}`)).body['code']
    const found = await client.get(
      `/partner/journeys/?origin=${String(origin)}&destination=${String(city['code'])}&date=2030-05-20`,
    )
    expect(codes(found.body['results'] as Json[])).toEqual([journey['code']])
    const lost = await client.get(`/partner/journeys/?origin=NOWHERE&destination=${station(2)}&date=2030-05-20`)
    expect(lost).toMatchObject({ status: 400, body: { errors: [{ pointer: '/query/origin' }] } })
  })

  it('respects the free seats and the allotments of other partners', async () => {
    const booked = await admin.post('/reservations', {
      lead_name: 'Group',
      legs: [ride(noon, 1, 2)],
      passengers: adults(4),
    })
    expect(booked.status).toBe(201)
    const other = await make(admin, 'partners', { status: 'active' })
    await make(admin, 'allotments', {
      partner_id: other['id'],
      journey_id: noon['id'],
      seats: 4,
      release_hours_before: 2,
    })
    const seats = async (by: Client) => (await search('', by)).results.find(({ id }) => id === noon['id'])
    expect(await seats(client)).toMatchObject({ seats_left: 2, availability_status: 'LIMITED' })
    expect(await seats((await program(other)).client)).toMatchObject({ seats_left: 6 })
    expect(codes((await search('passengers=3')).results)).toEqual(codes([early, late]))
  })

  it('omits departures after the end of sales, of other routes and without a fare', async () => {
    const before = api.now
    api.now = new Date('2030-05-20T08:00:00Z')
    expect(codes((await search()).results)).toEqual(codes([late]))
    api.now = before
    const bound = await make(admin, 'partners', {
      status: 'active',
      contract: { ...PARTNER_CONTRACT, allowed_route_ids: [(await make(admin, 'routes'))['id']] },
    })
    const { client: outsider } = await program(bound)
    expect((await search('', outsider)).results).toEqual([])
    expect((await outsider.get(`/partner/journeys/${String(noon['id'])}/`)).status).toBe(404)
    const free = await makeUnpriced(admin)
    const { stops: ways } = (await admin.get(`/routes/${String(free['route_id'])}`)).body as { stops: Json[] }
    const unpriced = await client.get(
      `/partner/journeys/?origin=${String(ways[0]?.['station_id'])}&destination=${String(ways[2]?.['station_id'])}&date=2030-05-20`,
    )
    expect(unpriced).toMatchObject({ status: 200, body: { results: [] } })
  })

  it('requires the scope', async () => {
    const { client: blind } = await program(partner, 'live', ['trips:read'])
    expect(await search('', blind)).toMatchObject({ status: 403, code: 'scope_missing' })
  })
})

describe('a journey', () => {
  it('contains its calls, the seats between them and the available add-ons', async () => {
    const journey = await departure('15:00:00', { capacity: 8 })
    await admin.post('/reservations', { lead_name: 'Group', legs: [ride(journey, 2, 3)], passengers: adults(3) })
    const bag = await make(admin, 'addons', { route_ids: [route['id']] })
    await make(admin, 'addons', { route_ids: [(await make(admin, 'routes'))['id']] })
    const { status, body } = await client.get(`/partner/journeys/${String(journey['id'])}/`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      calls: [
        { seq: 1, may_board: true, may_alight: false, seats_left: 8 },
        { seq: 2, seats_left: 5 },
        { seq: 3, may_board: false, may_alight: true, seats_left: null },
      ],
      addons: [{ id: bag['id'], amount_minor: 500 }],
    })
  })
})

describe('a quote', () => {
  const quote = (journey: Json, more: Json = {}, by: Client = client) =>
    by.post(`/partner/journeys/${String(journey['id'])}/quote/`, {
      board_seq: 1,
      alight_seq: 3,
      passengers: { adult: 2 },
      ...more,
    })

  it('contains what the passenger pays and what the partner earns and owes, and no rule of the operator', async () => {
    const journey = await departure('16:00:00')
    const bag = await make(admin, 'addons')
    const { status, body } = await quote(journey, { addons: [{ addon_id: bag['id'], quantity: 2 }] })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      currency: 'EUR',
      gross_minor: 3000,
      commission_minor: 250,
      net_minor: 2750,
      expires_at: '2030-05-19T10:15:00.000Z',
      lines: [
        { kind: 'base_fare', amount_minor: 2000 },
        { kind: 'addon', amount_minor: 1000 },
      ],
    })
    expect(JSON.stringify(body)).not.toContain('rule_id')
  })

  it('is refused for a departure that cannot be booked', async () => {
    const journey = await departure('17:00:00')
    expect(await quote(journey, { board_seq: 3, alight_seq: 3 })).toMatchObject({ status: 422 })
    expect(await quote(journey, { passengers: {} })).toMatchObject({ status: 422, body: { code: 'validation' } })
    expect(await quote(journey, { onward: [ride({ id: '00000000-0000-4000-8000-000000000000' })] })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/legs/1/journey_id' }] },
    })
    const draft = await make(admin, 'partners', { status: 'draft' })
    expect((await quote(journey, {}, (await program(draft, 'test')).client)).status).toBe(200)
    expect((await quote(journey, {}, (await program(draft)).client)).body).toMatchObject({ code: 'invalid_state' })
    const closed = await departure('18:00:00', { sales_status: 'closed' })
    expect(await quote(closed)).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
  })
})
