import { describe, expect, it } from 'vitest'
import { useApi, type Answer, type Json } from '../support/api'
import { useBooking } from '../support/booking'
import { make } from '../support/factories'

const api = useApi()
const desk = useBooking(api)

/** Creates a route and returns its stations in order. */
async function routeWithStops(): Promise<{ id: string; stations: string[] }> {
  const journey = await make(desk.admin, 'journeys')
  const id = journey['route_id'] as string
  const route = (await desk.admin.get(`/routes/${id}`)).body
  return { id, stations: (route['stops'] as Json[]).map((stop) => stop['station_id'] as string) }
}

const cell = (stations: readonly string[], from: number, to: number, amount_minor: number | null) => ({
  origin_station_id: stations[from],
  destination_station_id: stations[to],
  amount_minor,
})
const amounts = (answer: Answer) => (answer.body['cells'] as Json[]).map((each) => each['amount_minor']).sort()

describe('the fare table of a route', () => {
  it('is saved from a day on, and the previous one ends the day before', async () => {
    const { id, stations } = await routeWithStops()
    const last = stations.length - 1
    const save = (from: string, amount: number | null) =>
      desk.admin.put(`/routes/${id}/fares`, { currency: 'EUR', from, cells: [cell(stations, 0, last, amount)] })
    const on = (day: string) => desk.admin.get(`/routes/${id}/fares?category=adult&on=${day}`)
    expect(amounts(await save('2030-01-01', 1000))).toEqual([1000])
    expect(amounts(await save('2030-06-01', 1250))).toEqual([1250])
    expect([amounts(await on('2029-12-31')), amounts(await on('2030-05-31')), amounts(await on('2031-01-01'))]).toEqual(
      [[], [1000], [1250]],
    )
    expect(amounts(await save('2030-06-01', 1300))).toEqual([1300])
    expect(amounts(await save('2030-09-01', null))).toEqual([])
    expect([amounts(await on('2030-08-31')), amounts(await on('2030-05-31'))]).toEqual([[1300], [1000]])
    const history = (await desk.admin.list('audit-events', { filter: { entity_type: 'fares' } })).rows
    expect(history.map((event) => event['action'])).toEqual(expect.arrayContaining(['fares.created', 'fares.updated']))
  })

  it('is saved whole or not at all, and names the wrong cell', async () => {
    const { id, stations } = await routeWithStops()
    const last = stations.length - 1
    const answer = await desk.admin.put(`/routes/${id}/fares`, {
      currency: 'EUR',
      from: '2030-01-01',
      cells: [cell(stations, 0, last, 900), cell(stations, last, 0, 900)],
    })
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ pointer: '/cells/1/destination_station_id' }] } })
    expect(amounts(await desk.admin.get(`/routes/${id}/fares?category=adult&on=2030-01-01`))).toEqual([])
  })

  it('keeps a fare that starts later', async () => {
    const { id, stations } = await routeWithStops()
    const last = stations.length - 1
    const save = (from: string, amount: number) =>
      desk.admin.put(`/routes/${id}/fares`, { currency: 'EUR', from, cells: [cell(stations, 0, last, amount)] })
    await save('2030-07-01', 2000)
    await save('2030-01-01', 1500)
    const on = async (day: string) => amounts(await desk.admin.get(`/routes/${id}/fares?category=adult&on=${day}`))
    expect([await on('2030-06-30'), await on('2030-07-01')]).toEqual([[1500], [2000]])
  })
})

describe('the company', () => {
  it('is read by everyone and changed by roles that may change prices, with its version', async () => {
    const agent = await api.as('agent')
    const company = (await agent.get('/company')).body
    expect(company).toMatchObject({ tax_mode: 'inclusive', price_increment_minor: 1 })
    expect((await agent.patch('/company', { fare_tax_bp: 900 }, { ifMatch: '*' })).status).toBe(403)
    const version = company['version'] as number
    const change = (value: number) =>
      desk.admin.patch('/company', { price_increment_minor: value }, { ifMatch: `"${version}"` })
    expect(await change(50)).toMatchObject({ status: 200, body: { price_increment_minor: 50, version: version + 1 } })
    expect((await change(5)).status).toBe(412)
    expect((await desk.admin.patch('/company', { price_increment_minor: 0 }, { ifMatch: '*' })).status).toBe(422)
    await desk.admin.patch('/company', { price_increment_minor: 1 }, { ifMatch: '*' })
  })
})
