import { beforeEach, describe, expect, it } from 'vitest'
import { useApi, type Json } from '../support/api'
import { adults, ride, useBooking } from '../support/booking'
import { make } from '../support/factories'

const api = useApi()
const desk = useBooking(api)

/** Creates a journey over three stops with a fare, and returns it with its first and last station. */
async function sellable(more: Json = {}): Promise<{ journey: Json; origin: string; destination: string }> {
  const made = await make(desk.admin, 'journeys', { capacity: 2, ...more })
  const { body: journey } = await desk.admin.get(`/journeys/${String(made['id'])}`)
  await make(desk.admin, 'fares', { route_id: journey['route_id'], amount_minor: 1000 })
  return {
    journey,
    origin: String(journey['origin_station_id']),
    destination: String(journey['destination_station_id']),
  }
}

const departures = (origin: string, destination: string, more = 'adult=1', date = '2030-05-20') =>
  desk.admin.get(`/departures?origin=${origin}&destination=${destination}&date=${date}&${more}`)

describe('GET /api/departures', () => {
  it('returns the departures of that day, the seats left on the requested segment, and the price of the party', async () => {
    const { journey, origin, destination } = await sellable()
    await desk.book(journey, 1, { legs: [ride(journey, 1, 2)] })
    const { rows } = await departures(origin, destination, 'adult=1&child=1')
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      journey_id: journey['id'],
      board_seq: 1,
      alight_seq: 3,
      departs_at: '2030-05-20T05:30:00Z',
      board_timezone: 'Asia/Nicosia',
      seats_left: 1,
      seats_needed: 2,
      refusal: null,
      total_minor: 2000,
      currency: 'EUR',
    })
    expect(rows[0]?.['full_between']).toMatchObject({ from: expect.anything() as unknown })
    const calls = journey['calls'] as Json[]
    const { rows: last } = await departures(String(calls[1]?.['station_id']), destination, 'adult=2')
    expect(last[0]).toMatchObject({ board_seq: 2, alight_seq: 3, seats_left: 2, full_between: null })
  })

  it('uses the day in the time zone of the origin, and finds stations by their parent', async () => {
    const { journey, origin, destination } = await sellable({ departure_time: '00:10:00' })
    const town = await make(desk.admin, 'stations')
    const child = await desk.admin.patch(`/stations/${origin}`, { parent_station_id: town['id'] }, { ifMatch: '*' })
    expect(child.status).toBe(200)
    const { rows } = await departures(String(town['id']), destination)
    expect(rows.map((row) => row['journey_id'])).toEqual([journey['id']])
    expect((await departures(origin, destination, 'adult=1', '2030-05-19')).rows).toEqual([])
  })

  it('gives the reason why a departure is not sold, and omits cancelled ones', async () => {
    const { journey, origin, destination } = await sellable()
    const change = (body: Json) => desk.admin.patch(`/journeys/${String(journey['id'])}`, body, { ifMatch: '*' })
    await change({ sales_status: 'closed' })
    expect((await departures(origin, destination)).rows[0]).toMatchObject({ refusal: 'closed' })
    await change({ sales_status: 'open' })
    await desk.at('2030-05-20T06:00:00Z')
    expect((await departures(origin, destination)).rows[0]).toMatchObject({ refusal: 'left' })
    await desk.at('2030-05-20T04:00:00Z')
    expect((await desk.step(journey, 'cancel', { reason: 'Snow', others: 'cancel' })).status).toBe(200)
    expect((await departures(origin, destination)).rows).toEqual([])
  })

  it('requires passengers and existing stations', async () => {
    const { origin, destination } = await sellable()
    expect((await departures(origin, destination, 'infant=0')).status).toBe(400)
    const unknown = await departures('00000000-0000-4000-8000-000000000000', destination)
    expect(unknown).toMatchObject({ status: 422, body: { errors: [{ pointer: '/origin' }] } })
  })
})

