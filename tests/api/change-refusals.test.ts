import { beforeEach, describe, expect, it } from 'vitest'
import { useApi, type Json } from '../support/api'
import { adults, ride, useBooking } from '../support/booking'
import { make, makeHiredType } from '../support/factories'
import { PARTNER_CONTRACT, usePartners } from '../support/partner'
import { makeOpposite } from '../support/returns'

/* A change after the sale is refused for the same reasons as a sale. A seat costs 1000; journeys leave at 05:30 UTC. */
const api = useApi({ payments: 'fake' })
const desk = useBooking(api)
const { program } = usePartners(api)

const why = { reason: 'Other plans' }
const at = (pointer: string, status = 422) => ({ status, body: { errors: [{ pointer }] } })
const amend = (made: Json, more: Json) => desk.step(made, 'amend', { ...why, ...more })

let journey: Json
beforeEach(async () => {
  await desk.at('2030-05-17T04:00:00Z')
  journey = await make(desk.admin, 'journeys', { capacity: 45 })
  await make(desk.admin, 'fares', { route_id: journey['route_id'], amount_minor: 1000 })
})

const abroad = async () => {
  const made = await make(desk.admin, 'journeys', { capacity: 45, departure_time: '12:00:00' })
  await make(desk.admin, 'fares', { route_id: made['route_id'], amount_minor: 100, currency: 'JPY' })
  return made
}

const runOf = (type: Json, more: Json = {}) => ({
  pickup: { address: '12 Ledra Street' },
  dropoff: { address: 'Old Pier' },
  starts_at: '2030-05-21T10:00:00Z',
  ends_at: '2030-05-21T12:00:00Z',
  vehicle_type_id: type['id'],
  passengers: 10,
  ...more,
})
const hire = (type: Json, more: Json = {}) =>
  desk.admin.post('/reservations', {
    kind: 'private_hire',
    lead_name: 'Ana',
    passengers: adults(1),
    hire: runOf(type),
    ...more,
  })

describe('a blocked customer', () => {
  it('is not moved to a dearer departure, but to a cheaper one', async () => {
    const luxury = await make(desk.admin, 'vehicle-types')
    const { route_id } = journey
    await make(desk.admin, 'fares', { route_id, vehicle_type_id: luxury['id'], amount_minor: 1500 })
    const on = { route_id, vehicle_type_id: luxury['id'], departure_time: '12:00:00', capacity: 45 }
    const dearer = await make(desk.admin, 'journeys', on)
    const customer = await make(desk.admin, 'customers')
    const to = { customer_id: customer['id'] }
    const [cheap, dear] = [(await desk.book(journey, 1, to)).body, (await desk.book(dearer, 1, to)).body]
    expect([cheap['total_minor'], dear['total_minor']]).toEqual([1000, 1500])
    await desk.admin.post(`/customers/${String(customer['id'])}/block`, { reason: 'Never pays' }, { ifMatch: '*' })
    const move = (made: Json, target: Json) => desk.step(made, 'move', { ...why, to_journey_id: target['id'] })
    expect(await move(cheap, dearer)).toMatchObject(at('/customer_id', 409))
    expect(await amend(cheap, { legs: [ride(dearer)] })).toMatchObject(at('/customer_id', 409))
    expect(await move(dear, journey)).toMatchObject({ status: 200, body: { total_minor: 1000 } })
  })
})

describe('a departure that has left', () => {
  it('accepts no further passengers, and no seat for an infant', async () => {
    const made = (await desk.book(journey, 2)).body
    const family = (await desk.book(journey, 1, { passengers: [...adults(1), { category: 'infant' }] })).body
    await desk.at('2030-05-20T05:40:00Z')
    expect(await amend(made, { passengers: adults(3) })).toMatchObject(at('/passengers', 409))
    expect(await amend(family, { passengers: adults(2) })).toMatchObject(at('/passengers', 409))
    expect((await amend(made, { passengers: adults(1) })).status).toBe(200)
  })

  it('accepts none by a change of a reservation with two directions', async () => {
    const back = await makeOpposite(desk.admin, journey, { service_date: '2030-05-22', capacity: 45 })
    await make(desk.admin, 'fares', { route_id: back['route_id'], amount_minor: 1000 })
    const legs = [ride(journey), { ...ride(back), direction: 'return' }]
    const made = (await desk.book(journey, 1, { legs })).body
    await desk.at('2030-05-20T05:40:00Z')
    expect(await amend(made, { passengers: adults(2) })).toMatchObject(at('/passengers', 409))
  })

  it('accepts none from a partner', async () => {
    const partner = await make(desk.admin, 'partners', { status: 'active', contract: PARTNER_CONTRACT })
    const { client } = await program(partner)
    const request = { partner_reference: 'L-1', lead_name: 'Ana', legs: [ride(journey)], passengers: adults(1) }
    const made = (await client.post('/partner/trips/', { ...request, confirm: true })).body
    await desk.at('2030-05-20T05:40:00Z')
    const path = `/partner/trips/${String(made['id'])}/change/`
    expect((await client.post(path, { passengers: adults(2) }, { ifMatch: '*' })).status).toBe(409)
  })
})

