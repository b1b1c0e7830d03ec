import { beforeEach, describe, expect, it } from 'vitest'
import { useApi, type Client, type Json } from '../support/api'
import { adults, ride, useBooking } from '../support/booking'
import { make, makeHiredType, unique } from '../support/factories'
import { PARTNER_CONTRACT, usePartners } from '../support/partner'
import { makeReturnTrip } from '../support/returns'

/*
 * A return that is sold separately and names its outbound reservation. Each direction costs 4000, a return 10 % less;
 * outbound on 20 May at 05:30 UTC, return on 22 May. Cancellations on 17 May are free.
 */
const api = useApi()
const desk = useBooking(api)
const { program } = usePartners(api)

const EARLY = '2030-05-17T04:00:00Z'
const why = { reason: 'Other plans' }
const at = (pointer: string) => ({ status: 422, body: { code: 'validation', errors: [{ pointer }] } })
const AT_OUTBOUND = at('/return_of_id')
const LATE_AT_OUTBOUND = { status: 409, body: { code: 'invalid_state', errors: [{ pointer: '/return_of_id' }] } }

let out: Json
let back: Json
beforeEach(async () => {
  await desk.at(EARLY)
  ;({ out, back } = await makeReturnTrip(desk.admin))
})

const sellOut = async (count = 1, more: Json = {}) => (await desk.book(out, count, more)).body
const sellBack = (outbound: Json, count = 1, more: Json = {}) =>
  desk.book(back, count, { return_of_id: outbound['id'], ...more })
const cancel = (made: Json, more: Json = {}) => desk.step(made, 'cancel', { ...why, ...more })
const amend = (made: Json, more: Json) => desk.step(made, 'amend', { ...why, ...more })

