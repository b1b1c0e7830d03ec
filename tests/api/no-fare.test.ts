import { describe, expect, it } from 'vitest'
import { useApi, type Json } from '../support/api'
import { adults, ride, useBooking } from '../support/booking'
import { make, makeUnpriced } from '../support/factories'
import { PARTNER_CONTRACT, usePartners } from '../support/partner'

/* A leg without a price is not sold: docs/domain/pricing.md, "Without a fare". */
const api = useApi()
const desk = useBooking(api)
const { program } = usePartners(api)

const NO_FARE = { status: 422, body: { code: 'no_fare' } }
const BY_HAND = { price_override: { total_minor: 2500, reason: 'Agreed by phone' } }

const journeyWithoutFare = (more: Json = {}) => makeUnpriced(desk.admin, more)
const pointersOf = ({ body }: { body: Json }) => (body['errors'] as Json[]).map(({ pointer }) => pointer)

const runOf = (type: Json, more: Json = {}) => ({
  pickup: { address: '12 Ledra Street' },
  dropoff: { address: '12 Ledra Street' },
  starts_at: '2030-05-21T10:00:00Z',
  ends_at: '2030-05-21T12:00:00Z',
  vehicle_type_id: type['id'],
  passengers: 20,
  ...more,
})
const hire = (type: Json, more: Json = {}) =>
  desk.admin.post('/reservations', {
    kind: 'private_hire',
    status: 'pending',
    lead_name: 'Ana',
    passengers: adults(1),
    hire: runOf(type),
    ...more,
  })

