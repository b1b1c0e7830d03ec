import '../../../../support/console/media'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { ImportSheet } from '../../../../../contract/operations/imports'
import { RESOURCE_DEFINITIONS } from '../../../../../src/layout/resources'
import { registerResources } from '../../../../../src/kit/registry'
import { ColumnMap } from '../../../../../src/resources/import/ColumnMap'
import { liveFrame, signInHere } from '../../../../support/console/live'
import { ScriptedSocket } from '../../../../support/console/scripted-socket'

beforeEach(() => {
  registerResources(RESOURCE_DEFINITIONS)
  ScriptedSocket.install()
  signInHere()
  return () => {
    vi.unstubAllGlobals()
    window.localStorage.clear()
  }
})

const SHEET: ImportSheet = {
  id: '1',
  resource: 'stations',
  file_name: 'stations.csv',
  row_count: 4,
  notes: [],
  columns: ['code', null, null],
  key: 'code',
  header: ['Kennung', 'Nom', 'Notizen'],
  rows: [
    ['LCA', '', 'a'],
    ['NIC', 'Nicosie', ''],
    ['PFO', 'Paphos', 'c'],
    ['LIM', 'Limassol', 'd'],
  ],
  targets: [
    { name: 'code', required: true },
    { name: 'name.fr', required: false },
  ],
}

it('column map offers the fields for each column, shows its first values, and includes or skips it', async () => {
  const { Frame } = await liveFrame()
  const onChange = vi.fn()
  function Mapped({ disabled = false }: { disabled?: boolean }) {
    const [columns, setColumns] = useState<(string | null)[]>(['code', null, null])
    return (
      <ColumnMap
        sheet={SHEET}
        columns={columns}
        disabled={disabled}
        onChange={(place, target) => {
          onChange(place, target)
          setColumns(columns.with(place, target))
        }}
      />
    )
  }
  const { rerender } = render(<Mapped />, { wrapper: Frame })
  const rows = (await screen.findAllByRole('row')).slice(1)
  const choice = (place: number) => within(rows[place] as HTMLElement).getByRole('combobox')
  expect(rows).toHaveLength(3)
  expect(rows[1]).toHaveTextContent('Nicosie · Paphos · Limassol')
  expect(rows[2]).toHaveTextContent('a · c · d')
  expect(choice(0)).toHaveDisplayValue('Code *')
  expect(choice(1)).toHaveAccessibleName(/Nom/)
  fireEvent.change(choice(1), { target: { value: 'name.fr' } })
  expect(choice(1)).toHaveDisplayValue('Name (French)')
  fireEvent.change(choice(0), { target: { value: '' } })
  expect(onChange.mock.calls).toEqual([
    [1, 'name.fr'],
    [0, null],
  ])
  rerender(<Mapped disabled />)
  expect(choice(1)).toBeDisabled()
})
