import '../../../support/console/media'
import { fireEvent, screen, within } from '@testing-library/react'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { HttpError } from '../../../../src/providers/http/problem'
import { ReasonBox } from '../../../../src/ui/ReasonBox'
import { TaskDialog } from '../../../../src/ui/TaskDialog'
import { renderInFrame, words } from '../../../support/console/frame'

afterEach(async () => {
  vi.restoreAllMocks()
  await words.changeLocale('en')
})

const done = () => Promise.resolve()

/** Opens a dialog with a note. @returns whether Enter in the note would submit the form */
function submitsByEnter(grave: boolean): boolean {
  const { unmount } = renderInFrame(
    <TaskDialog grave={grave} title="Title" action="Go on" onConfirm={done} onClose={done}>
      {() => <ReasonBox value="" onChange={done} />}
    </TaskDialog>,
  )
  const isDone = fireEvent.keyDown(screen.getByLabelText('Reason'), { key: 'Enter' })
  unmount()
  return isDone
}

it('Enter in a note confirms a task, unless it deletes something', () => {
  expect(submitsByEnter(false)).toBe(true)
  expect(submitsByEnter(true)).toBe(false)
})

it.each(['en', 'ae', 'fr', 'de', 'es'])(
  'no button that closes a dialog has the name of the action that cancels something, in %s',
  async (language) => {
    await words.changeLocale(language)
    for (const key of ['app.payLink.cancel', 'app.partner.access.revokeTitle', 'app.tasks.undo']) {
      const { unmount } = renderInFrame(
        <TaskDialog title="Title" action={words.translate(key)} onConfirm={done} onClose={done} />,
      )
      const [leave = '', act = ''] = within(screen.getByRole('dialog'))
        .getAllByRole('button')
        .map(({ textContent }) => textContent)
      expect(act.startsWith(leave), `${leave} | ${act}`).toBe(false)
      unmount()
    }
  },
)

it('dialog shows that another user was faster, and reads the record again for the next attempt', async () => {
  const confirm = vi.fn(() => Promise.reject(new HttpError('x', 412, { code: 'version_mismatch', detail: 'v3 of v4' })))
  const reread = vi.spyOn(QueryClient.prototype, 'invalidateQueries')
  renderInFrame(<TaskDialog title="Title" action="Go on" onConfirm={confirm} onClose={done} />)
  fireEvent.click(screen.getByRole('button', { name: 'Go on' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Someone else changed this record in the meantime. Nothing was saved, and what you entered is still here. Check the current data and try again.',
  )
  expect(reread).toHaveBeenCalledWith()
})
