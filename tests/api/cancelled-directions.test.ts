import { beforeEach, describe, expect, it } from 'vitest'
import { useApi, type Json } from '../support/api'
import { adults, ride, useBooking } from '../support/booking'
import { make, unique } from '../support/factories'
import { PARTNER_CONTRACT, usePartners } from '../support/partner'
import { makeReturnTrip } from '../support/returns'

/*
 * Cancellation of a departure by the operator cancels one direction of a return reservation: the other direction stays at
 * the price that was paid for it. Rule: docs/domain/pricing.md, "Changes after the sale", 8.
 */
const api = useApi()
const desk = useBooking(api)
const { program } = usePartners(api)

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

describe('cancellation of a departure by the operator', () => {
  it.each([
    ['outbound', 'return'],
    ['return', 'outbound'],
  ] as const)('cancels the %s direction of a reservation with two directions, and keeps the %s', async (lost, left) => {
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

  it('cancels both directions on request, and holds and requests as a whole', async () => {
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

  it('resets passengers who checked in for the outbound leg, and is refused while a passenger is aboard', async () => {
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

  it('refunds no direction that was travelled', async () => {
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

  it('refunds the fees of its direction, and add-ons that only it had', async () => {
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

  it('prices later sales for the remaining trip, and charges the fees of later changes', async () => {
    const made = await sell(2)
    await cancel(out)
    await desk.at('2030-05-21T19:30:00Z')
    const amended = await desk.step(made, 'amend', { passengers: adults(3), reason: 'One more' })
    expect(amended.body).toMatchObject({ total_minor: 7200 + 4000 })
    const gone = await desk.step(made, 'cancel', { reason: 'Off' })
    expect(gone.body).toMatchObject({ status: 'cancelled', cancellation_fee_minor: (7200 + 4000) / 2 })
  })
})

describe('the remaining direction of a reservation', () => {
  const linesOf = (made: Json) => made['price_lines'] as Json[]
  const sumOf = (made: Json) => linesOf(made).reduce((sum, line) => sum + Number(line['amount_minor']), 0)

  /** Does a step as a dry run and for real, and compares every part of the price difference. */
  async function changeExplained(made: Json, verb: string, body: Json): Promise<Json> {
    const before = await desk.read(made)
    const step = { reason: 'Other plans', ...body }
    const change = (await desk.step(made, verb, { ...step, simulate: true })).body['price_change'] as Json
    const done = (await desk.step(made, verb, step)).body
    const units = (change['units'] as Json[]).map((each) => [each['paid_before_minor'], each['paid_after_minor']])
    const fees = (change['fees'] as Json[]).map((each) => Number(each['fee_minor']))
    const parts = [
      ...units.map(([was, is]) => Number(is) - Number(was)),
      ...fees,
      Number(change['discount_lost_minor']),
      Number(change['ceiling_minor']),
    ]
    expect(change).toMatchObject({ before_minor: before['total_minor'], after_minor: done['total_minor'] })
    expect(parts.reduce((sum, part) => sum + part, Number(before['total_minor']))).toBe(done['total_minor'])
    return done
  }

  /** Expects lines that add up, none of them with a manual price. */
  function expectOwnLines(made: Json) {
    expect(sumOf(made)).toBe(made['total_minor'])
    expect(linesOf(made).map(({ kind }) => kind)).not.toContain('override')
    expect(JSON.stringify(linesOf(made))).not.toMatch(/by hand/i)
  }

  const cheaper = { amount_minor: 1000 }
  const oneLeaves = { positions: [1] }

  it('costs a proportional share when a passenger leaves, though a maximum had lowered the price of both directions', async () => {
    await api.db.updateTable('fares').set(cheaper).execute()
    await api.db.updateTable('pricing_rules').set({ status: 'inactive' }).execute()
    const [route_ids, status] = [[out['route_id'], back['route_id']], 'active']
    const atMost = { stage: 'limit', effect: 'max_total', percent_bp: null, amount_minor: 3000, currency: 'EUR' }
    await make(desk.admin, 'pricing-rules', { ...atMost, route_ids, status })
    const made = await sell(2)
    expect(made['total_minor']).toBe(3000)
    await cancel(back)
    const left = await desk.read(made)
    expect(left).toMatchObject({
      total_minor: 1500,
      price_lines: [
        { kind: 'base_fare', amount_minor: 2000 },
        { kind: 'limit', code: 'as_bought', label: { de: 'Zum gekauften Preis' }, amount_minor: -500 },
      ],
    })
    expectOwnLines(left)
    const alone = await changeExplained(made, 'cancel-passengers', oneLeaves)
    expect(alone['total_minor']).toBe(750)
    expectOwnLines(alone)
  })

  it('keeps the return discount for its passengers, and not for passengers who join', async () => {
    await api.db.updateTable('fares').set(cheaper).execute()
    const made = await sell(2)
    expect(made['total_minor']).toBe(3600)
    await cancel(back)
    expect(await desk.read(made)).toMatchObject({ total_minor: 1800 })
    const alone = await changeExplained(made, 'cancel-passengers', oneLeaves)
    expect(alone['total_minor']).toBe(900)
    const joined = await changeExplained(made, 'amend', { passengers: adults(2) })
    expect(joined['total_minor']).toBe(900 + 1000)
    for (const each of [alone, joined]) expectOwnLines(each)
  })

  it('can be changed by an agent, and is marked as a manual price only if it has one', async () => {
    const agent = await api.as('agent')
    const [made, agreed] = [await sell(2), await sell(2, { price_override: { total_minor: 8000, reason: 'Regulars' } })]
    await cancel(back)
    expect(await desk.read(agreed)).toMatchObject({
      total_minor: 4000,
      price_lines: [{ kind: 'base_fare' }, { kind: 'override', code: 'manual_override', amount_minor: -4000 }],
    })
    const more = { passengers: adults(3), reason: 'One more' }
    expect(await desk.step(made, 'amend', more, { as: agent })).toMatchObject({
      status: 200,
      body: { total_minor: 7200 + 4000 },
    })
  })

  it('keeps the net rate in the same proportion', async () => {
    const contract = { ...PARTNER_CONTRACT, commission_mode: 'net_rate', commission_bp: 0 }
    const partner = await make(desk.admin, 'partners', { status: 'active', contract })
    await make(desk.admin, 'pricing-rules', {
      stage: 'fare_adjust',
      percent_bp: -2000,
      partner_ids: [partner['id']],
      status: 'active',
    })
    const { client } = await program(partner)
    const { body: trip } = await client.post('/partner/trips/', {
      partner_reference: unique('CD-'),
      legs: [ride(out), { ...ride(back), direction: 'return' }],
      passengers: adults(2),
      lead_name: 'Ana Ruiz',
      confirm: true,
    })
    expect(trip).toMatchObject({ gross_minor: 14_400, net_minor: 11_520 })
    await cancel(back)
    const { body: left } = await client.get(`/partner/trips/${String(trip['id'])}/`)
    expect(left).toMatchObject({ gross_minor: 7200, net_minor: 5760, commission_minor: 1440 })
    expectOwnLines({ ...left, total_minor: left['gross_minor'] })
  })
})

describe('a breakdown of a vehicle', () => {
  it('cancels a direction, and its undo restores the direction of an unchanged reservation', async () => {
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
