import { readFile } from 'node:fs/promises'
import { uuidv7 } from 'uuidv7'
import { beforeAll, describe, expect, it } from 'vitest'
import { GTFS_FILE_MAX_BYTES } from '../../contract/core/limits/files'
import { useApi, type Json } from '../support/api'
import { make } from '../support/factories'
import { DATES, NOTHING, Imports } from '../support/feed/imports'
import { islandLines } from '../support/feed/island-lines'
import { zipFeed } from '../support/feed/zip'

const api = useApi()
const imports = new Imports(api)

describe('an import of a feed', () => {
  beforeAll(() => imports.startAnew())

  it('reports its results', async () => {
    const { counts, feed, journeys_by_date: byDate, errors, warnings, outcome } = await imports.report(islandLines())
    expect(outcome).toBe('imported')
    expect(errors).toEqual([])
    expect(warnings).toMatchObject([
      { file: 'fare_attributes.txt', code: 'routes_without_fare', values: { count: 1, examples: 'N1' } },
      { file: 'fare_rules.txt', code: 'pairs_without_fare', values: { route: '10', count: 5, all: 9 } },
    ])
    expect(feed).toEqual({
      source: 'island-lines:isl',
      publisher: 'Island Lines',
      language: 'el',
      timezone: 'Asia/Nicosia',
      start_date: '2025-01-01',
      end_date: '2025-12-31',
    })
    expect(counts).toEqual({
      stations: { ...NOTHING, created: 5 },
      routes: { ...NOTHING, created: 3 },
      patterns: { ...NOTHING, created: 5 },
      journeys: { ...NOTHING, created: 25 },
      fares: { ...NOTHING, created: 5 },
    })
    expect(byDate.map((date) => date.count)).toEqual([6, 4, 5, 6, 4])
  })

  it('creates complete stations', async () => {
    const { rows } = await imports.manager.list('stations', { sort: ['code', 'ASC'] })
    expect(rows.map((row) => row['code'])).toEqual(['2001', 'AKR', 'LCA', 'LCA-1', 'ZYG'])
    const [, , parent, platform] = rows
    expect(parent).toMatchObject({
      kind: 'bus_station',
      name: { en: 'Larnaca Airport', ae: 'مطار لارنكا', el: 'Αεροδρόμιο Λάρνακας' },
    })
    expect(platform).toMatchObject({
      parent_station_id: parent?.['id'],
      platform_code: '1',
      zone_code: 'A',
      external_refs: [{ scheme: 'gtfs:island-lines:isl', value: 'LCA-1' }],
    })
    expect(
      (await imports.manager.patch(`/stations/${String(platform?.['id'])}`, { city: 'Larnaca' }, { ifMatch: 1 }))
        .status,
    ).toBe(200)
  })

  it('creates active routes with the stops of their most used pattern', async () => {
    const { rows } = await imports.manager.list('routes', { sort: ['code', 'ASC'] })
    expect(
      rows.map((row) => [row['code'], row['status'], row['service_kind'], row['stop_count'], row['color']]),
    ).toEqual([
      ['10', 'active', 'scheduled', 4, '#1a7f5a'],
      ['N1', 'active', 'scheduled', 3, null],
      ['SH', 'active', 'scheduled', 2, null],
    ])
    const stops = rows[0]?.['stops'] as Json[]
    expect(stops.map((stop) => [stop['depart_offset_min'], stop['pickup_type'], stop['drop_off_type']])).toEqual([
      [0, 'regular', 'none'],
      [30, 'regular', 'regular'],
      [60, 'regular', 'regular'],
      [90, 'none', 'regular'],
    ])
  })

  it('creates journeys with the right instants after midnight and when the clock changes', async () => {
    const night = await imports.journeys({ code_like: 'N1-' })
    expect(
      night.map((row) => [row['service_date'], row['departure_time'], row['departs_at'], row['arrives_at']]),
    ).toEqual([
      ['2025-03-28', '23:30:00', '2025-03-28T21:30:00Z', '2025-03-28T23:10:00Z'],
      ['2025-03-29', '23:30:00', '2025-03-29T21:30:00Z', '2025-03-29T23:10:00Z'],
      ['2025-03-30', '23:30:00', '2025-03-30T20:30:00Z', '2025-03-30T22:10:00Z'],
      ['2025-03-31', '23:30:00', '2025-03-31T20:30:00Z', '2025-03-31T22:10:00Z'],
      ['2025-04-01', '23:30:00', '2025-04-01T20:30:00Z', '2025-04-01T22:10:00Z'],
    ])
    const [sunday] = await imports.journeys({ code: '10-20250330-0230' })
    expect(sunday).toMatchObject({
      departs_at: '2025-03-29T23:30:00Z',
      arrives_at: '2025-03-30T01:10:00Z',
      timezone: 'Asia/Nicosia',
    })
  })

  it('gives a journey its calls and the seats of its legs', async () => {
    const [first] = await imports.journeys({ code: 'N1-20250328-2330' })
    const { body } = await imports.manager.get(`/journeys/${String(first?.['id'])}`)
    expect(
      (body['calls'] as Json[]).map((call) => [
        call['seq'],
        call['planned_arrive'],
        call['planned_depart'],
        call['pickup_type'],
        call['drop_off_type'],
        call['platform'],
      ]),
    ).toEqual([
      [1, '2025-03-28T21:30:00Z', '2025-03-28T21:30:00Z', 'regular', 'none', null],
      [2, '2025-03-28T22:20:00Z', '2025-03-28T22:25:00Z', 'ask_driver', 'regular', null],
      [3, '2025-03-28T23:10:00Z', '2025-03-28T23:10:00Z', 'none', 'regular', '1'],
    ])
    expect(
      (body['legs'] as Json[]).map((leg) => [leg['leg_seq'], leg['capacity'], leg['confirmed'], leg['held']]),
    ).toEqual([
      [1, 49, 0, 0],
      [2, 49, 0, 0],
    ])
    expect(body).toMatchObject({
      capacity: 49,
      call_count: 3,
      seats_left: 49,
      service_status: 'scheduled',
      sales_status: 'open',
    })
  })

  it('creates a vehicle type for the seats when the company has none', async () => {
    expect((await imports.manager.list('vehicle-types')).rows).toMatchObject([
      { code: 'COACH-49', seats: 49, category: 'coach' },
    ])
  })

  it('creates fares for pairs of stops and for whole routes', async () => {
    const { rows } = await imports.manager.list('fares', { filter: { amount_minor: 500 } })
    expect(rows).toHaveLength(4)
    const flat = (await imports.manager.list('fares', { filter: { amount_minor: 150 } })).rows
    expect(flat).toMatchObject([
      { origin_station_id: null, destination_station_id: null, passenger_category: 'adult', currency: 'EUR' },
    ])
  })

  it('writes one history entry for itself and one for each station and route, and none for journeys', async () => {
    const actions = await api.db
      .selectFrom('audit_events')
      .select(['action', (q) => q.fn.countAll<number>().as('count')])
      .groupBy('action')
      .orderBy('action')
      .execute()
    expect(actions).toEqual([
      { action: 'gtfs.imported', count: 1 },
      { action: 'routes.created', count: 3 },
      { action: 'stations.created', count: 5 },
      { action: 'stations.updated', count: 1 },
      { action: 'vehicle_types.created', count: 1 },
    ])
    const event = await api.db
      .selectFrom('audit_events')
      .selectAll()
      .where('action', '=', 'gtfs.imported')
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({ actor_kind: 'user', entity_type: 'import-runs', entity_label: 'island-lines.zip' })
    expect(event.changes).toContainEqual({ field: 'journeys', old: null, new: { ...NOTHING, created: 25 } })
  })

  it('changes nothing when it is repeated', async () => {
    const before = await imports.totals()
    const versions = async () =>
      [
        await imports.journeys({}),
        (await imports.manager.list('stations')).rows,
        (await imports.manager.list('routes')).rows,
        (await imports.manager.list('fares')).rows,
      ]
        .flat()
        .map((row) => [row['id'], row['version'], row['updated_at']])
    const known = await versions()
    const { counts } = await imports.report(islandLines())
    expect(counts).toEqual({
      stations: { ...NOTHING, unchanged: 5 },
      routes: { ...NOTHING, unchanged: 3 },
      patterns: { ...NOTHING, unchanged: 5 },
      journeys: { ...NOTHING, unchanged: 25 },
      fares: { ...NOTHING, unchanged: 5 },
    })
    expect(await imports.totals()).toEqual(before)
    expect(await versions()).toEqual(known)
  })

  it('adds the journeys of further dates and does not change the others', async () => {
    const { counts } = await imports.report(islandLines(), { to: '2025-04-02' })
    expect(counts['journeys']).toEqual({ ...NOTHING, created: 6, unchanged: 25 })
  })

  it('is listed with the latest first', async () => {
    const { rows } = await imports.manager.get('/gtfs/imports/')
    expect(rows).toHaveLength(3)
    expect(rows[0]).toMatchObject({
      status: 'succeeded',
      stage: 'finished',
      progress_pct: 100,
      to: '2025-04-02',
      file_name: 'island-lines.zip',
      started_by: expect.stringMatching(/./) as string,
    })
  })
})

