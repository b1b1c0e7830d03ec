import '../../../support/console/media'
import { useQueryClient } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import Reassignment from '../../../../src/features/reassignment/Reassignment'
import { UndoableResolutions } from '../../../../src/features/reassignment/UndoableResolutions'
import { drafts } from '../../../../src/providers/drafts'
import { setFieldErrorWords } from '../../../../src/providers/http/fieldErrors'
import { i18n } from '../../../../src/providers/i18n/i18n'
import { serverFieldText } from '../../../../src/ui/fieldTexts'
import { renderInFrame, signedIn } from '../../../support/console/frame'
import { POLL_TIMEOUT_MS } from '../../../support/timeouts'

const POLL = { timeout: POLL_TIMEOUT_MS }
const network = setupServer()
beforeAll(() => network.listen())
afterEach(async () => {
  // A change of the language would repeat the dry run.
  cleanup()
  network.resetHandlers()
  window.sessionStorage.clear()
  setFieldErrorWords((_code, text) => text)
  await act(() => i18n.changeLanguage('en'))
})
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
  expect(screen.queryByRole('heading', { name: /jobs? affected/ })).toBeNull()
})

const jobOf = (id: string, hour: number) => ({
  source: 'journey',
  id,
  label: `J-${id}`,
  starts_at: `2030-05-20T${String(hour).padStart(2, '0')}:00:00Z`,
  ends_at: `2030-05-20T${String(hour + 1).padStart(2, '0')}:30:00Z`,
  role: 'vehicle_id',
  seats: 2,
  parties: 1,
  actions: ['swap', 'farm_out', 'unassign', 'move', 'cancel'],
})

/** Serves three jobs, of which the second overlaps the first. @returns the plans of the last dry run */
function serveJobs(answer: (body: ResolveBody) => Response = () => HttpResponse.json({ jobs: [] })) {
  const jobs = [jobOf('1', 8), jobOf('2', 9), jobOf('3', 12)]
  const spares = [
    { id: 'v1', label: '1234 ABC' },
    { id: 'v2', label: '5678 DEF' },
  ]
  let plans: ResolveBody['jobs'] = []
  network.use(
    http.get('*/api/vehicles/7/jobs/', () => HttpResponse.json(jobs)),
    http.get('*/api/journeys/:id/suggestions/', () => HttpResponse.json({ vehicles: spares, drivers: [] })),
    http.post<never, ResolveBody>('*/api/resolutions/', async ({ request }) => {
      const body = await request.json()
      plans = body.jobs
      return answer(body)
    }),
    http.get('*/api/operators/', () => HttpResponse.json([])),
  )
  return () => plans.map(({ action, resource_id = null }) => [action, resource_id])
}

interface ResolveBody {
  jobs: { job_id: string; action: string; resource_id?: string }[]
}

const openChoice = (name: RegExp, within_: HTMLElement) =>
  fireEvent.mouseDown(within(within_).getByRole('combobox', { name }))

async function renderJobs(zone = 'Europe/Madrid') {
  signedIn()
  renderInFrame(<Reassignment kind="vehicle" id="7" name="Bus 7" zone={zone} />)
  return screen.findByRole('group', { name: 'All jobs' })
}

