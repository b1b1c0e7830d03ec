import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { useApi, type Client, type Json } from '../support/api'
import { adults, ride, useBooking } from '../support/booking'
import { make, unique } from '../support/factories'
import { PARTNER_CONTRACT, usePartners } from '../support/partner'

/* Prices of changes of a reservation: docs/domain/pricing.md, "Changes". Journeys leave at 05:30 UTC. */
const api = useApi()
const desk = useBooking(api)
const { program } = usePartners(api)

/** Moments without a fee, with a fee of 50 % (ten hours before departure) and of 100 % (95 minutes before). */
const [EARLY, TEN_HOURS, LATE] = ['2030-05-18T04:00:00Z', '2030-05-19T19:30:00Z', '2030-05-20T03:55:00Z']

const sold = async (unit = 4000, more: Json = {}): Promise<Json> => {
  const journey = await make(desk.admin, 'journeys', { capacity: 40, ...more })
  await make(desk.admin, 'fares', { route_id: journey['route_id'], amount_minor: unit })
  return journey
}
const rule = (journey: Json, more: Json) =>
  make(desk.admin, 'pricing-rules', {
    stage: 'total_adjust',
    effect: 'add_amount',
    percent_bp: null,
    route_ids: [journey['route_id']],
    status: 'active',
    ...more,
  })
const less = (made: Json, count: number, more: Json = {}) =>
  desk.step(made, 'amend', { passengers: adults(count), reason: 'Fewer', ...more })
const off = (made: Json, ...positions: number[]) => desk.step(made, 'cancel-passengers', { positions, reason: 'Ill' })
const totals = ({ body }: { body: Json }) => [body['total_minor'], feesOf(body)]
const feesOf = (body: Json) =>
  (body['price_lines'] as Json[])
    .filter(({ kind }) => kind === 'cancellation_fee')
    .reduce((sum, line) => sum + Number(line['amount_minor']), 0)

describe('a partial cancellation', () => {
  it('costs in total the same in one step or several', async () => {
    await desk.at(TEN_HOURS)
    const journey = await sold()
    const made = (await desk.book(journey, 30)).body
    expect((await desk.step(made, 'cancel', { reason: 'Off', simulate: true })).body['cancellation_fee_minor']).toBe(
      60_000,
    )
    const all = Array.from({ length: 29 }, (_, index) => index + 1)
    expect(totals(await off(made, ...all))).toEqual([62_000, 58_000])
    expect((await desk.step(made, 'cancel', { reason: 'Off' })).body['cancellation_fee_minor']).toBe(60_000)
  })

  it('never makes the total negative, and adjusts discounts, limits and prices to the remaining passengers', async () => {
    await desk.at(EARLY)
    const voucher = await sold()
    await rule(voucher, { amount_minor: -9000, currency: 'EUR' })
    expect(totals(await off((await desk.book(voucher, 3)).body, 1, 2))).toEqual([1000, 0])
    const group = await sold()
    await rule(group, {
      effect: 'add_percent',
      amount_minor: null,
      currency: null,
      percent_bp: -1000,
      party_size_from: 10,
    })
    expect(totals(await off((await desk.book(group, 10)).body, 1, 2, 3, 4, 5, 6, 7))).toEqual([12_000, 0])
    const capped = await sold()
    await rule(capped, { stage: 'limit', effect: 'max_total', amount_minor: 6000, currency: 'EUR' })
    expect(totals(await off((await desk.book(capped, 2)).body, 1))).toEqual([4000, 0])
    const byHand = await desk.book(await sold(), 3, { price_override: { total_minor: 1000, reason: 'Regulars' } })
    expect(totals(await off(byHand.body, 1, 2))).toEqual([333, 0])
    expect(
      totals(
        await less(
          (await desk.book(await sold(), 3, { price_override: { total_minor: 1000, reason: 'Regulars' } })).body,
          1,
        ),
      ),
    ).toEqual([333, 0])
  })

  it('keeps the tax of what remains, and the add-ons for the remaining passengers', async () => {
    await desk.at(EARLY)
    await api.db.updateTable('company').set({ fare_tax_bp: 900 }).execute()
    const meal = await make(desk.admin, 'addons', { pricing: 'per_passenger', amount_minor: 500, refundable: false })
    const made = (await desk.book(await sold(1090), 2, { addons: [{ addon_id: meal['id'], quantity: 1 }] })).body
    const one = await off(made, 1)
    expect(one.body).toMatchObject({
      total_minor: 1090 + 500 + 500,
      price_lines: [
        { kind: 'base_fare', quantity: 1 },
        { kind: 'addon', quantity: 1 },
        { kind: 'tax_info', quantity: 0, unit_minor: 90, base_minor: 1090 },
        { kind: 'cancellation_fee', code: 'kept_addons', amount_minor: 500 },
      ],
    })
    await api.db.updateTable('company').set({ fare_tax_bp: 0 }).execute()
  })

  it('does not make the rest dearer than the whole, and shows that in advance', async () => {
    await desk.at(EARLY)
    const journey = await sold()
    await rule(journey, {
      effect: 'add_percent',
      amount_minor: null,
      currency: null,
      percent_bp: -5000,
      party_size_from: 10,
    })
    const made = (await desk.book(journey, 10)).body
    const trial = await less(made, 9, { simulate: true })
    expect(trial.body).toMatchObject({ total_minor: 20_000 })
    expect((trial.body['price_lines'] as Json[]).at(-1)).toMatchObject({
      kind: 'limit',
      code: 'ceiling',
      amount_minor: -16_000,
    })
    expect((await desk.read(made))['total_minor']).toBe(20_000)
  })
})

