import '../../../support/console/media'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { DataProviderContext, testDataProvider } from 'react-admin'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Role } from '../../../../contract/vocabulary'
import { History } from '../../../../src/resources/builder/History'
import { renderInFrame, signedIn } from '../../../support/console/frame'

const update = vi.fn()
beforeEach(() => update.mockReset())

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

function show(role: Role) {
  signedIn({ role })
  const provider = testDataProvider({
    getList: (() => Promise.resolve({ data: EVENTS, total: EVENTS.length })) as never,
    update: ((resource: string, params: object) => {
      update(resource, params)
      return Promise.resolve({ data: { ...station, city: 'Nicosia', version: 5 } })
    }) as never,
  })
  renderInFrame(
    <DataProviderContext value={provider}>
      <History resource="stations" record={station} />
    </DataProviderContext>,
  )
}

it('puts a field back that nobody has changed since, and no other', async () => {
  show('admin')
  expect(await screen.findByText('Nicosia')).toBeVisible()
  const offered = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))
  expect(offered).toEqual(['Put back: City'])
  fireEvent.click(screen.getByRole('button', { name: 'Put back: City' }))
  await waitFor(() => expect(update).toHaveBeenCalledOnce())
  expect(update).toHaveBeenCalledWith(
    'stations',
    expect.objectContaining({ id: '7', data: { city: 'Nicosia' }, previousData: station }),
  )
})

it('leaves the history to be read where the reader may not edit', async () => {
  show('accountant')
  expect(await screen.findByText('Nicosia')).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
})
