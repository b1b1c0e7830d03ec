import '../../../../support/console/media'
import { screen, within } from '@testing-library/react'
import { DataProviderContext, testDataProvider } from 'react-admin'
import { expect, it } from 'vitest'
import { CustomerTrips } from '../../../../../src/resources/customers/CustomerTrips'
import { forgetErrors } from '../../../../support/console/complaints'
import { renderInFrame, signedIn } from '../../../../support/console/frame'

const TRIP = {
  id: '41',
  reference: 'WL-AHEAD',
  kind: 'seat',
  status: 'confirmed',
  customer_id: '7',
  origin_station_id: '10',
  destination_station_id: '11',
  travel_at: '2030-05-20T08:30:00Z',
  seats: 2,
  total_minor: 2400,
  currency: 'EUR',
}
const PAST = { ...TRIP, id: '40', reference: 'WL-PAST', kind: 'private_hire', travel_at: '2020-05-20T08:30:00Z' }

function show(role: 'agent' | 'viewer', failure: Error | null = null) {
  const asked: object[] = []
  const provider = testDataProvider({
    getList: ((_: string, params: { filter: Record<string, unknown>; sort: object }) => {
      asked.push({ ...params.filter, ...params.sort })
      if (failure) return Promise.reject(failure)
      const data = 'travel_at_gte' in params.filter ? [TRIP] : [PAST]
      return Promise.resolve({ data, total: 1 })
    }) as never,
    getMany: () => Promise.resolve({ data: [] }),
  })
  signedIn({ role })
  renderInFrame(
    <DataProviderContext value={provider}>
      <CustomerTrips customerId="7">All else</CustomerTrips>
    </DataProviderContext>,
  )
  return asked
}

it('trips of a customer are listed as upcoming and past, and can be booked again', async () => {
  const asked = show('agent')
  const ahead = (await screen.findByRole('link', { name: 'WL-AHEAD' })).closest('li') as HTMLElement
  expect(screen.getByRole('link', { name: 'WL-AHEAD' })).toHaveAttribute('href', '/reservations/41/show')
  expect(ahead).toHaveTextContent('€24.00')
  const again = within(ahead).getByRole('link', { name: 'Book again' })
  expect(again).toHaveAttribute('href', '/reservations/create?customer=7&repeat=41')
  const past = (await screen.findByRole('link', { name: 'WL-PAST' })).closest('li') as HTMLElement
  expect(within(past).queryByRole('link', { name: 'Book again' })).toBeNull()
  expect(asked).toEqual([
    expect.objectContaining({ customer_id: '7', status_neq: 'expired', field: 'travel_at', order: 'ASC' }),
    expect.objectContaining({ customer_id: '7', status_neq: 'expired', field: 'travel_at', order: 'DESC' }),
  ])
})

it('trips of a customer offer no booking without the permission to book', async () => {
  show('viewer')
  await screen.findByRole('link', { name: 'WL-AHEAD' })
  expect(screen.queryByRole('link', { name: 'Book again' })).toBeNull()
})

it('trips of a customer show that they could not be read, and the rest of the page stays', async () => {
  show('agent', new Error('No'))
  expect(await screen.findAllByRole('alert')).toHaveLength(2)
  expect(screen.getByText('All else')).toBeVisible()
  forgetErrors()
})
