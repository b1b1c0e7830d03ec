import { describe, expect, test } from 'vitest'
import { readFeed } from '../../../../../../server/features/gtfs/read/feed'
import { FeedRefused, Issues } from '../../../../../../server/features/gtfs/read/issues'
import { change, islandLines, type IslandLines } from '../../../../../support/feed/island-lines'
import { csv, zipFeed, type FeedFiles } from '../../../../../support/feed/zip'

const DATES = { from: '2025-03-28', to: '2025-04-01' }

async function read(files: FeedFiles, dates = DATES) {
  const issues = new Issues()
  const feed = await readFeed(await zipFeed(files), issues, dates)
  return { feed, issues }
}

/** Returns the errors of a feed, whether or not they refuse it. */
async function errors(files: FeedFiles) {
  const issues = new Issues()
  await readFeed(await zipFeed(files), issues, DATES).catch((error: unknown) => {
    if (!(error instanceof FeedRefused)) throw error
  })
  return issues.errors.map(({ file, line, field, code }) => ({ file, line, field, code }))
}

const without = (file: keyof IslandLines): FeedFiles =>
  Object.fromEntries(Object.entries(islandLines()).filter(([name]) => name !== file))

describe('a feed', () => {
  test('is read with its stations, routes, calendars and trips', async () => {
    const { feed, issues } = await read(islandLines())
    expect(issues.errors).toEqual([])
    expect(issues.warnings).toEqual([])
    expect(feed.head).toMatchObject({
      publisher: 'Island Lines',
      language: 'el',
      timezone: 'Asia/Nicosia',
      startDate: '2025-01-01',
      endDate: '2025-12-31',
    })
    expect(feed.stops.map((stop) => [stop.id, stop.parent, stop.timezone, stop.wheelchair])).toEqual([
      ['LCA', null, 'Asia/Nicosia', 1],
      ['LCA-1', 'LCA', 'Asia/Nicosia', 1],
      ['ZYG', null, 'Asia/Nicosia', 0],
      ['AKR', null, 'Europe/London', 0],
      ['LIM', null, 'Asia/Nicosia', 0],
    ])
    expect(feed.running.map(({ trip }) => [trip.id, trip.dates])).toEqual([
      ['out', ['2025-03-28', '2025-03-31']],
      ['back', ['2025-03-28', '2025-03-31']],
      ['sunday', ['2025-03-30']],
      ['night', ['2025-03-28', '2025-03-29', '2025-03-30', '2025-03-31', '2025-04-01']],
      ['shuttle', ['2025-03-28', '2025-03-29', '2025-03-30', '2025-03-31', '2025-04-01']],
    ])
  })

  test('may start with a byte order mark, end lines with CR LF, quote, and hold unknown columns and files', async () => {
    const feed = islandLines()
    const stops = csv(feed['stops.txt'])
      .replaceAll('\n', '\r\n')
      .replace('stop_lon', 'stop_lon,colour')
      .replace(/^(.*33\.\d+)/gm, '$1,"red, mostly"')
    const { feed: found, issues } = await read({
      ...feed,
      'stops.txt': `\uFEFF${stops}\r\n\r\n`,
      'notes.txt': '"never read',
    })
    expect(issues.errors).toEqual([])
    expect(found.stops.find((stop) => stop.id === 'LCA-1')?.name).toBe('Αεροδρόμιο, αποβάθρα 1')
  })

  test('marks approximate times: declared, interpolated, or of a frequency', async () => {
    const feed = change(change(islandLines(), 'frequencies.txt', 0, { exact_times: 0 }), 'stop_times.txt', 5, {
      timepoint: 0,
    })
    const { feed: found, issues } = await read(feed)
    expect(issues.errors).toEqual([])
    const of = (id: string) => found.running.find(({ trip }) => trip.id === id)
    expect(of('out')?.calls.map((call) => call.isApproximate)).toEqual([false, true, true, false])
    expect(of('back')?.calls.map((call) => call.isApproximate)).toEqual([false, true, false])
    expect(of('shuttle')?.trip.isApproximate).toBe(true)
    expect(of('night')?.trip.isApproximate).toBe(false)
  })

  test('may have a coordinate without its zero', async () => {
    const { feed, issues } = await read(change(islandLines(), 'stops.txt', 3, { stop_lat: '.5', stop_lon: '-.25' }))
    expect(issues.errors).toEqual([])
    expect(feed.stops.find((stop) => stop.id === 'ZYG')).toMatchObject({ latitude: 0.5, longitude: -0.25 })
  })

  test('has no trips that do not run on the dates', async () => {
    const { feed } = await read(islandLines(), { from: '2025-03-29', to: '2025-03-29' })
    expect(feed.running.map(({ trip }) => trip.id)).toEqual(['night', 'shuttle'])
  })

  test('may have its rows of stop_times.txt in any order', async () => {
    const feed = islandLines()
    const { feed: found, issues } = await read({ ...feed, 'stop_times.txt': [...feed['stop_times.txt']].reverse() })
    const { feed: expected } = await read(feed)
    expect(issues.errors).toEqual([])
    expect(found.running.map(({ calls }) => calls)).toEqual(expected.running.map(({ calls }) => calls))
  })

  test('without the dates has a warning', async () => {
    const { issues } = await read(islandLines(), { from: '2031-01-01', to: '2031-01-02' })
    expect(issues.warnings).toMatchObject([
      { code: 'no_journeys', remedy: expect.stringContaining('2025-01-01 to 2025-12-31') as string },
    ])
  })

  test('recommends no other dates when its trips are missing because of errors', async () => {
    const feed = islandLines()
    const unreadable = feed['stop_times.txt'].map((row) => ({ ...row, departure_time: 'soon' }))
    const { feed: found, issues } = await read({ ...feed, 'stop_times.txt': unreadable })
    expect(found.running).toEqual([])
    expect(issues.errorsTotal).toBeGreaterThan(0)
    expect(issues.warnings).toEqual([])
  })
})

