import { setMedia } from '../../../support/console/media'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { DataProviderContext, memoryStore, StoreContextProvider, testDataProvider } from 'react-admin'
import type { GetListParams } from 'react-admin'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { EXPORT_AT_ONCE_MAX_ROWS } from '../../../../contract/core/limits/files'
import { List } from '../../../../src/kit/List'
import { renderPages, signedIn } from '../../../support/console/frame'
import { answer, script } from '../../../support/console/session'

const WIDE = '(min-width:768px)'
const STATION = { id: 'LCA', version: 1, code: 'LCA', name: { en: 'Larnaca' }, status: 'active' }
const PAGE = { data: [STATION], total: EXPORT_AT_ONCE_MAX_ROWS + 1 }
const EMPTY = { data: [], total: 0 }

type Answer = typeof PAGE | typeof EMPTY

beforeEach(() => {
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

function open(getList: (filter: GetListParams['filter']) => Promise<Answer>, search = ''): void {
  const provider = testDataProvider({
    getList: ((_: string, { filter }: GetListParams) => getList(filter)) as never,
  })
  const element = (
    <StoreContextProvider value={memoryStore()}>
      <DataProviderContext value={provider}>
        <List resource="stations" />
      </DataProviderContext>
    </StoreContextProvider>
  )
  renderPages([{ path: '/stations', element }], `/stations${search}`)
}

/** Creates an answer that the test releases. */
function heldAnswer() {
  let resolve: (answer: Answer) => void = () => undefined
  const promise = new Promise<Answer>((done) => (resolve = done))
  return { promise, resolve: (page: Answer) => resolve(page) }
}

const exportButton = () => screen.getByRole('button', { name: 'Export' })

const searchFor = (q: string) => `?${new URLSearchParams({ filter: JSON.stringify({ q }) }).toString()}`

it('list keeps its toolbar while all records are read after an empty match', async () => {
  const { promise, resolve } = heldAnswer()
  open(({ q }: { q?: string }) => (q === undefined ? promise : Promise.resolve(EMPTY)), searchFor('nowhere'))
  await screen.findByText('No stations match')
  const box = screen.getByRole('searchbox')
  fireEvent.click(screen.getByText('Clear all'))
  await waitFor(() => expect(screen.queryByText('Clear all')).toBeNull())
  fireEvent.change(box, { target: { value: 'lar' } })
  expect(screen.getByRole('searchbox')).toBe(box)
  expect(screen.getByText('No stations match')).toBeVisible()
  expect(screen.queryByText('No stations yet.')).toBeNull()
  act(() => resolve(PAGE))
  expect(await screen.findByLabelText('Actions for Larnaca')).toBeVisible()
  expect(box).toHaveValue('lar')
})

it('list shows that there is nothing yet once the whole list is known to be empty', async () => {
  open(() => Promise.resolve(EMPTY), searchFor('nowhere'))
  fireEvent.click(await screen.findByText('Clear all'))
  expect(await screen.findByText('No stations yet.')).toBeVisible()
  expect(screen.queryByRole('searchbox')).toBeNull()
})

it('list offers no export before the total is known', async () => {
  const { promise, resolve } = heldAnswer()
  open(() => promise)
  expect(exportButton()).toBeDisabled()
  expect(screen.getByRole('button', { name: 'Choose what to export' })).toBeDisabled()
  act(() => resolve(PAGE))
  await waitFor(() => expect(exportButton()).toBeEnabled())
  expect(screen.getByRole('button', { name: 'Choose what to export' })).toBeEnabled()
})

it('list offers no export while the total belongs to another filter', async () => {
  const { promise, resolve } = heldAnswer()
  const few = { data: [STATION], total: 1 }
  open(({ q }: { q?: string }) => (q === undefined ? promise : Promise.resolve(few)), searchFor('lar'))
  await waitFor(() => expect(exportButton()).toBeEnabled())
  fireEvent.click(screen.getByText('Clear all'))
  await waitFor(() => expect(screen.queryByText('Clear all')).toBeNull())
  expect(exportButton()).toBeDisabled()
  act(() => resolve(PAGE))
  await waitFor(() => expect(exportButton()).toBeEnabled())
})

it('sorts by the fields that the contract names, but not by the ids of other records', async () => {
  open(() => Promise.resolve(PAGE))
  await screen.findByLabelText('Actions for Larnaca')
  const sorting = screen.getAllByRole('columnheader').filter((head) => within(head).queryByRole('button'))
  expect(sorting.map((head) => head.textContent)).toEqual(['Name', 'Status', 'Code', 'Type', 'City', 'Time zone'])
  expect(screen.getByRole('columnheader', { name: 'Part of station' })).toBeVisible()
})