describe('a return', () => {
  it('is sold once for each outbound reservation, and again after the first one is cancelled', async () => {
    const outbound = await sellOut()
    const first = await sellBack(outbound)
    expect(first).toMatchObject({ status: 201, body: { total_minor: 3600 } })
    for (const status of ['confirmed', 'on_hold', 'pending'])
      expect(await sellBack(outbound, 1, { status }), status).toMatchObject(AT_OUTBOUND)
    expect((await cancel(first.body)).status).toBe(200)
    const second = await sellBack(outbound, 1, { status: 'on_hold' })
    expect(second).toMatchObject({ status: 201, body: { total_minor: 3600 } })
    expect(await desk.step(first.body, 'undo-cancel', why)).toMatchObject(LATE_AT_OUTBOUND)
    await desk.at('2030-05-17T05:00:00Z')
    expect((await sellBack(outbound)).status).toBe(201)
  })

  it('is sold once in simultaneous requests', async () => {
    const outbound = await sellOut()
    const answers = await Promise.all(Array.from({ length: 6 }, () => sellBack(outbound)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422, 422])
  })

  it('is in the opposite direction', async () => {
    const outbound = await sellOut()
    const again = await make(desk.admin, 'journeys', { route_id: out['route_id'], service_date: '2030-05-22' })
    expect(await desk.book(again, 1, { return_of_id: outbound['id'] })).toMatchObject(AT_OUTBOUND)
    expect(await sellBack(outbound, 1, { legs: [ride(back, 1, 2)] })).toMatchObject(AT_OUTBOUND)
    expect((await sellBack(outbound)).status).toBe(201)
  })

  it('can start and end at another station of the same city, or at another platform', async () => {
    const stationsOf = async ({ route_id }: Json) =>
      (await desk.admin.get(`/routes/${String(route_id)}`)).body['stops'] as Json[]
    const [first, , last] = await stationsOf(out)
    const inCity = (id: unknown, city: string) =>
      desk.admin.patch(`/stations/${String(id)}`, { city }, { ifMatch: '*' })
    expect((await inCity(first?.['station_id'], 'Larnaca')).status).toBe(200)
    const port = await make(desk.admin, 'stations', { kind: 'port', city: 'Larnaca' })
    const platform = await make(desk.admin, 'stations', { kind: 'stop', parent_station_id: last?.['station_id'] })
    const route = await make(desk.admin, 'routes', {
      stops: [
        { ...first, station_id: platform['id'] },
        { ...last, station_id: port['id'] },
      ],
    })
    const other = await make(desk.admin, 'journeys', { route_id: route['id'], service_date: '2030-05-22' })
    const outbound = await sellOut()
    const sold = await desk.book(other, 1, { legs: [ride(other, 1, 2)], return_of_id: outbound['id'] })
    expect(sold.status).toBe(201)
  })

  it('requires an outbound reservation that is sold, has one direction and is no return itself', async () => {
    const [held, asked] = [await sellOut(1, { status: 'on_hold' }), await sellOut(1, { status: 'pending' })]
    const gone = await sellOut()
    await cancel(gone)
    const both = await sellOut(1, { legs: [ride(out), { ...ride(back), direction: 'return' }] })
    for (const outbound of [held, asked, gone, both]) expect(await sellBack(outbound)).toMatchObject(AT_OUTBOUND)
    const first = (await sellBack(await sellOut())).body
    const onward = await make(desk.admin, 'journeys', { route_id: out['route_id'], service_date: '2030-05-24' })
    expect(await desk.book(onward, 1, { return_of_id: first['id'] })).toMatchObject(AT_OUTBOUND)
    const legs = [ride(back), { ...ride(onward), direction: 'return' }]
    expect(await sellBack(await sellOut(), 1, { legs })).toMatchObject(AT_OUTBOUND)
    const unknown = { id: '019a0000-0000-7000-8000-000000000000' }
    expect(await sellBack(unknown)).toMatchObject(AT_OUTBOUND)
  })

  it('is for the customer of the outbound reservation, and for no larger party', async () => {
    const [ana, ben] = [await make(desk.admin, 'customers'), await make(desk.admin, 'customers')]
    const hers = await sellOut(2, { customer_id: ana['id'] })
    expect(await sellBack(hers, 2, { customer_id: ben['id'] })).toMatchObject(AT_OUTBOUND)
    expect(await sellBack(hers, 2)).toMatchObject(AT_OUTBOUND)
    expect(await sellBack(hers, 3, { customer_id: ana['id'] })).toMatchObject(AT_OUTBOUND)
    expect((await sellBack(hers, 2, { customer_id: ana['id'] })).status).toBe(201)
    const small = await sellOut(1, { passengers: [...adults(1), { category: 'infant' }] })
    expect(await sellBack(small, 2)).toMatchObject(AT_OUTBOUND)
    expect((await sellBack(small, 1)).status).toBe(201)
  })

  it('is booked together with the outbound reservation only when both are confirmed', async () => {
    const half = (journey: Json, more: Json = {}) => ({
      lead_name: 'Ana',
      legs: [ride(journey)],
      passengers: adults(1),
      ...more,
    })
    const both = (more: Json) =>
      desk.admin.post('/reservations/round-trip', { out: half(out, more), back: half(back, more) })
    expect(await both({ status: 'on_hold' })).toMatchObject(at('/out/status'))
    const { status, body } = await both({})
    expect([status, (body['back'] as Json)['total_minor']]).toEqual([201, 3600])
  })
})

