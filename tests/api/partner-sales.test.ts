import { beforeAll, describe, expect, it } from 'vitest'
import { useApi, type Client, type Json } from '../support/api'
import { make } from '../support/factories'
import { PARTNER_CONTRACT, usePartners } from '../support/partner'

const api = useApi()
const { portal, bearer } = usePartners(api)
type Portal = Awaited<ReturnType<typeof portal>>

/** A commission of 12.5 % on 1,001 minor units is 125.125, which is rounded for each trip and not for the sum. */
const TOTAL_MINOR = 1001

let admin: Client
let sunvia: Portal
let nordtrip: Portal
let journey: Json

const book = ({ partner }: Portal, more: Json = {}): Promise<Json> =>
  make(admin, 'reservations', { journey_id: journey['id'], partner_id: partner['id'], channel: 'partner', ...more })

const trips = async ({ client }: Portal, query = '') => {
  const { body } = await client.get(`/partner/trips/?${query}`)
  return body as unknown as { results: Json[]; next: string | null; previous: string | null }
}
const ids = (rows: Json[]) => rows.map(({ id }) => id)

beforeAll(async () => {
  api.now = new Date('2030-05-19T10:00:00Z')
  admin = await api.as('admin')
  sunvia = await portal({ contract: PARTNER_CONTRACT, timezone: 'Europe/Madrid' })
  nordtrip = await portal()
  journey = await make(admin, 'journeys')
  await make(admin, 'fares', { route_id: journey['route_id'], amount_minor: TOTAL_MINOR })
})

describe('the trips of a partner', () => {
  const booked: Json[] = []

  beforeAll(async () => {
    for (let count = 0; count < 5; count += 1)
      booked.unshift(
        await book(sunvia, { partner_reference: `SV-${count}`, status: count === 4 ? 'on_hold' : 'confirmed' }),
      )
    await book(sunvia, { environment: 'test', lead_name: 'Canary of the test' })
    await book(nordtrip, { lead_name: 'Canary of Nordtrip', internal_notes: 'Canary of the notes' })
  })

  it('are listed newest first, in pages, forwards and backwards', async () => {
    const first = await trips(sunvia, 'limit=2')
    expect(ids(first.results)).toEqual(ids(booked.slice(0, 2)))
    expect(first.previous).toBeNull()
    const second = await trips(sunvia, `limit=2&cursor=${String(first.next)}`)
    expect(ids(second.results)).toEqual(ids(booked.slice(2, 4)))
    const third = await trips(sunvia, `limit=2&cursor=${String(second.next)}`)
    expect([ids(third.results), third.next]).toEqual([ids(booked.slice(4)), null])
    const back = await trips(sunvia, `limit=2&cursor=${String(third.previous)}`)
    expect(ids(back.results)).toEqual(ids(second.results))
    const start = await trips(sunvia, `limit=2&cursor=${String(back.previous)}`)
    expect([ids(start.results), start.previous]).toEqual([ids(first.results), null])
  })

  it('contain places, times and what the partner earns', async () => {
    const { results } = await trips(sunvia, 'reference=SV-0')
    expect(results).toMatchObject([
      {
        reference: booked[4]?.['reference'],
        origin: { name: { en: 'Larnaca Airport' }, timezone: 'Asia/Nicosia' },
        gross_minor: TOTAL_MINOR,
        commission_minor: 125,
        net_minor: 876,
        seats: 1,
      },
    ])
    expect(Object.keys(results[0] ?? {})).not.toContain('internal_notes')
  })

  it('are found by status, day, reference and words', async () => {
    expect((await trips(sunvia, 'status=on_hold')).results).toHaveLength(1)
    expect((await trips(sunvia, 'status=on_hold&status=confirmed')).results).toHaveLength(5)
    expect((await trips(sunvia, 'from=2030-05-20&to=2030-05-20')).results).toHaveLength(5)
    expect((await trips(sunvia, 'from=2030-05-21')).results).toHaveLength(0)
    expect((await trips(sunvia, `reference=${String(booked[0]?.['reference'])}`)).results).toHaveLength(1)
    expect((await trips(sunvia, 'q=SV-3')).results).toHaveLength(1)
    expect((await trips(sunvia, 'q=%25')).results).toHaveLength(0)
    expect((await trips(sunvia, `updated_since=2099-01-01T00:00:00Z`)).results).toHaveLength(0)
  })

  it('refuse an invalid cursor or query', async () => {
    for (const query of ['cursor=abc', 'limit=0', 'limit=201', 'status=lost', 'from=yesterday'])
      expect((await sunvia.client.get(`/partner/trips/?${query}`)).status, query).toBe(400)
  })

  it('I14 are never visible to another partner, by list, search or id', async () => {
    const actual = JSON.stringify([
      (await trips(sunvia)).results,
      (await trips(sunvia, 'q=canary')).results,
      (await sunvia.client.get('/partner/dashboard/')).body,
    ])
    expect(actual).not.toMatch(/canary/i)
    expect((await trips(nordtrip, 'q=canary')).results).toHaveLength(1)
    const path = `/partner/trips/${String(booked[0]?.['id'])}/`
    expect((await sunvia.client.get(path)).headers['etag']).toMatch(/^"1-/)
    expect((await nordtrip.client.get(path)).status).toBe(404)
    expect((await sunvia.client.get('/partner/trips/nothing/')).status).toBe(404)
    expect((await api.client({}).get(path)).status).toBe(401)
    expect((await admin.get(path)).status).toBe(401)
  })

  it('I13 are those of the environment of the key', async () => {
    const key = await sunvia.client.post('/partner/credentials/', {
      name: 'Staging',
      environment: 'test',
      scopes: ['trips:read'],
      password: 'correct horse battery staple',
    })
    const { body } = await bearer(key.body['secret']).get('/partner/trips/')
    expect(body['results']).toMatchObject([{ lead_name: 'Canary of the test', environment: 'test' }])
    expect((await bearer(key.body['secret']).get('/partner/dashboard/')).status).toBe(403)
  })

  it('are summed up for the period', async () => {
    await api.db.updateTable('reservations').set({ created_at: '2030-05-02T10:00:00Z' }).execute()
    const { status, body } = await sunvia.client.get('/partner/dashboard/')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      period: { from: '2030-05-01', to: '2030-05-31' },
      trips_by_status: [
        { status: 'confirmed', trips: 4 },
        { status: 'on_hold', trips: 1 },
      ],
      sales: [{ currency: 'EUR', trips: 4, seats: 4, gross_minor: 4004, commission_minor: 500, net_minor: 3504 }],
      expiring_credentials: [],
    })
    expect((body['next_departures'] as Json[]).map(({ travel_at }) => travel_at)).toEqual(
      Array.from({ length: 5 }, () => '2030-05-20T05:30:00Z'),
    )
    const before = await sunvia.client.get('/partner/dashboard/?from=2030-04-01&to=2030-05-01')
    expect(before.body).toMatchObject({ trips_by_status: [], sales: [] })
  })
})
