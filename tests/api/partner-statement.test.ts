import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { useApi, type Client, type Json } from '../support/api'
import { adults, ride } from '../support/booking'
import { changeBetween } from '../support/change-between'
import { make } from '../support/factories'
import { PARTNER_CONTRACT, usePartners } from '../support/partner'
import { REFERENCE_OF_N, rowCopier } from '../support/row-copies'

const api = useApi()
const { portal, program } = usePartners(api)

const MAY = 'from=2030-05-01&to=2030-05-31'

let admin: Client
let sunvia: Awaited<ReturnType<typeof portal>>
let nordtrip: Awaited<ReturnType<typeof portal>>
let journey: Json

const sell = async (owner: typeof sunvia, environment: 'live' | 'test', reference: string) => {
  const { client } = await program(owner.partner, environment)
  const { status, body } = await client.post('/partner/trips/', {
    partner_reference: reference,
    legs: [ride(journey)],
    passengers: adults(1),
    lead_name: 'Ana Ruiz',
    confirm: true,
  })
  expect([status, body['code']]).toEqual([201, undefined])
  return { client, trip: body }
}
const statement = (owner: typeof sunvia, query = MAY, by = admin) =>
  by.get(`/partners/${String(owner.partner['id'])}/statement/?${query}`)

beforeAll(async () => {
  api.now = new Date('2030-05-19T10:00:00Z')
  admin = await api.as('admin')
  const contract = { ...PARTNER_CONTRACT, cancel_rights: 'before_departure' }
  sunvia = await portal({ contract })
  nordtrip = await portal({ contract })
  journey = await make(admin, 'journeys')
  await make(admin, 'fares', { route_id: journey['route_id'], amount_minor: 1001 })
  await sell(sunvia, 'live', 'SV-1')
  await sell(sunvia, 'live', 'SV-2')
  await sell(sunvia, 'test', 'SV-TEST')
  await sell(nordtrip, 'live', 'NT-1')
  const { client, trip } = await sell(sunvia, 'live', 'SV-FREE')
  const path = `/partner/trips/${String(trip['id'])}/cancel/`
  expect((await client.post(path, {}, { ifMatch: Number(trip['version']) })).status).toBe(200)
})

describe('the statement of a partner with more than one page of trips', () => {
  let owner: typeof sunvia
  let first: Json
  beforeAll(async () => {
    owner = await portal({ contract: PARTNER_CONTRACT })
    first = (await sell(owner, 'live', 'FIRST')).trip
    const copy = await rowCopier(api.db)
    // Seven trips share each instant, and the instants are less than a millisecond apart.
    const copies = copy(
      'reservations',
      `from reservations p, generate_series(1, 2100) n where p.id = '${String(first['id'])}'`,
      {
        id: 'gen_random_uuid()',
        reference: REFERENCE_OF_N,
        partner_reference: `'COPY-' || n`,
        travel_at: `p.travel_at + (n / 7) * interval '1 microsecond'`,
      },
    )
    await sql.raw(copies).execute(api.db)
  })

  it('contains each trip once, by departure', async () => {
    const { body } = await statement(owner)
    const references = (body['trips'] as Json[]).map((each) => String(each['partner_reference']))
    expect(references).toHaveLength(2101)
    expect(new Set(references).size).toBe(2101)
    const instants = references.map((reference) => Math.floor(Number(reference.replace(/\D+/, '')) / 7))
    expect(instants).toEqual(instants.toSorted((a, b) => a - b))
  })

  it('contains one snapshot of them when some change between two pages', async () => {
    // One trip moves from the first page to the last, the other drops out of the statement.
    const change = async () => {
      const [moved, cancelled] = [String(first['id']), 'COPY-5']
      await sql`update reservations set travel_at = travel_at + interval '1 hour' where id = ${moved}`.execute(api.db)
      await sql`
        update reservations set status = 'cancelled', cancelled_at = now(), cancel_reason = 'Ill', cancellation_fee_minor = 0
        where partner_reference = ${cancelled}`.execute(api.db)
    }
    const { body } = await changeBetween('::text as "at"', change, () => statement(owner))
    const trips = body['trips'] as Json[]
    expect([trips.length, new Set(trips.map(({ id }) => id)).size]).toEqual([2101, 2101])
    const sumOf = (field: string) => trips.reduce((sum, trip) => sum + Number(trip[field]), 0)
    const fields = ['gross_minor', 'commission_minor', 'collected_minor', 'net_minor', 'seats']
    const sums = Object.fromEntries(fields.map((field) => [field, sumOf(field)]))
    expect(body['totals']).toEqual([{ currency: 'EUR', trips: 2101, ...sums }])
    expect((await statement(owner)).body['totals']).toMatchObject([{ trips: 2100 }])
  })
})

