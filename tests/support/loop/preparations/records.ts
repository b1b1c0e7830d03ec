import { expect } from 'vitest'
import { ALL_OPERATIONS } from '../../../../contract/all-operations'
import { RESOURCES, type Resource } from '../../../../contract/core/vocabulary'
import { denominationsOf } from '../../../../contract/core/tills'
import { TEST_TIMEOUT_MS } from '../../timeouts'
import { legsOf } from '../known'
import type { Given, Prepare } from './preparation'

/** Changes some departures as a task. */
const changeMany = ({ company, staff }: Given, count: number) =>
  staff.post('/bulk/journeys', {
    action: 'change',
    ids: (company.ids['journeys'] ?? []).slice(0, count),
    changes: { notes: 'x'.repeat(2_000) },
  })

/** Returns fields that a record without references needs beyond those of its schema. */
async function requiredOf(resource: Resource, { company, create, serial }: Given): Promise<object> {
  const price = { amount_minor: 100, currency: 'EUR' }
  if (resource === 'customers') return { last_name: 'Ruiz' }
  if (resource === 'pricing-rules') return { ...price, effect: 'add_amount', stage: 'fare_adjust' }
  if (resource === 'addons') return price
  if (resource === 'allotments') return { journey_id: legsOf(company, serial)[0]?.journey_id }
  if (resource === 'fares') return { ...price, route_id: (await create('routes')).id }
  if (resource === 'hire-tariffs') return { vehicle_type_id: (await create('vehicle-types')).id }
  if (resource === 'vehicle-downtimes') return { vehicle_id: (await create('vehicles')).id }
  return {}
}

/** Deletions of resources, each of a record that nothing refers to. */
const DELETIONS = Object.fromEntries(
  RESOURCES.flatMap((resource): [string, Prepare][] =>
    ALL_OPERATIONS.filter(({ method, path }) => method === 'DELETE' && path === `/${resource}/:id`).map(({ id }) => [
      id,
      async (given) => ({ path: { id: (await given.create(resource, await requiredOf(resource, given))).id } }),
    ]),
  ),
)

const pieces = [{ denomination_minor: 100, pieces: 1_000_000 }]

/** Opens a till with a float. @returns the id of the session */
async function openTill({ create, staff }: Given): Promise<string> {
  const till = await create('tills', { currency: 'EUR' })
  return (await staff.post(`/tills/${till.id}/open`, { pieces, reason: 'Float' })).id
}

/** Deletions, views, tasks, tills and other records of the company. */
export const RECORD_PREPARATIONS: Readonly<Record<string, Prepare>> = {
  ...DELETIONS,
  deleteReservations: async ({ company, create, serial, staff }) => {
    const { id } = await create('reservations', { legs: legsOf(company, serial).slice(0, 1), status: 'on_hold' })
    await staff.post(`/reservations/${id}/release`)
    return { path: { id } }
  },
  createVehicleDowntimes: async ({ create }) => ({ known: { vehicle_id: (await create('vehicles')).id } }),
  eraseCustomer: async ({ create }) => ({ path: { id: (await create('customers', { last_name: 'Ruiz' })).id } }),
  distinguishCustomers: async ({ company, create }) => ({
    path: { id: (await create('customers', { last_name: 'Ruiz' })).id },
    known: { other_id: company.customerId },
  }),
  updateSavedView: async ({ create }) => ({ path: { id: (await create('saved-views')).id } }),
  deleteSavedView: async ({ create }) => ({ path: { id: (await create('saved-views')).id } }),
  cancelTask: async (given) => ({ path: { id: (await changeMany(given, 10_000)).id } }),
  undoTask: async (given) => {
    const { id } = await changeMany(given, 500)
    const look = async () => (await given.staff.get(`/tasks/${id}`))['finished_at']
    await expect.poll(look, { timeout: TEST_TIMEOUT_MS }).not.toBeNull()
    return { path: { id } }
  },
  undoChange: async ({ create, staff }) => {
    const { id } = await create('stations')
    await staff.patch(`/stations/${id}`, { city: 'Larnaca' })
    return { known: { resource: 'stations', record_id: id, event_id: undefined } }
  },
  countTill: async (given) => ({
    path: { id: await openTill(given) },
    known: {
      pieces: denominationsOf('EUR').map((denomination_minor) => ({ denomination_minor, pieces: 1_000_000 })),
    },
  }),
  closeTill: async (given) => {
    const id = await openTill(given)
    await given.staff.post(`/till-sessions/${id}/count`, { pieces })
    return { path: { id } }
  },
  handOverTill: async (given) => {
    const id = await openTill(given)
    await given.staff.post(`/till-sessions/${id}/count`, { pieces })
    return { path: { id }, known: { user_id: given.company.accounts[given.own]?.userId } }
  },
  moveCash: async (given) => ({
    path: { id: await openTill(given) },
    known: { amount_minor: 1_000, move: 'to_bank', to_till_id: undefined },
  }),
}
