import { setMedia } from '../../../support/console/media'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { DataProviderContext, memoryStore, StoreContextProvider, testDataProvider } from 'react-admin'
import { afterEach, expect, it, vi } from 'vitest'
import type { Task } from '../../../../contract/operations/tasks'
import DeleteDialog from '../../../../src/kit/DeleteDialog'
import { List } from '../../../../src/kit/List'
import { specOf } from '../../../../src/kit/registry'
import { i18n } from '../../../../src/providers/i18n/i18n'
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

/** Selects all stations of the list, opens the deletion dialog and confirms it. */
async function deleteAll(): Promise<void> {
  await screen.findByLabelText('Actions for PFO')
  fireEvent.click(screen.getByLabelText('Select all'))
  fireEvent.click(await screen.findByText('Select all 3 results'))
  fireEvent.click(screen.getByText('Delete'))
  const confirm = await screen.findByRole('button', { name: 'Delete 3' })
  await waitFor(() => expect(confirm).toBeEnabled())
  fireEvent.click(confirm)
}

it('dialog stays open until it is known whether the change has begun', async () => {
  signedIn()
  setMedia(WIDE, true)
  let begin = (): void => undefined
  const begun = new Promise<void>((resolve) => (begin = resolve))
  script({
    'GET /saved-views/': () => answer([]),
    'GET /list-columns/': () => answer({}),
    'POST /bulk/stations/preview/': () => answer({ count: DONE.total, digest: 'd' }),
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

it('list shows what was deleted and offers to undo it, when none of its records is left', async () => {
  signedIn()
  setMedia(WIDE, true)
  let rows = STATIONS
  script({
    'GET /saved-views/': () => answer([]),
    'GET /list-columns/': () => answer({}),
    'POST /bulk/stations/preview/': () => answer({ count: DONE.total, digest: 'd' }),
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

it('result names each refused record once, and links to those that still exist', async () => {
  signedIn()
  setMedia(WIDE, true)
  const refused = { outcome: 'refused', line: null }
  const inUse = { code: 'still_referenced', detail: 'This record is still in use.' }
  const deleted = { code: 'not_found', detail: 'This record has been deleted.' }
  script({
    'GET /saved-views/': () => answer([]),
    'GET /list-columns/': () => answer({}),
    'POST /bulk/stations/preview/': () => answer({ count: DONE.total, digest: 'd' }),
    'POST /bulk/stations/': () => answer({ ...DONE, counts: { refused: 3 } }, 202),
    'GET /tasks/t1/': () => answer({ ...DONE, counts: { refused: 3 } }),
    'GET /tasks/t1/rows/': () =>
      answer([
        { ...refused, position: 0, record_id: 'LCA', label: 'LCA', problem: inUse },
        { ...refused, position: 1, record_id: 'PFO', label: 'PFO', problem: deleted },
        { ...refused, position: 2, record_id: '0198c0de', label: '', problem: deleted },
      ]),
  })
  renderPages([{ path: '/stations', element: listOf(() => STATIONS) }], '/stations')
  await deleteAll()
  const rows = await within(await screen.findByRole('list', { name: 'Results' })).findAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'RefusedLCAThis record is still in use.',
    'RefusedPFOThis record has been deleted.',
    'RefusedStationThis record has been deleted.',
  ])
  expect(rows.map((row) => within(row).queryByRole('link')?.textContent)).toEqual(['LCA', undefined, undefined])
})

it('deletion of accounts says that it cannot be undone', async () => {
  signedIn()
  setMedia(WIDE, true)
  script({
    'GET /saved-views/': () => answer([]),
    'GET /list-columns/': () => answer({}),
    'GET /facets/users/': () => answer({}),
    'POST /deletions/users/preview/': () => answer({ free: 1, refused: [] }),
  })
  const account = { id: 'u1', version: 1, username: 'sam', status: 'active', role: 'agent' }
  const getList = () => Promise.resolve({ data: [account], total: 1 })
  const list = (
    <StoreContextProvider value={memoryStore()}>
      <DataProviderContext value={testDataProvider({ getList: getList as never })}>
        <List resource="users" />
      </DataProviderContext>
    </StoreContextProvider>
  )
  renderPages([{ path: '/users', element: list }], '/users')
  fireEvent.click(await screen.findByLabelText('Select sam'))
  fireEvent.click(await screen.findByText('Delete'))
  expect(await screen.findByRole('dialog')).toHaveTextContent('skipped with a reason. This cannot be undone.')
})

it('deletion of one account says that it cannot be undone', async () => {
  signedIn()
  const account = { id: 'u1', version: 1, username: 'sam' }
  script({ 'POST /deletions/users/preview/': () => answer({ free: 1, refused: [] }) })
  const dialog = (
    <DataProviderContext value={testDataProvider()}>
      <DeleteDialog spec={specOf('users')} record={account} onClose={vi.fn()} onDeleted={vi.fn()} />
    </DataProviderContext>
  )
  renderPages([{ path: '/', element: dialog }], '/')
  expect(await screen.findByRole('dialog')).toHaveTextContent('Delete this user? This cannot be undone.')
})

it('deletion that the state refuses is explained in the language of the reader', async () => {
  signedIn()
  await act(() => i18n.changeLanguage('de'))
  const detail = 'This reservation is confirmed. Cancel it before you delete it.'
  const problem = { code: 'invalid_state', detail, errors: [{ pointer: '', code: 'still_active', detail }] }
  script({
    'POST /deletions/reservations/preview/': () =>
      answer({ free: 0, refused: [{ id: 'r1', label: 'AB12CD', problem }] }),
  })
  const dialog = (
    <DataProviderContext value={testDataProvider()}>
      <DeleteDialog
        spec={specOf('reservations')}
        record={{ id: 'r1', version: 1, reference: 'AB12CD' }}
        onClose={vi.fn()}
        onDeleted={vi.fn()}
      />
    </DataProviderContext>
  )
  renderPages([{ path: '/', element: dialog }], '/')
  expect(await screen.findByText(/Stornieren Sie ihn, bevor Sie ihn löschen/)).toBeVisible()
  expect(screen.queryByText(detail)).toBeNull()
  await act(() => i18n.changeLanguage('en'))
})