describe('seats without a fare', () => {
  it.each(['confirmed', 'on_hold', 'pending'])('are refused as in the quote: %s', async (status) => {
    const journey = await journeyWithoutFare()
    const refused = await desk.book(journey, 1, { status })
    expect(refused).toMatchObject(NO_FARE)
    expect(pointersOf(refused)).toEqual(['/legs/0'])
    expect(await desk.counters(journey)).toEqual([
      [0, 0],
      [0, 0],
    ])
  })

  it('are refused when one of the legs has no fare', async () => {
    const [priced, unpriced] = [
      await make(desk.admin, 'journeys'),
      await journeyWithoutFare({ departure_time: '12:00:00' }),
    ]
    const legs = [ride(priced), ride(unpriced)]
    const refused = await desk.book(priced, 1, { legs })
    expect(refused).toMatchObject(NO_FARE)
    expect(pointersOf(refused)).toEqual(['/legs/1'])
  })

  it('are sold at a manual price, in the quote and in the sale', async () => {
    const journey = await journeyWithoutFare()
    const quote = await desk.admin.post('/quotes', { legs: [ride(journey)], passengers: { adult: 2 }, ...BY_HAND })
    expect(quote).toMatchObject({ status: 200, body: { total_minor: 2500 } })
    const sold = await desk.book(journey, 2, { ...BY_HAND, quoted_price_hash: quote.body['price_hash'] })
    expect(sold).toMatchObject({ status: 201, body: { total_minor: 2500, currency: 'EUR' } })
  })

  it('are not sold at a manual price of an agent, not even a small one', async () => {
    const journey = await journeyWithoutFare()
    const agent = await api.as('agent')
    for (const total_minor of [0, 2500]) {
      const body = { lead_name: 'Ana', legs: [ride(journey)], passengers: adults(1) }
      const answer = await agent.post('/reservations', { ...body, price_override: { total_minor, reason: 'Friend' } })
      expect(answer).toMatchObject({ status: 422, body: { code: 'validation' } })
      expect(pointersOf(answer)).toEqual(['/price_override/total_minor'])
    }
  })

  it('are free for infants', async () => {
    const journey = await journeyWithoutFare()
    const infant = { category: 'infant' }
    await make(desk.admin, 'fares', { route_id: journey['route_id'], amount_minor: 900 })
    const sold = await desk.book(journey, 1, { passengers: [...adults(1), infant] })
    expect(sold).toMatchObject({ status: 201, body: { total_minor: 900 } })
  })

  it('are refused in a change, while a reduction requires no fare', async () => {
    const [priced, unpriced] = [
      await make(desk.admin, 'journeys'),
      await journeyWithoutFare({ departure_time: '12:00:00' }),
    ]
    await make(desk.admin, 'fares', { route_id: priced['route_id'], amount_minor: 900 })
    const { body: sold } = await desk.book(priced, 2)
    const legs = [ride(unpriced)]
    expect(await desk.step(sold, 'amend', { legs, reason: 'Later' })).toMatchObject(NO_FARE)
    expect(await desk.step(sold, 'amend', { legs: [ride(priced), ride(unpriced)], reason: 'On' })).toMatchObject(
      NO_FARE,
    )
    const { body: held } = await desk.book(priced, 1, { status: 'on_hold' })
    expect(await desk.step(held, 'revise', { legs })).toMatchObject(NO_FARE)
    expect((await desk.read(sold))['total_minor']).toBe(1800)
    await api.db.deleteFrom('fares').execute()
    expect(await desk.step(sold, 'cancel-passengers', { positions: [1], reason: 'Ill' })).toMatchObject({ status: 200 })
  })

  it('that an earlier sale gave away keep their price, and no more are added', async () => {
    const journey = await journeyWithoutFare()
    const { body: sold } = await desk.book(journey, 3, { price_override: { total_minor: 0, reason: 'Charity' } })
    await api.db
      .updateTable('reservations')
      .set({ price_override: null })
      .where('id', '=', String(sold['id']))
      .execute()
    const fewer = await desk.step(sold, 'amend', { passengers: adults(2), reason: 'Fewer' })
    expect(fewer).toMatchObject({ status: 200, body: { total_minor: 0 } })
    expect(await desk.step(sold, 'amend', { passengers: adults(3), reason: 'More' })).toMatchObject(NO_FARE)
  })

  it('are noted for a waiting party, while other waiting parties get their seats', async () => {
    const journey = await make(desk.admin, 'journeys', { capacity: 2 })
    const { body: sold } = await desk.book(journey, 2)
    const join = (category: string) =>
      desk.admin.post(`/journeys/${String(journey['id'])}/waiting-list`, {
        lead_name: 'Ana',
        board_seq: 1,
        alight_seq: 3,
        passengers: [{ category }],
      })
    expect([(await join('adult')).status, (await join('child')).status]).toEqual([201, 201])
    await make(desk.admin, 'fares', { route_id: journey['route_id'], passenger_category: 'child' })
    expect((await desk.step(sold, 'cancel', { reason: 'Ill' })).status).toBe(200)
    const { rows } = await desk.admin.get(`/journeys/${String(journey['id'])}/waiting-list`)
    expect(rows).toMatchObject([
      { state: 'waiting', skip_reason: 'no_fare' },
      { state: 'offered', skip_reason: null },
    ])
  })
})

describe('a hire without a tariff', () => {
  it('is refused as in the quote, and sold at a manual price', async () => {
    const type = await make(desk.admin, 'vehicle-types')
    const refused = await hire(type)
    expect(refused).toMatchObject(NO_FARE)
    expect(pointersOf(refused)).toEqual(['/hire/vehicle_type_id'])
    const quote = await desk.admin.post('/quotes', { kind: 'private_hire', hire: runOf(type), ...BY_HAND })
    expect(quote).toMatchObject({ status: 200, body: { total_minor: 2500 } })
    const sold = await hire(type, { ...BY_HAND, quoted_price_hash: quote.body['price_hash'] })
    expect(sold).toMatchObject({ status: 201, body: { total_minor: 2500 } })
    expect((await desk.step(sold.body, 'approve', { accept_warnings: true })).body).toMatchObject({
      status: 'confirmed',
      total_minor: 2500,
    })
  })

  it('keeps a manual price with its add-ons and its tax', async () => {
    const type = await make(desk.admin, 'vehicle-types')
    const meal = await make(desk.admin, 'addons', { pricing: 'per_reservation', amount_minor: 500 })
    const sold = await hire(type, { ...BY_HAND, addons: [{ addon_id: meal['id'], quantity: 1 }] })
    expect(sold).toMatchObject({ status: 201, body: { total_minor: 2500 } })
    expect(sold.body['price_lines']).toMatchObject([
      { kind: 'addon', amount_minor: 500 },
      { kind: 'override', amount_minor: 2000 },
    ])
  })

  it('is refused in a change', async () => {
    const [priced, unpriced] = [await make(desk.admin, 'vehicle-types'), await make(desk.admin, 'vehicle-types')]
    await make(desk.admin, 'hire-tariffs', { vehicle_type_id: priced['id'] })
    const { body: asked } = await hire(priced)
    expect(await desk.step(asked, 'change-hire', { hire: runOf(unpriced), reason: 'Larger' })).toMatchObject(NO_FARE)
    const { body: sold } = await desk.step(asked, 'approve', { accept_warnings: true })
    expect(await desk.step(sold, 'change-hire', { hire: runOf(unpriced), reason: 'Larger' })).toMatchObject(NO_FARE)
  })
})