describe('a change', () => {
  it('prices sold units by the conditions of their sale, and additions by the current ones', async () => {
    await desk.at(EARLY)
    const journey = await sold()
    const discount = await rule(journey, {
      stage: 'fare_adjust',
      effect: 'add_percent',
      percent_bp: -5000,
      amount_minor: null,
    })
    const made = (await desk.book(journey, 2)).body
    await desk.admin.patch(`/pricing-rules/${String(discount['id'])}`, { status: 'inactive' }, { ifMatch: '*' })
    await api.db
      .updateTable('fares')
      .set({ amount_minor: 9000 })
      .where('route_id', '=', String(journey['route_id']))
      .execute()
    await api.db.updateTable('company').set({ cancellation_policy: '[]' }).execute()
    expect(totals(await less(made, 3))).toEqual([2 * 2000 + 9000, 0])
    await desk.at(TEN_HOURS)
    // The seat at 9000 was sold without tiers, and half of the seat at 2000 is owed.
    expect(totals(await less(made, 1))).toEqual([2000 + 1000, 1000])
    expect(totals(await less(made, 2))).toEqual([2000 + 9000 + 1000, 1000])
    const policy = [
      { hours_before: 2, percent_bp: 10_000 },
      { hours_before: 24, percent_bp: 5_000 },
    ]
    await api.db
      .updateTable('company')
      .set({ cancellation_policy: JSON.stringify(policy) })
      .execute()
  })

  it('of a sale without stored conditions keeps its total', async () => {
    await desk.at(EARLY)
    const made = (await desk.book(await sold(), 4)).body
    await sql`update reservations set kept_sale = null where id = ${String(made['id'])}`.execute(api.db)
    await api.db.updateTable('fares').set({ amount_minor: 9000 }).execute()
    expect(totals(await off(made, 1))).toEqual([12_000, 0])
    expect(totals(await less(made, 1))).toEqual([4000, 0])
  })

  it('to another day is a cancellation, with the same permission to waive the fee', async () => {
    const journey = await sold()
    const made = (await desk.book(journey, 1)).body
    const august = await make(desk.admin, 'journeys', { route_id: journey['route_id'], service_date: '2030-08-20' })
    const request = { to_journey_id: august['id'], reason: 'Later' }
    await desk.at(LATE)
    const agent = await api.as('agent')
    expect((await desk.step(made, 'move', { ...request, waive_fee: true }, { as: agent })).body['code']).toBe(
      'forbidden',
    )
    expect((await desk.step(made, 'move', { ...request, waive_fee: true, simulate: true })).body['total_minor']).toBe(
      4000,
    )
    expect(totals(await desk.step(made, 'move', request))).toEqual([8000, 4000])
    expect((await desk.step(made, 'cancel', { reason: 'Off' })).body['cancellation_fee_minor']).toBe(4000)
  })

  it('to another day charges the difference when the company allows rebooking', async () => {
    await desk.at(LATE)
    const journey = await sold()
    const made = (await desk.book(journey, 1)).body
    const august = await make(desk.admin, 'journeys', { route_id: journey['route_id'], service_date: '2030-08-20' })
    await api.db
      .updateTable('fares')
      .set({ amount_minor: 5500 })
      .where('route_id', '=', String(journey['route_id']))
      .execute()
    await desk.admin.patch('/company', { rebooking_allowed: true }, { ifMatch: '*' })
    const moved = await desk.step(made, 'move', { to_journey_id: august['id'], reason: 'Later' })
    await desk.admin.patch('/company', { rebooking_allowed: false }, { ifMatch: '*' })
    expect(totals(moved)).toEqual([5500, 0])
    // The tier depends on the departure that was sold first.
    expect((await desk.step(made, 'cancel', { reason: 'Off' })).body['cancellation_fee_minor']).toBe(5500)
  })

  it('uses the current departure time, also after an earlier change', async () => {
    await desk.at(EARLY)
    const journey = await sold()
    const made = (await desk.book(journey, 3)).body
    await less(made, 2)
    await api.db
      .updateTable('journey_calls')
      .set({ planned_depart: '2030-05-25T05:30:00Z' })
      .where('journey_id', '=', String(journey['id']))
      .where('seq', '=', 1)
      .execute()
    await desk.at(TEN_HOURS)
    expect(totals(await less(made, 1))).toEqual([4000, 0])
  })

  it('of an infant to an adult sells a seat at the current price', async () => {
    await desk.at(EARLY)
    const journey = await sold()
    const made = (await desk.book(journey, 1, { passengers: [{ category: 'adult' }, { category: 'infant' }] })).body
    await api.db
      .updateTable('fares')
      .set({ amount_minor: 9000 })
      .where('route_id', '=', String(journey['route_id']))
      .execute()
    expect(totals(await less(made, 2))).toEqual([4000 + 9000, 0])
  })

  it('by the operator is free, while the same move by the customer has a fee', async () => {
    await desk.at(TEN_HOURS)
    const journey = await sold()
    const late = await make(desk.admin, 'journeys', { route_id: journey['route_id'], service_date: '2030-05-21' })
    const own = (await desk.book(journey, 2)).body
    expect(totals(await desk.step(own, 'move', { to_journey_id: late['id'], reason: 'Later' }))).toEqual([12_000, 4000])
    const made = (await desk.book(journey, 2)).body
    const next = await make(desk.admin, 'journeys', {
      route_id: journey['route_id'],
      departure_time: '12:00:00',
      capacity: 9,
    })
    await api.db
      .updateTable('fares')
      .set({ amount_minor: 9000 })
      .where('route_id', '=', String(journey['route_id']))
      .execute()
    const cancelling = {
      reason: 'No vehicle',
      others: 'move',
      to_journey_ids: [next['id']],
    }
    expect((await desk.step(journey, 'cancel', cancelling)).status).toBe(200)
    const moved = await desk.read(made)
    expect(moved).toMatchObject({ legs: [ride(next)], total_minor: 8000 })
    expect(feesOf(moved)).toBe(0)
    expect(totals(await less(made, 3))).toEqual([8000 + 9000, 0])
  })
})

