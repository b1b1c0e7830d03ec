import '../../../support/console/media'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Pager } from '../../../../src/ui/Pager'
import { renderInFrame } from '../../../support/console/frame'

it('pager shows the range of rows, and does not go beyond the last page', () => {
  const turned = vi.fn()
  renderInFrame(<Pager page={13} rows={25} total={319} onPage={turned} />)
  expect(screen.getByRole('navigation')).toHaveTextContent('301–319 of 319')
  expect(screen.queryByRole('combobox')).toBeNull()
  expect(screen.getByRole('button', { name: 'Go to next page' })).toBeDisabled()
  fireEvent.click(screen.getByRole('button', { name: 'Go to previous page' }))
  expect(turned).toHaveBeenCalledWith(12)
})

it('pager continues when the server stopped counting, and offers the number of rows of a page', () => {
  const [turned, chosen] = [vi.fn(), vi.fn()]
  const list = { page: 400, rows: 25, total: 10_000, isMinimum: true, shown: 25, hasNext: true }
  renderInFrame(<Pager {...list} onPage={turned} onRows={chosen} />)
  expect(screen.getByRole('navigation')).toHaveTextContent('9,976–10,000 of 10,000+')
  fireEvent.click(screen.getByRole('button', { name: 'Go to next page' }))
  expect(turned).toHaveBeenCalledWith(401)
  fireEvent.change(screen.getByRole('combobox'), { target: { value: '100' } })
  expect(chosen).toHaveBeenCalledWith(100)
})
