import '../../../../support/console/media'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { DataProviderContext, testDataProvider } from 'react-admin'
import { Link } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import ReservationCreate from '../../../../../src/resources/reservations/ReservationCreate'
import { RecentTrips } from '../../../../../src/resources/reservations/desk/RecentTrips'
import { renderInFrame, signedIn } from '../../../../support/console/frame'
import { answer, script } from '../../../../support/console/session'

afterEach(() => vi.unstubAllGlobals())

const CUSTOMER_ID = '0192f000-0000-7000-8000-000000000007'
const TRIP_ID = '0192f000-0000-7000-8000-000000000041'
const ANA = { id: CUSTOMER_ID, first_name: 'Ana', last_name: 'Ruiz', phone: '+35799123456', email: null, locale: 'de' }
const TRIP = {
  id: TRIP_ID,
  kind: 'seat',
  origin_station_id: '10',
  destination_station_id: '11',
  passengers: [
    { category: 'adult', name: 'Ana Ruiz', needs: [] },
    { category: 'child', name: 'Leo', needs: [] },
    { category: 'adult', name: 'Eva', needs: [] },
  ],
  passenger_statuses: ['completed', 'completed', 'cancelled'],
}

function open(query: string) {
  script({ 'GET /departures/': () => answer([]) })
  const asked = vi.spyOn(window, 'fetch')
  const provider = testDataProvider({
    getOne: ((resource: string) => Promise.resolve({ data: resource === 'customers' ? ANA : TRIP })) as never,
    getList: () => Promise.resolve({ data: [], total: 0 }),
    getMany: () => Promise.resolve({ data: [] }),
  })
  signedIn({ role: 'agent' })
  renderInFrame(
    <DataProviderContext value={provider}>
      <Link to="/reservations/create">Somebody else</Link>
      <ReservationCreate />
    </DataProviderContext>,
    `/reservations/create${query}`,
  )
  return () => asked.mock.calls.map(([url]) => decodeURIComponent(url as string))
}

it('repeated booking starts with the customer and the passengers who still travelled on that trip', async () => {
  const asked = open(`?customer=${CUSTOMER_ID}&repeat=${TRIP_ID}`)
  expect(await screen.findByRole('combobox', { name: 'Lead passenger' })).toHaveValue('Ana Ruiz')
  expect(screen.getByRole('combobox', { name: 'Phone' })).toHaveValue('+35799123456')
  await waitFor(() => {
    const { searchParams } = new URL(asked().find((url) => url.includes('/departures/')) ?? '', window.location.origin)
    const party = { adult: '1', child: '1', customer_id: CUSTOMER_ID }
    expect(Object.fromEntries(searchParams)).toMatchObject({ origin: '10', destination: '11', ...party })
  })
})

it('recent trips of a caller leave out expired holds', async () => {
  signedIn({ role: 'agent' })
  const getList = vi.fn(() => Promise.resolve({ data: [TRIP], total: 1 }))
  renderInFrame(
    <DataProviderContext
      value={testDataProvider({ getList: getList as never, getMany: () => Promise.resolve({ data: [] }) })}
    >
      <RecentTrips customerId={CUSTOMER_ID} onRepeat={vi.fn()} />
    </DataProviderContext>,
    '/reservations/create',
  )
  expect(await screen.findByRole('button')).toBeVisible()
  expect(getList).toHaveBeenCalledWith(
    'reservations',
    expect.objectContaining({ filter: { customer_id: CUSTOMER_ID, kind: 'seat', status_neq: 'expired' } }),
  )
})

it('desk keeps the customer when the sale becomes a hire', async () => {
  open(`?customer=${CUSTOMER_ID}`)
  await screen.findByRole('combobox', { name: 'Lead passenger' })
  const [seats, hire] = screen.getAllByRole('tab')
  fireEvent.click(hire as HTMLElement)
  await waitFor(() => expect(seats).toHaveAttribute('aria-selected', 'false'))
  expect(await screen.findByRole('combobox', { name: 'Lead passenger' })).toHaveValue('Ana Ruiz')
})

it('desk clears the customer when a new sale is opened', async () => {
  open(`?customer=${CUSTOMER_ID}&repeat=${TRIP_ID}`)
  expect(await screen.findByRole('combobox', { name: 'Lead passenger' })).toHaveValue('Ana Ruiz')
  fireEvent.click(screen.getByRole('link', { name: 'Somebody else' }))
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Lead passenger' })).toHaveValue(''))
  expect(screen.getByRole('combobox', { name: 'Phone' })).toHaveValue('')
})