describe('a feed is refused with all of its faults without', () => {
  test.each(['agency.txt', 'stops.txt', 'routes.txt', 'trips.txt', 'stop_times.txt'] as const)('%s', async (file) => {
    expect(await errors(without(file))).toEqual([{ file, line: null, field: null, code: 'file_missing' }])
  })

  test('one of the calendars', async () => {
    const { 'calendar.txt': _, 'calendar_dates.txt': __, ...rest } = islandLines()
    expect(await errors(rest)).toEqual([{ file: 'calendar.txt', line: null, field: null, code: 'file_missing' }])
    expect(await errors(without('calendar.txt'))).not.toContainEqual(expect.objectContaining({ code: 'file_missing' }))
  })

  test('several things, without consequential errors', async () => {
    const { 'agency.txt': _, ...rest } = change(
      change(change(islandLines(), 'stop_times.txt', 6, { arrival_time: '17:00:00' }), 'fare_attributes.txt', 0, {
        price: 'five',
      }),
      'trips.txt',
      0,
      { route_id: 'nix' },
    )
    expect(await errors(rest)).toEqual([
      { file: 'agency.txt', line: null, field: null, code: 'file_missing' },
      { file: 'trips.txt', line: 2, field: 'route_id', code: 'route_unknown' },
      ...[2, 3, 4, 5].map((line) => ({ file: 'stop_times.txt', line, field: 'trip_id', code: 'trip_unknown' })),
      { file: 'stop_times.txt', line: 8, field: 'arrival_time', code: 'times_decrease' },
      { file: 'fare_attributes.txt', line: 2, field: 'price', code: 'price_invalid' },
      { file: 'fare_rules.txt', line: 2, field: 'fare_id', code: 'fare_unknown' },
    ])
  })

  test.each(['stops.txt', 'routes.txt', 'trips.txt', 'calendar.txt'] as const)(
    '%s, with times that decrease behind it',
    async (file) => {
      const feed = change(islandLines(), 'stop_times.txt', 2, { arrival_time: 'noon' })
      const spoilt = change(feed, 'stop_times.txt', 6, { arrival_time: '17:00:00' })
      const files = Object.entries(spoilt).filter(([name]) => name !== file && name !== 'calendar_dates.txt')
      const found = await errors(Object.fromEntries(files))
      expect(found).toContainEqual({ file, line: null, field: null, code: 'file_missing' })
      expect(found).toContainEqual({ file: 'stop_times.txt', line: 4, field: 'arrival_time', code: 'time_invalid' })
      // Only trips.txt groups times into trips.
      if (file !== 'trips.txt')
        expect(found).toContainEqual({ file: 'stop_times.txt', line: 8, field: 'arrival_time', code: 'times_decrease' })
    },
  )

  test('the time zone of the only agency, without saying that there is no agency', async () => {
    expect(await errors(change(islandLines(), 'agency.txt', 0, { agency_timezone: 'Asia/Nowhere' }))).toEqual([
      { file: 'agency.txt', line: 2, field: 'agency_timezone', code: 'timezone_unknown' },
    ])
  })

  test('a column, with the errors of the others', async () => {
    const routes = 'route_id,route_short_name,route_type\nr-10,10,bus\nr-night,N1,3\nr-shuttle,SH,3'
    const stops = csv(islandLines()['stops.txt']).replace('stop_id,', 'id,')
    expect(await errors({ ...islandLines(), 'stops.txt': stops, 'routes.txt': routes })).toEqual([
      { file: 'stops.txt', line: 1, field: 'stop_id', code: 'column_missing' },
      { file: 'routes.txt', line: 2, field: 'route_type', code: 'number_invalid' },
      ...[2, 3, 4].map((line) => ({ file: 'trips.txt', line, field: 'route_id', code: 'route_unknown' })),
      ...Array.from({ length: 9 }, (_, index) => ({
        file: 'stop_times.txt',
        line: index + 2,
        field: 'trip_id',
        code: 'trip_unknown',
      })),
      { file: 'fare_rules.txt', line: 2, field: 'route_id', code: 'route_unknown' },
    ])
  })

  test('columns, in every file at once', async () => {
    const feed = { ...islandLines(), 'routes.txt': 'route_id\nr', 'stop_times.txt': 'trip_id,stop_id\nt,s' }
    expect(await errors(feed)).toEqual([
      { file: 'routes.txt', line: 1, field: 'route_type', code: 'column_missing' },
      { file: 'stop_times.txt', line: 1, field: 'stop_sequence', code: 'column_missing' },
      { file: 'stop_times.txt', line: 1, field: 'arrival_time', code: 'column_missing' },
      { file: 'stop_times.txt', line: 1, field: 'departure_time', code: 'column_missing' },
    ])
  })

  test('one time zone', async () => {
    const feed = islandLines()
    const second = { ...feed['agency.txt'][0], agency_id: 'B', agency_timezone: 'Europe/Athens' }
    expect(await errors({ ...feed, 'agency.txt': [...feed['agency.txt'], second] })).toEqual([
      { file: 'agency.txt', line: 3, field: 'agency_timezone', code: 'timezone_differs' },
    ])
    expect(await errors(change(feed, 'agency.txt', 0, { agency_timezone: 'Mars/Olympus' }))).toContainEqual({
      file: 'agency.txt',
      line: 2,
      field: 'agency_timezone',
      code: 'timezone_unknown',
    })
  })

  test('valid CSV to its end', async () => {
    const feed = islandLines()
    for (const end of ['"r-9,ISL,9', 'r-9,ISL,\u0000']) {
      const torn = `${csv(feed['routes.txt'])}\n${end}`
      expect(await errors({ ...feed, 'routes.txt': torn })).toEqual([
        { file: 'routes.txt', line: expect.any(Number) as number, field: null, code: 'not_csv' },
      ])
    }
  })
})

