import '../../../support/console/media'
import '../../../support/console/media'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Figures, Sold } from '../../../../contract/operations/dashboard-figures'
import { FIRST_STEPS } from '../../../../contract/operations/first-steps'
import DashboardPage from '../../../../src/resources/dashboard/Dashboard'
import { RESOURCE_DEFINITIONS } from '../../../../src/layout/resources'
import { registerResources } from '../../../../src/kit/registry'
import { aDashboard } from '../../../support/console/dashboard'
import { liveFrame, signInHere } from '../../../support/console/live'
import { ScriptedSocket } from '../../../support/console/scripted-socket'

let answer = aDashboard()
const asked: string[] = []
const hidden: unknown[] = []
const server = setupServer(
  http.get('*/api/dashboard/', ({ request }) => {
    asked.push(new URL(request.url).search)
    return HttpResponse.json(answer)
  }),
  http.put('*/api/dashboard/first-steps/', async ({ request }) => {
    hidden.push(await request.json())
    answer = { ...answer, first_steps: null }
    return new HttpResponse(null, { status: 204 })
  }),
)
beforeAll(() => {
  registerResources(RESOURCE_DEFINITIONS)
  server.listen({ onUnhandledRequest: 'error' })
})
afterAll(() => server.close())
beforeEach(() => {
  asked.length = 0
  answer = aDashboard()
  ScriptedSocket.install()
  signInHere()
})
afterEach(() => {
  vi.unstubAllGlobals()
  window.localStorage.clear()
})

const sold = (values: Partial<Sold> = {}): Sold => ({
  bookings: 0,
  seats: 0,
  cancellations: 0,
  revenue: [],
  departures: 0,
  capacity: 0,
  load: 0,
  ...values,
})
const ROUTE = '0190a000-0000-7000-8000-00000000000a'
const figures: Figures = {
  from: '2030-05-20',
  to: '2030-05-20',
  before_from: '2030-05-13',
  before_to: '2030-05-13',
  now: sold({
    bookings: 12,
    seats: 20,
    cancellations: 3,
    revenue: [
      { currency: 'EUR', amount_minor: 123_450 },
      { currency: 'GBP', amount_minor: 900 },
    ],
    departures: 4,
    capacity: 200,
    load: 50,
  }),
  before: sold({ bookings: 10, cancellations: 2, revenue: [{ currency: 'EUR', amount_minor: 100_000 }] }),
  by_day: [{ day: '2030-05-20', ...sold({ bookings: 12, seats: 20 }) }],
  by_route: [
    { id: ROUTE, code: 'LCA', name: { en: 'Airport to city' }, ...sold({ bookings: 8, capacity: 100, load: 40 }) },
  ],
  by_channel: [{ channel: 'web', ...sold({ bookings: 7 }) }],
  by_partner: null,
}

async function show() {
  const { Frame } = await liveFrame()
  return render(<DashboardPage />, { wrapper: Frame })
}

it('dashboard compares the numbers of the range with the same weekdays before, each currency separately', async () => {
  answer = aDashboard({ figures })
  await show()
  const tile = async (name: string) =>
    (await screen.findByText(name, { selector: 'section *, .MuiPaper-root > div' })).parentElement
  expect((await tile('Cancellations'))?.textContent).toBe('Cancellations32 on Mon 13 May')
  expect((await tile('Revenue'))?.textContent).toBe('Revenue€1,234.50£9.00€1,000.00 on Mon 13 May')
  expect((await tile('Occupancy'))?.textContent).toBe('Occupancy25%– on Mon 13 May')
  expect(asked).toEqual(['?range=today'])
  answer = aDashboard({ figures: { ...figures, from: '2030-05-14' } })
  fireEvent.click(screen.getByRole('button', { name: '7 days' }))
  await waitFor(async () =>
    expect((await tile('Cancellations'))?.textContent).toBe('Cancellations3+50%2 on the same weekdays before'),
  )
})

it('dashboard shows the change of the occupancy in percentage points', async () => {
  answer = aDashboard({ figures: { ...figures, before: sold({ departures: 4, capacity: 200, load: 20 }) } })
  await show()
  expect(await screen.findByText('+15 pp')).toBeVisible()
})

