import '../../../../support/console/media'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, expect, it, vi } from 'vitest'
import {
  NO_GONE_JOURNEYS,
  type ImportReport,
  type ImportRun,
  type ImportSource,
} from '../../../../../contract/operations/timetable-report'
import TimetableImport from '../../../../../src/resources/routes/TimetableImport'
import { renderInFrame, signedIn, words } from '../../../../support/console/frame'
import { answer, script } from '../../../../support/console/session'

const NOTHING = { created: 0, updated: 0, unchanged: 0, skipped: 0 }
const ALPHA = '0198c0de-0000-7000-8000-00000000000a'
const GAMMA = '0198c0de-0000-7000-8000-00000000000c'
const SOURCES = [
  { id: ALPHA, name: 'Alpha Bus', is_own: false, created_at: '2026-03-01T00:00:00Z' },
  { id: GAMMA, name: 'Gamma Line', is_own: false, created_at: '2026-03-01T00:00:00Z' },
]
const moved = (index: number): ImportSource['changes'][number] => ({
  id: `station-${index}`,
  code: `ST${index}`,
  before: { en: `Alpha ${index}` },
  after: { en: `Beta ${index}` },
  moved_m: 333_586,
})
const SAME: ImportSource = {
  id: ALPHA,
  name: 'Alpha Bus',
  is_own: false,
  verdict: 'same',
  reason: 'stops_agree',
  requires: null,
  changes: [],
  changes_total: 0,
}
const MOVES: ImportSource = {
  ...SAME,
  verdict: 'ask',
  reason: 'stops_changed',
  requires: 'moves',
  changes: Array.from({ length: 10 }, (_, index) => moved(index)),
  changes_total: 13,
}
const UNCLEAR: ImportSource = { ...MOVES, reason: 'same_publisher', requires: 'source' }
const NEW: ImportSource = { ...SAME, id: null, name: 'Beta Coaches', verdict: 'new', reason: 'nothing_agrees' }

const run = (source: ImportSource, more: Partial<ImportRun> = {}): ImportRun => {
  const report: ImportReport = {
    outcome: 'dry_run',
    feed: null,
    source,
    counts: { stations: NOTHING, routes: NOTHING, patterns: NOTHING, journeys: NOTHING, fares: NOTHING },
    warnings: [],
    warnings_total: 0,
    errors: [],
    errors_total: 0,
    gone: NO_GONE_JOURNEYS,
    journeys_by_date: [],
  }
  return {
    id: '7',
    file_name: 'feed.zip',
    from: '2026-03-01',
    to: '2026-03-30',
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
    report,
    failure: null,
    started_by: 'Ana',
    created_at: '2026-03-01T00:00:00Z',
    finished_at: '2026-03-01T00:00:01Z',
    ...more,
  }
}

afterEach(async () => {
  vi.unstubAllGlobals()
  await words.changeLocale('en')
})

/** Uploads a feed for which each run proposes the next of these sources; returns what was sent. */
async function upload(...proposed: ImportSource[]) {
  signedIn({ role: 'admin' })
  const sent: FormData[] = []
  const latest = () => {
    const body = sent.at(-1)
    const text = (name: string) => {
      const value = body?.get(name)
      return typeof value === 'string' ? value : null
    }
    return run(proposed[Math.min(sent.length, proposed.length) - 1] ?? SAME, {
      id: String(sent.length),
      from: text('from') ?? '',
      to: text('to') ?? '',
      source_id: text('source_id'),
      new_source_name: text('new_source_name'),
      dry_run: text('dry_run') === 'true',
    })
  }
  const done = () => answer({ finished_at: '2026-03-01T00:00:01Z', is_trial: true, failure: null, counts: {} })
  script({
    'POST /gtfs/imports/': ({ body }) => {
      if (body instanceof FormData) sent.push(body)
      return answer(latest())
    },
    ...Object.fromEntries(
      [1, 2, 3, 4].flatMap((id) => [
        [`GET /gtfs/imports/${id}/`, () => answer(latest())],
        [`GET /tasks/${id}/`, done],
      ]),
    ),
    'GET /gtfs/sources/': () => answer(SOURCES),
  })
  const view = renderInFrame(<TimetableImport />, '/routes/import')
  const file = document.querySelector('input[type="file"]')
  if (file) fireEvent.change(file, { target: { files: [new File(['zip'], 'feed.zip')] } })
  await screen.findByRole('combobox')
  await waitFor(() => expect(screen.getByRole('combobox').getAttribute('aria-disabled')).not.toBe('true'))
  return { sent, view }
}

const choose = async (name: string) => {
  fireEvent.mouseDown(screen.getByRole('combobox'))
  fireEvent.click(await screen.findByRole('option', { name }))
}
const importButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Import' })

