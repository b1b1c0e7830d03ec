import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { OpenerTip } from '../../../../src/ui/OpenerTip'

const LONGER_THAN_ANY_DELAY_MS = 5000

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function Opener() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <OpenerTip title="Appearance" open={open}>
        <button type="button" aria-label="Appearance" onClick={() => setOpen(true)} />
      </OpenerTip>
      {open && <button type="button" onClick={() => setOpen(false)} children="Close" />}
    </>
  )
}

function point(button: HTMLElement) {
  fireEvent.mouseLeave(button)
  fireEvent.mouseOver(button)
  act(() => {
    vi.advanceTimersByTime(LONGER_THAN_ANY_DELAY_MS)
  })
}

it('tooltip names a button until it is pressed, and never covers what the button has opened', () => {
  render(<Opener />)
  const button = screen.getByRole('button', { name: 'Appearance' })
  point(button)
  expect(screen.getByRole('tooltip')).toHaveTextContent('Appearance')
  fireEvent.click(button)
  act(() => {
    vi.advanceTimersByTime(LONGER_THAN_ANY_DELAY_MS)
  })
  expect(screen.queryByRole('tooltip')).toBeNull()
  point(button)
  expect(screen.queryByRole('tooltip')).toBeNull()
  expect(button).toHaveAccessibleName('Appearance')

  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  point(button)
  expect(screen.getByRole('tooltip')).toBeInTheDocument()
})
