import { readFile } from 'node:fs/promises'
import { buffer, text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { exportFeed } from '../../server/features/gtfs/export-feed'
import { openArchive } from '../../server/features/gtfs/read/archive'
import { planRoutes } from '../../server/features/gtfs/plan/routes'
import { planRuns, runsByDate } from '../../server/features/gtfs/plan/runs'
import { readFeed } from '../../server/features/gtfs/read/feed'
import { Issues } from '../../server/features/gtfs/read/issues'
import { useApi } from '../support/api'
import { make } from '../support/factories'
import { DATES, Imports } from '../support/feed/imports'
import { islandLines } from '../support/feed/island-lines'
import { publicFeed } from '../support/feed/public-feeds'
import { zipFeed } from '../support/feed/zip'

const api = useApi()
const imports = new Imports(api)

describe('an export to GTFS', () => {
  beforeAll(() => imports.startAnew())

  /** Returns journeys and times of a feed without its ids: route name, stop positions and times for each date. */
  async function timetable(zip: Buffer, from: string, to: string) {
    const issues = new Issues()
    const feed = await readFeed(zip, issues, { from, to })
    expect(issues.errors).toEqual([])
    const stopIds = feed.stops.map((stop) => stop.id)
    const runs = await planRuns(planRoutes(feed).trips, stopIds, feed.head.timezone)
    const actual = [
      ...runsByDate(runs, ['2025-03-28', '2025-03-29', '2025-03-30', '2025-03-31', '2025-04-01', '2015-06-22']),
    ].flatMap(([date, of]) =>
      of.map(({ shift, trip: { calls, trip } }) =>
        [
          date,
          trip.route.color,
          ...calls.map((call) =>
            [
              feed.stops[call.stop]?.latitude,
              feed.stops[call.stop]?.timezone,
              call.arrival + shift,
              call.departure + shift,
              call.pickup,
              call.dropOff,
              call.isApproximate,
            ].join(' '),
          ),
        ].join('; '),
      ),
    )
    return { feed, actual: actual.sort() }
  }

  const exported = async (from: string, to: string) =>
    buffer((await exportFeed(api.db, { from, to, url: 'https://wayline.example', now: api.now })).zip)

  it('contains the journeys and times of the imported feed', async () => {
    const zip = await zipFeed(islandLines())
    await imports.report(zip)
    const [before, after] = [
      await timetable(zip, DATES.from, DATES.to),
      await timetable(await exported(DATES.from, DATES.to), DATES.from, DATES.to),
    ]
    expect(after.actual).toEqual(before.actual)
    expect(after.actual).toHaveLength(25)
  })

  it('marks computed times as approximate, also of journeys made by hand on that route', async () => {
    const [route] = (await imports.manager.list('routes', { filter: { code: '10' } })).rows
    const [type] = (await imports.manager.list('vehicle-types')).rows
    const made = { route_id: route?.['id'], vehicle_type_id: type?.['id'], departure_time: '12:00:00' }
    await make(imports.manager, 'journeys', { ...made, service_date: '2025-04-05' })
    const approximate = async (date: string) => {
      const feed = await readFeed(await exported(date, date), new Issues(), { from: date, to: date })
      const lines = feed.running.filter(({ trip }) => trip.id.startsWith('10-'))
      return lines.map(({ calls }) => calls.map((call) => call.isApproximate))
    }
    expect(await approximate('2025-03-28')).toEqual([
      [false, true, true, false],
      [false, false, false],
    ])
    expect(await approximate('2025-04-05')).toEqual([[false, true, true, false]])
  })

  it('contains names in all languages, parents, platforms, zones and fares', async () => {
    const { feed } = await timetable(await exported(DATES.from, DATES.to), DATES.from, DATES.to)
    expect(feed.head).toMatchObject({
      language: 'en',
      timezone: 'Asia/Nicosia',
      startDate: '2025-03-28',
      endDate: '2025-04-01',
    })
    expect(feed.stops[0]).toMatchObject({ id: 'LCA', isParent: true, name: 'Larnaca Airport' })
    expect(feed.stops.find((stop) => stop.id === 'LCA-1')).toMatchObject({ parent: 'LCA', platform: '1', zone: 'A' })
    expect(feed.stops.find((stop) => stop.id === 'AKR')).toMatchObject({ timezone: 'Europe/London', zone: 'B' })
    expect(feed.translations.of('stops', 'stop_name', 'LCA', '')).toEqual(
      new Map([
        ['ar', 'مطار لارنكا'],
        ['el', 'Αεροδρόμιο Λάρνακας'],
      ]),
    )
    expect(
      feed.fares.map((fare) => [
        fare.price,
        fare.currency,
        fare.rules.map((rule) => [rule.route_id, rule.origin_id, rule.destination_id]),
      ]),
    ).toEqual([
      ['1.50', 'EUR', [['SH', '', '']]],
      ['5.00', 'EUR', [['10', 'A', 'B']]],
    ])
  })

  it('lists the fares that GTFS cannot express', async () => {
    const [fare] = (await imports.manager.list('fares', { filter: { amount_minor: 500 } })).rows
    const path = `/fares/${String(fare?.['id'])}`
    const answer = async () =>
      api.app.inject({
        url: `/api/gtfs/export/?from=${DATES.from}&to=${DATES.to}`,
        headers: { authorization: `Bearer ${await api.tokenFor('manager')}` },
      })
    expect((await answer()).headers['x-fares-left-out']).toBe('0')
    await imports.manager.patch(path, { amount_minor: 550 }, { ifMatch: '*' })
    const { headers, rawPayload } = await answer()
    const archive = await openArchive(rawPayload, new Issues())
    const lines = (await text(await archive.open('fares_left_out.txt'))).trim().split(/\r?\n/)
    archive.close()
    await imports.manager.patch(path, { amount_minor: 500 }, { ifMatch: '*' })
    expect(headers['x-fares-left-out']).toBe(String(lines.length - 1))
    expect(lines[0]).toBe(
      'route_id,origin_stop_id,destination_stop_id,price,currency_type,passenger_category,vehicle_type,valid_from,valid_to',
    )
    expect(lines.slice(1).filter((line) => line.endsWith(',5.50,EUR,adult,,,'))).toHaveLength(1)
    expect(lines.slice(1).filter((line) => line.endsWith(',5.00,EUR,adult,,,'))).toHaveLength(3)
  })

  it('contains the imported transfer times of a station', async () => {
    const change = (from: string, to: string, seconds: number | '', more = {}) => ({
      from_stop_id: from,
      to_stop_id: to,
      transfer_type: 2,
      min_transfer_time: seconds,
      ...more,
    })
    const files = {
      ...islandLines(),
      'transfers.txt': [
        change('LIM', 'LIM', 250),
        change('LCA-1', 'LCA-1', 120),
        change('LCA', 'LCA-1', 600),
        change('ZYG', 'ZYG', 0),
        change('AKR', 'AKR', 900, { transfer_type: 0 }),
        change('AKR', 'LIM', 900),
        change('AKR', 'AKR', '', { from_trip_id: 'none' }),
        change('NOWHERE', 'NOWHERE', 60),
      ],
    }
    const times = async () => {
      const { rows } = await imports.manager.list('stations', { sort: ['code', 'ASC'] })
      return new Map(rows.map((row) => [row['code'], row['connection_min']]))
    }
    const before = await times()
    await imports.report(files)
    expect(await times()).toEqual(new Map([...before, [await codeOf('LIM'), 5], ['LCA', 10], ['ZYG', 0]]))
    const feed = await readFeed(await exported(DATES.from, DATES.to), new Issues(), DATES)
    expect([...feed.transferTimes]).toEqual([
      [await codeOf('LIM'), 300],
      ['ZYG', 0],
    ])
    // Values that the new feed omits stay unchanged.
    await imports.report(islandLines())
    expect((await times()).get('ZYG')).toBe(0)
  })

  const codeOf = async (stop: string): Promise<string> => {
    const row = await api.db
      .selectFrom('import_links')
      .innerJoin('stations', 'stations.id', 'import_links.record_id')
      .select('code')
      .where('external_id', '=', stop)
      .executeTakeFirstOrThrow()
    return row.code
  }

  it('omits cancelled journeys, drafts, empty runs and routes for private hire', async () => {
    await api.db
      .updateTable('journeys')
      .set({ service_status: 'cancelled', cancel_reason: 'Snow' })
      .where('code', '=', '10-20250328-1800')
      .execute()
    await api.db.updateTable('journeys').set({ kind: 'positioning' }).where('code', '=', '10-20250328-0715').execute()
    const { actual } = await timetable(await exported('2025-03-28', '2025-03-28'), '2025-03-28', '2025-03-28')
    expect(actual).toHaveLength(4)
    const hired = (service_kind: 'private_hire' | 'shuttle') =>
      api.db.updateTable('routes').set({ service_kind }).execute()
    await hired('private_hire')
    const none = await exported('2025-03-28', '2025-03-28')
    await hired('shuttle')
    const archive = await openArchive(none, new Issues())
    const trips = (await text(await archive.open('trips.txt'))).trim().split('\n')
    archive.close()
    expect(trips).toHaveLength(1)
  })

  it('answers with a zip for roles that may export', async () => {
    const answer = await (await api.as('viewer')).get('/gtfs/export/?from=2025-03-28&to=2025-04-01')
    expect(answer).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'application/zip',
        'content-disposition': 'attachment; filename="gtfs-2025-03-28-2025-04-01.zip"',
      },
    })
    expect((await (await api.as(null)).get('/gtfs/export/?from=2025-03-28&to=2025-04-01')).status).toBe(401)
    expect((await imports.manager.get('/gtfs/export/?from=2025-03-28')).body).toMatchObject({ code: 'malformed' })
    expect((await imports.manager.get('/gtfs/export/?from=2025-03-28&to=2025-03-01')).status).toBe(400)
  })

  it('names a station without a position', async () => {
    await api.db.updateTable('stations').set({ latitude: null, longitude: null }).where('code', '=', 'ZYG').execute()
    const { body } = await imports.manager.get('/gtfs/export/?from=2025-03-28&to=2025-04-01')
    expect(body).toMatchObject({
      code: 'invalid_state',
      blockers: [{ resource: 'stations', count: 1, examples: [{ label: 'ZYG' }] }],
    })
  })

  const hawaii = publicFeed('hawaii')
  it.skipIf(!hawaii.isHere)('contains the imported timetable of Hawaii (hawaii.zip)', async () => {
    const zip = await readFile(hawaii.path)
    const { counts } = await imports.report(zip, { from: '2015-06-22', to: '2015-06-22' })
    expect(counts['journeys']?.created).toBe(200)
    expect(
      (await imports.manager.list('journeys', { filter: { service_date: '2015-06-22' } })).headers['content-range'],
    ).toBe('journeys 0-24/200')
    const [before, after] = [
      await timetable(zip, '2015-06-22', '2015-06-22'),
      await timetable(await exported('2015-06-22', '2015-06-22'), '2015-06-22', '2015-06-22'),
    ]
    expect(after.actual).toEqual(before.actual)
    expect(after.actual).toHaveLength(200)
  })
})
