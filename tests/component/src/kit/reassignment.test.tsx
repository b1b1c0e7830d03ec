import '../../../support/console/media'
import { useQueryClient } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import Reassignment from '../../../../src/kit/reassignment/Reassignment'
import { renderInFrame, signedIn } from '../../../support/console/frame'
import { POLL_TIMEOUT_MS } from '../../../support/timeouts'

const network = setupServer()
beforeAll(() => network.listen())
afterEach(() => network.resetHandlers())
afterAll(() => network.close())

it('a period with too many jobs shows the error on its end field and waits for another end', async () => {
  const detail = 'More than 200 jobs lie within this time. Choose an earlier end.'
  const problem = {
    status: 422,
    code: 'validation',
    title: 'Some fields are not valid',
    detail,
    errors: [{ pointer: '/to', code: 'too_many_jobs', detail }],
  }
  network.use(http.get('*/api/vehicles/7/jobs/', () => HttpResponse.json(problem, { status: 422 })))
  signedIn()
  renderInFrame(<Reassignment kind="vehicle" id="7" name="Bus 7" zone="Europe/Madrid" />)
  // The field appends its time zone.
  expect(await screen.findByText(detail, { exact: false })).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByRole('button', { name: /out of service/i })).toBeDisabled()
})

/** Invalidates what a live change of any journey invalidates. */
function LiveChange() {
  const client = useQueryClient()
  return <button onClick={() => void client.invalidateQueries({ queryKey: ['journeys'] })}>Live change</button>
}

it('a live change of journeys reads the jobs again, but not the suggestions of each job', async () => {
  const [jobs, suggestions] = [vi.fn(), vi.fn()]
  const job = {
    source: 'journey',
    id: '8',
    label: 'J-8',
    starts_at: '2030-05-20T08:00:00Z',
    ends_at: '2030-05-20T09:00:00Z',
    role: 'vehicle_id',
    seats: 2,
    parties: 1,
  }
  network.use(
    http.get('*/api/vehicles/7/jobs/', () => {
      jobs()
      return HttpResponse.json([job])
    }),
    http.get('*/api/journeys/8/suggestions/', () => {
      suggestions()
      return HttpResponse.json({ vehicles: [], drivers: [] })
    }),
    http.post('*/api/resolutions/', () => HttpResponse.json({ jobs: [] })),
    http.get('*/api/operators/', () => HttpResponse.json([])),
  )
  signedIn()
  renderInFrame(
    <>
      <Reassignment kind="vehicle" id="7" name="Bus 7" zone="Europe/Madrid" />
      <LiveChange />
    </>,
  )
  expect(await screen.findByRole('listitem', { name: 'J-8' })).toBeVisible()
  await waitFor(() => expect(suggestions).toHaveBeenCalledTimes(1), { timeout: POLL_TIMEOUT_MS })
  fireEvent.click(screen.getByRole('button', { name: 'Live change' }))
  await waitFor(() => expect(jobs).toHaveBeenCalledTimes(2), { timeout: POLL_TIMEOUT_MS })
  expect(suggestions).toHaveBeenCalledTimes(1)
})