it('dashboard requests another range in one call, and draws charts with a table for each', async () => {
  answer = aDashboard({ figures })
  await show()
  fireEvent.click(await screen.findByRole('button', { name: '30 days' }))
  await waitFor(() => expect(asked).toEqual(['?range=today', '?range=30d']))
  const routes = await screen.findByRole('region', { name: 'By route' })
  expect(within(routes).getByRole('list', { name: 'By route' })).toHaveTextContent('Airport to city8')
  fireEvent.click(within(routes).getByRole('button', { name: 'By route as a table' }))
  const row = within(routes).getByRole('row', { name: /Airport to city/ })
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['8', '0', '0', '0', '40%', '–'])
  expect(within(row).getByRole('link')).toHaveAttribute('href', `/routes/${ROUTE}/show`)
  const days = screen.getByRole('region', { name: 'By day' })
  expect(within(days).getByRole('img').getAttribute('aria-label')).toBe('By day: Mon 13 May 10, Mon 20 May 12')
  expect(screen.queryByRole('region', { name: 'By partner' })).toBeNull()
})

it('dashboard shows takings by method and debts by age, each with a link to its list, by currency', async () => {
  const filter = { method_in: ['cash'] }
  const part = (method: 'cash' | 'terminal', taken_minor: number, refunded_minor = 0) => ({
    method,
    taken_minor,
    refunded_minor,
    net_minor: taken_minor - refunded_minor,
    filter,
  })
  answer = aDashboard({
    takings: [
      { currency: 'EUR', net_minor: 4_100, by_method: [part('cash', 3_000, 400), part('terminal', 1_500)] },
      { currency: 'GBP', net_minor: 700, by_method: [part('cash', 700)] },
    ],
    owed: [
      {
        currency: 'EUR',
        amount_minor: 3_000,
        by_age: [
          { age: 'ahead', reservations: 1, amount_minor: 1_000, filter: { is_owed: true } },
          { age: 'week', reservations: 2, amount_minor: 1_500, filter: { is_owed: true } },
          { age: 'older', reservations: 1, amount_minor: 500, filter: { is_owed: true } },
        ],
      },
    ],
  })
  signInHere('accountant')
  await show()
  const linesOf = (list: HTMLElement) =>
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent)
  expect(linesOf(await screen.findByRole('list', { name: 'Takings, EUR' }))).toEqual([
    'Cash€30.00 taken, €4.00 refunded€26.00',
    'Card terminal€15.00',
    'Net€41.00',
  ])
  expect(linesOf(screen.getByRole('list', { name: 'Takings, GBP' }))).toEqual(['Cash£7.00', 'Net£7.00'])
  const owed = screen.getByRole('list', { name: 'Owed by customers, EUR' })
  expect(linesOf(owed)).toEqual([
    'Still to travel1 booking€10.00',
    'Travelled in the last 7 days2 bookings€15.00',
    'Travelled more than 30 days ago1 booking€5.00',
    'Total€30.00',
  ])
  const to = new URL(within(owed).getAllByRole('link')[0]?.getAttribute('href') ?? '', window.location.origin)
  expect([to.pathname, to.searchParams.get('filter')]).toEqual(['/reservations', '{"is_owed":true}'])
})

it('dashboard shows that nothing was taken and nothing is owed', async () => {
  answer = aDashboard({ takings: [], owed: [] })
  signInHere('accountant')
  await show()
  expect(await screen.findByText('No payments in this period.')).toBeVisible()
  expect(screen.getByText('Customers owe nothing.')).toBeVisible()
})

it('dashboard hides takings from a user who counts a till without knowing the expected sum', async () => {
  answer = aDashboard({ owed: [] })
  await show()
  expect(await screen.findByText('Customers owe nothing.')).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Takings' })).toBeNull()
})

it('dashboard shows the next departures with load and delay', async () => {
  const departure = {
    journey_id: ROUTE,
    code: 'LCA-1',
    route_name: { en: 'Airport to city' },
    destination_name: { en: 'City' },
    departs_at: '2030-05-20T05:30:00Z',
    timezone: 'Asia/Nicosia',
    delay_min: 12,
    service_status: 'scheduled' as const,
    capacity: 50,
    load: 32,
    plate: 'KAB 123',
    operated_by: null,
  }
  answer = aDashboard({ departures: [departure] })
  await show()
  const item = (await screen.findByRole('link', { name: 'Airport to city' })).closest('li')
  expect(item).toHaveTextContent(/^08:30.*Airport to city32\/50KAB 12312 min late$/)
  expect(within(item as HTMLElement).getByRole('meter')).toHaveAccessibleName('32 of 50 seats taken')
})

it('dashboard shows the first steps until the user hides them', async () => {
  answer = aDashboard({ first_steps: FIRST_STEPS.map((step) => ({ step, done: step === 'company' })) })
  await show()
  const list = await screen.findByRole('region', { name: 'Get set up and sell your first seat' })
  expect(list).toHaveTextContent('1 of 8 done')
  expect(within(list).getByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/stations/create')
  fireEvent.click(within(list).getByRole('button', { name: 'Hide' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: /Get set up/ })).toBeNull())
  expect(hidden).toEqual([{ hidden: true }])
})
