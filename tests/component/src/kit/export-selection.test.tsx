import { setMedia } from '../../../support/console/media'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { DataProviderContext, memoryStore, StoreContextProvider, testDataProvider } from 'react-admin'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { EXPORT_AT_ONCE_MAX_ROWS } from '../../../../contract/core/limits/files'
import { List } from '../../../../src/kit/List'
import { renderPages, signedIn } from '../../../support/console/frame'
import { answer, script, silence, type Call } from '../../../support/console/session'

const WIDE = '(min-width:768px)'
const STATIONS = ['A1', 'A2', 'A3'].map((code) => ({
  id: code,
  version: 1,
  code,
  name: { en: `Stop ${code}` },
  status: 'active',
}))

/** Paths and bodies of the requested exports. */
let requests: { path: string; body: Record<string, unknown> }[]

beforeEach(() => {
  signedIn()
  setMedia(WIDE, true)
  requests = []
  const note = (call: Call) => {
    requests.push({ path: call.path, body: JSON.parse(String(call.body)) as Record<string, unknown> })
    return silence(call)
  }
  script({
    'GET /saved-views/': () => answer([]),
    'GET /list-columns/': () => answer({}),
    'GET /facets/stations/': () => answer({}),
    'POST /exports/stations/': note,
    'POST /exports/stations/tasks/': note,
  })
})
afterEach(() => {
  setMedia(WIDE, false)
  vi.unstubAllGlobals()
})

function open(total = STATIONS.length): void {
  const getList = () => Promise.resolve({ data: STATIONS, total })
  const list = (
    <StoreContextProvider value={memoryStore()}>
      <DataProviderContext value={testDataProvider({ getList: getList as never })}>
        <List resource="stations" />
      </DataProviderContext>
    </StoreContextProvider>
  )
  renderPages([{ path: '/stations', element: list }], '/stations')
}

const select = async (code: string) => {
  const box = await screen.findByLabelText<HTMLInputElement>(`Select Stop ${code}`)
  await waitFor(() => expect(box).toBeEnabled())
  fireEvent.click(box)
}
const pressExport = async (name: string) => {
  const button = await screen.findByRole('button', { name })
  await waitFor(() => expect(button).toBeEnabled())
  fireEvent.click(button)
}
const openDialog = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Choose what to export' }))
  return screen.findByRole('dialog')
}

it('export saves all that the filter finds when nothing is selected', async () => {
  open()
  await pressExport('Export')
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(requests[0]?.body).not.toHaveProperty('ids')
  expect(requests[0]?.body).not.toHaveProperty('except_ids')
})

it('export saves the selected records, and names their number', async () => {
  open(EXPORT_AT_ONCE_MAX_ROWS + 1)
  await select('A1')
  await select('A3')
  await pressExport('Export selected (2)')
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(requests[0]).toMatchObject({ path: '/exports/stations/', body: { ids: ['A1', 'A3'] } })
})

it('export dialog offers the selected records and all results', async () => {
  open()
  await select('A2')
  const dialog = await openDialog()
  const scope = within(dialog).getByRole('combobox', { name: 'Records' })
  expect(scope).toHaveTextContent('Selected (1)')
  fireEvent.mouseDown(scope)
  fireEvent.click(await screen.findByRole('option', { name: 'All results (3)' }))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Export' }))
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(requests[0]?.body).not.toHaveProperty('ids')
})

it('export leaves out the records that were deselected after all results were selected', async () => {
  open(120)
  await screen.findByLabelText('Select Stop A1')
  fireEvent.click(screen.getByLabelText('Select all'))
  fireEvent.click(await screen.findByText('Select all 120 results'))
  await select('A2')
  await pressExport('Export selected (119)')
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(requests[0]?.body).toMatchObject({ except_ids: ['A2'] })
})

it('export of all results takes no ids', async () => {
  open(120)
  await screen.findByLabelText('Select Stop A1')
  fireEvent.click(screen.getByLabelText('Select all'))
  fireEvent.click(await screen.findByText('Select all 120 results'))
  await pressExport('Export')
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(requests[0]?.body).not.toHaveProperty('except_ids')
})

it('export dialog asks for no scope when nothing is selected', async () => {
  open()
  await screen.findByLabelText('Select Stop A1')
  const dialog = await openDialog()
  expect(within(dialog).queryByRole('combobox', { name: 'Records' })).toBeNull()
})