describe('a row in error is reported with its file, line, field and remedy', () => {
  test.each<[string, keyof IslandLines, number, Record<string, string | number>, string, string]>([
    ['a date that does not exist', 'calendar.txt', 0, { start_date: '20250230' }, 'start_date', 'date_invalid'],
    ['a date in another form', 'calendar_dates.txt', 1, { date: '2025-03-30' }, 'date', 'date_invalid'],
    ['a service that ends before it starts', 'calendar.txt', 1, { end_date: 20241231 }, 'end_date', 'dates_reversed'],
    ['an unknown exception type', 'calendar_dates.txt', 0, { exception_type: 3 }, 'exception_type', 'choice_invalid'],
    ['an invalid time', 'stop_times.txt', 4, { arrival_time: '18h00' }, 'arrival_time', 'time_invalid'],
    ['an unknown stop', 'stop_times.txt', 5, { stop_id: 'NIX' }, 'stop_id', 'stop_unknown'],
    ['a station to stop at', 'stop_times.txt', 5, { stop_id: 'LCA' }, 'stop_id', 'stop_not_boardable'],
    ['an entrance to stop at', 'stop_times.txt', 5, { stop_id: 'LCA-E' }, 'stop_id', 'stop_not_boardable'],
    ['an unknown trip', 'stop_times.txt', 5, { trip_id: 'nix' }, 'trip_id', 'trip_unknown'],
    ['an invalid sequence', 'stop_times.txt', 5, { stop_sequence: '-1' }, 'stop_sequence', 'number_invalid'],
    ['a sequence twice', 'stop_times.txt', 5, { stop_sequence: 1 }, 'stop_sequence', 'sequence_repeated'],
    [
      'an arrival before the last departure',
      'stop_times.txt',
      6,
      { arrival_time: '18:30:00' },
      'arrival_time',
      'times_decrease',
    ],
    [
      'a departure before the arrival',
      'stop_times.txt',
      5,
      { departure_time: '18:39:59' },
      'departure_time',
      'times_decrease',
    ],
    [
      'no time at the end',
      'stop_times.txt',
      3,
      { arrival_time: '', departure_time: '' },
      'arrival_time',
      'time_missing',
    ],
    ['a latitude off the globe', 'stops.txt', 3, { stop_lat: 134.7 }, 'stop_lat', 'latitude_invalid'],
    ['an invalid longitude', 'stops.txt', 3, { stop_lon: '33,3' }, 'stop_lon', 'longitude_invalid'],
    ['no position', 'stops.txt', 3, { stop_lat: '', stop_lon: '' }, 'stop_lat', 'value_missing'],
    ['no name', 'stops.txt', 3, { stop_name: '' }, 'stop_name', 'value_missing'],
    ['an id twice', 'stops.txt', 5, { stop_id: 'ZYG' }, 'stop_id', 'id_repeated'],
    ['an unknown parent', 'stops.txt', 0, { parent_station: 'NIX' }, 'parent_station', 'stop_unknown'],
    ['a parent that is no station', 'stops.txt', 0, { parent_station: 'ZYG' }, 'parent_station', 'parent_no_station'],
    ['a station in a station', 'stops.txt', 1, { parent_station: 'ZYG' }, 'parent_station', 'parent_too_deep'],
    ['an invalid time zone', 'stops.txt', 4, { stop_timezone: 'London' }, 'stop_timezone', 'timezone_unknown'],
    [
      'a route without a name',
      'routes.txt',
      1,
      { route_short_name: '', route_long_name: ' ' },
      'route_long_name',
      'value_missing',
    ],
    ['an unknown agency', 'routes.txt', 1, { agency_id: 'NIX' }, 'agency_id', 'agency_unknown'],
    ['an unknown route', 'trips.txt', 3, { route_id: 'nix' }, 'route_id', 'route_unknown'],
    ['an unknown service', 'trips.txt', 3, { service_id: 'nix' }, 'service_id', 'service_unknown'],
    [
      'a period that ends before it starts',
      'frequencies.txt',
      0,
      { end_time: '09:00:00' },
      'end_time',
      'period_reversed',
    ],
    ['a headway of zero', 'frequencies.txt', 0, { headway_secs: 0 }, 'headway_secs', 'number_invalid'],
    ['a price below zero', 'fare_attributes.txt', 0, { price: '-5' }, 'price', 'price_invalid'],
    ['an invalid currency', 'fare_attributes.txt', 0, { currency_type: 'euro' }, 'currency_type', 'currency_invalid'],
    ['a fare that does not exist', 'fare_rules.txt', 1, { fare_id: 'nix' }, 'fare_id', 'fare_unknown'],
    ['text that is not UTF-8', 'stops.txt', 3, { stop_name: 'Z\uFFFDgi' }, 'stop_name', 'not_utf8'],
  ])('%s', async (_, file, row, values, field, code) => {
    const { issues } = await read(change(islandLines(), file, row, values))
    expect(issues.errors[0]).toMatchObject({ file, line: row + 2, field, code })
    expect(issues.errors[0]?.remedy).toMatch(/\.$/)
  })

  test('more values than the header names', async () => {
    const feed = islandLines()
    expect(
      await errors({ ...feed, 'routes.txt': `${csv(feed['routes.txt'])}\nr-9,ISL,9,Larnaca, Limassol,3,1A7F5A` }),
    ).toContainEqual({ file: 'routes.txt', line: 5, field: null, code: 'too_many_values' })
  })

  test('a trip with one bad row is omitted, the others are imported', async () => {
    const { feed } = await read(change(islandLines(), 'stop_times.txt', 5, { stop_id: 'NIX' }))
    expect(feed.running.map(({ trip }) => trip.id)).toEqual(['out', 'sunday', 'night', 'shuttle'])
    expect(feed.leftOut).toBe(2)
  })

  test('an invalid colour causes only a warning', async () => {
    const { feed, issues } = await read(change(islandLines(), 'routes.txt', 0, { route_color: 'green' }))
    expect(issues.errors).toEqual([])
    expect(issues.warnings).toMatchObject([
      { file: 'routes.txt', line: 2, field: 'route_color', code: 'color_invalid' },
    ])
    expect(feed.routes[0]?.color).toBeNull()
  })

  test('errors beyond the report are counted', async () => {
    const feed = islandLines()
    const bad = Array.from({ length: 500 }, () => ({
      trip_id: 'nix',
      arrival_time: '',
      departure_time: '',
      stop_id: 'ZYG',
      stop_sequence: 1,
    }))
    const { issues } = await read({ ...feed, 'stop_times.txt': [...feed['stop_times.txt'], ...bad] })
    expect([issues.errors.length, issues.errorsTotal, issues.badRows('stop_times.txt')]).toEqual([200, 500, 500])
  })

  test('with any number of errors of one type, one of every other type is shown', async () => {
    const feed = islandLines()
    const bad = Array.from({ length: 300 }, () => ({ trip_id: 'nix', stop_id: 'ZYG', stop_sequence: 1 }))
    const { issues } = await read({
      ...change(feed, 'fare_rules.txt', 0, { route_id: 'nix' }),
      'stop_times.txt': [...feed['stop_times.txt'], ...bad],
    })
    expect(issues.errors).toHaveLength(200)
    expect(issues.errors.at(-1)).toMatchObject({ file: 'fare_rules.txt', code: 'route_unknown' })
  })
})

