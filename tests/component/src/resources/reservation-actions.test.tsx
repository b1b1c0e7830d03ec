import '../../../support/console/media'
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { Reservation } from '../../../../contract/entities/reservation'
import { ReservationActions } from '../../../../src/resources/reservations/show/ReservationActions'
import { renderInFrame, signedIn } from '../../../support/console/frame'

const HOUR_MS = 3_600_000

/** Renders the actions of a boarded reservation that departs this many hours from now. */
const renderBoarded = (hours: number) => {
  signedIn({ role: 'agent' })
  const reservation = {
    id: 'r1',
    version: 1,
    kind: 'seat',
    status: 'boarded',
    way_back: null,
    travel_at: new Date(Date.now() + hours * HOUR_MS).toISOString(),
  }
  return renderInFrame(<ReservationActions reservation={reservation as Reservation} onTask={vi.fn()} />)
}

it('a boarded reservation offers its completion only after its departure', () => {
  const { unmount } = renderBoarded(2)
  expect(screen.queryByRole('button', { name: 'Complete' })).toBeNull()
  unmount()
  renderBoarded(-1)
  expect(screen.getByRole('button', { name: 'Complete' })).toBeVisible()
})
