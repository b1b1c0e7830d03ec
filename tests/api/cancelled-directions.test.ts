import { beforeEach, describe, expect, it } from 'vitest'
import { useApi, type Json } from '../support/api'
import { adults, ride, useBooking } from '../support/booking'
import { make } from '../support/factories'
import { makeReturnTrip } from '../support/returns'

/*
 * A departure that the operator cancels is one direction of reservations that go there and back: the other one stays, at
 * the price that was paid for it. Rule: docs/domain/pricing.md, "Changes after the sale", 8.
 */
const api = useApi()
const desk = useBooking(api)

const EARLY = '2030-05-17T04:00:00Z'
const BEFORE_OUTBOUND = '2030-05-20T05:00:00Z'
const BETWEEN = '2030-05-21T10:00:00Z'
const why = { reason: 'Landslide' }

let out: Json
let back: Json
beforeEach(async () => {
  await desk.at(EARLY)
  ;({ out, back } = await makeReturnTrip(desk.admin))
})

const sell = async (count = 1, more: Json = {}) =>
  (await desk.book(out, count, { legs: [ride(out), { ...ride(back), direction: 'return' }], ...more })).body
const cancel = (journey: Json, more: Json = {}) => desk.step(journey, 'cancel', { ...why, others: 'cancel', ...more })
const seatsOn = async (journey: Json) => ((await desk.counters(journey))[0] ?? [])[1]

describe('a departure that is cancelled', () => {
  it.each([
    ['outbound', 'return'],
    ['return', 'outbound'],
  ] as const)('gives back the %s direction of a reservation there and back, and leaves the %s', async (lost, left) => {
    const made = await sell(2, { paid_minor: 14_400 })
    const [gone, stays] = lost === 'outbound' ? [out, back] : [back, out]
    const trial = await cancel(gone, { simulate: true })
    expect(trial.body['parties']).toMatchObject([{ reservation_id: made['id'], outcome: 'direction_cancelled' }])
    expect(await desk.read(made)).toMatchObject({ total_minor: 14_400 })
    expect((await cancel(gone)).status).toBe(200)
    expect(await desk.read(made)).toMatchObject({
      status: 'confirmed',
      legs: [{ journey_id: stays['id'], direction: left }],
      way_back: null,
      total_minor: 7200,
      paid_minor: 14_400,
      payment_status: 'refund_due',
    })
    expect([await seatsOn(gone), await seatsOn(stays)]).toEqual([0, 2])
  })

  it('cancels both directions where that is asked for, and holds and requests as a whole', async () => {
    const made = await sell()
    const [held, asked] = [await sell(1, { status: 'on_hold' }), await sell(1, { status: 'pending' })]
    const parties = [{ reservation_id: made['id'], action: 'cancel_all' }]
    expect((await cancel(back, { parties })).body['parties']).toMatchObject([
      { reservation_id: made['id'], outcome: 'cancelled' },
      { reservation_id: held['id'], outcome: 'cancelled' },
      { reservation_id: asked['id'], outcome: 'cancelled' },
    ])
    expect(await desk.read(made)).toMatchObject({ status: 'cancelled', cancellation_fee_minor: 0 })
    expect(await seatsOn(out)).toBe(0)
  })

  it('starts anew for the return those who checked in for the outbound, and leaves alone who is on the way', async () => {
    const [checkedIn, aboard] = [await sell(), await sell()]
    await desk.at(BEFORE_OUTBOUND)
    await desk.step(checkedIn, 'check-in')
    await desk.step(aboard, 'board')
    expect(await cancel(out)).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    await desk.step(aboard, 'undo-check-in')
    await desk.step(aboard, 'cancel', { reason: 'Off' })
    expect((await cancel(out)).status).toBe(200)
    expect(await desk.read(checkedIn)).toMatchObject({
      status: 'confirmed',
      passenger_statuses: ['booked'],
      legs: [{ journey_id: back['id'] }],
    })
  })

  it('pays back no direction that was travelled', async () => {
    const made = await sell(1, { paid_minor: 7200 })
    await desk.at(BEFORE_OUTBOUND)
    expect((await desk.step(made, 'board')).status).toBe(200)
    const aboard = await cancel(back, { simulate: true })
    expect(aboard.body['parties']).toMatchObject([
      { outcome: 'direction_cancelled', reservation: { total_minor: 3600 } },
    ])
    await desk.at(BETWEEN)
    expect((await desk.step(made, 'check-in', { journey_id: back['id'] })).body).toMatchObject({ way_back: 'begun' })
    expect((await cancel(back)).status).toBe(200)
    expect(await desk.read(made)).toMatchObject({
      status: 'boarded',
      legs: [{ journey_id: out['id'] }],
      total_minor: 3600,
      payment_status: 'refund_due',
    })
  })

  it('pays back fees of its direction, and add-ons that only it had', async () => {
    const both = { pricing: 'per_leg', amount_minor: 500, refundable: false }
    const [meal, lounge] = [
      await make(desk.admin, 'addons', both),
      await make(desk.admin, 'addons', { amount_minor: 900 }),
    ]
    const addons = [
      { addon_id: meal['id'], quantity: 1 },
      { addon_id: lounge['id'], quantity: 1, direction: 'outbound' },
    ]
    const made = await sell(2, { addons })
    expect(made['total_minor']).toBe(14_400 + 2 * 500 + 900)
    await desk.at('2030-05-19T19:30:00Z')
    const less = await desk.step(made, 'cancel-passengers', { positions: [2], reason: 'Ill' })
    expect(less.body['total_minor']).toBe(7200 + 1800 + 2 * 500 + 900)
    await cancel(out)
    expect(await desk.read(made)).toMatchObject({
      total_minor: 3600 + 500,
      addons: [{ addon_id: meal['id'] }],
    })
  })

  it('leaves later changes their rules', async () => {
    const made = await sell(2)
    await cancel(out)
    await desk.at('2030-05-21T19:30:00Z')
    const amended = await desk.step(made, 'amend', { passengers: adults(3), reason: 'One more' })
    expect(amended.body).toMatchObject({ total_minor: 7200 + 3600 })
    const gone = await desk.step(made, 'cancel', { reason: 'Off' })
    expect(gone.body).toMatchObject({ status: 'cancelled', cancellation_fee_minor: (7200 + 3600) / 2 })
  })
})