describe('a change of the run of a hire', () => {
  it('uses the tariff of the sale', async () => {
    await desk.at(EARLY)
    const type = await make(desk.admin, 'vehicle-types')
    const tariff = await make(desk.admin, 'hire-tariffs', {
      vehicle_type_id: type['id'],
      base_minor: 10_000,
      per_km_minor: 100,
    })
    const place = (address: string) => ({ station_id: null, address, latitude: null, longitude: null })
    const hire = {
      pickup: place('1 Ledra Street'),
      dropoff: place('2 Ledra Street'),
      via: [],
      starts_at: '2030-05-20T10:00:00Z',
      ends_at: '2030-05-20T11:30:00Z',
      distance_km: 100,
      vehicle_type_id: type['id'],
      passengers: 30,
      luggage_units: 0,
    }
    const customer = await make(desk.admin, 'customers')
    const made = await desk.admin.post('/reservations', {
      kind: 'private_hire',
      customer_id: customer['id'],
      lead_name: 'Ana',
      passengers: adults(1),
      hire,
    })
    expect(made.body['total_minor']).toBe(20_000)
    await desk.admin.patch(`/hire-tariffs/${String(tariff['id'])}`, { per_km_minor: 900 }, { ifMatch: '*' })
    const far = { hire: { ...hire, distance_km: 500 }, reason: 'Further' }
    const account = (step: string) =>
      desk.admin.post(`/customers/${String(customer['id'])}/${step}`, { reason: 'Bills' }, { ifMatch: '*' })
    await account('block')
    expect(await desk.step(made.body, 'change-hire', far)).toMatchObject({
      status: 409,
      body: { errors: [{ pointer: '/customer_id' }] },
    })
    await account('unblock')
    expect((await desk.step(made.body, 'change-hire', { ...far, simulate: true })).body['total_minor']).toBe(60_000)
    expect(totals(await desk.step(made.body, 'change-hire', far))).toEqual([60_000, 0])
    await desk.at('2030-05-20T04:00:00Z')
    expect(totals(await desk.change(made.body, { hire: { ...hire, distance_km: 300 } }))).toEqual([50_000, 10_000])
    const tomorrow = {
      hire: { ...hire, starts_at: '2030-05-21T10:00:00Z', ends_at: '2030-05-21T11:30:00Z' },
      reason: 'Later',
    }
    expect(totals(await desk.step(made.body, 'change-hire', tomorrow))).toEqual([
      10_000 + 90_000 + 10_000 + 20_000,
      30_000,
    ])
    const backwards = { hire: { ...hire, ends_at: hire.starts_at }, reason: 'Slip' }
    expect(await desk.step(made.body, 'change-hire', backwards)).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/hire/ends_at' }] },
    })
    const seat = (await desk.book(await sold(), 1)).body
    expect((await desk.step(seat, 'change-hire', far)).body['code']).toBe('invalid_state')
  })
})