describe('a hold', () => {
  let journey: Json
  let hold: Json
  beforeEach(async () => {
    journey = (await sellable()).journey
    hold = (await desk.book(journey, 1, { status: 'on_hold' })).body
  })

  it('accepts another party, add-ons and a manual price, each with the resulting price', async () => {
    const addon = await make(desk.admin, 'addons', { amount_minor: 500 })
    const revised = await desk.step(hold, 'revise', {
      lead_name: 'Eleni Georgiou',
      passengers: [...adults(1), { category: 'child', name: 'Niki' }],
      addons: [{ addon_id: addon['id'], quantity: 2 }],
    })
    expect(revised.body).toMatchObject({
      lead_name: 'Eleni Georgiou',
      seats: 2,
      total_minor: 3000,
      status: 'on_hold',
      price_version: 1,
      hold_expires_at: hold['hold_expires_at'],
    })
    expect(await desk.counters(journey)).toEqual([
      [2, 0],
      [2, 0],
    ])
    const cheaper = await desk.step(hold, 'revise', { price_override: { total_minor: 2400, reason: 'Late bus' } })
    expect(cheaper.body['total_minor']).toBe(2400)
    const confirmed = await desk.step(hold, 'confirm', { price_hash: cheaper.body['price_hash'] })
    expect(confirmed.body).toMatchObject({ status: 'confirmed', total_minor: 2400 })
  })

  it('changes its segment without its cancelled passengers', async () => {
    const party = (await desk.book((await sellable({ capacity: 4 })).journey, 3, { status: 'on_hold' })).body
    await desk.step(party, 'cancel-passengers', { positions: [1, 2], reason: 'Ill' })
    const legs = (party['legs'] as Json[]).map((leg) => ({ ...leg, alight_seq: 2 }))
    expect((await desk.step(party, 'revise', { legs })).body).toMatchObject({
      seats: 1,
      total_minor: 1000,
      passenger_statuses: ['cancelled', 'cancelled', 'booked'],
    })
  })

  it('keeps its price when only names change, also after a change of the fares', async () => {
    const { rows: fares } = await desk.admin.list('fares', { filter: { route_id: journey['route_id'] } })
    await desk.admin.patch(`/fares/${String(fares[0]?.['id'])}`, { amount_minor: 5000 }, { ifMatch: '*' })
    const named = await desk.step(hold, 'revise', { passengers: [{ category: 'adult', name: 'Ana Ruiz' }] })
    expect(named.body).toMatchObject({ total_minor: 1000, price_hash: hold['price_hash'] })
    expect(named.body['passengers']).toMatchObject([{ name: 'Ana Ruiz' }])
  })

  it('refuses more passengers than seats are left, and then changes nothing', async () => {
    const refused = await desk.step(hold, 'revise', { lead_name: 'Other', passengers: adults(3) })
    expect(refused.body['code']).toBe('sold_out')
    expect(await desk.read(hold)).toMatchObject({ lead_name: hold['lead_name'], seats: 1 })
    expect(await desk.counters(journey)).toEqual([
      [1, 0],
      [1, 0],
    ])
  })

  it('expires when it is released, without a cancellation or a fee, and its seats go to the waiting list', async () => {
    const waiting = { board_seq: 1, alight_seq: 3, passengers: adults(2), lead_name: 'Eva', locale: 'en' }
    await desk.admin.post(`/journeys/${String(journey['id'])}/waiting-list`, waiting)
    const released = await desk.step(hold, 'release')
    expect(released).toMatchObject({
      status: 200,
      body: {
        status: 'expired',
        hold_expires_at: null,
        cancelled_at: null,
        cancel_reason: null,
        cancellation_fee_minor: 0,
        payment_status: 'unpaid',
        passenger_statuses: ['cancelled'],
      },
    })
    expect(await desk.counters(journey)).toEqual([
      [2, 0],
      [2, 0],
    ])
    const history = await desk.admin.list('audit-events', { filter: { entity_id: hold['id'] } })
    expect(history.rows.map(({ action }) => action)).toContain('reservations.hold_released')
    const again = await desk.step(hold, 'release')
    expect(again).toMatchObject({ status: 200, body: { version: released.body['version'] } })
    expect((await desk.step(hold, 'confirm')).body['code']).toBe('hold_expired')
  })

  it('can be released only while it is a hold', async () => {
    const sold = (await desk.book((await sellable()).journey, 1)).body
    expect((await desk.step(sold, 'release')).body['code']).toBe('invalid_state')
    expect(await desk.read(sold)).toMatchObject({ status: 'confirmed' })
  })

  it('cannot be changed after it has expired or is confirmed', async () => {
    await desk.at('2030-05-20T04:16:00Z')
    expect((await desk.step(hold, 'revise', { lead_name: 'Late' })).body['code']).toBe('hold_expired')
    const other = (await desk.book((await sellable()).journey, 1)).body
    expect((await desk.step(other, 'revise', { lead_name: 'Late' })).body['code']).toBe('invalid_state')
  })
})

describe('GET /api/reservations/:id/ticket.pdf', () => {
  it('prints the tickets of a confirmed reservation in the language of the party or another, and refuses a hold', async () => {
    const { journey } = await sellable()
    const confirmed = (await desk.book(journey, 1, { locale: 'ae' })).body
    const print = (reservation: Json, query = '') =>
      desk.admin.get(`/reservations/${String(reservation['id'])}/ticket.pdf${query}`)
    const own = await print(confirmed)
    expect(own).toMatchObject({ status: 200, headers: { 'content-type': 'application/pdf' } })
    expect(own.headers['content-disposition']).toContain(`${String(confirmed['reference'])}-ae.pdf`)
    expect((await print(confirmed, '?language=de')).headers['content-disposition']).toContain('-de.pdf')
    const held = (await desk.book(journey, 1, { status: 'on_hold' })).body
    expect((await print(held)).body['code']).toBe('invalid_state')
  })
})
