import '../../../../support/console/media'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Backup } from '../../../../../contract/operations/backups'
import { createQueryClient } from '../../../../../src/providers/data/queryClient'
import { rereadTasks } from '../../../../../src/providers/live/taskNews'
import { BackupsSection } from '../../../../../src/resources/company/BackupsSection'
import { renderPages, signedIn } from '../../../../support/console/frame'
import { answer, script } from '../../../../support/console/session'

afterEach(() => vi.unstubAllGlobals())

const ID = '00000000-0000-7000-8000-000000000001'
const good: Backup = {
  id: '00000000-0000-7000-8000-000000000002',
  state: 'succeeded',
  is_scheduled: true,
  started_by: 'backup',
  created_at: '2030-05-20T03:00:00Z',
  started_at: '2030-05-20T03:00:00Z',
  finished_at: '2030-05-20T03:00:12Z',
  file: 'wayline-2030-05-20T030000Z.backup',
  bytes: 2_340_000,
  row_count: 120_345,
  verdict: 'restored',
  failure: null,
  is_there: true,
}
const without = { file: null, bytes: null, row_count: null, verdict: null, is_there: false }
const failed: Backup = { ...good, ...without, id: `${ID.slice(0, -1)}3`, state: 'failed', failure: 'no_space' }
const queued: Backup = {
  ...good,
  ...without,
  id: ID,
  state: 'queued',
  is_scheduled: false,
  started_by: 'Ada Admin',
  started_at: null,
  finished_at: null,
}
const task = {
  id: ID,
  kind: 'backup',
  resource: null,
  state: 'running',
  stage: 'writing',
  total: 100,
  done: 40,
  counts: {},
  failure: null,
  is_trial: false,
  undo_until: null,
  finished_at: null,
}

function open() {
  const client = createQueryClient()
  const element = (
    <QueryClientProvider client={client}>
      <BackupsSection />
    </QueryClientProvider>
  )
  return { client, ...renderPages([{ path: '/here', element }], '/here') }
}
const rows = () => within(screen.getByRole('list', { name: 'Backups' })).getAllByRole('listitem')

it('backups are listed with size, rows, time and result, and with the error of a failed one', async () => {
  signedIn()
  script({ 'GET /backups/': () => answer({ folder: '/var/lib/wayline/backups', backups: [failed, good] }) })
  open()
  await screen.findByRole('list', { name: 'Backups' })
  expect(screen.getByText('/var/lib/wayline/backups')).toBeVisible()
  const [first, second] = rows()
  expect(first).toHaveTextContent('The disk is full. Make room in the folder')
  expect(within(first as HTMLElement).queryByRole('button')).toBeNull()
  expect(second).toHaveTextContent(/Daily.*2\.3 MB.*120,345 rows.*12 sec.*Test restore succeeded/)
  expect(within(second as HTMLElement).getByRole('button', { name: /^Download the backup of/ })).toBeEnabled()
})

it('backup on request is followed to its end and then shown', async () => {
  signedIn()
  let backups = [good]
  let current: object = task
  script({
    'GET /backups/': () => answer({ folder: '/backups', backups }),
    'POST /backups/': () => {
      backups = [queued, good]
      return answer(task, 202)
    },
    [`GET /tasks/${ID}/`]: () => answer(current),
  })
  const { client } = open()
  const button = await screen.findByRole('button', { name: 'Back up now' })
  await waitFor(() => expect(button).toBeEnabled())
  fireEvent.click(button)
  expect(await screen.findByText('Writing: 40 %')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Back up now' })).toBeDisabled()
  backups = [{ ...good, id: ID, is_scheduled: false, started_by: 'Ada Admin' }, good]
  current = { ...task, state: 'succeeded', done: 100, stage: null, finished_at: '2030-05-20T09:00:00Z' }
  rereadTasks(client)
  await waitFor(() => expect(rows()[0]).toHaveTextContent(/Ada Admin.*Test restore succeeded/))
  expect(screen.getByRole('button', { name: 'Back up now' })).toBeEnabled()
})

it('backups page shows that there are none yet, and that the list could not be read', async () => {
  signedIn()
  script({ 'GET /backups/': () => answer({ folder: '/backups', backups: [] }) })
  const { unmount } = open()
  expect(await screen.findByText('No backups yet')).toBeVisible()
  unmount()
  script({ 'GET /backups/': () => answer({ type: 'about:blank', title: 'No', status: 403, code: 'forbidden' }, 403) })
  open()
  expect(await screen.findByText('The list of backups couldn’t be loaded.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Back up now' })).toBeDisabled()
})
