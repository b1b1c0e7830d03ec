import '../../../support/console/media'
import { screen, within } from '@testing-library/react'
import { DataProviderContext, testDataProvider, type GetManyReferenceParams } from 'react-admin'
import { expect, it, vi } from 'vitest'
import { HttpError } from '../../../../src/providers/http/problem'
import VehicleTypeShow from '../../../../src/resources/vehicle-types/VehicleTypeShow'
import { forgetErrors } from '../../../support/console/complaints'
import { renderPages, signedIn } from '../../../support/console/frame'

const TYPE = { id: '1', version: 1, name: { en: 'Coach, 50 seats' }, code: 'COACH', seats: 50, status: 'active' }
const VEHICLE = { id: '2', version: 1, registration_plate: '1234 ABC', fleet_code: 'C01', status: 'available' }
const SHORT = { id: '3', code: 'J-1', departs_at: '2030-05-20T06:00:00Z', passengers_to_move: 8 }

function openType(record: object, readVehicles: () => Promise<{ data: object[]; total: number }>) {
  signedIn()
  const getManyReference = vi.fn((_: string, __: GetManyReferenceParams) => readVehicles())
  const provider = testDataProvider({
    getOne: (() => Promise.resolve({ data: record })) as never,
    getList: () => Promise.resolve({ data: [], total: 0 }),
    getManyReference: getManyReference as never,
  })
  const element = (
    <DataProviderContext value={provider}>
      <VehicleTypeShow />
    </DataProviderContext>
  )
  renderPages([{ path: '/vehicle-types/:id/show', element }], '/vehicle-types/1/show')
  return getManyReference
}

it('page of a vehicle type shows its vehicles and the journeys that it is too small for', async () => {
  const read = openType({ ...TYPE, short_journeys: [SHORT] }, () => Promise.resolve({ data: [VEHICLE], total: 1 }))
  const vehicle = await screen.findByRole('link', { name: /1234 ABC/ })
  expect(vehicle).toHaveAttribute('href', '/vehicles/2/show')
  expect(within(vehicle).getByText('Available')).toBeVisible()
  expect(read.mock.lastCall?.[1]).toMatchObject({ target: 'vehicle_type_id', id: '1' })
  const journey = screen.getByRole('link', { name: /J-1/ })
  expect(journey).toHaveAttribute('href', '/journeys/3/show')
  expect(journey).toHaveTextContent('8 to be moved')
  expect(screen.getByRole('link', { name: 'Show all in Vehicles' }).getAttribute('href')).toContain('/vehicles?filter=')
})

it('page of a vehicle type says that it has no vehicles', async () => {
  openType(TYPE, () => Promise.resolve({ data: [], total: 0 }))
  expect(await screen.findByText('No vehicles yet.')).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'Overbooked journeys' })).toBeNull()
})

it('page of a vehicle type says why its vehicles are not shown when they cannot be read', async () => {
  openType(TYPE, () => Promise.reject(new HttpError('Refused', 403)))
  expect(await screen.findByRole('alert')).toHaveTextContent('The server could not handle this.')
  forgetErrors()
})