describe('a hold or request with a payment', () => {
  it('keeps its currency when it is revised or amended, and without money changes it', async () => {
    const other = { legs: [ride(await abroad())] }
    const free = (await desk.book(journey, 1, { status: 'on_hold' })).body
    expect((await desk.step(free, 'revise', other)).body).toMatchObject({ currency: 'JPY', total_minor: 100 })
    const paid = (await desk.book(journey, 1, { status: 'on_hold', paid_minor: 400 })).body
    expect(await desk.step(paid, 'revise', other)).toMatchObject(at('/legs'))
    expect(await amend(paid, other)).toMatchObject(at('/legs'))
    expect(await desk.read(paid)).toMatchObject({ currency: 'EUR', paid_minor: 400 })
  })

  it('keeps its currency while a payment link is open', async () => {
    const other = { legs: [ride(await abroad())] }
    const held = (await desk.book(journey, 1, { status: 'on_hold', lead_email: 'ana@example.com' })).body
    const link = await desk.admin.post(`/reservations/${String(held['id'])}/payment-links`, { amount_minor: 400 })
    expect(link.status).toBe(201)
    expect(await desk.step(held, 'revise', other)).toMatchObject(at('/legs'))
    expect(await amend(held, other)).toMatchObject(at('/legs'))
  })

  it('keeps its currency when the run of a hire is changed, by the step or the form', async () => {
    const [euro, yen] = [await make(desk.admin, 'vehicle-types'), await make(desk.admin, 'vehicle-types')]
    await make(desk.admin, 'hire-tariffs', { vehicle_type_id: euro['id'] })
    await make(desk.admin, 'hire-tariffs', { vehicle_type_id: yen['id'], currency: 'JPY' })
    const asked = (await hire(euro, { status: 'pending' })).body
    const other = { hire: runOf(yen) }
    expect((await desk.pay(asked, 400)).status).toBe(200)
    expect(await desk.step(asked, 'change-hire', { ...why, ...other })).toMatchObject(at('/hire'))
    expect(await desk.change(asked, other)).toMatchObject(at('/hire'))
    const unpaid = (await hire(euro, { status: 'pending' })).body
    expect((await desk.step(unpaid, 'change-hire', { ...why, ...other })).body).toMatchObject({ currency: 'JPY' })
  })
})

describe('a hire with an add-on', () => {
  it('does not grow beyond the limit of the add-on, nor change to a type without the add-on', async () => {
    const [type, other] = [await makeHiredType(desk.admin), await makeHiredType(desk.admin)]
    const meal = await make(desk.admin, 'addons', {
      pricing: 'per_passenger',
      max_per_reservation: 11,
      vehicle_type_ids: [type['id']],
    })
    const addons = [{ addon_id: meal['id'], quantity: 1 }]
    for (const status of ['confirmed', 'pending']) {
      const made = (await hire(type, { status, addons })).body
      expect(made['total_minor'], status).toBe(5000)
      const change = (run: Json) => desk.step(made, 'change-hire', { ...why, hire: run })
      expect(await change(runOf(type, { passengers: 12 })), status).toMatchObject(at('/addons/0'))
      expect(await desk.change(made, { hire: runOf(type, { passengers: 12 }) }), status).toMatchObject(at('/addons/0'))
      expect(await change(runOf(other)), status).toMatchObject(at('/addons/0'))
      expect((await change(runOf(type, { passengers: 11 }))).body, status).toMatchObject({ total_minor: 5500 })
    }
  })
})

describe('money at the sale', () => {
  it('is not accepted in a new reservation, from staff or partners', async () => {
    const half = { lead_name: 'Ana', legs: [ride(journey)], passengers: adults(1) }
    const partner = await make(desk.admin, 'partners', { status: 'active', contract: PARTNER_CONTRACT })
    const { client } = await program(partner)
    for (const paid_minor of [400, 1001, -1]) {
      expect((await desk.admin.post('/reservations', { ...half, paid_minor })).status).toBe(422)
      const both = { out: { ...half, paid_minor }, back: half }
      expect((await desk.admin.post('/reservations/round-trip', both)).status).toBe(422)
      const trip = { ...half, partner_reference: 'P-1', confirm: true, paid_minor }
      expect((await client.post('/partner/trips/', trip)).status).toBe(422)
    }
    expect((await desk.counters(journey))[0]).toEqual([0, 0])
  })
})
