import { setMedia } from '../../../support/console/media'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { DataProviderContext, memoryStore, StoreContextProvider, testDataProvider } from 'react-admin'
import { afterEach, expect, it, vi } from 'vitest'
import type { Task } from '../../../../contract/operations/tasks'
import { List } from '../../../../src/kit/List'
import { renderPages, signedIn } from '../../../support/console/frame'
import { answer, script } from '../../../support/console/session'

const WIDE = '(min-width:768px)'

afterEach(() => {
  setMedia(WIDE, false)
  vi.unstubAllGlobals()
})

const STATIONS = ['LCA', 'PFO'].map((code) => ({ id: code, version: 1, code, name: { en: code }, status: 'active' }))
const NOW = new Date().toISOString()
const DONE: Task = {
  id: 't1',
  state: 'succeeded',
  stage: null,
  total: 3,
  done: 3,
  counts: { deleted: 3 },
  kind: 'bulk',
  resource: 'stations',
  action: 'delete',
  changes: null,
  source: null,
  sheet_id: null,
  is_trial: false,
  failure: null,
  undoes_id: null,
  undone_by_id: null,
  undo_until: new Date(Date.now() + 3_600_000).toISOString(),
  file: null,
  started_by: 'ana',
  created_at: NOW,
  started_at: NOW,
  finished_at: NOW,
}

function listOf(rows: () => typeof STATIONS) {
  const getList = () => Promise.resolve({ data: rows(), total: rows().length && DONE.total })
  return (
    <StoreContextProvider value={memoryStore()}>
      <DataProviderContext value={testDataProvider({ getList: getList as never })}>
        <List resource="stations" />
      </DataProviderContext>
    </StoreContextProvider>
  )
}

/** The list of stations, with the dialog that deletes them all opened and confirmed. */
async function deleteAll(): Promise<void> {
  await screen.findByLabelText('Actions for PFO')
  fireEvent.click(screen.getByLabelText('Select all'))
  fireEvent.click(await screen.findByText('Select all 3 results'))
  fireEvent.click(screen.getByText('Delete'))
  const confirm = await screen.findByRole('button', { name: 'Delete 3' })
  await waitFor(() => expect(confirm).toBeEnabled())
  fireEvent.click(confirm)
}

it('stays open until it is known whether the change has begun', async () => {
  signedIn()
  setMedia(WIDE, true)
  let begin = (): void => undefined
  const begun = new Promise<void>((resolve) => (begin = resolve))
  script({
    'GET /saved-views/': () => answer([]),
    'GET /list-columns/': () => answer({}),
    'POST /bulk/stations/': async () => {
      await begun
      return answer(DONE, 202)
    },
    'GET /tasks/t1/': () => answer(DONE),
  })
  renderPages([{ path: '/stations', element: listOf(() => STATIONS) }], '/stations')
  await deleteAll()
  const dialog = screen.getByRole('dialog')
  await waitFor(() => expect(within(dialog).getByText('Cancel')).toBeDisabled())
  fireEvent.keyDown(dialog, { key: 'Escape' })
  begin()
  expect(await within(dialog).findByText('Undo this task')).toBeVisible()
})

it('says what was deleted, and offers it back, where no record of the list is left', async () => {
  signedIn()
  setMedia(WIDE, true)
  let rows = STATIONS
  script({
    'GET /saved-views/': () => answer([]),
    'GET /list-columns/': () => answer({}),
    'POST /bulk/stations/': () => {
      rows = []
      return answer(DONE, 202)
    },
    'GET /tasks/t1/': () => answer(DONE),
  })
  renderPages([{ path: '/stations', element: listOf(() => rows) }], '/stations')
  await deleteAll()
  await screen.findByText('No stations yet.')
  const dialog = screen.getByRole('dialog', { name: /3 stations/ })
  expect(dialog).toHaveTextContent('Deleted: 3')
  expect(within(dialog).getByText('Undo this task')).toBeVisible()
  fireEvent.click(within(dialog).getByText('Close'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByRole('toolbar')).toBeNull()
})
