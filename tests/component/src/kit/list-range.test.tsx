import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import {
  addressOf,
  backend,
  bar,
  openStations,
  row,
  select,
  selectAll,
  serveStations,
  stationOf,
  turn,
} from '../../../support/console/station-list'

const CODES = ['A1', 'A2', 'A3', 'A4', 'A5', 'A6']

serveStations()
// Two pages of four and two rows.
beforeEach(async () => {
  backend.stations = CODES.map((code) => stationOf(code, 'Larnaca'))
  openStations(addressOf({}, 4))
  await row('A1')
})

const extendTo = async (code: string) => fireEvent.click(await row(code), { shiftKey: true })

function selectedRows(): string[] {
  const boxes = screen.getAllByLabelText<HTMLInputElement>(/^Select Stop /)
  return boxes.filter(({ checked }) => checked).map((box) => box.getAttribute('aria-label')?.slice(-2) ?? '')
}

it('range from the last clicked row is selected by a click with Shift, downwards and upwards', async () => {
  await select('A2')
  await extendTo('A4')
  expect(selectedRows()).toEqual(['A2', 'A3', 'A4'])
  await extendTo('A1')
  expect(selectedRows()).toEqual(['A1', 'A2', 'A3', 'A4'])
  expect(bar()).toHaveTextContent('4 items selected')
})

it('range that ends at a selected row is deselected by a click with Shift', async () => {
  await select('A1')
  await extendTo('A4')
  await select('A2')
  await extendTo('A3')
  expect(selectedRows()).toEqual(['A1', 'A4'])
  expect(bar()).toHaveTextContent('2 items selected')
})

it('range after a sort consists of the rows in their present order, and earlier ones stay selected', async () => {
  await select('A1')
  await select('A3')
  fireEvent.click(screen.getByRole('button', { name: 'Code' }))
  await row('A6')
  await extendTo('A5')
  expect(selectedRows()).toEqual(['A5', 'A4', 'A3'])
  expect(bar()).toHaveTextContent('4 items selected')
  expect(bar()).toHaveTextContent('1 not on this page')
})

it('range does not extend beyond its page', async () => {
  await select('A3')
  turn('next')
  await extendTo('A6')
  expect(selectedRows()).toEqual(['A6'])
  expect(bar()).toHaveTextContent('2 items selected')
  await extendTo('A5')
  expect(selectedRows()).toEqual(['A5', 'A6'])
  turn('previous')
  await extendTo('A1')
  expect(selectedRows()).toEqual(['A1', 'A3'])
  expect(bar()).toHaveTextContent('4 items selected')
})

it('range of everything that matches is deselected, and the rows of other pages stay selected', async () => {
  await selectAll(6)
  await select('A2')
  await extendTo('A4')
  expect(selectedRows()).toEqual(['A1'])
  expect(bar()).toHaveTextContent('3 of 6 results are selected')
  await select('A2')
  await extendTo('A3')
  await waitFor(() => expect(selectedRows()).toEqual(['A1', 'A2', 'A3']))
  turn('next')
  expect(await row('A6')).toBeChecked()
})
