import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answer, script } from '../../../support/console/session'
import {
  addressOf,
  backend,
  confirmIn,
  digestOf,
  openDialog,
  openRowDelete,
  openStations,
  press,
  READS,
  row,
  select,
  selectAll,
  stationOf,
  turn,
  serveStations,
} from '../../../support/console/station-list'

serveStations()

it('dialog names the chosen records of every page and sends exactly those', async () => {
  openStations()
  await select('A1')
  turn('next')
  await select('A3')
  const dialog = await openDialog()
  expect(await within(dialog).findByText('Stop A1')).toBeVisible()
  expect(within(dialog).getByText('Stop A3')).toBeVisible()
  await confirmIn(dialog, 'Delete 2')
  await waitFor(() => expect(backend.requests).toEqual([{ ids: ['A1', 'A3'], action: 'delete' }]))
})

it('dialog leaves out and names the chosen records that the filter no longer matches', async () => {
  openStations()
  await select('A1')
  await select('A2')
  turn('next')
  await select('A3')
  backend.stations = backend.stations
    .filter(({ id }) => id !== 'A1')
    .map((one) => (one.id === 'A2' ? { ...one, city: 'Paphos' } : one))
  const dialog = await openDialog()
  const warning = await within(dialog).findByRole('alert')
  expect(warning).toHaveTextContent('2 selected items are no longer in this list')
  expect(warning).toHaveTextContent('Stop A1')
  expect(warning).toHaveTextContent('Stop A2')
  expect(within(dialog).getByText('Stop A3')).toBeVisible()
  await confirmIn(dialog, 'Delete 1')
  await waitFor(() => expect(backend.requests).toEqual([{ ids: ['A3'], action: 'delete' }]))
})

it('dialog does nothing when no chosen record is left', async () => {
  openStations()
  await select('A1')
  backend.stations = []
  const dialog = await openDialog()
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('Stop A1')
  expect(within(dialog).getByRole('button', { name: 'Delete 0' })).toBeDisabled()
})

it('dialog names ten of all that match and counts the others', async () => {
  backend.stations = Array.from({ length: 1_234 }, (_, place) => stationOf(`C${place + 1}`, 'Larnaca'))
  openStations()
  await row('C1')
  fireEvent.click(screen.getByLabelText('Select all'))
  fireEvent.click(await screen.findByText('Select all 1,234 results'))
  const dialog = await openDialog()
  expect(await within(dialog).findByText('Stop C10')).toBeVisible()
  expect(within(dialog).queryByText('Stop C11')).toBeNull()
  expect(dialog).toHaveTextContent('and 1,224 more')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete 1,234' }))
  const digest = digestOf(backend.stations.map(({ id }) => id))
  await waitFor(() =>
    expect(backend.requests).toEqual([{ filter: { city: 'Larnaca' }, expected: 1_234, digest, action: 'delete' }]),
  )
})

it('dialog keeps the set that it has shown when the list behind it changes', async () => {
  openStations()
  await row('A1')
  await selectAll()
  const dialog = await openDialog()
  expect(await within(dialog).findByRole('button', { name: 'Delete 4' })).toBeVisible()
  backend.stations.push(stationOf('A5', 'Larnaca'))
  press('Another user')
  expect(await screen.findByText(/^5 .*match/)).toBeInTheDocument()
  expect(within(dialog).getByRole('button', { name: 'Delete 4' })).toBeVisible()
  expect(backend.previews).toHaveLength(1)
})