describe('a vehicle that breaks down', () => {
  it('gives back a direction, and takes that back where the reservation was left alone', async () => {
    const vehicle = await make(desk.admin, 'vehicles')
    expect((await desk.step(back, 'assign', { vehicle_id: vehicle['id'] })).status).toBe(200)
    const addon = await make(desk.admin, 'addons', { amount_minor: 900 })
    const made = await sell(2, { addons: [{ addon_id: addon['id'], quantity: 1, direction: 'return' }] })
    const cause = {
      kind: 'downtime',
      vehicle_id: vehicle['id'],
      starts_at: '2030-05-22T00:00:00Z',
      ends_at: null,
      downtime_kind: 'breakdown',
      note: null,
    }
    const resolve = async () => {
      const jobs = [{ job_id: back['id'], action: 'cancel' }]
      const done = await desk.admin.post('/resolutions', { cause, reason: 'Engine', jobs })
      expect(done).toMatchObject({
        status: 200,
        body: { jobs: [{ parties: [{ reservation_id: made['id'], outcome: 'direction_cancelled' }] }] },
      })
      return `/resolutions/${String(done.body['id'])}/undo`
    }
    const before = await desk.read(made)
    const first = await resolve()
    expect(await desk.read(made)).toMatchObject({ total_minor: 7200, addons: [] })
    expect((await desk.admin.post(first)).status).toBe(200)
    const { version, price_version, ...restored } = await desk.read(made)
    expect({ ...before, version, price_version, updated_at: restored['updated_at'] }).toEqual({
      ...restored,
      version,
      price_version,
    })
    expect([await seatsOn(out), await seatsOn(back)]).toEqual([2, 2])
    const ill = { positions: [2], reason: 'Ill', simulate: true }
    expect((await desk.step(made, 'cancel-passengers', ill)).body).toMatchObject({ total_minor: 7200 + 900 })

    const second = await resolve()
    expect((await desk.step(made, 'cancel-passengers', { ...ill, simulate: false })).status).toBe(200)
    expect(await desk.admin.post(second)).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    expect(await desk.read(made)).toMatchObject({ total_minor: 3600, legs: [{ journey_id: out['id'] }] })
  })
})
