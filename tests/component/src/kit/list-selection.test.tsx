import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import {
  backend,
  bar,
  confirmIn,
  digestOf,
  openDialog,
  openRowDelete,
  openStations,
  press,
  row,
  select,
  selectAll,
  turn,
  serveStations,
} from '../../../support/console/station-list'

serveStations()

it('selection ends when the filter changes, and stays empty when the filter returns', async () => {
  openStations()
  await select('A1')
  press('Filter by Paphos')
  await row('B1')
  expect(screen.queryByRole('toolbar')).toBeNull()
  press('Filter by Larnaca')
  expect(await row('A1')).not.toBeChecked()
})

it('selection ends when the list is left', async () => {
  openStations()
  await select('A1')
  press('Leave')
  press('Return')
  expect(await row('A1')).not.toBeChecked()
  expect(screen.queryByRole('toolbar')).toBeNull()
})

it('selection ends when the console is loaded again', async () => {
  openStations()
  await select('A1')
  cleanup()
  openStations()
  expect(await row('A1')).not.toBeChecked()
  expect(screen.queryByRole('toolbar')).toBeNull()
})

it('selection survives another page and another order, and says how many rows are elsewhere', async () => {
  openStations()
  await select('A1')
  await select('A2')
  expect(bar()).not.toHaveTextContent('not on this page')
  turn('next')
  await select('A3')
  expect(bar()).toHaveTextContent('3 items selected')
  expect(bar()).toHaveTextContent('2 not on this page')
  turn('previous')
  expect(await row('A1')).toBeChecked()
  expect(bar()).toHaveTextContent('1 not on this page')
  fireEvent.click(screen.getByRole('button', { name: 'Code' }))
  await waitFor(() =>
    expect(screen.getByRole('columnheader', { name: 'Code' })).toHaveAttribute('aria-sort', 'descending'),
  )
  expect(bar()).toHaveTextContent('3 items selected')
})

it('choice of everything that matches covers the rows of other pages and ends with the filter', async () => {
  openStations()
  await row('A1')
  fireEvent.click(screen.getByLabelText('Select all'))
  fireEvent.click(await screen.findByText('Select all 4 results'))
  turn('next')
  expect(await row('A3')).toBeChecked()
  expect(bar()).toHaveTextContent('All 4 results are selected')
  press('Filter by Paphos')
  await row('B1')
  expect(screen.queryByRole('toolbar')).toBeNull()
})

it('rows of the previous filter cannot be selected while those of the new one are read', async () => {
  openStations()
  const box = await row('A1')
  let release = (): void => undefined
  backend.gate = new Promise((done) => (release = done))
  press('Filter by Paphos')
  await waitFor(() => expect(box).toBeDisabled())
  expect(screen.getByLabelText('Select all')).toBeDisabled()
  act(() => release())
  expect(await row('B1')).toBeEnabled()
})

it('row that its own menu deletes leaves the selection', async () => {
  openStations()
  await select('A1')
  await select('A2')
  await confirmIn(await openRowDelete('A1'), 'Delete')
  await waitFor(() => expect(bar()).toHaveTextContent('1 item selected'))
  expect(bar()).not.toHaveTextContent('not on this page')
})

it('row deselected from everything that matches leaves all others selected and says their number', async () => {
  openStations()
  await row('A1')
  await selectAll()
  fireEvent.click(await row('A2'))
  expect(bar()).toHaveTextContent('3 of 4 results are selected')
  expect(bar()).toHaveTextContent('2 not on this page')
  turn('next')
  expect(await row('A3')).toBeChecked()
  fireEvent.click(await row('A4'))
  expect(bar()).toHaveTextContent('2 of 4 results are selected')
  turn('previous')
  expect(await row('A2')).not.toBeChecked()
  fireEvent.click(await row('A2'))
  expect(bar()).toHaveTextContent('3 of 4 results are selected')
  const dialog = await openDialog()
  expect(await within(dialog).findByText('Stop A2')).toBeVisible()
  expect(within(dialog).queryByText('Stop A4')).toBeNull()
  await confirmIn(dialog, 'Delete 3')
  const chosen = { filter: { city: 'Larnaca' }, except_ids: ['A4'] }
  expect(backend.previews).toEqual([chosen])
  const sent = { ...chosen, expected: 3, digest: digestOf(['A1', 'A2', 'A3']), action: 'delete' }
  await waitFor(() => expect(backend.requests).toEqual([sent]))
})

it('deselected rows can be selected again with all others, or with the rest of their page', async () => {
  openStations()
  await row('A1')
  await selectAll()
  fireEvent.click(await row('A1'))
  fireEvent.click(await row('A2'))
  fireEvent.click(screen.getByLabelText('Select all'))
  expect(bar()).toHaveTextContent('All 4 results are selected')
  fireEvent.click(await row('A2'))
  press('Select all 4 results')
  expect(bar()).toHaveTextContent('All 4 results are selected')
})

it('deselecting the page, or the last row, of everything that matches leaves no hidden row selected', async () => {
  openStations()
  await row('A1')
  await selectAll()
  fireEvent.click(screen.getByLabelText('Select all'))
  expect(screen.queryByRole('toolbar')).toBeNull()
  await selectAll()
  for (const code of ['A1', 'A2']) fireEvent.click(await row(code))
  turn('next')
  for (const code of ['A3', 'A4']) fireEvent.click(await row(code))
  expect(screen.queryByRole('toolbar')).toBeNull()
})

it('row that its own menu deletes is not counted as deselected from everything that matches', async () => {
  openStations()
  await row('A1')
  await selectAll()
  fireEvent.click(await row('A2'))
  await confirmIn(await openRowDelete('A2'), 'Delete')
  await waitFor(() => expect(bar()).toHaveTextContent('All 3 results are selected'))
})