it('dialog reads the selection again when other records match, reports it, and acts on what it then shows', async () => {
  openStations()
  await row('A1')
  await selectAll()
  const dialog = await openDialog()
  await within(dialog).findByText('Stop A4')
  backend.stations = [
    ...backend.stations.filter(({ id }) => id !== 'A1'),
    stationOf('A5', 'Larnaca'),
    stationOf('A6', 'Larnaca'),
  ]
  backend.respond = () => answer({ code: 'selection_changed', detail: 'In the words of the server.' }, 409)
  await confirmIn(dialog, 'Delete 4')
  const changed = '5 records match now; the list showed 4. Check the new selection and try again.'
  expect(await within(dialog).findByText(changed)).toBeVisible()
  expect(within(dialog).getByText('Stop A6')).toBeVisible()
  expect(within(dialog).queryByText('Stop A1')).toBeNull()
  expect(within(dialog).queryByText('In the words of the server.')).toBeNull()

  backend.stations = [...backend.stations.filter(({ id }) => id !== 'A2'), stationOf('A7', 'Larnaca')]
  await confirmIn(dialog, 'Delete 5')
  expect(await within(dialog).findByText(/^Other records match now \(5 as before\)/)).toBeVisible()
  backend.respond = null
  await confirmIn(dialog, 'Delete 5')
  await waitFor(() => expect(backend.requests).toHaveLength(3))
  expect(backend.requests[2]).toMatchObject({ expected: 5, digest: digestOf(['A3', 'A4', 'A5', 'A6', 'A7']) })
})

it('dialog refuses more records than one operation may change before anything is sent', async () => {
  openStations()
  await row('A1')
  script({
    ...READS,
    'POST /bulk/stations/preview/': () => answer({ count: 20_001, digest: null }),
  })
  await selectAll()
  const dialog = await openDialog()
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('More than 20,000 records match')
  expect(within(dialog).getByRole('button', { name: 'Delete 20,000+' })).toBeDisabled()
})

it.each([
  ['chosen', () => select('A2')],
  ['all', () => selectAll()],
])('button of a deletion counts the records that can be deleted (%s)', async (_, choose) => {
  backend.undeletable = ['A1', 'A3', 'A4']
  openStations()
  await select('A1')
  await choose()
  const dialog = await openDialog()
  expect(await within(dialog).findByRole('button', { name: 'Delete 1' })).toBeEnabled()
  const alert = within(dialog).getByRole('alert')
  expect(alert).toHaveTextContent(/^1 can be deleted, .*cannot:A1 This record is still in use\./)
  expect(alert.textContent?.match(/A1/g)).toHaveLength(1)
})

it('deletion cannot be confirmed when no chosen record can be deleted', async () => {
  backend.undeletable = ['A1']
  openStations()
  await select('A1')
  const dialog = await openDialog()
  expect(await within(dialog).findByRole('button', { name: 'Delete 0' })).toBeDisabled()
})

const offered = async () => {
  press('Set status')
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
}

it.each([
  ['chosen rows', undefined, () => select('A1'), ['Inactive']],
  ['everything under a filter by status', addressOf({ status_in: ['active'] }), () => selectAll(5), ['Inactive']],
] as const)('new statuses of %s leave out the one that all of them have', async (_, at, choose, statuses) => {
  openStations(at)
  await row('A1')
  await choose()
  expect(await offered()).toEqual(statuses)
})

it('new statuses of everything are all statuses, when the filter allows any status', async () => {
  openStations()
  await row('A1')
  await selectAll()
  expect((await offered()).sort()).toEqual(['Active', 'Inactive'])
})

it('new statuses of chosen rows with different statuses are those of any of them', async () => {
  backend.stations = backend.stations.map((one) => (one.id === 'A2' ? { ...one, status: 'inactive' } : one))
  openStations()
  await select('A1')
  await select('A2')
  expect((await offered()).sort()).toEqual(['Active', 'Inactive'])
})

it('row menu and dialog say that a deletion can be undone', async () => {
  openStations()
  await select('A1')
  const menu = await openRowDelete('A1')
  expect(menu).toHaveTextContent('Delete this station? You can undo this for 24 hours.')
  expect(menu).not.toHaveTextContent('cannot be undone')
  fireEvent.click(within(menu).getByText('Cancel'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await openDialog()).toHaveTextContent('skipped with a reason. You can undo for 24 hours.')
})

it('dialog of a new status names the records that get it', async () => {
  openStations()
  await select('A1')
  turn('next')
  await row('A3')
  press('Set status')
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Inactive' }))
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByText('Stop A1')).toBeVisible()
})
