import { setMedia } from '../../../support/console/media'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { DataProviderContext, localStorageStore, StoreContextProvider, testDataProvider } from 'react-admin'
import type { GetListParams, Store } from 'react-admin'
import { Link } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { List } from '../../../../src/kit/List'
import { renderPages, signedIn } from '../../../support/console/frame'
import { answer, script } from '../../../support/console/session'

const WIDE = '(min-width:768px)'

interface Station {
  id: string
  version: number
  code: string
  city: string
  name: { en: string }
  status: string
}

const stationOf = (code: string, city: string): Station => ({
  id: code,
  version: 1,
  code,
  city,
  name: { en: `Stop ${code}` },
  status: 'active',
})

let stations: Station[]
let store: Store
/** Bodies of the bulk requests that were sent. */
let requests: unknown[]
/** Held back while a test says so. */
let gate: Promise<void>

beforeEach(() => {
  window.localStorage.clear()
  signedIn()
  setMedia(WIDE, true)
  store = localStorageStore()
  requests = []
  gate = Promise.resolve()
  stations = ['A1', 'A2', 'A3', 'A4'].map((code) => stationOf(code, 'Larnaca'))
  stations.push(stationOf('B1', 'Paphos'))
  script({
    'GET /saved-views/': () => answer([]),
    'GET /list-columns/': () => answer({}),
    'GET /facets/stations/': () => answer({}),
    'POST /deletions/stations/preview/': () => answer({ free: 1, refused: [] }),
    'POST /bulk/stations/': async ({ body }) => {
      requests.push(JSON.parse(String(body)))
      await new Promise(() => undefined)
      return answer(null)
    },
  })
})
afterEach(() => {
  setMedia(WIDE, false)
  vi.unstubAllGlobals()
})

async function getList(_: string, { filter, pagination = { page: 1, perPage: 25 } }: GetListParams) {
  await gate
  const { id, city } = filter as { id?: string[]; city?: string }
  const found = stations.filter((one) => (!id || id.includes(one.id)) && (!city || one.city === city))
  const from = (pagination.page - 1) * pagination.perPage
  return { data: found.slice(from, from + pagination.perPage), total: found.length }
}

const remove = (_: string, { id }: { id: string }) => {
  stations = stations.filter((one) => one.id !== id)
  return Promise.resolve({ data: { id } })
}

const addressOf = (filter: object, page = 1) =>
  `/stations?${new URLSearchParams({ filter: JSON.stringify(filter), page: String(page), perPage: '2', sort: 'code', order: 'ASC' }).toString()}`
const IN_LARNACA = addressOf({ city: 'Larnaca' })
const IN_PAPHOS = addressOf({ city: 'Paphos' })

function open(at = IN_LARNACA): void {
  const provider = testDataProvider({ getList: getList as never, delete: remove as never })
  const list = (
    <StoreContextProvider value={store}>
      <DataProviderContext value={provider}>
        <List resource="stations" />
        <Link to={IN_PAPHOS}>Filter by Paphos</Link>
        <Link to={IN_LARNACA}>Filter by Larnaca</Link>
        <Link to="/elsewhere">Leave</Link>
      </DataProviderContext>
    </StoreContextProvider>
  )
  renderPages(
    [
      { path: '/stations', element: list },
      { path: '/elsewhere', element: <Link to={IN_LARNACA}>Return</Link> },
    ],
    at,
  )
}

const row = (code: string) => screen.findByLabelText<HTMLInputElement>(`Select Stop ${code}`)
const select = async (code: string) => {
  const box = await row(code)
  await waitFor(() => expect(box).toBeEnabled())
  fireEvent.click(box)
}
const turn = (label: 'next' | 'previous') => fireEvent.click(screen.getByLabelText(`Go to ${label} page`))
const bar = () => screen.getByRole('toolbar')
const press = (text: string) => fireEvent.click(screen.getByText(text))
const openDialog = async () => {
  fireEvent.click(within(bar()).getByText('Delete'))
  return screen.findByRole('dialog')
}

it('selection ends when the filter changes, and stays empty when the filter returns', async () => {
  open()
  await select('A1')
  press('Filter by Paphos')
  await row('B1')
  expect(screen.queryByRole('toolbar')).toBeNull()
  press('Filter by Larnaca')
  expect(await row('A1')).not.toBeChecked()
})

it('selection ends when the list is left', async () => {
  open()
  await select('A1')
  press('Leave')
  press('Return')
  expect(await row('A1')).not.toBeChecked()
  expect(screen.queryByRole('toolbar')).toBeNull()
})

it('selection ends when the console is loaded again', async () => {
  open()
  await select('A1')
  cleanup()
  open()
  expect(await row('A1')).not.toBeChecked()
  expect(screen.queryByRole('toolbar')).toBeNull()
})