describe('a return of a partner', () => {
  const seller = async () => {
    const partner = await make(desk.admin, 'partners', { status: 'active', contract: PARTNER_CONTRACT })
    return { partner, client: (await program(partner)).client }
  }
  const book = (client: Client, journey: Json, more: Json = {}) =>
    client.post('/partner/trips/', {
      partner_reference: unique('RT-'),
      lead_name: 'Ana Ruiz',
      legs: [ride(journey)],
      passengers: adults(1),
      confirm: true,
      ...more,
    })

  it('is sold once, in the opposite direction and for no larger party', async () => {
    const { client } = await seller()
    const outbound = (await book(client, out)).body
    const request = { return_of_id: outbound['id'] }
    const again = await make(desk.admin, 'journeys', { route_id: out['route_id'], service_date: '2030-05-22' })
    expect(await book(client, again, request)).toMatchObject(AT_OUTBOUND)
    expect(await book(client, back, { ...request, passengers: adults(2) })).toMatchObject(AT_OUTBOUND)
    expect(await book(client, back, { ...request, confirm: false })).toMatchObject({ status: 201 })
    expect(await book(client, back, request)).toMatchObject(AT_OUTBOUND)
  })

  it('does not grow beyond the outbound trip', async () => {
    const { client } = await seller()
    const outbound = (await book(client, out, { passengers: adults(2) })).body
    const made = (await book(client, back, { return_of_id: outbound['id'] })).body
    const change = (count: number) =>
      client.post(`/partner/trips/${String(made['id'])}/change/`, { passengers: adults(count) }, { ifMatch: '*' })
    expect(await change(3)).toMatchObject(at('/passengers'))
    expect((await change(2)).status).toBe(200)
  })

  it('is not sold for the outbound reservation of another seller', async () => {
    const { partner } = await seller()
    const outbound = await sellOut()
    const theirs = { channel: 'partner', partner_id: partner['id'] }
    expect(await sellBack(outbound, 1, theirs)).toMatchObject(AT_OUTBOUND)
  })
})

describe('a change of a return or of its outbound reservation', () => {
  it('makes the return no larger than the outbound reservation', async () => {
    const outbound = await sellOut(2)
    const made = (await sellBack(outbound)).body
    expect(await amend(made, { passengers: adults(3) })).toMatchObject(at('/passengers'))
    expect((await amend(made, { passengers: adults(2) })).status).toBe(200)
    expect((await amend(outbound, { passengers: adults(1) })).status).toBe(200)
    expect((await amend(made, { passengers: adults(1) })).status).toBe(200)
    expect(await amend(made, { passengers: adults(2) })).toMatchObject(at('/passengers'))
  })

  it('keeps both in opposite directions', async () => {
    const outbound = await sellOut()
    const made = (await sellBack(outbound)).body
    const elsewhere = await make(desk.admin, 'journeys', { service_date: '2030-05-21' })
    expect(await amend(made, { legs: [ride(elsewhere)] })).toMatchObject(at('/legs'))
    expect(await amend(made, { legs: [ride(back, 1, 2)] })).toMatchObject(at('/legs'))
    expect(await amend(outbound, { legs: [ride(out, 1, 2)] })).toMatchObject(at('/legs'))
    const both = [ride(out), { ...ride(elsewhere), direction: 'return' }]
    expect(await amend(outbound, { legs: both })).toMatchObject(at('/legs'))
    const later = await make(desk.admin, 'journeys', { route_id: back['route_id'], service_date: '2030-05-23' })
    expect((await desk.step(made, 'move', { ...why, to_journey_id: later['id'] })).status).toBe(200)
  })

  it('keeps a held return within its outbound reservation', async () => {
    const ana = await make(desk.admin, 'customers')
    const ben = await make(desk.admin, 'customers')
    const outbound = await sellOut(1, { customer_id: ana['id'] })
    const held = (await sellBack(outbound, 1, { customer_id: ana['id'], status: 'on_hold' })).body
    expect(await desk.step(held, 'revise', { passengers: adults(2) })).toMatchObject(at('/passengers'))
    expect(await desk.step(held, 'revise', { legs: [ride(back, 2, 3)] })).toMatchObject(at('/legs'))
    expect(await desk.step(held, 'revise', { customer_id: ben['id'] })).toMatchObject(at('/customer_id'))
    expect(await desk.change(outbound, { customer_id: ben['id'] })).toMatchObject(at('/customer_id'))
    expect((await desk.step(held, 'confirm')).status).toBe(200)
  })

  it('confirms no return whose outbound reservation was cancelled', async () => {
    const [outbound, other] = [await sellOut(), await sellOut()]
    const held = (await sellBack(outbound, 1, { status: 'on_hold' })).body
    const asked = (await sellBack(other, 1, { status: 'pending' })).body
    for (const made of [outbound, other]) expect((await cancel(made)).status).toBe(200)
    expect(await desk.step(held, 'confirm')).toMatchObject(LATE_AT_OUTBOUND)
    expect(await desk.step(asked, 'approve')).toMatchObject(LATE_AT_OUTBOUND)
  })
})

