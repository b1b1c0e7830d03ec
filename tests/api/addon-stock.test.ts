import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Reader } from '../../server/db/transaction'
import { useApi, type Json } from '../support/api'
import { adults, ride, useBooking } from '../support/booking'
import { make } from '../support/factories'
import { makeReturnTrip } from '../support/returns'

const api = useApi()
const desk = useBooking(api)

/** Rolls back a transaction and carries the rows that it read. */
class Upgraded extends Error {
  constructor(readonly rows: unknown[]) {
    super()
  }
}

describe('an add-on with a stock for each journey', () => {
  test('that was sold again refuses the undo of the cancellation that released it', async () => {
    const journey = await make(desk.admin, 'journeys', { capacity: 9 })
    await make(desk.admin, 'fares', { route_id: journey['route_id'], amount_minor: 1000 })
    const addon = await make(desk.admin, 'addons', { stock_per_journey: 1 })
    const addons = [{ addon_id: addon['id'], quantity: 1 }]
    const { body: first } = await desk.book(journey, 1, { addons })
    await desk.step(first, 'cancel', { reason: 'ill' })
    const second = await desk.book(journey, 1, { addons })
    expect(second.status).toBe(201)
    const refused = await desk.step(first, 'undo-cancel', { reason: 'well again' })
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/addons/0/quantity', code: 'sold_out' }] },
    })
    expect((await desk.read(first))['status']).toBe('cancelled')
    await desk.step(second.body, 'cancel', { reason: 'too' })
    expect((await desk.step(first, 'undo-cancel', { reason: 'well again' })).status).toBe(200)
  })
  test('is checked again when a request is approved', async () => {
    const journey = await make(desk.admin, 'journeys', { capacity: 9 })
    const addon = await make(desk.admin, 'addons', { stock_per_journey: 1 })
    const addons = [{ addon_id: addon['id'], quantity: 1 }]
    const { body: request } = await desk.book(journey, 1, { addons, status: 'pending' })
    const { body: sale } = await desk.book(journey, 1, { addons })
    expect(await desk.step(request, 'approve')).toMatchObject({ status: 422, body: { errors: [{ code: 'sold_out' }] } })
    expect(await desk.change(request, { status: 'confirmed' })).toMatchObject({ status: 422 })
    await desk.step(sale, 'cancel', { reason: 'ill' })
    expect((await desk.step(request, 'approve')).status).toBe(200)
  })
})

describe('an add-on that belongs to every reservation', () => {
  test('counts like a requested one: in the stock, on the manifest, in the capacity and after a change', async () => {
    const type = await make(desk.admin, 'vehicle-types', { seats: 9, luggage_units: 3 })
    const journey = await make(desk.admin, 'journeys', { vehicle_type_id: type['id'] })
    const bag = await make(desk.admin, 'addons', {
      mandatory: true,
      pricing: 'per_passenger',
      stock_per_journey: 3,
      consumes: { luggage_units: 1, child_seats: 0, seats: 0 },
      route_ids: [journey['route_id']],
    })
    const listed = async () => {
      const { body } = await desk.admin.get(`/journeys/${String(journey['id'])}/manifest`)
      return (body['parties'] as Record<string, unknown>[]).map(({ extras, luggage_units }) => ({
        extras,
        luggage_units,
      }))
    }
    const of = (quantity: number) => ({ extras: [{ addon_id: bag['id'], quantity }], luggage_units: quantity })

    const { body: party } = await desk.book(journey, 2)
    expect(party).toMatchObject({ addons: [], luggage_units: 2 })
    expect(await listed()).toMatchObject([of(2)])
    expect(await desk.book(journey, 2)).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/legs', code: 'sold_out' }] },
    })
    await desk.step(party, 'cancel-passengers', { positions: [1], reason: 'ill' })
    expect(await listed()).toMatchObject([of(1)])
    expect((await desk.book(journey, 1)).body).toMatchObject({ luggage_units: 1 })
    // Existing passengers keep the add-on, and added passengers go without it.
    await desk.admin.patch(
      `/addons/${String(bag['id'])}`,
      { stock_per_journey: null, mandatory: false },
      { ifMatch: '*' },
    )
    await desk.step(party, 'amend', { passengers: adults(2), reason: 'well again' })
    expect(await desk.read(party)).toMatchObject({ luggage_units: 1 })
    expect((await desk.book(journey, 1)).body).toMatchObject({ luggage_units: 0 })
  })

  test('is counted the same for sales that have no stored counts', async () => {
    const journey = await make(desk.admin, 'journeys', { capacity: 9 })
    const [bag, meal] = [
      await make(desk.admin, 'addons'),
      await make(desk.admin, 'addons', { pricing: 'per_passenger' }),
    ]
    await make(desk.admin, 'addons', { mandatory: true, pricing: 'per_passenger', route_ids: [journey['route_id']] })
    const addons = [
      { addon_id: bag['id'], quantity: 3 },
      { addon_id: meal['id'], quantity: 1 },
    ]
    const { body: party } = await desk.book(journey, 3, { addons })
    await desk.step(party, 'cancel-passengers', { positions: [1], reason: 'ill' })
    const { body: other } = await desk.book(journey, 2)
    const ids = [party['id'], other['id']]
    const written = (reader: Reader) =>
      sql`select r.id, u.addon_id, u.units from reservations r
        cross join jsonb_to_recordset(r.addon_units) u (addon_id uuid, units int)
        where r.id = any(${ids}::uuid[]) order by 1, 2`.execute(reader)
    const { rows: sold } = await written(api.db)
    expect(sold.length).toBeGreaterThanOrEqual(4)

    const upgrade = readFileSync('server/db/migrations/0074-addon-units.sql', 'utf8')
    const upgraded = api.db.transaction().execute(async (tx) => {
      await sql`alter table reservations drop column addon_units`.execute(tx)
      for (const statement of upgrade.split(/;$/m)) if (statement.trim()) await sql.raw(statement).execute(tx)
      throw new Upgraded((await written(tx)).rows)
    })
    await expect(upgraded).rejects.toMatchObject({ rows: sold })
  })
})