it('selection survives another page and another order, and says how many rows are elsewhere', async () => {
  open()
  await select('A1')
  await select('A2')
  expect(bar()).not.toHaveTextContent('not on this page')
  turn('next')
  await select('A3')
  expect(bar()).toHaveTextContent('3 items selected')
  expect(bar()).toHaveTextContent('2 not on this page')
  turn('previous')
  expect(await row('A1')).toBeChecked()
  expect(bar()).toHaveTextContent('1 not on this page')
  fireEvent.click(screen.getByRole('button', { name: 'Code' }))
  await waitFor(() =>
    expect(screen.getByRole('columnheader', { name: 'Code' })).toHaveAttribute('aria-sort', 'descending'),
  )
  expect(bar()).toHaveTextContent('3 items selected')
})

it('choice of everything that matches covers the rows of other pages and ends with the filter', async () => {
  open()
  await row('A1')
  fireEvent.click(screen.getByLabelText('Select all'))
  press('Select all 4 results')
  turn('next')
  expect(await row('A3')).toBeChecked()
  expect(bar()).toHaveTextContent('All 4 results are selected')
  fireEvent.click(await row('A4'))
  expect(bar()).toHaveTextContent('3 items selected')
  press('Filter by Paphos')
  await row('B1')
  expect(screen.queryByRole('toolbar')).toBeNull()
})

it('rows of the previous filter cannot be selected while those of the new one are read', async () => {
  open()
  const box = await row('A1')
  let release = (): void => undefined
  gate = new Promise((done) => (release = done))
  press('Filter by Paphos')
  await waitFor(() => expect(box).toBeDisabled())
  expect(screen.getByLabelText('Select all')).toBeDisabled()
  act(() => release())
  expect(await row('B1')).toBeEnabled()
})

it('row that its own menu deletes leaves the selection', async () => {
  open()
  await select('A1')
  await select('A2')
  fireEvent.click(screen.getByLabelText('Actions for Stop A1'))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete Stop A1?' })
  const confirm = within(dialog).getByRole('button', { name: 'Delete' })
  await waitFor(() => expect(confirm).toBeEnabled())
  fireEvent.click(confirm)
  await waitFor(() => expect(bar()).toHaveTextContent('1 item selected'))
  expect(bar()).not.toHaveTextContent('not on this page')
})

it('dialog names the chosen records of every page and sends exactly those', async () => {
  open()
  await select('A1')
  turn('next')
  await select('A3')
  const dialog = await openDialog()
  expect(await within(dialog).findByText('Stop A1')).toBeVisible()
  expect(within(dialog).getByText('Stop A3')).toBeVisible()
  const confirm = within(dialog).getByRole('button', { name: 'Delete 2' })
  await waitFor(() => expect(confirm).toBeEnabled())
  fireEvent.click(confirm)
  await waitFor(() => expect(requests).toEqual([{ ids: ['A1', 'A3'], expected: 2, action: 'delete' }]))
})

it('dialog leaves out and names the chosen records that the filter no longer matches', async () => {
  open()
  await select('A1')
  await select('A2')
  turn('next')
  await select('A3')
  stations = stations.filter(({ id }) => id !== 'A1').map((one) => (one.id === 'A2' ? { ...one, city: 'Paphos' } : one))
  const dialog = await openDialog()
  const warning = await within(dialog).findByRole('alert')
  expect(warning).toHaveTextContent('2 selected items are no longer in this list')
  expect(warning).toHaveTextContent('Stop A1')
  expect(warning).toHaveTextContent('Stop A2')
  expect(within(dialog).getByText('Stop A3')).toBeVisible()
  const confirm = within(dialog).getByRole('button', { name: 'Delete 1' })
  await waitFor(() => expect(confirm).toBeEnabled())
  fireEvent.click(confirm)
  await waitFor(() => expect(requests).toEqual([{ ids: ['A3'], expected: 1, action: 'delete' }]))
})

it('dialog does nothing when no chosen record is left', async () => {
  open()
  await select('A1')
  stations = []
  const dialog = await openDialog()
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('Stop A1')
  expect(within(dialog).getByRole('button', { name: 'Delete 0' })).toBeDisabled()
})

it('dialog names ten of all that match and counts the others', async () => {
  stations = Array.from({ length: 1_234 }, (_, place) => stationOf(`C${place + 1}`, 'Larnaca'))
  open()
  await row('C1')
  fireEvent.click(screen.getByLabelText('Select all'))
  press('Select all 1,234 results')
  const dialog = await openDialog()
  expect(await within(dialog).findByText('Stop C10')).toBeVisible()
  expect(within(dialog).queryByText('Stop C11')).toBeNull()
  expect(dialog).toHaveTextContent('and 1,224 more')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete 1,234' }))
  await waitFor(() => expect(requests).toEqual([{ filter: { city: 'Larnaca' }, expected: 1_234, action: 'delete' }]))
})

it('dialog of a new status names the records that get it', async () => {
  open()
  await select('A1')
  turn('next')
  await row('A3')
  press('Set status')
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Inactive' }))
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByText('Stop A1')).toBeVisible()
})