describe('items that are not imported are reported', () => {
  test.each<[string, keyof IslandLines, number, Record<string, string | number>, string]>([
    ['approximate frequencies', 'frequencies.txt', 0, { exact_times: 0 }, 'frequency_approximate'],
    ['fares via a zone', 'fare_rules.txt', 0, { contains_id: 'A' }, 'fare_via_zones'],
    ['fares with one zone', 'fare_rules.txt', 0, { destination_id: '' }, 'fare_one_zone'],
    ['a position at zero', 'stops.txt', 3, { stop_lat: 0, stop_lon: 0 }, 'position_zero'],
  ])('%s', async (_, file, row, values, code) => {
    const { issues } = await read(change(islandLines(), file, row, values))
    expect(issues.errors).toEqual([])
    expect(issues.warnings).toMatchObject([{ file, line: row + 2, code }])
  })

  test('fares of the second model', async () => {
    const v2 = { 'fare_products.txt': 'fare_product_id\n', 'fare_leg_rules.txt': 'fare_product_id\n' }
    const { issues } = await read({ ...islandLines(), ...v2 })
    expect(issues.warnings).toMatchObject([
      { code: 'fares_v2_ignored', values: { files: 'fare_products.txt, fare_leg_rules.txt' } },
    ])
  })

  test('a date that is added and removed', async () => {
    const feed = islandLines()
    const removed = { service_id: 'special', date: 20250330, exception_type: 2 }
    const { feed: found, issues } = await read({
      ...feed,
      'calendar_dates.txt': [...feed['calendar_dates.txt'], removed],
    })
    expect(issues.warnings).toMatchObject([{ file: 'calendar_dates.txt', line: 4, code: 'date_contradicts' }])
    expect(found.running.map(({ trip }) => trip.id)).not.toContain('sunday')
  })

  test('a fare whose only rule is skipped does not apply everywhere', async () => {
    const { feed } = await read(change(islandLines(), 'fare_rules.txt', 0, { contains_id: 'A' }))
    expect(feed.fares.map((fare) => fare.id)).toEqual(['shuttle'])
  })
})
