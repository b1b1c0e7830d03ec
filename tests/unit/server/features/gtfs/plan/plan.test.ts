import { describe, expect, test } from 'vitest'
import { datesBetween } from '../../../../../../server/domain/timetable/calendar'
import { planFares } from '../../../../../../server/features/gtfs/plan/fares'
import { planRoutes } from '../../../../../../server/features/gtfs/plan/routes'
import { countJourneys, dateSummary, planRuns, runsByDate } from '../../../../../../server/features/gtfs/plan/runs'
import { planStations } from '../../../../../../server/features/gtfs/plan/stations'
import { readFeed } from '../../../../../../server/features/gtfs/read/feed'
import { Issues } from '../../../../../../server/features/gtfs/read/issues'
import { change, islandLines } from '../../../../../support/feed/island-lines'
import { zipFeed, type FeedFiles, type Row } from '../../../../../support/feed/zip'

async function plan(files: FeedFiles, from = '2025-03-28', to = '2025-04-01') {
  const issues = new Issues()
  const feed = await readFeed(await zipFeed(files), issues, { from, to })
  const { routes, trips } = planRoutes(feed)
  const stopIds = feed.stops.map((stop) => stop.id)
  const runs = await planRuns(trips, stopIds, feed.head.timezone)
  return {
    feed,
    issues,
    routes,
    trips,
    runs,
    byDate: runsByDate(runs, datesBetween(from, to)),
    stations: planStations(feed),
    fares: await planFares(feed, routes, issues),
  }
}

describe('stations', () => {
  test('have parent, platform, zone, time zone, type and names', async () => {
    const { stations } = await plan(islandLines())
    expect(stations.map((station) => [station.externalId, station.parentExternalId, station.values])).toEqual([
      [
        'LCA',
        null,
        expect.objectContaining({
          kind: 'bus_station',
          name: { en: 'Larnaca Airport', el: 'Αεροδρόμιο Λάρνακας', ae: 'مطار لارنكا' },
          wheelchair_boarding: 'yes',
          zone_code: null,
        }),
      ],
      [
        'LCA-1',
        'LCA',
        expect.objectContaining({
          kind: 'stop',
          platform_code: '1',
          zone_code: 'A',
          timezone: 'Asia/Nicosia',
          wheelchair_boarding: 'yes',
        }),
      ],
      ['ZYG', null, expect.objectContaining({ zone_code: 'A', wheelchair_boarding: 'unknown' })],
      ['AKR', null, expect.objectContaining({ timezone: 'Europe/London' })],
      [
        'LIM',
        null,
        expect.objectContaining({ name: { en: 'Limassol', el: 'Λεμεσός' }, latitude: 34.6786, longitude: 33.0413 }),
      ],
    ])
  })

  test('are the same for any requested dates', async () => {
    const [week, never] = [await plan(islandLines()), await plan(islandLines(), '2031-01-01', '2031-01-01')]
    expect(never.stations.map((station) => station.fingerprint)).toEqual(
      week.stations.map((station) => station.fingerprint),
    )
  })

  test('have names from the older form of translations.txt too', async () => {
    const { stations } = await plan({
      ...islandLines(),
      'translations.txt': [{ trans_id: 'Ζύγι', lang: 'en', translation: 'Zygi' }],
    })
    expect(stations.find((station) => station.externalId === 'ZYG')?.values.name).toEqual({ en: 'Zygi', el: 'Ζύγι' })
  })
})

describe('routes', () => {
  test('have a pattern for each stop sequence, the most used first', async () => {
    const { routes } = await plan(islandLines())
    expect(
      routes.map((route) => [
        route.externalId,
        route.values,
        route.patterns.map((pattern) => [pattern.stops.join(' '), pattern.runs]),
      ]),
    ).toEqual([
      [
        'r-10',
        { name: { en: 'Larnaca – Limassol', el: 'Λάρνακα – Λεμεσός' }, color: '#1a7f5a' },
        [
          ['LCA-1 ZYG AKR LIM', 2],
          ['LIM ZYG LCA-1', 2],
          ['LCA-1 LIM', 1],
        ],
      ],
      ['r-night', { name: { en: 'Νυχτερινό', el: 'Νυχτερινό' }, color: null }, [['LIM ZYG LCA-1', 5]]],
      ['r-shuttle', { name: { en: 'Shuttle', el: 'Shuttle' }, color: null }, [['LCA-1 ZYG', 5]]],
    ])
  })

  test('have offsets in minutes with interpolated times', async () => {
    const { routes } = await plan(islandLines())
    expect(routes[0]?.patterns[0]?.offsets.map((stop) => [stop.arriveOffsetMin, stop.departOffsetMin])).toEqual([
      [0, 0],
      [30, 30],
      [60, 60],
      [90, 90],
    ])
    expect(routes[1]?.patterns[0]).toMatchObject({ pickups: [0, 3, 1], dropOffs: [1, 0, 0] })
  })
})