it.each([
  ['Move these stations', { after: { en: 'Alpha 1' } }],
  ['Rename these stations', { moved_m: 0 }],
  ['Move and rename these stations', {}],
])('timetable import asks to accept what happens to the stations: %s', async (label, change) => {
  const before = { en: 'Alpha 1' }
  await upload({ ...MOVES, changes: [{ ...moved(1), before, ...change }], changes_total: 1 })
  expect(screen.getByRole('switch', { name: label })).toBeEnabled()
})

it('timetable import asks for the file again when the page of a check was reloaded', async () => {
  signedIn({ role: 'admin' })
  script({
    'GET /gtfs/imports/7/': () => answer(run(MOVES)),
    'GET /tasks/7/': () => answer({ finished_at: '2026-03-01T00:00:01Z', is_trial: true, failure: null, counts: {} }),
  })
  renderInFrame(<TimetableImport />, '/routes/import?run=7')
  expect(await screen.findByText('This is the check of feed.zip. Choose the file again to import it.')).toBeVisible()
  expect(screen.queryByText(/Accept that/)).toBeNull()
})

it('timetable import asks nothing when the source is clear', async () => {
  const { sent } = await upload(SAME)
  expect(screen.getByRole('combobox').textContent).toBe('Alpha Bus')
  expect(screen.getByText('Its stops are those of Alpha Bus.')).toBeTruthy()
  fireEvent.click(importButton())
  await waitFor(() => expect(sent).toHaveLength(2))
  expect([sent[1]?.get('dry_run'), sent[1]?.get('source_id'), sent[1]?.get('new_source_name')]).toEqual([
    'false',
    null,
    null,
  ])
})

it('timetable import lists moves and renames, and waits until they are accepted', async () => {
  const { sent, view } = await upload(MOVES)
  expect(screen.getByText('Stations that would move or change their name (13)')).toBeTruthy()
  const table = within(screen.getByRole('region', { name: /^Stations that would move/ }))
  expect(table.getAllByRole('row')).toHaveLength(11)
  expect(table.getAllByText('333.6 km')).toHaveLength(10)
  expect(screen.getByText('and 3 more')).toBeTruthy()
  expect(importButton().disabled).toBe(true)
  const { violations } = await axe.run(view.container, { rules: { 'color-contrast': { enabled: false } } })
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
  fireEvent.click(screen.getByRole('switch', { name: 'Move and rename these stations' }))
  fireEvent.click(importButton())
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]?.get('accept_moves')).toBe('true')
})

it('timetable import checks the feed again for another source', async () => {
  const { sent } = await upload(UNCLEAR, { ...SAME, id: GAMMA, name: 'Gamma Line', reason: 'chosen' })
  expect(importButton().disabled).toBe(true)
  await choose('Gamma Line')
  await waitFor(() => expect(sent).toHaveLength(2))
  expect([sent[1]?.get('dry_run'), sent[1]?.get('source_id')]).toEqual(['true', GAMMA])
  await waitFor(() => expect(importButton().disabled).toBe(false))
})

it('timetable import takes the feed of another operator as a new source with a name', async () => {
  const { sent } = await upload(UNCLEAR, { ...NEW, reason: 'chosen' })
  await choose('New source')
  expect(importButton().disabled).toBe(true)
  const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name of the new source' })
  expect(screen.getByText('Required')).toBeTruthy()
  fireEvent.change(name(), { target: { value: 'Beta' } })
  fireEvent.click(screen.getByRole('button', { name: 'Check' }))
  await waitFor(() => expect(importButton().disabled).toBe(false))
  fireEvent.click(importButton())
  await waitFor(() => expect(sent).toHaveLength(3))
  expect(sent.map((body) => [body.get('dry_run'), body.get('new_source_name')])).toEqual([
    ['true', null],
    ['true', 'Beta'],
    ['false', 'Beta'],
  ])
})

it('timetable import proposes the name of a new source, which can be changed', async () => {
  const { sent } = await upload(NEW)
  const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name of the new source' })
  expect(name.value).toBe('Beta Coaches')
  fireEvent.change(name, { target: { value: '  Beta  ' } })
  fireEvent.click(importButton())
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]?.get('new_source_name')).toBe('Beta')
})

it('timetable import names the source in the language of the user', async () => {
  await words.changeLocale('ae')
  await upload(UNCLEAR)
  expect(screen.getByText('محطات سيتغير موقعها أو اسمها', { exact: false })).toBeTruthy()
  expect(screen.getByText('اختر مصدر هذا الجدول قبل استيراده.')).toBeTruthy()
})
