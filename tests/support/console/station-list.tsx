import { setMedia } from './media'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useQueryClient } from '@tanstack/react-query'
import { DataProviderContext, localStorageStore, StoreContextProvider, testDataProvider } from 'react-admin'
import type { GetListParams, Store } from 'react-admin'
import { Link } from 'react-router-dom'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { List } from '../../../src/kit/List'
import { renderPages, signedIn } from './frame'
import { answer, script } from './session'

const WIDE = '(min-width:768px)'

interface Station {
  id: string
  version: number
  code: string
  city: string
  name: { en: string }
  status: string
}

interface Filter {
  id?: string[]
  city?: string
  status_in?: string[]
}

interface Backend {
  stations: Station[]
  store: Store
  /** Bodies of the bulk requests so far. */
  requests: unknown[]
  /** Bodies of the previews so far. */
  previews: unknown[]
  /** Returns the response to bulk requests; they stay unanswered while it is null. */
  respond: (() => Response) | null
  /** Ids of the stations that cannot be deleted. */
  undeletable: string[]
  /** Lists respond after it resolves. */
  gate: Promise<void>
}

export const backend = {} as Backend

export const stationOf = (code: string, city: string): Station => ({
  id: code,
  version: 1,
  code,
  city,
  name: { en: `Stop ${code}` },
  status: 'active',
})

/** Four stations in Larnaca and one in Paphos, for each test of the file. */
export function serveStations(): void {
  beforeEach(() => {
    window.localStorage.clear()
    signedIn()
    setMedia(WIDE, true)
    const stations = ['A1', 'A2', 'A3', 'A4'].map((code) => stationOf(code, 'Larnaca'))
    stations.push(stationOf('B1', 'Paphos'))
    const store = localStorageStore()
    const gate = Promise.resolve()
    Object.assign(backend, { stations, store, requests: [], previews: [], respond: null, undeletable: [], gate })
    script({
      ...READS,
      'POST /deletions/stations/preview/': ({ body }) => answer(deletionPreview(body)),
      'POST /bulk/stations/preview/': ({ body }) => answer(bulkPreview(body)),
      'POST /bulk/stations/': ({ body }) => {
        backend.requests.push(JSON.parse(String(body)))
        return backend.respond?.() ?? new Promise<Response>(() => undefined)
      },
    })
  })
  afterEach(() => {
    setMedia(WIDE, false)
    vi.unstubAllGlobals()
  })
}

/** Reads of the list besides its rows. */
export const READS = {
  'GET /saved-views/': () => answer([]),
  'GET /list-columns/': () => answer({}),
  'GET /facets/stations/': () => answer({}),
}

function deletionPreview(body: unknown) {
  const { ids } = JSON.parse(String(body)) as { ids: string[] }
  const refused = ids.filter((id) => backend.undeletable.includes(id))
  const problem = { code: 'still_referenced', detail: 'This record is still in use.' }
  return { free: ids.length - refused.length, refused: refused.map((id) => ({ id, label: id, problem })) }
}

function bulkPreview(body: unknown) {
  const sent = JSON.parse(String(body)) as { filter: Filter; except_ids?: string[] }
  backend.previews.push(sent)
  const ids = matching(sent.filter).flatMap(({ id }) => (sent.except_ids?.includes(id) ? [] : [id]))
  return { count: ids.length, digest: digestOf(ids) }
}

/** Replaces the server's digest, which differs between any two sets of records. */
export const digestOf = (ids: readonly string[]): string => ids.join()

const matching = ({ id, city, status_in: status }: Filter) =>
  backend.stations.filter(
    (one) => (!id || id.includes(one.id)) && (!city || one.city === city) && (!status || status.includes(one.status)),
  )

async function getList(_: string, { filter, sort, pagination = { page: 1, perPage: 25 } }: GetListParams) {
  await backend.gate
  const found = matching(filter as Filter)
  if (sort?.order === 'DESC') found.reverse()
  const from = (pagination.page - 1) * pagination.perPage
  return { data: found.slice(from, from + pagination.perPage), total: found.length }
}

const remove = (_: string, { id }: { id: string }) => {
  backend.stations = backend.stations.filter((one) => one.id !== id)
  return Promise.resolve({ data: { id } })
}

/** Returns the path of the first page of the list under a filter. */
export const addressOf = (filter: object, rows = 2) =>
  `/stations?${new URLSearchParams({ filter: JSON.stringify(filter), page: '1', perPage: String(rows), sort: 'code', order: 'ASC' }).toString()}`
const IN_LARNACA = addressOf({ city: 'Larnaca' })
const IN_PAPHOS = addressOf({ city: 'Paphos' })

/** Reloads the list, as the live connection does when another user changes a record. */
function LiveChange() {
  const client = useQueryClient()
  return <button onClick={() => void client.invalidateQueries({ queryKey: ['stations'] })}>Another user</button>
}

export function openStations(at = IN_LARNACA): void {
  const provider = testDataProvider({ getList: getList as never, delete: remove as never })
  const list = (
    <StoreContextProvider value={backend.store}>
      <DataProviderContext value={provider}>
        <List resource="stations" />
        <Link to={IN_PAPHOS}>Filter by Paphos</Link>
        <Link to={IN_LARNACA}>Filter by Larnaca</Link>
        <Link to="/elsewhere">Leave</Link>
        <LiveChange />
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

export const row = (code: string) => screen.findByLabelText<HTMLInputElement>(`Select Stop ${code}`)
/** Selects a row, or deselects it. The toolbar of a first selection is loaded on demand. */
export async function select(code: string): Promise<void> {
  const box = await row(code)
  await waitFor(() => expect(box).toBeEnabled())
  fireEvent.click(box)
  if (box.checked) await screen.findByRole('toolbar')
}
/** Selects all rows that match the filter. */
export async function selectAll(count = 4): Promise<void> {
  await waitFor(() => expect(screen.getByLabelText('Select all')).toBeEnabled())
  fireEvent.click(screen.getByLabelText('Select all'))
  await screen.findByRole('toolbar')
  press(`Select all ${count} results`)
}
export const turn = (label: 'next' | 'previous') => fireEvent.click(screen.getByLabelText(`Go to ${label} page`))
export const bar = () => screen.getByRole('toolbar')
export const press = (text: string) => fireEvent.click(screen.getByText(text))

export async function openRowDelete(code: string): Promise<HTMLElement> {
  fireEvent.click(screen.getByLabelText(`Actions for Stop ${code}`))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  return screen.findByRole('dialog', { name: `Delete Stop ${code}?` })
}
export const openDialog = async () => {
  fireEvent.click(within(bar()).getByText('Delete'))
  return screen.findByRole('dialog')
}
export async function confirmIn(dialog: HTMLElement, name: string): Promise<void> {
  const confirm = await within(dialog).findByRole('button', { name })
  await waitFor(() => expect(confirm).toBeEnabled())
  fireEvent.click(confirm)
}