describe('a dry run', () => {
  it('reports the results and writes nothing', async () => {
    await imports.startAnew()
    const before = await imports.totals()
    const { outcome, counts } = await imports.report(islandLines(), { dry_run: 'true' })
    expect(outcome).toBe('dry_run')
    expect(counts['journeys']).toEqual({ ...NOTHING, created: 25 })
    expect(await imports.totals()).toEqual(before)
    expect((await imports.report(islandLines())).counts).toEqual(counts)
    expect((await imports.report(islandLines(), { dry_run: 'true' })).counts['journeys']).toEqual({
      ...NOTHING,
      unchanged: 25,
    })
  })
})

describe('a feed from other programs', () => {
  const NOVEMBER = { from: '2026-11-23', to: '2026-11-24' }
  const feedOf = (name: string) => readFile(new URL(`../support/feed/odd/${name}.zip`, import.meta.url))

  it('is imported whole when the header ends with CR LF and the rows with LF', async () => {
    await imports.startAnew()
    const { counts, errors } = await imports.report(await feedOf('mixed-crlf-header'), NOVEMBER)
    expect(errors).toEqual([])
    expect(counts).toMatchObject({ stations: { created: 5 }, routes: { created: 1 }, journeys: { created: 2 } })
  })

  it.each([
    ['ctrlz', 1],
    ['excelrows', 2],
    ['spacerow', 1],
  ])('is imported without its blank rows, with a note: %s', async (name, count) => {
    await imports.startAnew()
    const { counts, errors, warnings } = await imports.report(await feedOf(name), NOVEMBER)
    expect(errors).toEqual([])
    expect(counts).toMatchObject({ stations: { created: 5, skipped: 0 }, journeys: { created: 2, skipped: 0 } })
    expect(warnings).toContainEqual(
      expect.objectContaining({ file: 'agency.txt', line: 3, code: 'rows_blank', values: { count } }),
    )
  })
})

