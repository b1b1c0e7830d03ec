import '../../../../support/console/media'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import {
  NO_GONE_JOURNEYS,
  type ImportReport as Report,
  type ImportRun,
} from '../../../../../contract/operations/timetable-report'
import TimetableImport from '../../../../../src/resources/routes/TimetableImport'
import { ImportReport } from '../../../../../src/resources/routes/ImportReport'
import { renderInFrame, signedIn, words } from '../../../../support/console/frame'
import { answer, script } from '../../../../support/console/session'

const NOTHING = { created: 0, updated: 0, unchanged: 0, skipped: 0 }
const warning = (code: string, values: Record<string, string | number>): Report['warnings'][number] => ({
  file: 'trips.txt',
  line: 7,
  field: null,
  code,
  detail: 'The fact.',
  remedy: 'What to do.',
  values,
})
const run = (report: Partial<Report>): ImportRun => ({
  id: '7',
  file_name: 'feed.zip',
  from: '2026-03-01',
  to: '2026-03-31',
  skip_rows_in_error: false,
  stop_sales_of_gone: false,
  dry_run: true,
  vehicle_type: null,
  source_id: null,
  new_source_name: null,
  accept_moves: false,
  status: 'succeeded',
  stage: 'finished',
  progress_pct: 100,
  report: {
    outcome: 'dry_run',
    feed: null,
    source: null,
    counts: { stations: NOTHING, routes: NOTHING, patterns: NOTHING, journeys: NOTHING, fares: NOTHING },
    warnings: [],
    warnings_total: 0,
    errors: [],
    errors_total: 0,
    gone: NO_GONE_JOURNEYS,
    journeys_by_date: [],
    ...report,
  },
  failure: null,
  started_by: 'Ana',
  created_at: '2026-03-01T00:00:00Z',
  finished_at: '2026-03-01T00:00:01Z',
})

afterEach(async () => {
  vi.unstubAllGlobals()
  await words.changeLocale('en')
})

it('timetable import offers no skipping of rows for a file that cannot be read', async () => {
  signedIn({ role: 'admin' })
  const fault = { ...warning('not_a_zip', {}), file: 'feed.zip', line: null, detail: 'The file is not a zip.' }
  const report = run({ outcome: 'refused', is_readable: false, errors: [fault], errors_total: 1 })
  const refused = () => answer({ ...report, status: 'refused' })
  script({
    'POST /gtfs/imports/': refused,
    'GET /gtfs/imports/7/': refused,
    'GET /tasks/7/': () => answer({ finished_at: '2026-03-01T00:00:01Z', is_trial: true, failure: null, counts: {} }),
    'GET /gtfs/sources/': () => answer([]),
  })
  renderInFrame(<TimetableImport />, '/routes/import')
  const input = document.querySelector('input[type="file"]')
  if (input) fireEvent.change(input, { target: { files: [new File(['text'], 'feed.zip')] } })
  expect(await screen.findByText(/^Nothing was imported: the feed can’t be read\./)).toBeVisible()
  expect(screen.queryByText(/row/)).toBeNull()
  expect(screen.getByRole('button', { name: 'Import' })).toBeDisabled()
})

it('import report shows warnings in the language of the user, and unknown ones in English', async () => {
  signedIn({ role: 'manager' })
  await words.changeLocale('de')
  const warnings = [
    warning('routes_without_fare', { count: 3, examples: '10, N1, SH' }),
    warning('rows_blank', { count: 2 }),
    warning('price_short', { written: '.75', read: '0.75' }),
    warning('currency_case', { written: 'eur', read: 'EUR' }),
    warning('unheard_of', {}),
  ]
  renderInFrame(<ImportReport run={run({ warnings, warnings_total: 5 })} failure={null} />)
  expect(await screen.findByText('Zeilen ohne Werte wurden übersprungen: 2.')).toBeTruthy()
  expect(screen.getByText(/^\.75 wird als 0\.75 gelesen/)).toBeTruthy()
  expect(screen.getByText(/^eur wird als EUR gelesen/)).toBeTruthy()
  expect(await screen.findByText(/Linien ohne Preis.*: 3, etwa 10, N1, SH\./)).toBeTruthy()
  expect(screen.getByText(/The fact\./).getAttribute('lang')).toBe('en')
})

it('import report lists the journeys that the feed no longer has, with their passengers and links', async () => {
  signedIn({ role: 'manager' })
  const gone = {
    count: 120,
    booked: 1,
    on_sale: 120,
    stopped: 0,
    journeys: [{ id: 'j1', code: '10-20260301-0715', seats_taken: 3 }],
  }
  renderInFrame(<ImportReport run={run({ gone })} failure={null} />)
  expect(await screen.findByText('Journeys no longer in the feed (120)')).toBeTruthy()
  expect(screen.getByText('10-20260301-0715').getAttribute('href')).toBe('/journeys/j1/show')
  expect(screen.getByText('1 of 120 are shown.')).toBeTruthy()
})

it('import report stops the sale of the journeys that the feed no longer has only on request', async () => {
  signedIn({ role: 'admin' })
  const gone = { ...NO_GONE_JOURNEYS, count: 2, on_sale: 2 }
  const { calls } = script({
    'POST /gtfs/imports/': () => answer(run({ gone })),
    'GET /gtfs/imports/7/': () => answer(run({ gone })),
    'GET /tasks/7/': () => answer({ finished_at: '2026-03-01T00:00:01Z', is_trial: true, failure: null, counts: {} }),
  })
  const asked = () =>
    calls.flatMap(({ body }) =>
      body instanceof FormData ? [[body.get('dry_run'), body.get('stop_sales_of_gone')]] : [],
    )
  renderInFrame(<TimetableImport />, '/routes/import')
  fireEvent.change(screen.getByLabelText('Choose file'), { target: { files: [new File(['zip'], 'feed.zip')] } })
  fireEvent.click(await screen.findByRole('switch', { name: /^Stop sales of journeys/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Check' }))
  await waitFor(() => expect(asked()).toHaveLength(2))
  expect(asked()).toEqual([
    ['true', 'false'],
    ['true', 'true'],
  ])
})