describe('the return of a hire', () => {
  const [HOTEL, PIER] = [{ address: '12 Ledra Street' }, { address: 'Old Pier' }]
  const run = (type: Json, day: string, more: Json = {}) => ({
    pickup: HOTEL,
    dropoff: PIER,
    starts_at: `${day}T10:00:00Z`,
    ends_at: `${day}T12:00:00Z`,
    vehicle_type_id: type['id'],
    passengers: 20,
    ...more,
  })
  const hire = (request: Json, more: Json = {}) =>
    desk.admin.post('/reservations', {
      kind: 'private_hire',
      lead_name: 'Ana',
      passengers: adults(1),
      hire: request,
      ...more,
    })

  it('is to the same address, for no more passengers, also after a change', async () => {
    const type = await makeHiredType(desk.admin)
    const outbound = (await hire(run(type, '2030-05-20'))).body
    const homeward = { pickup: PIER, dropoff: HOTEL }
    const link = { return_of_id: outbound['id'] }
    expect(await hire(run(type, '2030-05-22'), link)).toMatchObject(AT_OUTBOUND)
    expect(await hire(run(type, '2030-05-22', { ...homeward, passengers: 21 }), link)).toMatchObject(AT_OUTBOUND)
    const made = await hire(run(type, '2030-05-22', homeward), link)
    expect(made.status).toBe(201)
    const change = (more: Json) =>
      desk.step(made.body, 'change-hire', { ...why, hire: run(type, '2030-05-22', { ...homeward, ...more }) })
    expect(await change({ passengers: 21 })).toMatchObject(at('/hire/passengers'))
    expect(await change({ dropoff: { address: 'Airport' } })).toMatchObject(at('/hire'))
    expect((await change({ passengers: 19 })).status).toBe(200)
  })
})

describe('the cancellation of an outbound reservation', () => {
  it('refunds less by the discount of its return, whose price stays', async () => {
    const outbound = await sellOut(2, { paid_minor: 8000 })
    const made = (await sellBack(outbound, 2)).body
    expect(made['total_minor']).toBe(7200)
    const trial = await cancel(outbound, { simulate: true })
    expect(trial.body).toMatchObject({ cancellation_fee_minor: 800 })
    expect((await cancel(outbound)).body).toMatchObject({ cancellation_fee_minor: 800, payment_status: 'refund_due' })
    expect(await desk.read(made)).toMatchObject({ status: 'confirmed', total_minor: 7200 })
    expect((await desk.step(outbound, 'undo-cancel', why)).body).toMatchObject({ cancellation_fee_minor: 0 })
  })

  it('refunds all when the return is cancelled, only held, or the fee is waived', async () => {
    const [alone, unsold, waived] = [await sellOut(), await sellOut(), await sellOut()]
    await cancel((await sellBack(alone)).body)
    expect((await sellBack(unsold, 1, { status: 'on_hold' })).status).toBe(201)
    expect((await sellBack(waived)).status).toBe(201)
    for (const made of [alone, unsold]) expect((await cancel(made)).body).toMatchObject({ cancellation_fee_minor: 0 })
    expect((await cancel(waived, { waive_fee: true })).body).toMatchObject({ cancellation_fee_minor: 0 })
  })

  it('retains no more than the price', async () => {
    const outbound = await sellOut()
    expect((await sellBack(outbound)).status).toBe(201)
    await desk.at('2030-05-20T04:00:00Z')
    expect((await cancel(outbound)).body).toMatchObject({ total_minor: 4000, cancellation_fee_minor: 4000 })
  })

  it('includes a return that is confirmed at the same time, or refuses to confirm it', async () => {
    const outbound = await sellOut()
    const held = (await sellBack(outbound, 1, { status: 'on_hold' })).body
    const [cancelled, confirmed] = await Promise.all([cancel(outbound), desk.step(held, 'confirm')])
    expect([cancelled.status, cancelled.body['cancellation_fee_minor'], confirmed.status]).toEqual(
      confirmed.status === 200 ? [200, 400, 200] : [200, 0, 409],
    )
  })
})
