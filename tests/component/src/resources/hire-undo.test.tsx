import '../../../support/console/media'
import { fireEvent, screen } from '@testing-library/react'
import { DataProviderContext, memoryStore, StoreContextProvider, testDataProvider } from 'react-admin'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import ReservationShow from '../../../../src/resources/reservations/ReservationShow'
import { renderPages, signedIn } from '../../../support/console/frame'

const PLACE = { station_id: null, address: '1 Ledra Street', latitude: null, longitude: null }
const HIRE = {
  id: '41',
  version: 2,
  reference: 'WL-HIRE',
  kind: 'private_hire',
  status: 'confirmed',
  customer_id: null,
  lead_name: 'Ana Ruiz',
  legs: [],
  hire: {
    pickup: PLACE,
    dropoff: PLACE,
    via: [],
    starts_at: '2030-05-20T10:00:00Z',
    ends_at: '2030-05-20T11:30:00Z',
    distance_km: 100,
    vehicle_type_id: '5',
    passengers: 30,
    luggage_units: 0,
  },
  travel_at: '2030-05-20T10:00:00Z',
  seats: 30,
  passengers: [],
  passenger_statuses: [],
  addons: [],
  price_lines: [],
  total_minor: 8000,
  paid_minor: 8000,
  currency: 'EUR',
  payment_status: 'paid',
  operated_by: null,
}
const RESOLUTION = {
  id: '5',
  cause: { kind: 'downtime', vehicle_id: '7' },
  reason: 'Breakdown',
  jobs: [],
  created_at: '2030-05-20T08:00:00Z',
  created_by: 'Elena Navarro',
  undo_until: '2999-01-01T00:00:00Z',
  undone_at: null,
}

const network = setupServer(
  http.get('*/api/company/', () => HttpResponse.json({ timezone: 'Europe/Madrid', currency: 'EUR' })),
  // The money of the reservation is still being read.
  http.get('*/api/reservations/41/payments/', () => new Promise(() => undefined)),
  http.get('*/api/*', () => HttpResponse.json([])),
)
beforeAll(() => network.listen())
afterEach(() => network.resetHandlers())
afterAll(() => network.close())

it('the page of a hire offers to undo what was decided about its vehicle', async () => {
  network.use(
    http.get('*/api/resolutions/', ({ request }) =>
      HttpResponse.json(new URL(request.url).searchParams.get('record_id') === '41' ? [RESOLUTION] : []),
    ),
    http.post('*/api/resolutions/5/undo/', () =>
      HttpResponse.json({ ...RESOLUTION, undone_at: '2030-05-20T08:05:00Z' }),
    ),
  )
  signedIn({ role: 'dispatcher' })
  const provider = testDataProvider({
    getOne: (() => Promise.resolve({ data: HIRE })) as never,
    getMany: () => Promise.resolve({ data: [] }),
    getList: () => Promise.resolve({ data: [], total: 0 }),
  })
  const element = (
    <StoreContextProvider value={memoryStore()}>
      <DataProviderContext value={provider}>
        <ReservationShow />
      </DataProviderContext>
    </StoreContextProvider>
  )
  renderPages([{ path: '/reservations/:id/show', element }], '/reservations/41/show')
  fireEvent.click(await screen.findByRole('button', { name: /^Undo \(/ }))
  expect(await screen.findByText('Everything is as it was before.')).toBeVisible()
})
