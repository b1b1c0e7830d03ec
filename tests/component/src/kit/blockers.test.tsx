import '../../../support/console/media'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Blockers } from '../../../../src/kit/Blockers'
import { renderInFrame } from '../../../support/console/frame'

it('a downtime or an absence in the way of a deletion is named by its kind in words', () => {
  renderInFrame(
    <Blockers
      blockers={[
        { resource: 'vehicle-downtimes', count: 1, examples: [{ id: '1', label: 'maintenance' }] },
        { resource: 'staff-absences', count: 1, examples: [{ id: '2', label: 'leave' }] },
      ]}
    />,
  )
  expect(screen.getByText(/: Maintenance$/)).toBeVisible()
  expect(screen.getByText(/: Leave$/)).toBeVisible()
})