describe('a manual price', () => {
  it('that an agent may set for an infant is refused for ten adults', async () => {
    const journey = await journeyWithoutFare()
    await make(desk.admin, 'fares', { route_id: journey['route_id'], amount_minor: 900 })
    const agent = await api.as('agent')
    const sold = await agent.post('/reservations', {
      lead_name: 'Ana',
      legs: [ride(journey)],
      passengers: [{ category: 'infant' }],
      price_override: { total_minor: 0, reason: 'Infant' },
    })
    expect(sold).toMatchObject({ status: 201, body: { total_minor: 0 } })
    const more = { passengers: [{ category: 'infant' }, ...adults(10)], reason: 'More' }
    const answer = await desk.step(sold.body, 'amend', more, { as: agent })
    expect(answer).toMatchObject({ status: 200, body: { total_minor: 10 * 900 } })
  })

  it('below its add-ons causes no negative commission when the sale is handed over', async () => {
    const journey = await journeyWithoutFare()
    await make(desk.admin, 'fares', { route_id: journey['route_id'], amount_minor: 900 })
    const meal = await make(desk.admin, 'addons', { pricing: 'per_reservation', amount_minor: 1000 })
    const { body: sold } = await desk.book(journey, 1, {
      addons: [{ addon_id: meal['id'], quantity: 1 }],
      price_override: { total_minor: 240, reason: 'Late' },
    })
    const contract = { ...PARTNER_CONTRACT, commission_mode: 'percent', commission_bp: 1000 }
    const partner = await make(desk.admin, 'partners', { status: 'active', contract })
    const request = { partner_id: partner['id'], partner_reference: 'R-1', reason: 'Sold by them' }
    await desk.step(sold, 'hand-over', request)
    const row = await api.db
      .selectFrom('reservations')
      .select(['commission_minor', 'total_minor'])
      .where('id', '=', String(sold['id']))
      .executeTakeFirstOrThrow()
    expect(Number(row.total_minor)).toBe(240)
    expect(Number(row.commission_minor)).toBe(0)
  })
})

describe('an add-on with a stock', () => {
  it('is not used up by trips of the test environment', async () => {
    const journey = await make(desk.admin, 'journeys')
    const addon = await make(desk.admin, 'addons', { pricing: 'per_unit', stock_per_journey: 1 })
    const partner = await make(desk.admin, 'partners', { status: 'active' })
    const { client } = await program(partner, 'test')
    const trial = await client.post('/partner/trips/', {
      partner_reference: 'T-1',
      lead_name: 'Ana',
      legs: [ride(journey)],
      passengers: adults(1),
      addons: [{ addon_id: addon['id'], quantity: 1 }],
    })
    expect(trial.status).toBe(201)
    const live = await desk.book(journey, 1, { addons: [{ addon_id: addon['id'], quantity: 1 }] })
    expect(live.status).toBe(201)
    const second = await desk.book(journey, 1, { addons: [{ addon_id: addon['id'], quantity: 1 }] })
    expect(second.status).toBe(422)
  })
})
