import { setMedia } from '../../../support/console/media'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { DataProviderContext, localStorageStore, StoreContextProvider, testDataProvider } from 'react-admin'
import type { GetListParams } from 'react-admin'
import { Link } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { List } from '../../../../src/kit/List'
import { HttpError } from '../../../../src/providers/http/problem'
import { forgetErrors } from '../../../support/console/complaints'
import { renderPages, signedIn } from '../../../support/console/frame'
import { answer, script } from '../../../support/console/session'

const WIDE = '(min-width:768px)'
const STATION = { id: 'LCA', version: 1, code: 'LCA', name: { en: 'Larnaca' }, status: 'active' }
const REFUSED = 'Couldn’t load the list'
const ROW = 'Actions for Larnaca'

beforeEach(() => {
  window.localStorage.clear()
  signedIn()
  setMedia(WIDE, true)
  script({
    'GET /saved-views/': () => answer([]),
    'GET /list-columns/': () => answer({}),
    'GET /facets/stations/': () => answer({}),
  })
})
afterEach(() => {
  setMedia(WIDE, false)
  vi.unstubAllGlobals()
})

/** Opens the list of stations of a server that refuses the filters of `status`, and returns the sorts it received. */
function open(search: string, stored: Record<string, unknown> = {}) {
  const sorts: string[] = []
  const getList = (_: string, { filter, sort }: GetListParams) => {
    sorts.push(sort?.field ?? '')
    return 'status' in (filter as object)
      ? Promise.reject(new HttpError('Must be one of "active", "inactive".', 400, {}))
      : Promise.resolve({ data: [STATION], total: 1 })
  }
  const store = localStorageStore()
  for (const [key, value] of Object.entries(stored)) store.setItem(key, value)
  const element = (
    <StoreContextProvider value={store}>
      <DataProviderContext value={testDataProvider({ getList: getList as never })}>
        <List resource="stations" />
        <Link to="/elsewhere">Leave</Link>
      </DataProviderContext>
    </StoreContextProvider>
  )
  const elsewhere = <Link to="/stations">Stations</Link>
  renderPages(
    [
      { path: '/stations', element },
      { path: '/elsewhere', element: elsewhere },
    ],
    `/stations${search}`,
  )
  return sorts
}

async function findRefusal(): Promise<void> {
  await screen.findByText(REFUSED)
  forgetErrors()
}

async function visitAgain(): Promise<void> {
  fireEvent.click(screen.getByText('Leave'))
  fireEvent.click(await screen.findByText('Stations'))
}

const searchFor = (filter: object) => `?${new URLSearchParams({ filter: JSON.stringify(filter) }).toString()}`

it('list opens without the filter of an address that the server refused', async () => {
  open(searchFor({ status: 'flying' }))
  await findRefusal()
  await visitAgain()
  expect(await screen.findByLabelText(ROW)).toBeVisible()
})

it('list opens without a stored filter after the server refused it', async () => {
  const params = { filter: { status: 'flying' }, sort: 'code', order: 'ASC', page: 1, perPage: 25 }
  open('', { 'stations.listParams': params })
  await findRefusal()
  await visitAgain()
  expect(await screen.findByLabelText(ROW)).toBeVisible()
})

it('list opens without the filter of a remembered view after the server refused it', async () => {
  const view = { id: '1', filter: { status: 'flying' }, sort: { field: 'code', order: 'ASC' }, per_page: 25 }
  open('', { 'stations.opening': view })
  await findRefusal()
  await visitAgain()
  expect(await screen.findByLabelText(ROW)).toBeVisible()
})

it('list keeps an accepted filter for the next visit', async () => {
  open(searchFor({ q: 'lar' }))
  await screen.findByLabelText(ROW)
  await visitAgain()
  expect(await screen.findByRole('searchbox')).toHaveValue('lar')
})

it('list offers to clear a filter that the server refuses', async () => {
  open(searchFor({ status: 'flying' }))
  await findRefusal()
  fireEvent.click(screen.getByText('Clear filters'))
  expect(await screen.findByLabelText(ROW)).toBeVisible()
  await waitFor(() => expect(screen.queryByText(REFUSED)).toBeNull())
})

it.each([
  ['an unknown sort', { sort: 'wingspan', order: 'ASC' }],
  ['too many rows', { perPage: 9_999 }],
  ['a page that is no number', { page: 'x' }],
  ['a filter that is text', { filter: 'flying' }],
])('list ignores stored settings with %s', async (_, wrong) => {
  const params = { filter: { q: 'lar' }, sort: 'code', order: 'ASC', page: 1, perPage: 25, ...wrong }
  const sorts = open('', { 'stations.listParams': params })
  expect(await screen.findByLabelText(ROW)).toBeVisible()
  expect(screen.getByRole('searchbox')).toHaveValue('')
  expect(sorts).not.toContain('wingspan')
})
