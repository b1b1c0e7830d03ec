import '../../../../support/console/media'
import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { Journey } from '../../../../../contract/entities/journey'
import type { Role } from '../../../../../contract/core/vocabulary'
import { JourneyActions } from '../../../../../src/resources/journeys/JourneyActions'
import { renderInFrame, signedIn } from '../../../../support/console/frame'

const HOUR_MS = 3_600_000

/** Returns a journey of two hours that departs this many hours from now. */
const departing = (hours: number, service_status: Journey['service_status']) => ({
  id: 'j1',
  version: 1,
  kind: 'passenger',
  peak_load: 3,
  timezone: 'Asia/Nicosia',
  service_status,
  departs_at: new Date(Date.now() + hours * HOUR_MS).toISOString(),
  arrives_at: new Date(Date.now() + (hours + 2) * HOUR_MS).toISOString(),
})

/** Opens the menu of a journey. @returns its items and dividers by their texts, and the function that opens dialogs */
function openMenu(journey: ReturnType<typeof departing>, role: Role = 'manager') {
  signedIn({ role })
  const onTask = vi.fn()
  renderInFrame(<JourneyActions journey={journey as Journey} onTask={onTask} />)
  fireEvent.click(screen.getByRole('button', { name: 'More' }))
  const menu = within(screen.getByRole('menu'))
  const rows = [...screen.getByRole('menu').children].map((row) =>
    row.getAttribute('role') === 'separator' || row.tagName === 'HR' ? '—' : row.textContent,
  )
  return { menu, rows, onTask }
}

describe('the menu of a departure', () => {
  it('shows boarding disabled with its earliest time when the departure is days ahead', () => {
    const { menu, rows } = openMenu(departing(72, 'scheduled'))
    expect(menu.getByRole('menuitem', { name: /^Start boarding/ })).toHaveAttribute('aria-disabled', 'true')
    expect(rows[0]).toMatch(/^Start boarding\s*From .*\d{2}:\d{2}/)
  })

  it('offers boarding within three hours, and separates it from other actions', () => {
    const { menu, rows } = openMenu(departing(2, 'scheduled'))
    expect(menu.getByRole('menuitem', { name: 'Start boarding' })).not.toHaveAttribute('aria-disabled')
    expect(rows).toEqual(['Start boarding', '—', 'Move passengers', 'Cancel departure'])
  })

  it('shows the departure disabled until one hour before it, and offers to revert boarding', () => {
    const { menu, rows, onTask } = openMenu(departing(2, 'boarding'))
    expect(menu.getByRole('menuitem', { name: /^Depart/ })).toHaveAttribute('aria-disabled', 'true')
    expect(rows.slice(1)).toEqual(['—', 'Move passengers', 'Cancel departure', '—', 'Revert start of boarding'])
    fireEvent.click(menu.getByRole('menuitem', { name: 'Revert start of boarding' }))
    expect(onTask).toHaveBeenCalledWith('revert')
  })

  it('offers to revert a departure under way', () => {
    expect(openMenu(departing(-1, 'in_progress'), 'dispatcher').rows.at(-1)).toBe('Revert departure')
  })

  it('offers to revert an arrival until six hours after the planned one', () => {
    expect(openMenu(departing(-7, 'completed')).rows).toEqual(['Revert arrival'])
  })

  it('is not shown when nothing can be reverted any more, or to a role that may not edit', () => {
    signedIn({ role: 'manager' })
    const { unmount } = renderInFrame(
      <JourneyActions journey={departing(-9, 'completed') as Journey} onTask={vi.fn()} />,
    )
    expect(screen.queryByRole('button', { name: 'More' })).toBeNull()
    unmount()
    signedIn({ role: 'agent' })
    renderInFrame(<JourneyActions journey={departing(2, 'boarding') as Journey} onTask={vi.fn()} />)
    expect(screen.queryByRole('button', { name: 'More' })).toBeNull()
  })
})
