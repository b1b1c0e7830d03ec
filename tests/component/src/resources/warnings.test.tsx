import '../../../support/console/media'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Journey } from '../../../../contract/entities/journey'
import { UnlawfulJobs } from '../../../../src/features/reassignment/JobsPage'
import { renderInFrame } from '../../../support/console/frame'
import { ShortOfRoom } from '../../../../src/resources/journeys/JourneyShow'

const ROOMY = {
  seats: 50,
  peak_load: 50,
  wheelchair_spaces: 1,
  peak_wheelchairs: 1,
  child_seats: 2,
  peak_child_seats: 0,
  luggage_units: 40,
  peak_luggage_units: 40,
} as unknown as Journey

it('warnings name the passengers and items without room on a journey by what is lacking, and are empty when all have room', () => {
  const { unmount } = renderInFrame(<ShortOfRoom journey={ROOMY} />)
  expect(screen.queryByRole('alert')).toBeNull()
  unmount()
  renderInFrame(<ShortOfRoom journey={{ ...ROOMY, peak_load: 53, wheelchair_spaces: 0 }} />)
  expect(screen.getByRole('alert')).toHaveTextContent(
    '3 passengers have no seat. 1 wheelchair has no space. Assign a larger vehicle, or move passengers to another departure.',
  )
})

it('warnings name the jobs that are no longer allowed, the first five with a link to each', () => {
  const jobs = ['1', '2', '3', '4', '5', '6'].map((id) => ({
    source: id === '2' ? ('hire' as const) : ('journey' as const),
    id,
    label: `JOB-${id}`,
    starts_at: '2030-05-20T08:30:00Z',
  }))
  renderInFrame(<UnlawfulJobs jobs={jobs} />)
  const alert = screen.getByRole('alert')
  expect(alert).toHaveTextContent(/^6 jobs are not covered by valid documents/)
  expect(
    within(alert)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/journeys/1/show', '/reservations/2/show', '/journeys/3/show', '/journeys/4/show', '/journeys/5/show'])
})
