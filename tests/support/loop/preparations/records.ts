import { expect } from 'vitest'
import { ALL_OPERATIONS } from '../../../../contract/all-operations'
import type { Operation } from '../../../../contract/core/operations'
import { RESOURCES, type Resource } from '../../../../contract/core/vocabulary'
import { denominationsOf } from '../../../../contract/core/tills'
import { TEST_TIMEOUT_MS } from '../../timeouts'
import { customerTable, feedOf, importOf, uploadOf } from '../files'
import { legsOf } from '../known'
import type { Given, Made, Prepare, Prepared } from './preparation'

/** Changes some departures as a task; each call changes them in another way, so that it can be undone. */
const changeMany = ({ company, staff, serial }: Given, count: number) =>
  staff.post('/bulk/journeys', {
    action: 'change',
    ids: (company.ids['journeys'] ?? []).slice(0, count),
    changes: { notes: String(serial).padEnd(2_000, 'x') },
  })

/** Waits until a task or an import of a timetable has finished. @param path of the task */
async function finish({ staff }: Given, path: string): Promise<void> {
  await expect.poll(async () => (await staff.get(path))['finished_at'], { timeout: TEST_TIMEOUT_MS }).not.toBeNull()
}

/** Changes some departures, and waits until all are changed. */
const changed: Prepare = async (given) => {
  const { id } = await changeMany(given, 500)
  await finish(given, `/tasks/${id}`)
  return { path: { id } }
}

/** Returns fields that a record without references needs beyond those of its schema. */
async function requiredOf(resource: Resource, { company, create, serial }: Given): Promise<Record<string, unknown>> {
  const price = { amount_minor: 100, currency: 'EUR' }
  if (resource === 'customers') return { last_name: 'Ruiz' }
  // An active rule would change the prices of later calls.
  if (resource === 'pricing-rules') return { ...price, effect: 'add_amount', stage: 'fare_adjust', status: 'inactive' }
  if (['shifts', 'staff-absences'].includes(resource)) return { staff_id: (await create('staff')).id }
  if (resource === 'addons') return price
  if (resource === 'reservations') return { legs: legsOf(company, serial).slice(0, 1) }
  if (resource === 'allotments') return { journey_id: legsOf(company, serial)[0]?.journey_id }
  if (resource === 'fares') return { ...price, route_id: (await create('routes')).id }
  if (resource === 'hire-tariffs') return { vehicle_type_id: (await create('vehicle-types')).id }
  if (resource === 'vehicle-downtimes') return { vehicle_id: (await create('vehicles')).id }
  return {}
}

/** Resources that decide prices, or whose records must not overlap. */
const UPDATED_ALONE: readonly Resource[] = [
  'pricing-rules',
  'fares',
  'addons',
  'hire-tariffs',
  'seasons',
  'allotments',
  'shifts',
  'staff-absences',
  'vehicle-downtimes',
]

/** Prepares the operations of one kind of some resources. @param suffix of their paths */
const ofResources = (
  kind: Operation['method'],
  suffix: string,
  prepare: (resource: Resource, given: Given) => Promise<Prepared>,
  resources: readonly Resource[] = RESOURCES,
): Record<string, Prepare> =>
  Object.fromEntries(
    resources.flatMap((resource) =>
      ALL_OPERATIONS.filter(({ method, path }) => method === kind && path === `/${resource}${suffix}`).map(
        ({ id }): [string, Prepare] => [id, (given) => prepare(resource, given)],
      ),
    ),
  )

const CREATIONS = ofResources('POST', '', async (resource, given) => ({ needed: await requiredOf(resource, given) }))

/** Prepares a record that nothing refers to. */
const created = async (resource: Resource, given: Given): Promise<Prepared> => ({
  path: { id: (await given.create(resource, await requiredOf(resource, given))).id },
})

const DELETIONS = ofResources('DELETE', '/:id', created)

/** Updates of records whose changes would affect later calls, or conflict with other records. */
const UPDATES = Object.fromEntries(
  (['PUT', 'PATCH'] as const).flatMap((method) => Object.entries(ofResources(method, '/:id', created, UPDATED_ALONE))),
)

