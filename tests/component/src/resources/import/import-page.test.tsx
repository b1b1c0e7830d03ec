import '../../../../support/console/media'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { ImportSheet } from '../../../../../contract/operations/imports'
import type { Task } from '../../../../../contract/operations/tasks'
import { RESOURCE_DEFINITIONS } from '../../../../../src/layout/resources'
import { registerResources } from '../../../../../src/kit/registry'
import ImportPage from '../../../../../src/resources/import/ImportPage'
import customers from '../../../../../src/resources/customers'
import { renderInFrame, signedIn, words } from '../../../../support/console/frame'
import { answer, script } from '../../../../support/console/session'

const SHEET: ImportSheet = {
  id: '1',
  resource: 'customers',
  file_name: 'customers.csv',
  row_count: 1,
  notes: [
    { code: 'separator_line', line: 1, count: 1 },
    { code: 'title_rows', line: 2, count: 3 },
    { code: 'blank_rows', line: 9, count: 4 },
    { code: 'unnamed_columns', line: 5, count: 2 },
    { code: 'dates_month_first', line: 2, count: 3, column: 'Inspection' },
    { code: 'dates_ambiguous', line: 2, count: 3, column: 'Insurance' },
    { code: 'dates_ambiguous', line: 2, count: 3, column: 'Licence' },
  ],
  columns: ['last_name'],
  key: null,
  header: ['Name'],
  rows: [['Müller']],
  targets: [{ name: 'last_name', required: false }],
}

afterEach(async () => {
  vi.unstubAllGlobals()
  await words.changeLocale('en')
})

const NOW = new Date().toISOString()
const DRY_RUN: Task = {
  id: 't1',
  state: 'succeeded',
  stage: null,
  total: 2,
  done: 2,
  counts: { created: 1, refused: 1 },
  kind: 'import',
  resource: 'customers',
  action: null,
  changes: null,
  source: 'customers.csv',
  sheet_id: '1',
  is_trial: true,
  failure: null,
  undoes_id: null,
  undone_by_id: null,
  undo_until: null,
  file: null,
  started_by: 'ana',
  created_at: NOW,
  started_at: NOW,
  finished_at: NOW,
}

function renderImport() {
  registerResources(RESOURCE_DEFINITIONS)
  signedIn({ role: 'admin' })
  const { container } = renderInFrame(<ImportPage spec={customers.spec} />)
  return (name: string) => {
    const input = container.querySelector('input[type="file"]')
    if (!input) throw new Error('The page has no file input.')
    fireEvent.change(input, { target: { files: [new File(['x'], name)] } })
  }
}

it.each([
  [true, 'Would be created: 1', 'Would be refused'],
  [false, 'Created: 1', 'Refused'],
])('dry run shows its outcomes in the conditional: %s', async (dryRun, created, refused) => {
  const detail = 'Line 3 has 4 cells and the header has 3.'
  const errors = [{ pointer: '', code: 'extra_cells', detail }]
  const row = { position: 1, outcome: 'refused', record_id: null, label: 'Smith', line: 3 }
  const task = { ...DRY_RUN, is_trial: dryRun }
  script({
    'POST /imports/customers/': () => answer(SHEET, 201),
    'POST /imports/customers/1/start/': () => answer(task, 202),
    'GET /tasks/t1/': () => answer(task),
    'GET /tasks/t1/rows/': () => answer([{ ...row, problem: { code: 'validation', detail, errors } }]),
  })
  const choose = renderImport()
  choose('customers.csv')
  fireEvent.click(await screen.findByRole('button', { name: 'Check' }))
  expect(await screen.findByText((_, element) => element?.textContent === created)).toBeTruthy()
  expect(await screen.findByText(refused)).toBeTruthy()
  expect(screen.getByText(detail)).toBeTruthy()
})

it('import shows nothing of the previous file beside the error of an unreadable one', async () => {
  const unreadable = { code: 'file_unreadable', detail: 'This is no table that can be read.' }
  let uploads = 0
  script({
    'POST /imports/customers/': () => (uploads++ === 0 ? answer(SHEET, 201) : answer(unreadable, 422)),
    'POST /imports/customers/1/start/': () => answer(DRY_RUN, 202),
    'GET /tasks/t1/': () => answer(DRY_RUN),
    'GET /tasks/t1/rows/': () => answer([]),
  })
  const choose = renderImport()
  choose('customers.csv')
  fireEvent.click(await screen.findByRole('button', { name: 'Check' }))
  expect(await screen.findByText('Import preview')).toBeTruthy()
  choose('picture.csv')
  expect(await screen.findByText(unreadable.detail)).toBeTruthy()
  for (const text of ['customers.csv', 'Müller', 'Import preview', 'Check', /names the separator/])
    expect(screen.queryByText(text)).toBeNull()
})

it('import shows the skipped lines and the order of dates in the language of the user', async () => {
  await words.changeLocale('fr')
  script({ 'POST /imports/customers/': () => answer(SHEET, 201) })
  const choose = renderImport()
  choose('customers.csv')
  expect(await screen.findByText('La première ligne indique le séparateur et n’est pas importée.')).toBeTruthy()
  expect(screen.getByText('Lignes ignorées au-dessus des titres : 3.')).toBeTruthy()
  expect(screen.getByText('Lignes sans valeur ignorées : 4, la première à la ligne 9.')).toBeTruthy()
  expect(screen.getByText(/^Les dates de «\s?Inspection\s?» sont lues comme mois\/jour\/année\.$/)).toBeTruthy()
  for (const column of ['Insurance', 'Licence'])
    expect(screen.getByText(new RegExp(`^Les dates de «\\s?${column}\\s?» peuvent être`))).toBeTruthy()
  expect(screen.getByText(/^Valeurs dans des colonnes sans titre : 2, la première à la ligne 5\./)).toBeTruthy()
})

it('import requires a check first, and shows the number of rows once it is known', async () => {
  const tasks = [DRY_RUN, { ...DRY_RUN, id: 't2', counts: { refused: 2 } }]
  const started = [...tasks]
  script({
    'POST /imports/customers/': () => answer(SHEET, 201),
    'POST /imports/customers/1/start/': () => answer(started.shift(), 202),
    'GET /tasks/t1/': () => answer(tasks[0]),
    'GET /tasks/t1/rows/': () => answer([]),
    'GET /tasks/t2/': () => answer(tasks[1]),
    'GET /tasks/t2/rows/': () => answer([]),
  })
  renderImport()('customers.csv')
  expect(await screen.findByRole('button', { name: 'Check first' })).toBeDisabled()
  fireEvent.click(screen.getByRole('button', { name: 'Check' }))
  expect(await screen.findByRole('button', { name: 'Import 1 row' })).toBeEnabled()
  fireEvent.click(screen.getByRole('button', { name: 'Check' }))
  expect(await screen.findByRole('button', { name: 'No rows to import' })).toBeDisabled()
})
