import { expect, test } from 'vitest'
import { NO_GONE_JOURNEYS, type ImportReport } from '../../../../../contract/operations/timetable-report'
import { reportText } from '../../../../../server/features/gtfs/report-text'

const NOTHING = { created: 0, updated: 0, unchanged: 0, skipped: 0 }
const report = (more: Partial<ImportReport>): ImportReport => ({
  outcome: 'imported',
  feed: null,
  source: null,
  counts: { stations: NOTHING, routes: NOTHING, patterns: NOTHING, journeys: NOTHING, fares: NOTHING },
  warnings: [],
  warnings_total: 0,
  errors: [],
  errors_total: 0,
  gone: NO_GONE_JOURNEYS,
  journeys_by_date: [],
  ...more,
})

test('import report in a terminal recommends skipping rows only for a feed that can be read', () => {
  expect(reportText(report({ outcome: 'refused', is_readable: true }))).toContain('--skip-rows-in-error')
  expect(reportText(report({ outcome: 'refused', is_readable: false }))).toMatch(/choose another file\.$/)
})

test('import report in a terminal lists every warning, their number, and the removed journeys', () => {
  const warning = {
    file: 'trips.txt',
    line: 7,
    field: 'trip_id',
    code: 'departure_repeated',
    detail: 'It comes twice.',
    remedy: 'Remove one.',
    values: {},
  }
  const gone = {
    count: 3,
    booked: 1,
    on_sale: 3,
    stopped: 3,
    journeys: [
      { id: 'a', code: '10-20260301-0715', seats_taken: 4 },
      { id: 'b', code: '10-20260301-0815', seats_taken: 0 },
    ],
  }
  expect(reportText(report({ warnings: [warning], warnings_total: 9, gone })).split('\n')).toEqual([
    'Journeys that the feed no longer has (3, 1 of them with passengers, sale of 3 stopped):',
    '  10-20260301-0715  4 seats sold or held',
    '  10-20260301-0815',
    '  and 1 more',
    '',
    'Warnings (9):',
    '  trips.txt:7:trip_id  It comes twice. Remove one.',
    '  and 8 more',
    '',
    'Imported.',
  ])
})

test('import report in a terminal shows the source, its changed stations and the missing decision', () => {
  const change = { id: 's1', code: 'ST1', before: { en: 'North' }, after: { en: 'Harbour' }, moved_m: 5004 }
  const source = {
    id: null,
    name: 'Alpha Bus',
    is_own: false,
    verdict: 'ask' as const,
    reason: 'stops_changed' as const,
    requires: 'moves' as const,
    changes: [change],
    changes_total: 12,
  }
  const text = reportText(report({ source }))
  expect(text).toContain('Source: Alpha Bus (new)')
  expect(text).toContain('(12):\n  ST1  North becomes Harbour, moves 5004 m\n  and 11 more')
  expect(text).toContain('Import with --accept-moves, or with --new-source-name NAME.')
  expect(reportText(report({ source: { ...source, requires: 'source' } }))).toContain('import with --source-id ID')
})