describe('an add-on that only one of several legs offers', () => {
  /** Creates a departure, and one in the opposite direction on its own route. */
  async function twoLegs() {
    const { out, back } = await makeReturnTrip(desk.admin)
    const legs = [ride(out), { ...ride(back), direction: 'return' }]
    const sell = (count: number, addons: Json[]) => desk.book(out, count, { legs, addons })
    const extrasOn = async (journey: Json) => {
      const { body } = await desk.admin.get(`/journeys/${String(journey['id'])}/manifest`)
      return (body['parties'] as Json[]).flatMap(({ extras }) => (extras as Json[]).map(({ quantity }) => quantity))
    }
    return { out, back, sell, extrasOn }
  }
  const mealOn = (journey: Json, more: Json = {}) =>
    make(desk.admin, 'addons', { pricing: 'per_leg', amount_minor: 500, route_ids: [journey['route_id']], ...more })

  test('is charged and listed on that leg only', async () => {
    const { out, back, sell, extrasOn } = await twoLegs()
    const meal = await mealOn(out)
    const { body: made } = await sell(2, [{ addon_id: meal['id'], quantity: 2 }])
    expect(made['total_minor']).toBe(14_400 + 2 * 500)
    expect([await extrasOn(out), await extrasOn(back)]).toEqual([[2], []])
  })

  test.each(['per_leg', 'per_unit', 'per_passenger'])('uses the stock of that leg only (%s)', async (pricing) => {
    const { out, back, sell, extrasOn } = await twoLegs()
    const meal = await mealOn(out, { pricing, stock_per_journey: 2 })
    const requested = [{ addon_id: meal['id'], quantity: 2 }]
    const { body: made } = await sell(2, requested)
    expect(made['total_minor']).toBe(14_400 + 2 * 500)
    // The return leg offers it from now on and has its whole stock left.
    const routes = { route_ids: [out['route_id'], back['route_id']] }
    await desk.admin.patch(`/addons/${String(meal['id'])}`, routes, { ifMatch: '*' })
    expect((await desk.book(back, 2, { addons: requested })).status).toBe(201)
    expect(await desk.book(out, 1, { addons: [{ ...requested[0], quantity: 1 }] })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/addons/0/quantity', code: 'sold_out' }] },
    })
    expect([await extrasOn(out), await extrasOn(back)]).toEqual([[2], [2]])
  })

  test('stays on that leg when passengers leave, and when the other leg moves to another departure', async () => {
    const { out, back, sell, extrasOn } = await twoLegs()
    const meal = await mealOn(back, { pricing: 'per_passenger' })
    const { body: made } = await sell(3, [{ addon_id: meal['id'], quantity: 1 }])
    await desk.step(made, 'cancel-passengers', { positions: [3], reason: 'ill' })
    expect([await extrasOn(out), await extrasOn(back)]).toEqual([[], [2]])
    const later = await make(desk.admin, 'journeys', { route_id: out['route_id'], departure_time: '09:30:00' })
    const legs = [ride(later), { ...ride(back), direction: 'return' }]
    expect((await desk.step(made, 'amend', { legs, reason: 'Later' })).status).toBe(200)
    expect([await extrasOn(later), await extrasOn(back)]).toEqual([[], [2]])
  })
})
