import { describe, expect, test } from 'vitest'
import { planImport } from '../../../../../../server/features/gtfs/plan/import'
import { readFeed } from '../../../../../../server/features/gtfs/read/feed'
import { Issues } from '../../../../../../server/features/gtfs/read/issues'
import { islandLines, type IslandLines } from '../../../../../support/feed/island-lines'
import { zipFeed } from '../../../../../support/feed/zip'

const DATES = { from: '2025-03-28', to: '2025-04-01' }

/** Returns the feed with a copy of trip `out` on another route and service, with different times at one call if given. */
function withCopy(service = 'weekdays', other: { call: number; time: string } | null = null): IslandLines {
  const feed = islandLines()
  const calls = feed['stop_times.txt'].filter((call) => call['trip_id'] === 'out')
  const copied = calls.map((call, index) => ({
    ...call,
    trip_id: 'copy',
    ...(index === other?.call && { arrival_time: other.time, departure_time: other.time }),
  }))
  return {
    ...feed,
    'trips.txt': [...feed['trips.txt'], { route_id: 'r-night', service_id: service, trip_id: 'copy' }],
    'stop_times.txt': [...feed['stop_times.txt'], ...copied],
  }
}

async function warnings(feed: IslandLines) {
  const issues = new Issues()
  const { runs } = await planImport(await readFeed(await zipFeed(feed), issues, DATES), issues, DATES)
  return { runs, actual: issues.warnings.filter(({ code }) => code === 'departure_repeated') }
}

describe('a duplicate departure of a feed', () => {
  test('is reported once, with both trips, their routes and the number of dates, and is imported', async () => {
    const { actual, runs } = await warnings(withCopy())
    expect(actual).toMatchObject([
      {
        file: 'trips.txt',
        line: 7,
        field: 'trip_id',
        values: { trip: 'copy', route: 'N1', other: 'out', other_line: 2, other_route: '10', count: 2 },
      },
    ])
    expect(runs.filter(({ departure }) => departure === 7.25 * 3600)).toHaveLength(2)
  })

  test('is reported only on the dates that both trips have', async () => {
    const { actual } = await warnings(withCopy('daily'))
    expect(actual).toMatchObject([{ values: { count: 2 } }])
    expect((await warnings(withCopy('special'))).actual).toEqual([])
  })

  test.each([
    { call: 1, time: '7:46:00' },
    { call: 3, time: '8:46:00' },
  ])('does not exist when a time differs: $time at call $call', async (other) => {
    expect((await warnings(withCopy('weekdays', other))).actual).toEqual([])
  })

  test('is reported when it comes from a frequency', async () => {
    const feed = islandLines()
    const calls = [
      { trip_id: 'copy', arrival_time: '10:20:00', departure_time: '10:20:00', stop_id: 'LCA-1', stop_sequence: 1 },
      { trip_id: 'copy', arrival_time: '10:38:00', departure_time: '10:38:00', stop_id: 'ZYG', stop_sequence: 2 },
    ]
    const { actual } = await warnings({
      ...feed,
      'trips.txt': [...feed['trips.txt'], { route_id: 'r-10', service_id: 'daily', trip_id: 'copy' }],
      'stop_times.txt': [...feed['stop_times.txt'], ...calls],
    })
    expect(actual).toMatchObject([{ line: 7, values: { trip: 'copy', other: 'shuttle', count: 5 } }])
  })
})
