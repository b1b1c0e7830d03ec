import '../../../support/console/media'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { LANGUAGES } from '../../../../contract/core/languages'
import type { Task } from '../../../../contract/operations/tasks'
import { TaskActions } from '../../../../src/kit/tasks/TaskActions'
import { i18n } from '../../../../src/providers/i18n/i18n'
import { renderInFrame, signedIn } from '../../../support/console/frame'
import { answer, script } from '../../../support/console/session'

const NOW = new Date().toISOString()
const IMPORT: Task = {
  id: 't1',
  state: 'succeeded',
  stage: null,
  total: 3,
  done: 3,
  counts: { created: 3 },
  kind: 'import',
  resource: 'stations',
  action: null,
  changes: null,
  source: 'stops.csv',
  sheet_id: null,
  is_trial: false,
  failure: null,
  undoes_id: null,
  undone_by_id: null,
  undo_until: new Date(Date.now() + 3_600_000).toISOString(),
  file: null,
  started_by: 'ana',
  created_at: NOW,
  started_at: NOW,
  finished_at: NOW,
}
const ROWS = ['Larnaca', 'Paphos', ''].map((label, position) => ({
  position,
  outcome: 'created',
  record_id: `s${position}`,
  label,
  line: position + 2,
  problem: null,
}))
const UNDO: Task = { ...IMPORT, id: 't2', kind: 'undo', state: 'queued', undoes_id: 't1' }

afterEach(async () => {
  vi.unstubAllGlobals()
  await act(() => i18n.changeLanguage('en'))
})

function showActions(task = IMPORT, rowsOf = (_: string): object[] => ROWS) {
  signedIn()
  const onUndo = vi.fn()
  const scripted = script({
    'POST /tasks/t1/undo/': () => answer(UNDO, 202),
    'GET /tasks/t1/rows/': ({ query }) => {
      const { outcome } = JSON.parse(query.get('filter') ?? '{}') as { outcome: string }
      return answer(rowsOf(outcome))
    },
  })
  renderInFrame(<TaskActions task={task} onUndo={onUndo} />)
  return { sent: () => scripted.calls.filter(({ method }) => method === 'POST'), onUndo }
}

async function namesInDialog(): Promise<(string | undefined)[]> {
  fireEvent.click(screen.getByRole('button', { name: 'Undo this task' }))
  const dialog = await screen.findByRole('dialog')
  const items = await within(dialog).findAllByRole('listitem')
  return items.map(({ textContent }) => textContent?.trim())
}

it.each(LANGUAGES)('undo of a task asks for confirmation (%s)', async (language) => {
  await act(() => i18n.changeLanguage(language))
  const { sent, onUndo } = showActions()
  fireEvent.click(screen.getByRole('button', { name: i18n.t('app.tasks.undo') }))
  const dialog = await screen.findByRole('dialog', { name: i18n.t('app.tasks.undoTitle') })
  expect(dialog).toHaveTextContent(i18n.t('app.tasks.undoText'))
  expect(dialog).toHaveTextContent('stops.csv')
  expect(sent()).toEqual([])
  fireEvent.click(within(dialog).getByRole('button', { name: i18n.t('app.tasks.undo') }))
  await waitFor(() => expect(onUndo).toHaveBeenCalledWith(UNDO))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('undo of a task that is not confirmed changes nothing', async () => {
  const { sent, onUndo } = showActions()
  fireEvent.click(screen.getByRole('button', { name: 'Undo this task' }))
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent()).toEqual([])
  expect(onUndo).not.toHaveBeenCalled()
})

it('dialog of the undo names the records of the task', async () => {
  showActions()
  expect(await namesInDialog()).toEqual(['Larnaca', 'Paphos', 'Station'])
})

it('dialog of the undo names ten of the records that were changed, and counts the others', async () => {
  const named = (outcome: string, first: number, count: number) =>
    Array.from({ length: count }, (_, at) => ({
      ...ROWS[0],
      position: first + at,
      outcome,
      label: `${outcome} ${at + 1}`,
    }))
  const counts = { unchanged: 4, refused: 9, created: 3, updated: 1_230 }
  const rows = { created: named('created', 0, 3), updated: named('updated', 3, 10) }
  showActions({ ...IMPORT, counts }, (outcome) => rows[outcome as keyof typeof rows])
  expect(await namesInDialog()).toEqual([
    ...['created 1', 'created 2', 'created 3'],
    ...Array.from({ length: 7 }, (_, at) => `updated ${at + 1}`),
    'and 1,223 more',
  ])
})
