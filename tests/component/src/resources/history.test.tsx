import '../../../support/console/media'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { DataProviderContext, testDataProvider } from 'react-admin'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Role } from '../../../../contract/core/vocabulary'
import { History } from '../../../../src/kit/History'
import { renderInFrame, signedIn } from '../../../support/console/frame'

const update = vi.fn()
const undone = vi.fn()
const server = setupServer(
  http.post('*/api/undo/', async ({ request }) => {
    undone(await request.json())
    return HttpResponse.json({ record: null })
  }),
)
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => {
  update.mockReset()
  undone.mockReset()
})
afterEach(() => void vi.useRealTimers())
afterAll(() => server.close())

const station = { id: '7', version: 4, code: 'LCA', city: 'Larnaca', country: 'CY', status: 'inactive' }
const event = (id: string, changes: { field: string; old: unknown; new: unknown }[]) => ({
  id,
  action: 'stations.updated',
  actor_name: 'Maria Georgiou',
  at: '2026-03-02T09:00:00Z',
  reason: null,
  changes,
})
const EVENTS = [
  event('2', [
    { field: 'city', old: 'Nicosia', new: 'Larnaca' },
    { field: 'status', old: 'active', new: 'inactive' },
  ]),
  event('1', [{ field: 'country', old: 'GR', new: 'TR' }]),
]

const RECENT = [
  event('4', [{ field: 'city', old: 'Nicosia', new: 'Larnaca' }]),
  event('3', [{ field: 'country', old: 'GR', new: 'TR' }]),
  { ...event('2', []), action: 'stations.created' },
]

function show(role: Role, events = EVENTS, record: typeof station = station) {
  signedIn({ role })
  const provider = testDataProvider({
    getList: (() => Promise.resolve({ data: events, total: events.length })) as never,
    update: ((resource: string, params: object) => {
      update(resource, params)
      return Promise.resolve({ data: { ...station, city: 'Nicosia', version: 5 } })
    }) as never,
  })
  renderInFrame(
    <DataProviderContext value={provider}>
      <History resource="stations" record={record} />
    </DataProviderContext>,
  )
}

it('history restores a field that has not changed since, and no other', async () => {
  show('admin')
  expect(await screen.findByText('Nicosia')).toBeVisible()
  const offered = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))
  expect(offered).toEqual(['Restore: City'])
  fireEvent.click(screen.getByRole('button', { name: 'Restore: City' }))
  await waitFor(() => expect(update).toHaveBeenCalledOnce())
  expect(update).toHaveBeenCalledWith(
    'stations',
    expect.objectContaining({ id: '7', data: { city: 'Nicosia' }, previousData: station }),
  )
})

it('history is read-only without the permission to edit', async () => {
  show('accountant')
  expect(await screen.findByText('Nicosia')).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
})

/** Sets the clock to one minute plus these hours after the entries. */
const at = (hours: number) =>
  vi.useFakeTimers({ now: Date.parse('2026-03-02T09:01:00Z') + hours * 3_600_000, toFake: ['Date'] })

it('history undoes a change of today that nothing depends on, after it has shown the effects', async () => {
  at(0)
  show('admin', RECENT)
  expect(await screen.findByText('Nicosia')).toBeVisible()
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['Undo'])
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  const dialog = await screen.findByRole('dialog', { name: 'Undo this change?' })
  expect(dialog).toHaveTextContent('City:Larnaca→Nicosia')
  expect(undone).not.toHaveBeenCalled()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(undone).toHaveBeenCalledWith({ resource: 'stations', record_id: '7', event_id: '4' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('history offers no undo after a day, and the undo of a creation only while the record is unchanged', async () => {
  at(24)
  show('admin', RECENT)
  expect(await screen.findByText('Nicosia')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  cleanup()
  at(0)
  show('admin', RECENT.slice(2), { ...station, version: 1 })
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('dialog', { name: 'Undo the creation?' })).toHaveTextContent('The record is deleted')
})

it('history undoes a merge once', async () => {
  const merged = { ...event('5', []), action: 'customers.merged' }
  at(0)
  show('admin', [merged])
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  const dialog = await screen.findByRole('dialog', { name: 'Undo the merge?' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(undone).toHaveBeenCalledWith({ resource: 'stations', record_id: '7', event_id: '5' }))
  cleanup()
  show('admin', [{ ...event('6', []), action: 'customers.unmerged' }, merged])
  expect(await screen.findByText('Merge undone')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

it('history entry of a reassignment says how many jobs were settled in which way', async () => {
  const applied = event('5', [
    { field: 'resolution', old: null, new: '8' },
    { field: 'jobs', old: null, new: { swap: 3, cancel: 1 } },
  ])
  show('admin', [{ ...applied, action: 'resolutions.applied' }])
  expect(await screen.findByText('Reassigned: 3 · Cancelled: 1')).toBeVisible()
})