describe('journeys', () => {
  test('run on the dates of their services, exceptions included', async () => {
    const { byDate, trips } = await plan(islandLines())
    expect([...byDate].map(([date, runs]) => dateSummary(date, runs))).toEqual([
      { date: '2025-03-28', count: 6, most_at_once: 1 },
      { date: '2025-03-29', count: 4, most_at_once: 1 },
      { date: '2025-03-30', count: 5, most_at_once: 1 },
      { date: '2025-03-31', count: 6, most_at_once: 1 },
      { date: '2025-04-01', count: 4, most_at_once: 1 },
    ])
    expect(countJourneys(trips)).toBe(25)
  })

  test.each([
    ['2025-04-01', 4],
    ['2025-03-30', 5],
  ])('respect the exception of a single requested date, %s', async (date, count) => {
    expect((await plan(islandLines(), date, date)).byDate.get(date)).toHaveLength(count)
  })

  test('repeat by their frequency, the end excluded', async () => {
    const { runs } = await plan(islandLines())
    const shuttles = runs.filter((run) => run.trip.trip.id === 'shuttle')
    expect(shuttles.map((run) => [run.externalId, run.departure, run.arrival - run.departure])).toEqual([
      ['shuttle#10:00:00', 36_000, 1080],
      ['shuttle#10:20:00', 37_200, 1080],
      ['shuttle#10:40:00', 38_400, 1080],
    ])
  })

  test('have a fingerprint that changes with their times and stops only', async () => {
    const fingerprints = async (files: FeedFiles) =>
      new Map((await plan(files)).runs.map((run) => [run.externalId, run.fingerprint]))
    const before = await fingerprints(islandLines())
    const renamed = await fingerprints(change(islandLines(), 'stops.txt', 3, { stop_name: 'Zygi' }))
    const later = await fingerprints(
      change(islandLines(), 'stop_times.txt', 6, { arrival_time: '19:21:00', departure_time: '19:21:00' }),
    )
    expect(renamed).toEqual(before)
    expect([...later].filter(([id, fingerprint]) => before.get(id) !== fingerprint).map(([id]) => id)).toEqual(['back'])
  })
})