describe('a feed without fares', () => {
  it('is imported with a warning about routes without a fare, until a user has set one', async () => {
    await imports.startAnew()
    const { 'fare_attributes.txt': _, 'fare_rules.txt': __, ...feed } = islandLines()
    const actual = async () =>
      (await imports.report(feed)).warnings.map(({ code, values }) => [code, values['examples'], values['count']])
    expect(await actual()).toEqual([['routes_without_fare', '10, N1, SH', 3]])
    const [route] = (await imports.manager.list('routes', { filter: { code: 'N1' } })).rows
    await make(imports.manager, 'fares', {
      route_id: route?.['id'],
      origin_station_id: null,
      destination_station_id: null,
    })
    expect(await actual()).toEqual([['routes_without_fare', '10, SH', 2]])
  })
})

describe('the request that starts an import', () => {
  it('is for roles that may import', async () => {
    const zip = await zipFeed(islandLines())
    expect((await imports.post(await api.as(null), DATES, zip)).status).toBe(401)
    for (const role of ['dispatcher', 'agent', 'accountant', 'viewer'] as const)
      expect((await imports.post(await api.as(role), DATES, zip)).body).toMatchObject({
        status: 403,
        code: 'forbidden',
      })
    expect((await (await api.as('agent')).get('/gtfs/imports')).status).toBe(403)
  })

  it('names each wrong field', async () => {
    const zip = await zipFeed(islandLines())
    const pointers = async (fields: Record<string, string>, file?: Buffer) => {
      const { status, body } = await imports.post(imports.manager, fields, file)
      expect(status).toBe(422)
      return (body['errors'] as { pointer: string }[]).map((error) => error.pointer)
    }
    expect(await pointers(DATES)).toEqual(['/file'])
    expect(await pointers({ from: '2025-03-28' }, zip)).toEqual(['/to'])
    expect(await pointers({ from: '2025-03-28', to: '2025-03-27' }, zip)).toEqual(['/to'])
    expect(await pointers({ from: '2025-03-28', to: '2027-03-28' }, zip)).toEqual(['/to'])
    expect(await pointers({ ...DATES, dry_run: 'perhaps' }, zip)).toEqual(['/dry_run'])
    expect(await pointers({ ...DATES, vehicle_type: 'NO-SUCH' }, zip)).toEqual(['/vehicle_type'])
  })

  it('refuses a zip that is too large', async () => {
    const { status, body } = await imports.post(imports.manager, DATES, Buffer.alloc(GTFS_FILE_MAX_BYTES + 1))
    expect({ status, code: body['code'] }).toEqual({ status: 413, code: 'body_too_large' })
  })

  it.each(['application/json', 'application/zip', 'text/plain'])(
    'refuses a body of %s and asks for a form',
    async (type) => {
      const headers = { 'content-type': type }
      expect((await imports.manager.post('/gtfs/imports/', '{}', { headers })).body).toMatchObject({
        code: 'unsupported_media_type',
        detail: expect.stringContaining('multipart/form-data') as string,
      })
    },
  )

  it('gives journeys the seats of the requested vehicle type', async () => {
    await imports.startAnew()
    const type = await make(imports.manager, 'vehicle-types', { code: 'MINI-19', seats: 19 })
    await imports.report(islandLines(), { vehicle_type: 'MINI-19' })
    expect((await imports.journeys({ code: 'N1-20250328-2330' }))[0]).toMatchObject({
      vehicle_type_id: type['id'],
      capacity: 19,
    })
  })

  it('reports an import that a stop of the server interrupted', async () => {
    const id = uuidv7()
    const request = { ...DATES, skip_rows_in_error: false, dry_run: false, vehicle_type: null, started_by: 'Ana' }
    const progress = JSON.stringify({ request, failure: null })
    const long = new Date(api.now.getTime() - 7_200_000).toISOString()
    const run = { id, kind: 'gtfs', source: 'lost.zip', state: 'running', progress, started_at: long }
    await api.db.insertInto('import_runs').values(run).execute()
    const { body } = await imports.manager.get(`/gtfs/imports/${id}`)
    expect(body).toMatchObject({ status: 'failed', stage: 'finished', file_name: 'lost.zip', report: null })
    expect(body['failure']).toMatch(/nothing was written/)
  })

  it('answers 404 for an unknown import', async () => {
    expect((await imports.manager.get('/gtfs/imports/018f0000-0000-7000-8000-000000000000/')).body).toMatchObject({
      code: 'not_found',
    })
  })
})