describe('the statement of a partner', () => {
  it('contains the live trips of the period, without test trips, those of others and free cancellations', async () => {
    const { status, body } = await statement(sunvia)
    expect(status).toBe(200)
    expect((body['trips'] as Json[]).map((trip) => trip['partner_reference'])).toEqual(['SV-1', 'SV-2'])
    // 12.5 % of 10.01 is rounded for each trip.
    expect(body['totals']).toEqual([
      {
        currency: 'EUR',
        trips: 2,
        seats: 2,
        gross_minor: 2002,
        commission_minor: 250,
        collected_minor: 0,
        net_minor: 1752,
      },
    ])
  })

  it('uses the day of departure in the time zone of the partner, both days included', async () => {
    const count = async (query: string) => ((await statement(sunvia, query)).body['trips'] as Json[]).length
    expect(await count('from=2030-05-20&to=2030-05-20')).toBe(2)
    expect(await count('from=2030-05-21&to=2030-06-20')).toBe(0)
  })

  it('is refused for a period that ends before it begins, or of more than a year', async () => {
    expect((await statement(sunvia, 'from=2030-05-02&to=2030-05-01')).body['code']).toBe('validation')
    expect((await statement(sunvia, 'from=2029-01-01&to=2030-05-01')).body['code']).toBe('validation')
  })

  it('is visible to staff who may see partners', async () => {
    expect((await statement(sunvia, MAY, await api.as('dispatcher'))).status).toBe(403)
    expect((await statement(sunvia, MAY, sunvia.client)).status).toBe(401)
  })

  it('is a file for spreadsheets and a PDF, named after the partner and the period', async () => {
    const path = `/partners/${String(sunvia.partner['id'])}/statement`
    const name = `${String(sunvia.partner['code'])}-2030-05-01-2030-05-31`
    const csv = await admin.get(`${path}.csv/?${MAY}`)
    expect(csv.headers['content-type']).toContain('text/csv')
    expect(csv.headers['content-disposition']).toContain(`${name}.csv`)
    const pdf = await admin.get(`${path}.pdf/?${MAY}&language=ae`)
    expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf'])
  })
})

describe('the API that the portal uses', () => {
  it('lists the stations of the contract, or those after an origin', async () => {
    const stops = (await admin.get(`/routes/${String(journey['route_id'])}/`)).body['stops'] as Json[]
    const { partner } = await portal({
      contract: { ...PARTNER_CONTRACT, allowed_route_ids: [journey['route_id']] },
    })
    const { client } = await program(partner, 'test')
    const ids = async (query: string) =>
      (await client.get(`/partner/journeys/places/?${query}`)).rows.map(({ id }) => id)
    const [first, second, third] = stops.map((stop) => stop['station_id'])
    expect((await ids('')).sort()).toEqual([first, second].sort())
    expect((await ids(`origin=${String(first)}`)).sort()).toEqual([second, third].sort())
    expect(await ids(`origin=${String(second)}`)).toEqual([third])
    expect(await ids('q=no-such-place')).toEqual([])
  })

  it('prints the tickets of a confirmed trip for its own partner only', async () => {
    const { client, trip } = await sell(sunvia, 'live', 'SV-PDF')
    const path = `/partner/trips/${String(trip['id'])}/tickets.pdf/?language=de`
    const pdf = await client.get(path)
    expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect((await nordtrip.client.get(path)).status).toBe(404)
  })

  it('sums up the requests by hour, and finds one by any of its ids', async () => {
    const { partner } = await portal({ contract: PARTNER_CONTRACT })
    const key = await program(partner, 'test')
    await key.client.get('/partner/trips/')
    await key.client.get('/partner/trips/01890000-0000-7000-8000-000000000000/', {
      headers: { 'x-request-id': 'wanted-1' },
    })
    const path = `/partners/${String(partner['id'])}/api-logs/`
    const { body } = await admin.get(`${path}summary/?from=2030-05-19T00:00:00Z&to=2030-05-20T00:00:00Z`)
    expect(body['bucket']).toBe('hour')
    expect(body['points']).toEqual([
      expect.objectContaining({ at: '2030-05-19T10:00:00Z', calls: 2, refused: 1, failed: 0 }),
    ])
    const found = (await admin.get(`${path}?q=wanted-1`)).body['results'] as Json[]
    expect(found.map(({ status }) => status)).toEqual([404])
  })
})