it('one choice settles all jobs, single jobs may differ, and the suggestions come back', async () => {
  const plans = serveJobs()
  const forAll = await renderJobs()
  await expect.poll(plans, POLL).toEqual([
    ['swap', 'v1'],
    ['swap', 'v2'],
    ['swap', 'v1'],
  ])
  openChoice(/All jobs/, forAll)
  fireEvent.click(await screen.findByRole('option', { name: 'Cancel and refund everyone' }))
  await expect.poll(plans, POLL).toEqual([
    ['cancel', null],
    ['cancel', null],
    ['cancel', null],
  ])
  openChoice(/What happens/, screen.getByRole('listitem', { name: 'J-3' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Leave unassigned' }))
  await expect.poll(plans, POLL).toEqual([
    ['cancel', null],
    ['cancel', null],
    ['unassign', null],
  ])
  openChoice(/All jobs/, forAll)
  fireEvent.click(await screen.findByRole('option', { name: 'Use the suggestions' }))
  await expect.poll(plans, POLL).toEqual([
    ['swap', 'v1'],
    ['swap', 'v2'],
    ['swap', 'v1'],
  ])
})

it('the form of a reassignment offers its input again after the page was left, until it is applied', async () => {
  const resolution = { id: 'r1', jobs: [], undone_at: null }
  const plans = serveJobs(() => HttpResponse.json(resolution))
  const suggested = [
    ['swap', 'v1'],
    ['swap', 'v2'],
    ['swap', 'v1'],
  ]
  await renderJobs()
  fireEvent.change(screen.getByLabelText(/^Note/), { target: { value: 'Gearbox' } })
  openChoice(/What happens/, screen.getByRole('listitem', { name: 'J-3' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Cancel and refund everyone' }))
  await expect.poll(plans, POLL).toEqual([...suggested.slice(0, 2), ['cancel', null]])
  cleanup()
  await renderJobs()
  expect(screen.getByLabelText(/^Note/)).toHaveValue('')
  await expect.poll(plans, POLL).toEqual(suggested)
  fireEvent.click(screen.getByRole('button', { name: 'Restore' }))
  expect(screen.getByLabelText(/^Note/)).toHaveValue('Gearbox')
  await expect.poll(plans, POLL).toEqual([...suggested.slice(0, 2), ['cancel', null]])
  const apply = screen.getByRole('button', { name: /out of service/i })
  await waitFor(() => expect(apply).toBeEnabled(), POLL)
  expect(drafts.read('reassignment:vehicle:7')).not.toBeNull()
  fireEvent.click(apply)
  await waitFor(() => expect(drafts.read('reassignment:vehicle:7')).toBeNull(), POLL)
})

it('a journey under way is not offered to be left unassigned', async () => {
  serveJobs()
  const underWay = { ...jobOf('1', 8), actions: ['swap', 'farm_out'] }
  network.use(http.get('*/api/vehicles/7/jobs/', () => HttpResponse.json([underWay, jobOf('2', 12)])))
  await renderJobs()
  openChoice(/What happens/, screen.getByRole('listitem', { name: 'J-1' }))
  const options = await screen.findAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual(['Reassign', 'Assign to another company'])
})

it('one vehicle takes all jobs that do not overlap, and its plate reads left to right', async () => {
  const plans = serveJobs()
  const forAll = await renderJobs()
  openChoice(/All jobs/, forAll)
  fireEvent.click(await screen.findByRole('option', { name: 'Reassign to one vehicle' }))
  openChoice(/Vehicle instead/, forAll)
  const option = await screen.findByRole('option', { name: '5678 DEF' })
  expect(within(option).getByText('5678 DEF')).toHaveAttribute('dir', 'ltr')
  fireEvent.click(option)
  await expect.poll(plans, POLL).toEqual([
    ['swap', 'v2'],
    ['swap', 'v1'],
    ['swap', 'v2'],
  ])
})

it('times are in the zone of the form, which is named where it is not the reader’s', async () => {
  serveJobs()
  await renderJobs('Asia/Tokyo')
  expect(screen.getByRole('listitem', { name: 'J-1' })).toHaveTextContent('17:00 – 18:30 GMT+9')
})

it('a second downtime is refused with what is wrong and what to do, in the language of the reader', async () => {
  const detail = 'Bus 7 is out of service for cleaning.'
  const problem = {
    status: 409,
    code: 'resource_conflict',
    title: 'The vehicle or person is busy at that time',
    detail,
    errors: [{ pointer: '/cause/vehicle_id', code: 'already_away', detail }],
    blockers: [{ resource: 'vehicle-downtimes', count: 1, examples: [{ id: '9', label: 'cleaning' }] }],
  }
  serveJobs(() => HttpResponse.json(problem, { status: 409 }))
  await act(() => i18n.changeLanguage('de'))
  setFieldErrorWords((code, detail) =>
    serverFieldText({ code, detail, writtenIn: null }, { t: i18n.t, language: 'de' }),
  )
  signedIn()
  renderInFrame(<Reassignment kind="vehicle" id="7" name="Bus 7" zone="Europe/Madrid" />)
  expect(await screen.findByRole('alert')).toHaveTextContent(i18n.t('app.validation.alreadyAway'))
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
    actions: ['swap', 'unassign'],
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

const RESOLUTION = {
  id: 'r1',
  cause: { kind: 'downtime', vehicle_id: '7', starts_at: '2030-05-20T08:00:00Z', ends_at: null },
  reason: 'Engine',
  jobs: [],
  created_at: '2030-05-20T08:00:00Z',
  created_by: 'Elena Navarro',
  undo_until: '2999-01-01T00:00:00Z',
  undone_at: null,
}

it('the page of a settled record offers to undo until it is done', async () => {
  const asked = vi.fn()
  network.use(
    http.get('*/api/company/', () => HttpResponse.json({ timezone: 'Asia/Tokyo' })),
    http.get('*/api/resolutions/', ({ request }) => {
      asked(new URL(request.url).searchParams.get('record_id'))
      return HttpResponse.json([RESOLUTION])
    }),
    http.post('*/api/resolutions/r1/undo/', () =>
      HttpResponse.json({ ...RESOLUTION, undone_at: '2030-05-20T08:05:00Z' }),
    ),
  )
  signedIn()
  renderInFrame(<UndoableResolutions recordId="7" />)
  expect(await screen.findByText(/^Elena Navarro recorded a downtime at 17:00 GMT\+9 /)).toBeVisible()
  expect(asked).toHaveBeenCalledWith('7')
  fireEvent.click(screen.getByRole('button', { name: /^Undo/ }))
  expect(await screen.findByText('Everything is as it was before.')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
})

it('the page of a settled record offers no undo when the deadline has passed', async () => {
  const asked = vi.fn()
  network.use(
    http.get('*/api/company/', () => HttpResponse.json({ timezone: 'Asia/Tokyo' })),
    http.get('*/api/resolutions/', () => {
      asked()
      return HttpResponse.json([{ ...RESOLUTION, undo_until: '2020-01-01T00:00:00Z' }])
    }),
  )
  signedIn()
  renderInFrame(<UndoableResolutions recordId="7" />)
  await waitFor(() => expect(asked).toHaveBeenCalled(), POLL)
  expect(screen.queryByRole('alert')).toBeNull()
})
