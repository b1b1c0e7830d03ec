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
const UNDO: Task = { ...IMPORT, id: 't2', kind: 'undo', state: 'queued', undoes_id: 't1' }

afterEach(async () => {
  vi.unstubAllGlobals()
  await act(() => i18n.changeLanguage('en'))
})

function showActions() {
  signedIn()
  const onUndo = vi.fn()
  const { calls } = script({ 'POST /tasks/t1/undo/': () => answer(UNDO, 202) })
  renderInFrame(<TaskActions task={IMPORT} onUndo={onUndo} />)
  return { calls, onUndo }
}

it.each(LANGUAGES)('undo of a task asks for confirmation (%s)', async (language) => {
  await act(() => i18n.changeLanguage(language))
  const { calls, onUndo } = showActions()
  fireEvent.click(screen.getByRole('button', { name: i18n.t('app.tasks.undo') }))
  const dialog = await screen.findByRole('dialog', { name: i18n.t('app.tasks.undoTitle') })
  expect(dialog).toHaveTextContent(i18n.t('app.tasks.undoText'))
  expect(dialog).toHaveTextContent('stops.csv')
  expect(calls).toEqual([])
  fireEvent.click(within(dialog).getByRole('button', { name: i18n.t('app.tasks.undo') }))
  await waitFor(() => expect(onUndo).toHaveBeenCalledWith(UNDO))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('undo of a task that is not confirmed changes nothing', async () => {
  const { calls, onUndo } = showActions()
  fireEvent.click(screen.getByRole('button', { name: 'Undo this task' }))
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls).toEqual([])
  expect(onUndo).not.toHaveBeenCalled()
})
