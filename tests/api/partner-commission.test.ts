import { beforeAll, describe, expect, it } from 'vitest'
import { useApi, type Client, type Json } from '../support/api'
import { adults, ride, useBooking } from '../support/booking'
import { make, unique } from '../support/factories'
import { PARTNER_CONTRACT, usePartners } from '../support/partner'
import { makeOpposite } from '../support/returns'

const api = useApi()
const desk = useBooking(api)
const { program } = usePartners(api)

let journey: Json
let back: Json

beforeAll(async () => {
  await desk.at('2030-05-20T04:00:00Z')
  const route = await make(desk.admin, 'routes')
  await make(desk.admin, 'fares', { route_id: route['id'], amount_minor: 1000 })
  journey = await make(desk.admin, 'journeys', { route_id: route['id'], departure_time: '12:00:00' })
  back = await makeOpposite(desk.admin, journey, { departure_time: '18:00:00' })
  await make(desk.admin, 'fares', { route_id: back['route_id'], amount_minor: 1000 })
})

const selling = async (terms: Json) => {
  const contract = { ...PARTNER_CONTRACT, ...terms }
  const partner = await make(desk.admin, 'partners', { status: 'active', contract })
  return { partner, contract, client: (await program(partner)).client }
}
const book = (by: Client, more: Json = {}) =>
  by.post('/partner/trips/', {
    partner_reference: unique('CM-'),
    legs: [ride(journey)],
    passengers: adults(2),
    lead_name: 'Ana Ruiz',
    confirm: true,
    ...more,
  })
const read = async (trip: Json, by: Client) => (await by.get(`/partner/trips/${String(trip['id'])}/`)).body

describe('the commission of a trip', () => {
  it('with a net rate is the difference between the public price and the price of the partner', async () => {
    const { partner, client } = await selling({ commission_mode: 'net_rate', commission_bp: 0 })
    await make(desk.admin, 'pricing-rules', {
      stage: 'fare_adjust',
      effect: 'add_percent',
      percent_bp: -2000,
      amount_minor: null,
      currency: null,
      partner_ids: [partner['id']],
      status: 'active',
    })
    const trip = (await book(client)).body
    expect(trip).toMatchObject({ gross_minor: 2000, net_minor: 1600, commission_minor: 400 })
    const { body: listed } = await client.get('/partner/trips/')
    expect(listed['results']).toMatchObject([{ commission_minor: 400, net_minor: 1600 }])
  })

  it('keeps the rate of the sale when the contract changes, and uses the new rate for additions', async () => {
    const { partner, contract, client } = await selling({ commission_bp: 1000 })
    const trip = (await book(client)).body
    expect(trip).toMatchObject({ gross_minor: 2000, commission_minor: 200 })
    const other = { contract: { ...contract, commission_bp: 2000 } }
    expect((await desk.admin.patch(`/partners/${String(partner['id'])}`, other, { ifMatch: '*' })).status).toBe(200)
    expect(await read(trip, client)).toMatchObject({ commission_minor: 200, net_minor: 1800 })
    expect((await book(client)).body).toMatchObject({ commission_minor: 400 })
    await client.post(`/partner/trips/${String(trip['id'])}/change/`, { passengers: adults(3) }, { ifMatch: '*' })
    expect(await read(trip, client)).toMatchObject({ gross_minor: 3000, commission_minor: 200 + 200 })
  })
})

describe('the commission of a sale that was handed over', () => {
  it('uses the contract at the time of the handover, and is zero for a fee', async () => {
    const { partner } = await selling({ commission_bp: 1000 })
    const made = (await desk.book(journey, 3)).body
    const fewer = (count: number) => desk.step(made, 'amend', { passengers: adults(count), reason: 'Fewer' })
    const owed = async () =>
      (
        await api.db
          .selectFrom('reservations')
          .select('commission_minor')
          .where('id', '=', String(made['id']))
          .executeTakeFirstOrThrow()
      ).commission_minor
    // The cancellation fee at this time is half of the cancelled amount.
    expect((await fewer(2)).body['total_minor']).toBe(2500)
    const request = { partner_id: partner['id'], partner_reference: unique('HO-'), reason: 'Theirs' }
    expect((await desk.step(made, 'hand-over', request)).status).toBe(200)
    expect(await owed()).toBe(200)
    expect((await fewer(1)).body['total_minor']).toBe(2000)
    expect(await owed()).toBe(100)
  })
})

describe('a return trip', () => {
  it('can name an outbound trip of the same partner only', async () => {
    const { client } = await selling({})
    const { client: foreign } = await selling({})
    const there = (await book(client)).body
    const request = { legs: [ride(back)], return_of_id: there['id'] }
    expect((await book(client, request)).body).toMatchObject({ return_of_id: there['id'] })
    expect(await book(foreign, request)).toMatchObject({
      status: 422,
      body: { code: 'validation', errors: [{ pointer: '/return_of_id' }] },
    })
  })
})
