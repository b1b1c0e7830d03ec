import { describe, expect, it } from 'vitest'
import { useApi, type Json } from '../support/api'
import { adults, ride, useBooking } from '../support/booking'
import { make } from '../support/factories'
import { makeOppositeRoute } from '../support/returns'

/* Refused sales, and the limits that are counted. Journeys leave at 05:30 UTC. */
const api = useApi()
const desk = useBooking(api)

const sold = async (more: Json = {}, fare: Json = {}): Promise<Json> => {
  const journey = await make(desk.admin, 'journeys', { capacity: 45, ...more })
  await make(desk.admin, 'fares', { route_id: journey['route_id'], amount_minor: 1000, ...fare })
  return journey
}

describe('a return', () => {
  it('leaves after the arrival of its outbound leg, whichever of the two is sold or changed', async () => {
    const out = await sold()
    const opposite = await makeOppositeRoute(desk.admin, out['route_id'])
    const on = ({ id }: Json, departure_time: string) => make(desk.admin, 'journeys', { route_id: id, departure_time })
    const [before, evening] = [await on(opposite, '08:00:00'), await on(opposite, '20:00:00')]
    const night = await on({ id: out['route_id'] }, '23:00:00')
    const there = (await desk.book(out, 1)).body
    const back = (journey: Json) => desk.book(journey, 1, { return_of_id: there['id'] })
    const pointer = [{ pointer: '/legs/0/journey_id' }]
    expect(await back(before)).toMatchObject({ status: 422, body: { code: 'validation', errors: pointer } })
    const made = (await back(evening)).body
    expect(made['return_of_id']).toBe(there['id'])
    const move = (reservation: Json, to: Json) =>
      desk.step(reservation, 'move', { to_journey_id: to['id'], reason: 'Other plans' })
    expect(await move(made, before)).toMatchObject({ status: 422, body: { errors: pointer } })
    expect(await move(there, night)).toMatchObject({ status: 422, body: { errors: pointer } })
    await desk.step(made, 'cancel', { reason: 'Off' })
    expect((await move(there, night)).status).toBe(200)
    const wrongOrder = [ride(evening), ride(out)]
    expect(await desk.book(out, 1, { legs: wrongOrder })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/legs/1/journey_id' }] },
    })
  })
})

describe('a blocked customer', () => {
  it('is sold nothing: no seats, no hold, no hire, and no additions', async () => {
    const customer = await make(desk.admin, 'customers')
    const path = `/customers/${String(customer['id'])}`
    const to = { customer_id: customer['id'] }
    const journey = await sold()
    const hold = (await desk.book(journey, 1, { ...to, status: 'on_hold' })).body
    const asked = (await desk.book(journey, 1, { ...to, status: 'pending' })).body
    const booked = (await desk.book(journey, 2, to)).body
    const other = (await desk.book(journey, 1)).body
    expect((await desk.admin.post(`${path}/block`, { reason: 'Never pays' }, { ifMatch: '*' })).status).toBe(200)
    const refused = { status: 409, body: { code: 'invalid_state', errors: [{ pointer: '/customer_id' }] } }
    expect(await desk.book(journey, 1, to)).toMatchObject(refused)
    expect(await desk.book(journey, 1, { ...to, status: 'on_hold' })).toMatchObject(refused)
    expect(await desk.step(hold, 'confirm')).toMatchObject(refused)
    expect(await desk.step(hold, 'extend')).toMatchObject(refused)
    expect(await desk.change(hold, { status: 'confirmed' })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/status', code: 'not_by_form' }] },
    })
    expect(await desk.step(asked, 'approve')).toMatchObject(refused)
    expect(await desk.change(other, to)).toMatchObject(refused)
    const amend = (count: number) => desk.step(booked, 'amend', { passengers: adults(count), reason: 'Other' })
    expect(await amend(3)).toMatchObject(refused)
    expect((await amend(1)).status).toBe(200)
    expect((await desk.admin.post(`${path}/unblock`, { reason: 'Has paid' }, { ifMatch: '*' })).status).toBe(200)
    expect((await desk.step(hold, 'confirm')).status).toBe(200)
  })
})

describe('a party of infants only', () => {
  const infants = { passengers: [{ category: 'infant' }] }
  const rule = (journey: Json, currency: string) =>
    make(desk.admin, 'pricing-rules', {
      stage: 'total_adjust',
      effect: 'add_amount',
      percent_bp: null,
      amount_minor: 1063,
      currency,
      route_ids: [journey['route_id']],
      status: 'active',
    })

  it('pays no fare, but what rules add to the total, in the currency of its route', async () => {
    for (const currency of ['EUR', 'JPY', 'KWD']) {
      const journey = await sold({}, { currency })
      const addon = await make(desk.admin, 'addons', { currency, route_ids: [journey['route_id']] })
      const addons = [{ addon_id: addon['id'], quantity: 1 }]
      expect((await desk.book(journey, 0, { ...infants, addons })).body).toMatchObject({ total_minor: 500, currency })
      await rule(journey, currency)
      expect((await desk.book(journey, 0, infants)).body).toMatchObject({ total_minor: 1063, currency })
    }
  })
})

describe('an add-on for each passenger', () => {
  it('is counted per passenger in every limit', async () => {
    const type = await make(desk.admin, 'vehicle-types', { luggage_units: 50 })
    const journey = await sold({ vehicle_type_id: type['id'] })
    const meal = await make(desk.admin, 'addons', {
      pricing: 'per_passenger',
      stock_per_journey: 10,
      consumes: { luggage_units: 1, child_seats: 0, seats: 0 },
    })
    const addons = [{ addon_id: meal['id'], quantity: 1 }]
    const soldOut = { status: 422, body: { errors: [{ pointer: '/addons/0/quantity', code: 'sold_out' }] } }
    expect(await desk.book(journey, 40, { addons })).toMatchObject(soldOut)
    const made = await desk.book(journey, 8, { addons: [...addons, ...addons] })
    expect(made.status).toBe(201)
    expect(await desk.book(journey, 3, { addons })).toMatchObject(soldOut)
    const amend = (count: number) => desk.step(made.body, 'amend', { passengers: adults(count), reason: 'Other' })
    expect(await amend(11)).toMatchObject(soldOut)
    await desk.step(made.body, 'cancel-passengers', { positions: [1, 2, 3], reason: 'Ill' })
    const manifest = await desk.admin.get(`/journeys/${String(journey['id'])}/manifest`)
    expect(manifest.body['parties']).toMatchObject([{ extras: [{ quantity: 5 }], luggage_units: 5 }])
    expect((await desk.book(journey, 5, { addons })).status).toBe(201)
  })

  it('is sold up to its maximum, requested once or twice', async () => {
    const journey = await sold()
    const bag = await make(desk.admin, 'addons', { max_per_reservation: 2 })
    const request = (quantity: number) => ({ addon_id: bag['id'], quantity })
    const tooMany = { status: 422, body: { errors: [{ pointer: '/addons/0' }] } }
    expect(await desk.book(journey, 1, { addons: [request(3)] })).toMatchObject(tooMany)
    expect(await desk.book(journey, 1, { addons: [request(1), request(2)] })).toMatchObject(tooMany)
  })
})