describe('a partner that changes a trip', () => {
  const selling = async (terms: Json = {}) => {
    const partner = await make(desk.admin, 'partners', {
      status: 'active',
      contract: { ...PARTNER_CONTRACT, ...terms },
    })
    const made = await program(partner)
    return { client: made.client, octo: api.client({ authorization: `Bearer ${made.secret}` }) }
  }
  const trip = async (client: Client, journey: Json, count: number) =>
    (
      await client.post('/partner/trips/', {
        partner_reference: unique('PC-'),
        legs: [ride(journey)],
        passengers: adults(count),
        lead_name: 'Ana Ruiz',
        confirm: true,
      })
    ).body
  const change = (client: Client, made: Json, body: Json) =>
    client.post(`/partner/trips/${String(made['id'])}/change/`, body, { ifMatch: '*' })
  const gross = ({ body }: { body: Json }) => [body['gross_minor'], body['commission_minor']]

  it('pays the cancellation fee for what it gives up, without a commission on it', async () => {
    const { client } = await selling({ cancel_rights: 'per_policy', commission_mode: 'percent', commission_bp: 1000 })
    const journey = await sold()
    await desk.at(LATE)
    const made = await trip(client, journey, 10)
    expect(gross(await change(client, made, { passengers: adults(1), simulate: true }))).toEqual([40_000, 400])
    expect(gross(await change(client, made, { passengers: adults(1) }))).toEqual([40_000, 400])
    const august = await make(desk.admin, 'journeys', { route_id: journey['route_id'], service_date: '2030-08-20' })
    expect(gross(await change(client, made, { legs: [ride(august)] }))).toEqual([44_000, 400])
    const cancelled = await client.post(`/partner/trips/${String(made['id'])}/cancel/`, {}, { ifMatch: '*' })
    expect(cancelled.body['cancellation_fee_minor']).toBe(40_000)
  })

  it('pays nothing when it may cancel free of charge', async () => {
    const { client } = await selling({ cancel_rights: 'before_departure' })
    const journey = await sold()
    await desk.at(LATE)
    expect((await change(client, await trip(client, journey, 10), { passengers: adults(1) })).body['gross_minor']).toBe(
      4000,
    )
  })

  it('pays the same through OCTO', async () => {
    const { octo } = await selling({ cancel_rights: 'per_policy' })
    const journey = await sold()
    await desk.at(LATE)
    const { rows: products } = await octo.get('/octo/products')
    const product = products.find(({ id }) => String(id).startsWith(String(journey['route_id'])))
    const asked = { productId: product?.['id'], optionId: 'DEFAULT' }
    const days = { localDateStart: '2030-05-20', localDateEnd: '2030-05-20' }
    const { rows: slots } = await octo.post('/octo/availability', { ...asked, ...days })
    const units = (count: number) => Array.from({ length: count }, () => ({ unitId: 'adult' }))
    const request = { ...asked, availabilityId: slots[0]?.['id'], unitItems: units(10) }
    const { body: booking } = await octo.post('/octo/bookings', request)
    const path = `/octo/bookings/${String(booking['uuid'])}`
    await octo.post(`${path}/confirm`, { contact: { fullName: 'John Doe' } })
    const priced = { headers: { 'octo-capabilities': 'octo/pricing' } }
    const updated = await octo.patch(path, { unitItems: units(1) }, priced)
    expect(updated.body['pricing']).toMatchObject({ retail: 40_000 })
  })
})
