import '../../../support/console/media'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FieldValue } from '../../../../src/kit/FieldValue'
import type { AnyField } from '../../../../src/kit/fieldList'
import { FigureTable } from '../../../../src/resources/dashboard/FigureTable'
import { renderInFrame } from '../../../support/console/frame'

/** Returns the alignment of each heading and cell by row. The table is left-to-right, so `right` is the end. */
const sidesIn = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => window.getComputedStyle(cell).textAlign))

it('numbers of daily figures are aligned to the end of their columns, below their headings', () => {
  const sold = {
    bookings: 1,
    seats: 2,
    cancellations: 0,
    departures: 3,
    capacity: 50,
    revenue: [{ currency: 'EUR', amount_minor: 100 }],
  }
  renderInFrame(
    <FigureTable title="Days" first="Day" bars={[{ key: '1', label: 'Monday', to: null, sold: sold as never }]} />,
  )
  const [head, row] = sidesIn(screen.getByRole('table'))
  expect(head).toEqual(['left', ...Array.from({ length: 6 }, () => 'right')])
  expect(row).toEqual(head)
})

it('numbers in the rows of a record are aligned to the end of their columns, below their headings', () => {
  const field = {
    source: 'steps',
    kind: 'rows',
    fields: [
      { source: 'name', kind: 'text' },
      { source: 'hours', kind: 'integer' },
    ],
  } as unknown as AnyField
  renderInFrame(
    <FieldValue field={field} record={{ id: '1', steps: [{ name: 'Late', hours: 24 }] }} resource="stations" />,
  )
  const [head, row] = sidesIn(screen.getByRole('table'))
  expect(head?.[1]).toBe('right')
  expect(row?.[1]).toBe('right')
})