const MOST_PIECES = denominationsOf('EUR').map((denomination_minor) => ({ denomination_minor, pieces: 1_000_000 }))
const pieces = [{ denomination_minor: 100, pieces: 1_000_000 }]

/** Opens a till with a float. @returns the id of the session */
async function openTill({ create, staff }: Given): Promise<string> {
  const till = await create('tills', { currency: 'EUR' })
  return (await staff.post(`/tills/${till.id}/open`, { pieces, reason: 'Float' })).id
}

/** Opens a till and counts its cash. */
const counted: Prepare = async (given) => {
  const id = await openTill(given)
  await given.staff.post(`/till-sessions/${id}/count`, { pieces })
  return { path: { id } }
}

/** Deletions, views, tasks, tills and other records of the company. */
export const RECORD_PREPARATIONS: Readonly<Record<string, Prepare>> = {
  ...CREATIONS,
  ...UPDATES,
  ...DELETIONS,
  deleteReservations: async (given) => {
    const { id } = await given.create('reservations', {
      ...(await requiredOf('reservations', given)),
      status: 'on_hold',
    })
    await given.staff.post(`/reservations/${id}/release`)
    return { path: { id } }
  },
  createVehicleDowntimes: async ({ create }) => ({ known: { vehicle_id: (await create('vehicles')).id } }),
  createFares: async (given) => {
    const needed = await requiredOf('fares', given)
    return { needed, known: needed }
  },
  eraseCustomer: async ({ create }) => ({ path: { id: (await create('customers', { last_name: 'Ruiz' })).id } }),
  distinguishCustomers: async ({ company, create }) => ({
    path: { id: (await create('customers', { last_name: 'Ruiz' })).id },
    known: { other_id: company.customerId },
  }),
  updateSavedView: async ({ create }) => ({ path: { id: (await create('saved-views')).id } }),
  deleteSavedView: async ({ create }) => ({ path: { id: (await create('saved-views')).id } }),
  cancelTask: async (given) => ({ path: { id: (await changeMany(given, 10_000)).id } }),
  getTask: changed,
  listTaskRows: changed,
  undoTask: changed,
  downloadBackup: async (given) => {
    const { id } = await given.staff.post('/backups')
    await finish(given, `/tasks/${id}`)
    return { path: { id } }
  },
  downloadTaskFile: async (given) => {
    const { id } = await given.staff.post('/exports/journeys/tasks')
    await finish(given, `/tasks/${id}`)
    return { path: { id } }
  },
  downloadRejected: async (given) => {
    const uploaded = await given.ask(await uploadOf(customerTable('nowhere'), given))
    const { id } = JSON.parse(await given.ask(importOf(uploaded, given))) as Made
    await finish(given, `/tasks/${id}`)
    return { path: { id } }
  },
  getGtfsImport: async (given) => {
    const { id } = JSON.parse(await given.ask(await feedOf(given.company.firstDay, given))) as Made
    await finish(given, `/gtfs/imports/${id}`)
    return { path: { id } }
  },
  undoChange: async ({ create, staff }) => {
    const { id } = await create('stations')
    await staff.patch(`/stations/${id}`, { city: 'Larnaca' })
    return { known: { resource: 'stations', record_id: id, event_id: undefined } }
  },
  getTillSession: counted,
  openTill: async ({ create }) => ({
    path: { id: (await create('tills', { currency: 'EUR' })).id },
    known: { pieces: MOST_PIECES },
  }),
  countTill: async (given) => ({ path: { id: await openTill(given) }, known: { pieces: MOST_PIECES } }),
  closeTill: counted,
  handOverTill: async (given) => ({
    ...(await counted(given)),
    known: { user_id: given.company.accounts[given.own]?.userId },
  }),
  moveCash: async (given) => ({
    path: { id: await openTill(given) },
    known: { amount_minor: 1_000, move: 'to_bank', to_till_id: undefined },
  }),
}
