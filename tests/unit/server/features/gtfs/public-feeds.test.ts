import { describe, expect, test } from 'vitest'
import { formatServiceTime } from '../../../../../server/domain/timetable/service-time'
import { planRoutes } from '../../../../../server/features/gtfs/plan/routes'
import { dateSummary, planRuns, runsByDate } from '../../../../../server/features/gtfs/plan/runs'
import { planStations } from '../../../../../server/features/gtfs/plan/stations'
import { readFeed } from '../../../../../server/features/gtfs/read/feed'
import { Issues } from '../../../../../server/features/gtfs/read/issues'
import { publicFeed } from '../../../../support/feed/public-feeds'

const hawaii = publicFeed('hawaii')
const macedonia = publicFeed('north-macedonia')

async function plan(path: string, dates: string[]) {
  const issues = new Issues()
  const feed = await readFeed(path, issues, { from: dates[0] ?? '', to: dates.at(-1) ?? '' })
  const { trips, routes } = planRoutes(feed)
  const runs = await planRuns(
    trips,
    feed.stops.map((stop) => stop.id),
    feed.head.timezone,
  )
  return {
    feed,
    issues,
    routes,
    runs,
    stations: planStations(feed),
    summaries: [...runsByDate(runs, dates)].map(([date, of]) => dateSummary(date, of)),
  }
}

describe.skipIf(!hawaii.isHere)('the timetable of Hawaii (hawaii.zip)', () => {
  test('has its journeys on a weekday, a Sunday and a holiday', async () => {
    const { summaries, issues } = await plan(hawaii.path, ['2015-06-22', '2015-06-28', '2015-07-04'])
    expect(issues.errors).toEqual([])
    expect(summaries).toEqual([
      { date: '2015-06-22', count: 200, most_at_once: 31 },
      { date: '2015-06-28', count: 55, most_at_once: 17 },
      { date: '2015-07-04', count: 16, most_at_once: 7 },
    ])
  })

  test('has one-digit hours, and a last arrival at 25:10', async () => {
    const { runs } = await plan(hawaii.path, ['2015-06-22'])
    expect(formatServiceTime(Math.max(...runs.map((run) => run.arrival)))).toBe('25:10:00')
    expect(runs.some((run) => run.externalId === 'HAK070' && formatServiceTime(run.departure) === '07:15:00')).toBe(
      true,
    )
  })
})

describe.skipIf(!macedonia.isHere)('the timetable of North Macedonia (north-macedonia.zip)', () => {
  test('has its journeys on a Monday and a Sunday', async () => {
    const { summaries, issues, runs } = await plan(macedonia.path, ['2026-03-01', '2026-03-02'])
    expect(issues.errors).toEqual([])
    expect(summaries).toEqual([
      { date: '2026-03-01', count: 12, most_at_once: 3 },
      { date: '2026-03-02', count: 20, most_at_once: 4 },
    ])
    expect(Math.max(...runs.map((run) => run.trip.calls.length))).toBe(33)
  })

  test('has Cyrillic names with their English translations', async () => {
    const { stations, routes } = await plan(macedonia.path, ['2026-03-02'])
    expect(stations[0]?.values).toMatchObject({ kind: 'rail_station', name: { en: 'Skopje', mk: 'Скопје' } })
    expect(routes[0]?.values.name).toEqual({ en: 'Skopje – Kumanovo', mk: 'Скопје – Куманово' })
    expect(stations.every((station) => station.values.name['mk'] !== station.values.name['en'])).toBe(true)
  })
})
