import '../../../support/console/media'
import { fireEvent, screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { ResolutionView } from '../../../../src/features/reassignment/ResolutionView'
import { renderInFrame, signedIn } from '../../../support/console/frame'

const network = setupServer()
beforeAll(() => network.listen())
afterEach(() => network.resetHandlers())
afterAll(() => network.close())

const jobOf = (id: string, action: string) => ({
  job_id: id,
  source: 'journey',
  label: `J-${id}`,
  role: 'vehicle_id',
  action,
  outcome: 'done',
  detail: null,
  parties: [],
})

function openResult(...actions: string[]): void {
  const resolution = {
    id: '5',
    cause: { kind: 'downtime', vehicle_id: '7' },
    reason: 'Breakdown',
    jobs: actions.map((action, index) => jobOf(String(index), action)),
    created_at: '2030-05-20T08:00:00Z',
    created_by: 'Ana Ruiz',
    undo_until: new Date(Date.now() + 600_000).toISOString(),
    undone_at: null as string | null,
  }
  network.use(
    http.get('*/api/resolutions/5/', () => HttpResponse.json(resolution)),
    http.post('*/api/resolutions/5/undo/', () =>
      HttpResponse.json({ ...resolution, undone_at: '2030-05-20T08:01:00Z' }),
    ),
  )
  signedIn()
  renderInFrame(<ResolutionView id="5" backTo="/vehicles/7" />)
}

it('the result says that all jobs are covered when none was left unassigned', async () => {
  openResult('swap', 'move')
  expect(await screen.findByText('All jobs are covered.')).toBeVisible()
})

it('the result names the number of jobs that were left unassigned', async () => {
  openResult('unassign', 'swap', 'unassign')
  expect(await screen.findByText('2 jobs left unassigned.')).toBeVisible()
  expect(screen.queryByText('All jobs are covered.')).toBeNull()
})

it('the result lists no jobs any more after it was undone', async () => {
  openResult('swap')
  expect(await screen.findByText('J-0')).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: /^Undo/ }))
  expect(await screen.findByText('Everything is as it was before.')).toBeVisible()
  expect(screen.queryByText('J-0')).toBeNull()
  expect(screen.getByRole('link', { name: 'Finish' })).toHaveAttribute('href', '/vehicles/7')
})