describe('fares', () => {
  const asText = (fares: Awaited<ReturnType<typeof plan>>['fares']) =>
    fares.map(
      (fare) =>
        `${fare.route} ${fare.pair ? `${fare.pair.origin}>${fare.pair.destination}` : 'any'} ${fare.amountMinor} ${fare.currency}`,
    )

  test('apply between the stops of their zones, in the direction of travel, on their route', async () => {
    const { fares } = await plan(islandLines())
    expect(asText(fares)).toEqual([
      'r-10 LCA-1>AKR 500 EUR',
      'r-10 LCA-1>LIM 500 EUR',
      'r-10 ZYG>AKR 500 EUR',
      'r-10 ZYG>LIM 500 EUR',
      'r-shuttle any 150 EUR',
    ])
  })

  test('without rules apply on every route of their agency', async () => {
    const { fares } = await plan({
      ...islandLines(),
      'fare_rules.txt': 'fare_id\n',
      'fare_attributes.txt': [{ fare_id: 'g', price: '2.00', currency_type: 'USD', agency_id: 'ISL' }],
    })
    expect(asText(fares)).toEqual(['r-10 any 200 USD', 'r-night any 200 USD', 'r-shuttle any 200 USD'])
  })

  test('are the cheapest, and none for a pair that the flat fare covers for less', async () => {
    const attributes = [
      ['flat', '4.00'],
      ['dear', '9'],
      ['zone', '5.00'],
    ].map(([fare_id = '', price = '']) => ({ fare_id, price, currency_type: 'EUR' }))
    const rules: Row[] = [
      { fare_id: 'flat', route_id: 'r-10' },
      { fare_id: 'dear', route_id: 'r-10' },
      { fare_id: 'zone', origin_id: 'A', destination_id: 'B' },
    ]
    const { fares } = await plan({ ...islandLines(), 'fare_attributes.txt': attributes, 'fare_rules.txt': rules })
    expect(asText(fares)).toEqual(['r-10 any 400 EUR'])
  })

  test('that are not the cheapest are reported once with their scope, and counted', async () => {
    const attributes = [
      ['cheap', '4.00', 'EUR'],
      ['dear', '9.00', 'EUR'],
      ['same', '4.00', 'EUR'],
      ['foreign', '5.00', 'GBP'],
    ].map(([fare_id = '', price = '', currency_type = '']) => ({ fare_id, price, currency_type }))
    const rules = attributes.map(({ fare_id }) => ({ fare_id, route_id: 'r-10', origin_id: 'A', destination_id: 'B' }))
    const { fares, issues } = await plan({
      ...islandLines(),
      'fare_attributes.txt': attributes,
      'fare_rules.txt': rules,
    })
    expect(fares.map((fare) => fare.amountMinor)).toEqual([400, 400, 400, 400])
    expect(issues.warnings).toMatchObject([
      {
        file: 'fare_attributes.txt',
        line: 3,
        code: 'fare_cheaper_taken',
        values: {
          price: '9.00 EUR',
          cheaper: '4.00 EUR',
          id: 'cheap',
          count: 4,
          example: '10: Αεροδρόμιο, αποβάθρα 1 – Ακρωτήρι',
        },
      },
      { file: 'fare_attributes.txt', line: 5, code: 'fare_two_currencies', values: { currency: 'EUR', count: 4 } },
    ])
    expect(issues.leftOut('fares')).toBe(8)
  })

  test('that exceed a flat fare of the route are reported too', async () => {
    const attributes = [
      ['flat', '4.00'],
      ['zone', '5.00'],
    ].map(([fare_id = '', price = '']) => ({ fare_id, price, currency_type: 'EUR' }))
    const rules: Row[] = [
      { fare_id: 'flat', route_id: 'r-10' },
      { fare_id: 'zone', origin_id: 'A', destination_id: 'B' },
    ]
    const { issues } = await plan({ ...islandLines(), 'fare_attributes.txt': attributes, 'fare_rules.txt': rules })
    expect(issues.warnings).toMatchObject([{ code: 'fare_cheaper_taken', line: 3, values: { id: 'flat', count: 4 } }])
  })

  test('take as much time for each rule with any number of rules', async () => {
    const readsPerRule = async (stops: number) => {
      const { feed, routes } = await plan(islandLines())
      const [route] = routes
      const ids = Array.from({ length: stops }, (_, index) => `s${index}`)
      let reads = 0
      const rules = ids.flatMap((origin) =>
        ids.map((destination) => ({
          fare_id: 'f',
          contains_id: '',
          destination_id: destination,
          route_id: 'r-10',
          get origin_id() {
            reads += 1
            return origin
          },
        })),
      )
      const fares = rules.map((rule, index) => ({
        id: `f${index}`,
        line: index + 2,
        price: '1.00',
        currency: 'EUR',
        agency: '',
        rules: [rule],
      }))
      const [stop] = feed.stops
      const [pattern] = route?.patterns ?? []
      if (!route || !stop || !pattern) throw new Error('The feed has a route with stops.')
      const big = { ...feed, fares, stops: ids.map((id) => ({ ...stop, id, zone: id })) }
      const planned = await planFares(big, [{ ...route, patterns: [{ ...pattern, stops: ids }] }], new Issues())
      expect(planned).toHaveLength((stops * (stops - 1)) / 2)
      return reads / rules.length
    }
    expect(await readsPerRule(60)).toBe(await readsPerRule(15))
  })

  test.each([
    ['JPY', '150', 150],
    ['KWD', '2.501', 2501],
    ['IQD', '0.25', 250],
    ['EUR', '0', 0],
  ])('in %s %s are %i of the smallest unit', async (currency_type, price, minor) => {
    const { fares, issues } = await plan(change(islandLines(), 'fare_attributes.txt', 1, { currency_type, price }))
    expect(fares.at(-1)).toMatchObject({ amountMinor: minor, currency: currency_type })
    expect(issues.warnings).toEqual([])
  })

  test('with more decimals than the currency are omitted with a warning', async () => {
    const { fares, issues } = await plan(change(islandLines(), 'fare_attributes.txt', 1, { price: '1.505' }))
    expect(fares.every((fare) => fare.route === 'r-10')).toBe(true)
    expect(issues.warnings).toMatchObject([
      { file: 'fare_attributes.txt', line: 3, field: 'price', code: 'price_too_precise' },
    ])
    expect(issues.leftOut('fares')).toBe(1)
  })
})
