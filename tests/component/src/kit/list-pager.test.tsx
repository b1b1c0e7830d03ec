import { setMedia } from '../../../support/console/media'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { DataProviderContext, memoryStore, StoreContextProvider } from 'react-admin'
import { useLocation } from 'react-router-dom'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { List } from '../../../../src/kit/List'
import { API_ROOT } from '../../../../src/providers/config'
import { dataProvider } from '../../../../src/providers/data/dataProvider'
import { renderPages, signedIn } from '../../../support/console/frame'
import { stationOf } from '../../../support/console/station-list'
import { POLL_TIMEOUT_MS } from '../../../support/timeouts'

const WIDE = '(min-width:768px)'
const ROWS = 2
const POLL = { timeout: POLL_TIMEOUT_MS }

/** Answers like the server, which counts no more than 10,001 records, and has an exact total on a last page that is not full. */
function answerFrom(records: number, range: string | null) {
  const [from = 0, to = 0] = JSON.parse(range ?? '[]') as number[]
  const last = Math.min(to, records - 1)
  const page = Array.from({ length: Math.max(0, last - from + 1) }, (_, index) =>
    stationOf(`S${from + index + 1}`, 'Larnaca'),
  )
  const isCapped = records > 10_000 && (page.length === 0 || last === to)
  const total = isCapped ? 10_001 : records
  const more = isCapped && { 'X-Total-More': 'true' }
  return HttpResponse.json(page, { headers: { 'Content-Range': `stations ${from}-${last}/${total}`, ...more } })
}

const server = setupServer(
  http.get(`${API_ROOT}/saved-views/`, () => HttpResponse.json([])),
  http.get(`${API_ROOT}/list-columns/`, () => HttpResponse.json({})),
  http.get(`${API_ROOT}/facets/stations/`, () => HttpResponse.json({})),
)
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterAll(() => server.close())
beforeEach(() => {
  signedIn()
  setMedia(WIDE, true)
})
afterEach(() => {
  setMedia(WIDE, false)
  server.resetHandlers()
})

const Address = () => <output>{useLocation().search}</output>

function openPage(page: number, records: number): void {
  server.use(
    http.get(`${API_ROOT}/stations/`, ({ request }) =>
      answerFrom(records, new URL(request.url).searchParams.get('range')),
    ),
  )
  const search = new URLSearchParams({ page: String(page), perPage: String(ROWS), filter: '{}' })
  const element = (
    <StoreContextProvider value={memoryStore()}>
      <DataProviderContext value={dataProvider}>
        <List resource="stations" />
        <Address />
      </DataProviderContext>
    </StoreContextProvider>
  )
  renderPages([{ path: '/stations', element }], `/stations?${search}`)
}

it('pager continues beyond a total that is a lower bound, until the last page', async () => {
  openPage(5000, 10_003)
  expect(await screen.findByText('9,999–10,000 of 10,000+')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Go to page 4999' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Go to next page' }))
  expect(await screen.findByText('10,001–10,002 of 10,000+')).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Go to next page' }))
  expect(await screen.findByText('10,003–10,003 of 10,003')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Go to next page' })).toBeDisabled()
  fireEvent.click(screen.getByRole('button', { name: 'Go to page 5001' }))
  expect(await screen.findByText('10,001–10,002 of 10,000+')).toBeVisible()
})

it('pager ends at a full page that is the last one of a list with more rows than are counted', async () => {
  openPage(5000, 10_002)
  const next = await screen.findByRole('button', { name: 'Go to next page' })
  fireEvent.click(next)
  await waitFor(() => expect(screen.getByRole('button', { name: 'Go to next page' })).toBeDisabled(), POLL)
  expect(screen.getByText('10,001–10,002 of 10,000+')).toBeVisible()
})

it.each([
  [5, '5–5 of 5', 3],
  [10_003, '9,999–10,000 of 10,000+', 5000],
])(
  'page behind the end of a list of %d rows shows the last counted page and names it',
  async (records, range, page) => {
    openPage(9999, records)
    expect(await screen.findByText(range)).toBeVisible()
    expect(await screen.findByText(new RegExp(`[?&]page=${page}(&|$)`))).toBeVisible()
  },
)

it('pager of an exact total has page numbers up to the last page', async () => {
  openPage(2, 5)
  expect(await screen.findByText('3–4 of 5')).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Go to page 3' }))
  expect(await screen.findByText('5–5 of 5')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Go to next page' })).toBeDisabled()
})
